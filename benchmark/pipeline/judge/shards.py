"""Which samples run together: a function of suite, task and draw, and of nothing else."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping

from benchmark.core.executor import Shard
from benchmark.core.sample import NO_ANSWERS, Answer, Completion, Sample
from benchmark.core.suite import Extraction
from benchmark.core.task import Task


def extract_all(
    tasks: Mapping[str, Task], completions: Iterable[Completion], extraction: Extraction
) -> list[Sample]:
    """Apply an extraction rule to every completion; sorted by task id and draw."""
    samples = [
        Sample(task=task, draw=one.draw, answer=_answer(task, one, extraction))
        for one in completions
        for task in (tasks[one.task_id],)
    ]
    return sorted(samples, key=lambda sample: (sample.task.id, sample.draw))


def _answer(task: Task, one: Completion, extraction: Extraction) -> Answer:
    if one.finish_reason in NO_ANSWERS:
        return Answer(code="", program="", notes=(f"no answer: {one.finish_reason}",))
    return extraction(task, one.text)


def shards(samples: Iterable[Sample], count: int) -> tuple[Shard, ...]:
    """Deal samples out to at most ``count`` shards.

    A sample's shard follows from its suite, task and draw alone, so a laptop, a CI matrix and a cluster
    that plan the same count make the same shards. Empty shards are left out.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    dealt: dict[int, list[Sample]] = defaultdict(list)
    for sample in samples:
        dealt[shard_of(sample.task.suite, sample.task.id, sample.draw, count)].append(sample)
    return tuple(Shard(index=index, samples=tuple(dealt[index])) for index in sorted(dealt))


def shard_of(suite: str, task_id: str, draw: int, count: int) -> int:
    """The shard of one sample among ``count``, ``0 <= shard < count``."""
    key = "\0".join((suite, task_id, str(draw))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % count
