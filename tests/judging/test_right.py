"""Right answers that are written in unusual ways. They run as real processes, and all must pass.

Each case is a folder with ``task.jsonl``, ``answer.py`` (or ``completion.md``, which goes through extraction)
and ``why.txt``. The session ``gates`` judges all cases, in another order and with two workers; the session
``tests`` judges every 24th.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.extraction.own import extract
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.sampling import first_of, gate_of

FOLDER = Path(__file__).parents[1] / "cases" / "right"
CASES = sorted(path.name for path in FOLDER.iterdir())
FAST = CASES[::24]  #: cases that the session ``tests`` judges

_SENTINEL = Task(id="sentinel", entry_point="f", check=FunctionCheck(tests=("assert f([3, 1]) == [1, 3]",)))
_WRONG = Sample(task=_SENTINEL, draw=0, answer=Answer(code="f = list", program="f = list"))


def sample_of(folder: Path) -> Sample:
    (task,) = read_tasks(folder / "task.jsonl")
    completion = folder / "completion.md"
    if completion.exists():
        return Sample(task=task, draw=0, answer=extract(task, completion.read_bytes().decode()))
    program = (folder / "answer.py").read_bytes().decode("utf-8", "surrogatepass")
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def judge_cases(names: Sequence[str], workers: int) -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    """Return the outcomes by case, and those of a wrong answer that is judged after each case."""
    samples = tuple(sample for name in names for sample in (sample_of(FOLDER / name), _WRONG))
    outcomes: list[Outcome] = []
    shard = Shard(index=0, samples=samples)
    LocalPool(workers).run([shard], lambda _shard, judged: outcomes.extend(judged))
    return dict(zip(names, outcomes[::2], strict=True)), outcomes[1::2]


def assert_passed(outcome: Outcome) -> None:
    assert isinstance(outcome, Verdict), outcome
    assert outcome.status is Status.PASSED, outcome


def assert_all_wrong(outcomes: Sequence[Outcome]) -> None:
    for outcome in outcomes:
        assert isinstance(outcome, Verdict)
        assert outcome.status is Status.WRONG_ANSWER


@pytest.fixture(scope="module")
def run() -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    return judge_cases(FAST, workers=1)


@gate_of("judging")
@pytest.mark.parametrize("name", FAST)
def test_a_right_answer_passes(name: str, run: tuple[Mapping[str, Outcome], Sequence[Outcome]]) -> None:
    assert_passed(run[0][name])


@gate_of("judging")
def test_a_wrong_answer_between_right_ones_stays_wrong(run) -> None:
    assert_all_wrong(run[1])


def test_every_case_has_a_reason() -> None:
    assert len(CASES) >= 80
    for name in CASES:
        assert (FOLDER / name / "why.txt").read_text().strip(), name


REFUSED = sorted((FOLDER.parent / "refused").iterdir())


@gate_of("judging")
@pytest.mark.parametrize("cases", first_of([REFUSED[::8], REFUSED], 1, "gate"), ids=["every eighth", "all"])
def test_an_object_in_the_place_of_a_value_is_refused(cases: Sequence[Path]) -> None:
    """In one process these answers pass: their objects would decide what the test asks."""
    shard = Shard(index=0, samples=tuple(map(sample_of, cases)))
    outcomes: list[Outcome] = []
    LocalPool(1).run([shard], lambda _shard, judged: outcomes.extend(judged))
    for case, outcome in zip(cases, outcomes, strict=True):
        assert isinstance(outcome, Verdict), case.name
        assert outcome.status in {Status.WRONG_ANSWER, Status.RUNTIME_ERROR}, case.name
