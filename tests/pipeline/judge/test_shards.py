"""Work is cut into shards, and samples that the sandbox could not judge are judged again or reported."""

import importlib.util
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import get_args

import pytest

from benchmark.cli.shared.options import dask_address, executor_of, executor_when_needed
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import ChoiceCheck, FunctionCheck, StdioCheck, Task, Text
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.extraction.choices import boxed, first_letter
from benchmark.extraction.own import extract
from benchmark.pipeline.judge import dask_worker
from benchmark.pipeline.judge.baselines import BASELINES, completions
from benchmark.pipeline.judge.collected_outcomes import FailedSamples, is_failure
from benchmark.pipeline.judge.evaluate import AnsweredSamples, shard_of, shards
from benchmark.pipeline.judge.extracting import bounded_map
from benchmark.submissions.schema import Baseline
from tests.case_files import table


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


def test_results_come_in_order_and_values_are_taken_when_needed() -> None:
    taken = []

    def values() -> Iterator[int]:
        for value in range(1_000):
            taken.append(value)
            yield value

    with ThreadPoolExecutor(2) as pool:
        results = bounded_map(pool, lambda value: value * 2, values())
        assert next(results) == 0
        assert len(taken) < 100
        assert list(results) == [value * 2 for value in range(1, 1_000)]


def answer(code: str) -> Answer:
    return Answer(code=code, program=code)


def test_each_sample_has_the_first_answer_that_was_put(make_task: Callable[..., Task]) -> None:
    given = Sample(task=make_task("b"), draw=0, answer=answer("given"))
    raw = [RawSample(task=make_task("a"), draw=draw, text="x", extraction=extract) for draw in (1, 0)]
    answered = AnsweredSamples([raw[0], given, raw[1]])
    assert list(answered.unanswered()) == [0, 2]
    for key, code in ((("a", 0), "zero"), (("b", 0), "ignored"), (("a", 1), "one"), (("a", 0), "late")):
        answered.put(answered.place(key), answer(code))
    assert [sample.answer.code for sample in answered] == ["one", "given", "zero"]
    assert [sample.key for sample in answered] == [("a", 1), ("b", 0), ("a", 0)]
    assert list(answered.unanswered()) == []


FAILURE = MissingSample(task_id="t0", draw=0, reason="it broke")
VERDICT = Verdict(task_id="t0", draw=0, status=Status.WRONG_ANSWER)


def sample(number: int = 0) -> Sample:
    task = Task(id=f"t{number}", entry_point="f", check=FunctionCheck(tests=("assert f()",)))
    return Sample(task=task, draw=0, answer=Answer(code="x", program="x"))


def test_a_broken_test_is_not_judged_again() -> None:
    assert is_failure(FAILURE)
    assert not is_failure(MissingSample(task_id="t", draw=0, reason="broken", certain=True))
    assert not is_failure(VERDICT)


def test_a_task_is_compared_once_if_the_comparison_goes_well() -> None:
    failed: FailedSamples[int] = FailedSamples()
    assert failed.settled(sample(), FAILURE) is None
    first = failed.compared(sample(), FAILURE, VERDICT)
    assert isinstance(first, Verdict)
    assert first.status is Status.RUNTIME_ERROR
    assert failed.settled(sample(), FAILURE) == first
    assert failed.settled(sample(1), FAILURE) is None


def test_a_sample_is_missing_if_the_comparison_fails_too() -> None:
    failed: FailedSamples[int] = FailedSamples()
    assert failed.compared(sample(), FAILURE, FAILURE) is FAILURE
    assert failed.settled(sample(), FAILURE) is None


def test_an_outage_of_the_machine_ends_the_second_judging() -> None:
    """Otherwise a run on a broken machine would take three times as long."""
    failed: FailedSamples[int] = FailedSamples()
    failed.put(7, FAILURE)
    for number in range(5):
        failed.compared(sample(number), FAILURE, FAILURE)
    assert failed.next_alone() is None
    assert failed.settled(sample(), FAILURE) is FAILURE
    assert failed.remaining() == [(7, FAILURE)]
    assert failed.remaining() == []


def test_a_comparison_that_goes_well_ends_an_outage() -> None:
    failed: FailedSamples[int] = FailedSamples()
    failed.put(7, FAILURE)
    for number in range(4):
        failed.compared(sample(number), FAILURE, FAILURE)
    failed.compared(sample(9), FAILURE, VERDICT)
    failed.compared(sample(8), FAILURE, FAILURE)
    assert failed.next_alone() == 7


@pytest.mark.parametrize("address", ["node-1.cluster:8786", "10.0.0.7:1", "[fe80::1]:8786"])
def test_an_address_is_a_host_and_a_port(address: str) -> None:
    assert dask_address(f"dask://{address}") == address


@pytest.mark.parametrize(
    "value",
    ["", "slurm", "dask", "dask://", "dask://host", "dask://host:0", "dask://host:99999", "dask://a b:1"],
)
def test_other_values_are_refused_with_both_forms(value: str) -> None:
    with pytest.raises(BadInput, match="is not an executor") as raised:
        dask_address(value)
    assert raised.value.fix == "use local, or dask://HOST:PORT with a scheduler's address"


def test_an_executor_for_several_sets_is_checked_at_once_and_made_when_needed() -> None:
    with ExitStack() as stack:
        local = executor_when_needed("local", 2, stack)
        assert local() is not local()
        assert local().workers == 2
        with pytest.raises(BadInput, match="--workers: cannot be used with"):
            executor_when_needed("dask://host:8786", 2, stack)
        with pytest.raises(BadInput, match="is not an executor"):
            executor_when_needed("slurm", None, stack)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(BadInput, match=r"needs dask\.distributed") as raised, executor_of("dask://h:1", None):
        pass
    assert raised.value.fix == install_extra("cluster")
    assert "distributed" not in sys.modules


def test_a_worker_with_another_source_names_both() -> None:
    here = dask_worker.package()
    found = dask_worker.check("run", {**here, "source": "other"})
    assert (found["kind"], found["problem"]) == ("software", f"source {here['source']} instead of other")


TASK = Task(
    id="t",
    check=FunctionCheck(tests=("",)),
    entry_point="f",
    starter_code="def f(x):\n",
    reference="def f(x):\n    return x\n",
)


def test_every_baseline_of_the_submission_schema_exists() -> None:
    assert set(BASELINES) == set(get_args(Baseline))


def test_gold_is_the_reference_stub_the_signature_and_blank_nothing() -> None:
    texts = {name: completions(name, [TASK])[0].text for name in BASELINES}
    assert texts["gold"] == "```python\ndef f(x):\n    return x\n\n```"
    assert texts["stub"] == "```python\ndef f(x):\n    pass\n```"
    assert texts["blank"] == ""


def test_a_guess_defines_the_entry_point_and_returns_the_annotated_type() -> None:
    typed = replace(TASK, starter_code='def f(x: str,\n      y: int) -> str:\n    """A text."""')
    for task, given, result in ((TASK, [3, 1], [3, 1]), (typed, "ab", "ab")):
        names: dict[str, Callable[..., object]] = {}
        exec(completions("guess", [task])[0].text.removeprefix("```python").removesuffix("```"), names)  # noqa: S102 - our own program
        assert names["f"](given) == result


@table("pipeline")
def test_a_guess_of_a_whole_program_prints_the_first_shown_output(text: str, output: str) -> None:
    task = Task(id="t", check=StdioCheck(cases=()), parts=(Text(text=text),))
    assert completions("guess", [task])[0].text == f"```python\nprint({output!r})\n```"
    assert completions("stub", [task])[0].text == "```python\npass\n```"


def test_baselines_answer_choices_with_the_right_letter_no_letter_and_always_a() -> None:
    task = Task(id="t", check=ChoiceCheck(answer="C"))
    texts = {name: completions(name, [task])[0].text for name in BASELINES}
    assert texts == {"gold": "\\boxed{C}", "blank": "", "stub": "\\boxed{}", "guess": "\\boxed{A}"}
    for rule in (boxed, first_letter):
        assert {name: rule(task, text).program for name, text in texts.items()} == {
            "gold": "C", "blank": "", "stub": "", "guess": "A",
        }  # fmt: skip


def test_gold_needs_a_reference_answer() -> None:
    with pytest.raises(BadInput, match="'t': the task has no reference answer"):
        completions("gold", [Task(id="t", check=FunctionCheck(tests=("",)))])
