"""Right answers that are written in odd ways, as real processes; each of them passes.

A case is a folder: ``task.jsonl``, ``answer.py`` (or ``completion.md``, which goes through extraction) and
``why.txt``.
"""

import random
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

FOLDER = Path(__file__).parents[1] / "cases" / "right"
CASES = sorted(path.name for path in FOLDER.iterdir())
SEED = 20261121

_SENTINEL = Task(id="sentinel", entry_point="f", check=FunctionCheck(tests=("assert f([3, 1]) == [1, 3]",)))
_WRONG = Sample(task=_SENTINEL, draw=0, answer=Answer(code="f = list", program="f = list"))


def sample_of(folder: Path) -> Sample:
    (task,) = read_tasks(folder / "task.jsonl")
    completion = folder / "completion.md"
    if completion.exists():
        return Sample(task=task, draw=0, answer=extract(task, completion.read_bytes().decode()))
    program = (folder / "answer.py").read_bytes().decode("utf-8", "surrogatepass")
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


def judged(names: Sequence[str], workers: int) -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    """Outcomes by case, and those of the wrong answer that is judged behind each."""
    samples = tuple(sample for name in names for sample in (sample_of(FOLDER / name), _WRONG))
    found: list[Outcome] = []
    shard = Shard(index=0, samples=samples)
    LocalPool(workers).run([shard], lambda _shard, outcomes: found.extend(outcomes))
    return dict(zip(names, found[::2], strict=True)), found[1::2]


@pytest.fixture(scope="module")
def stored() -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    return judged(CASES, workers=1)


@pytest.fixture(scope="module")
def shuffled() -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    names = list(CASES)
    random.Random(SEED).shuffle(names)  # noqa: S311 - an order, no secret
    return judged(names, workers=2)


@pytest.mark.parametrize("order", ["stored", "shuffled"])
@pytest.mark.parametrize("name", CASES)
def test_a_right_answer_passes(name: str, order: str, request: pytest.FixtureRequest) -> None:
    outcome = request.getfixturevalue(order)[0][name]
    assert isinstance(outcome, Verdict), outcome
    assert outcome.status is Status.PASSED, outcome


@pytest.mark.parametrize("order", ["stored", "shuffled"])
def test_a_wrong_answer_between_them_stays_wrong(order: str, request: pytest.FixtureRequest) -> None:
    for outcome in request.getfixturevalue(order)[1]:
        assert isinstance(outcome, Verdict)
        assert outcome.status is Status.WRONG_ANSWER


def test_every_case_has_a_reason() -> None:
    assert len(CASES) >= 80
    for name in CASES:
        assert (FOLDER / name / "why.txt").read_text().strip(), name
