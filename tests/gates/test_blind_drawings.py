"""Programs that see no picture pass no more drawings than a data set says; who reads well enough passes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import comb

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Limits, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites import SUITES

from .blind_drawings import WAYS, blind_program

pytestmark = pytest.mark.gate

STEMS = ("000", "021", "042")  #: of each type
READ = 0.05  #: maximum share that passes where a value must be read
#: Ways that know how tasks change figures; the others draw new ones.
EDITS = tuple(way for way in WAYS if "gone" in way or "value" in way or "as it is" in way)


@pytest.fixture(scope="module")
def judge() -> Iterator[JudgeProcess]:
    with JudgeProcess() as judge:
        yield judge


def tasks(dataset: str, *operations: str) -> list[Task]:
    found = SUITES["mathopeval"].datasets[dataset]()
    return [task for task in found if task.id.split("-")[1] in STEMS and task.id.split("-")[2] in operations]


def passes(judge: JudgeProcess, task: Task, program: str) -> bool:
    task = replace(task, limits=Limits(seconds=20.0, wall_factor=200.0))
    verdict = judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    assert isinstance(verdict, Verdict)
    return verdict.status is Status.PASSED


def most(number: int, share: float) -> int:
    """Return how many of a number of tasks pass by luck, except once in a thousand times."""
    chances = [comb(number, k) * share**k * (1 - share) ** (number - k) for k in range(number + 1)]
    return next(k for k in range(number + 1) if sum(chances[k + 1 :]) < 0.001)


@pytest.mark.parametrize(
    ("dataset", "operations", "ways"),
    [
        pytest.param("open-free", ("delete", "modify"), EDITS, marks=pytest.mark.weekly),
        ("open-free", ("generate",), ("defaults of the type", "equal values")),
        ("open-picture", ("generate", "annotate"), ("defaults of the type", "values of the labels")),
    ],
)
def test_no_blind_way_passes_more_than_the_share_of_the_cell(
    judge: JudgeProcess, dataset: str, operations: tuple[str, ...], ways: tuple[str, ...]
) -> None:
    passed: Counter[tuple[str, str]] = Counter()
    shares: dict[str, list[float]] = {}
    for task in tasks(dataset, *operations):
        assert isinstance(task.check, FigureCheck)
        shares.setdefault(task.check.operation, []).append(max(READ, task.check.guess or 0))
        for way in ways:
            passed[way, task.check.operation] += passes(judge, task, blind_program(way, task))
    for (way, operation), count in passed.items():
        of = shares[operation]
        assert count <= most(len(of), sum(of) / len(of)), f"{way}: {count} of {len(of)}, {operation}"


def test_numbers_in_words_are_found_by_regular_expressions(judge: JudgeProcess) -> None:
    """Otherwise the test above could not fail."""
    found = [task for task in tasks("open-words", "modify") if task.id.startswith(("bar", "line"))]
    assert sum(passes(judge, task, blind_program("numbers of the words", task)) for task in found) >= 4


@pytest.mark.parametrize(
    ("task", "value", "allowed", "too_far"),
    [
        ("bar-001-generate", "35.5", "36", "36.8"),  # 0.8 % and 2.2 % of 60
        ("line-000-generate", "24.5", "25.1", "26.1"),  # 1.5 % and 4 % of 40
        (
            "pie-000-generate",
            '"Drama": 16, "Latin": 29',
            '"Drama": 17, "Latin": 28',
            '"Drama": 19, "Latin": 26',
        ),
        ("geometric-001-generate", "[-3.5, -2], [3.5", "[-3.5, -1.8], [3.5", "[-3.5, -1.4], [3.5"),
    ],
)
def test_a_value_that_is_read_may_be_off_as_the_prompt_says(
    judge: JudgeProcess, task: str, value: str, allowed: str, too_far: str
) -> None:
    (found,) = (each for each in SUITES["mathopeval"].datasets["open-free"]() if each.id == task)
    assert found.reference.count(value) == 1
    assert passes(judge, found, found.reference.replace(value, allowed))
    assert not passes(judge, found, found.reference.replace(value, too_far))
