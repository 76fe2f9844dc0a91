"""Answers are extracted in separate processes: a text that crashes its reader has no answer."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.sample import Answer, Completion, RawSample, Sample
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import Task
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.atomic import write_atomic
from benchmark.pipeline.judge import evaluate as judging
from benchmark.pipeline.judge import extracting, worker_processes
from benchmark.pipeline.judge.evaluate import Checkpoint, evaluate, extract_and_judge
from benchmark.pipeline.judge.extracting import CRASHED, extract_all, raw_samples
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.sampling import gate_of

RIGHT = "```python\ndef f(x):\n    return x * 2\n```"
MakeTask = Callable[..., Task]
MakeRaw = Callable[[Task, str], RawSample]


class Rule:
    """An extraction rule that some texts crash, slow down or make fail.

    It travels as its source text, since a worker can import no module of the tests behind the second wall.
    """

    sent = 0

    def __reduce__(self) -> tuple[object, ...]:
        self.sent += 1
        source = Path(__file__).with_name("crashing_rule.py").read_text()
        return eval, (f"exec({source!r}, names := {{'SENT': {self.sent}}}) or names['crash_or_extract']",)

    def __call__(self, _task: Task, _text: str) -> Answer:
        raise AssertionError("answers are extracted in another process")


@pytest.fixture
def raw() -> MakeRaw:
    """A function that makes raw samples with :class:`Rule`."""

    def make(task: Task, text: str) -> RawSample:
        return RawSample(task=task, draw=0, text=text, extraction=Rule())

    return make


@pytest.mark.gate
def test_a_text_that_crashes_its_reader_has_no_answer_and_others_are_judged(
    make_task: MakeTask, raw: MakeRaw, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No reader has a key in its environment, and ours stays."""
    monkeypatch.setenv("RUBRIC_API_KEY", "sk-test")
    texts = {"a": RIGHT, "b": "crash", "c": RIGHT, "d": "fail", "e": "forget", "f": f"key\n{RIGHT}"}
    given = [raw(make_task(name), text) for name, text in texts.items()]
    samples, outcomes = extract_and_judge(given, executor=LocalPool(2))
    found = {o.task_id: (o.status, o.detail) for o in outcomes if isinstance(o, Verdict)}
    assert found == {
        "a": (Status.PASSED, ""),
        "b": (Status.NO_ANSWER, CRASHED),
        "c": (Status.PASSED, ""),
        "d": (Status.NO_ANSWER, "the text cannot be extracted: RecursionError"),
        "e": (Status.NO_ANSWER, "the text cannot be extracted: MemoryError"),
        "f": (Status.PASSED, ""),
    }
    assert os.environ["RUBRIC_API_KEY"] == "sk-test"
    assert [sample.key for sample in samples] == [(name, 0) for name in texts]
    assert samples[1].answer.failure == CRASHED
    assert samples[0].answer == extract(samples[0].task, RIGHT)


@pytest.mark.gate
def test_a_crash_that_does_not_come_again_is_forgotten(make_task, raw) -> None:
    (outcome,) = extract_and_judge([raw(make_task("a"), f"once\n{RIGHT}")], executor=LocalPool(1))[1]
    assert isinstance(outcome, Verdict)
    assert (outcome.status, outcome.judged_again) == (Status.PASSED, False)


@pytest.mark.gate
def test_a_reader_that_hangs_is_killed(make_task, raw, monkeypatch) -> None:
    monkeypatch.setattr(worker_processes, "EXTRACTING_SECONDS", 0.1)
    monkeypatch.setattr(extracting, "EXTRACTING_SECONDS", 0.4)
    given = raw(make_task("a"), "hang")
    (outcome,) = extract_and_judge([given], executor=LocalPool(1, grace_seconds=0.1))[1]
    assert isinstance(outcome, Verdict)
    assert (outcome.status, outcome.detail) == (Status.NO_ANSWER, CRASHED)


@gate_of("sandbox")
def test_samples_of_an_earlier_run_are_extracted_but_not_judged(make_task: MakeTask, tmp_path: Path) -> None:
    tasks = [make_task("a"), make_task("b")]
    completions = [Completion(task_id=name, draw=0, text=RIGHT) for name in "ab"]
    earlier = Verdict(task_id="a", draw=0, status=Status.WRONG_ANSWER)
    with Checkpoint.begin(tmp_path / "partial", "key") as checkpoint:
        checkpoint.add([earlier])
    with Checkpoint.begin(tmp_path / "partial", "key") as checkpoint:
        evaluation = evaluate(
            tasks,
            completions,
            rule=ExtractionRule("own", extract),
            executor=LocalPool(1),
            checkpoint=checkpoint,
        )
    statuses = [outcome.status for outcome in evaluation.outcomes if isinstance(outcome, Verdict)]
    assert statuses == [Status.WRONG_ANSWER, Status.PASSED]
    assert [sample.answer for sample in evaluation.samples] == [extract(task, RIGHT) for task in tasks]


def test_a_refused_completion_has_no_answer_whatever_its_text_is(make_task: MakeTask) -> None:
    completion = Completion(task_id="a", draw=0, text=RIGHT, finish_reason="refusal")
    (sample,) = raw_samples({"a": make_task("a")}, [completion], extract)
    assert isinstance(sample, Sample)
    assert sample.answer.empty


@pytest.mark.gate
def test_all_answers_can_be_extracted_without_judging(make_task: MakeTask, raw: MakeRaw) -> None:
    given = [raw(make_task(name), text) for name, text in (("a", RIGHT), ("b", "crash"), ("c", RIGHT))]
    reported: list[tuple[int, int]] = []
    found = extract_all(given, workers=2, progress=lambda done, total: reported.append((done, total)))
    assert [sample.answer.failure for sample in found] == ["", CRASHED, ""]
    assert found[2].answer == extract(found[2].task, RIGHT)
    assert reported == [(1, 3), (2, 3), (3, 3)]


def work_that_does_not_start(_connection: object) -> None:
    os._exit(1)


@gate_of("sandbox")
def test_a_process_that_does_not_start_is_not_the_texts_fault(make_task, raw, monkeypatch) -> None:
    monkeypatch.setattr(extracting, "_work", work_that_does_not_start)
    with pytest.raises(OurFailure, match="does not start"):
        extract_all([raw(make_task("a"), RIGHT)], workers=1)


def worker_that_does_not_start(_connection: object, _time_factor: float) -> None:
    os._exit(1)


@gate_of("sandbox")
def test_a_worker_that_does_not_start_is_not_the_texts_fault(make_task, raw, monkeypatch) -> None:
    monkeypatch.setattr(worker_processes, "work", worker_that_does_not_start)
    with pytest.raises(OurFailure, match="end before they begin to judge"):
        extract_and_judge([raw(make_task("a"), RIGHT)], executor=LocalPool(1))


FIRST: list[Outcome] = [
    Verdict(task_id="a", draw=0, status=Status.PASSED, detail="\ud800"),
    Verdict(task_id="b", draw=0, status=Status.TIMEOUT),
]


def judged(path: Path, outcomes: list[Outcome], key: str = "key") -> list[Outcome]:
    """Simulate a run that judges ``outcomes``; return the outcomes with which it began."""
    with Checkpoint.begin(path, key) as checkpoint:
        checkpoint.add(outcomes)
        return list(checkpoint.outcomes)


def test_a_resumed_run_keeps_verdicts(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    assert judged(tmp_path / "v.partial", []) == FIRST


def test_a_sample_that_failed_through_us_is_judged_again(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", [*FIRST, MissingSample(task_id="c", draw=0, reason="outage")])
    assert judged(tmp_path / "v.partial", []) == FIRST


def test_the_sample_of_an_incomplete_line_is_judged_again(tmp_path: Path) -> None:
    path = tmp_path / "v.partial"
    judged(path, FIRST)
    path.write_bytes(path.read_bytes()[:-5])
    assert judged(path, FIRST[1:]) == FIRST[:1]
    assert judged(path, []) == FIRST


def test_a_resumed_run_that_is_killed_at_once_keeps_verdicts(tmp_path, monkeypatch) -> None:
    """The file is replaced in one step, so verdicts are in the old file or in the new one."""
    path = tmp_path / "v.partial"
    judged(path, FIRST)
    writes = []

    def write_then_kill(path: Path, data: bytes | Iterable[bytes]) -> None:
        writes.append(path)
        write_atomic(path, data)
        raise KeyboardInterrupt

    monkeypatch.setattr(judging, "write_atomic", write_then_kill)
    with pytest.raises(KeyboardInterrupt):
        judged(path, [])
    monkeypatch.undo()
    assert writes == [path]
    assert judged(path, []) == FIRST


def test_other_inputs_are_refused(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    with pytest.raises(BadInput, match="holds 2 verdicts on other tasks"):
        judged(tmp_path / "v.partial", [], key="another")
    assert judged(tmp_path / "v.partial", []) == FIRST


def test_verdicts_whose_key_is_lost_are_not_replaced(tmp_path: Path) -> None:
    judged(tmp_path / "v.partial", FIRST)
    kept = (tmp_path / "v.partial").read_bytes()
    (tmp_path / "v.partial.key").unlink()
    with pytest.raises(BadInput, match="holds 2 verdicts"):
        judged(tmp_path / "v.partial", [])
    assert (tmp_path / "v.partial").read_bytes() == kept


def test_two_runs_cannot_use_one_checkpoint(tmp_path: Path) -> None:
    with (
        Checkpoint.begin(tmp_path / "v.partial", "key"),
        pytest.raises(BadInput, match="is in use by another run"),
    ):
        judged(tmp_path / "v.partial", [])


def test_a_removed_checkpoint_leaves_no_files(tmp_path: Path) -> None:
    with Checkpoint.begin(tmp_path / "v.partial", "key") as checkpoint:
        checkpoint.add(FIRST)
        checkpoint.remove()
    assert list(tmp_path.iterdir()) == []
