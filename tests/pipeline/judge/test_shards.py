import random

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.pipeline.judge.shards import shard_of, shards


def samples(number: int) -> list[Sample]:
    tasks = [Task(id=f"t{i}", entry_point="f", check=FunctionCheck(tests=("",))) for i in range(number)]
    return [
        Sample(task=task, draw=draw, answer=Answer(code="", program="")) for task in tasks for draw in (0, 1)
    ]


def test_every_sample_is_in_one_shard() -> None:
    every = samples(50)
    planned = [sample for shard in shards(every, 7) for sample in shard.samples]
    assert sorted(planned, key=id) == sorted(every, key=id)


def test_the_order_of_the_samples_does_not_matter() -> None:
    every = samples(50)
    mixed = random.Random(1).sample(every, len(every))  # noqa: S311 - not a secret
    assert [{id(s) for s in shard.samples} for shard in shards(every, 7)] == [
        {id(s) for s in shard.samples} for shard in shards(mixed, 7)
    ]


def test_a_shard_depends_only_on_suite_task_and_draw() -> None:
    """These numbers never change: CI jobs and laptops must plan the same shards in every version."""
    assert [shard_of("code-vision", "HumanEval-0", draw, 256) for draw in range(4)] == [133, 137, 183, 199]
