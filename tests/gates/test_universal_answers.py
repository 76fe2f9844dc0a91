"""Run the universal answers of :mod:`.universal_answers` against bundled and published tasks: none may pass.

A task that a plain value passes has a weak test. `weak_tests.yml` lists it with the reason why it stays. The
session ``gates`` judges the part that :mod:`.universal_verdicts` chooses, the session ``weekly`` all answers
to the bundled tasks, and ``replicate`` those to published tasks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import pytest
import yaml

from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.suites import SUITES

from . import published_tasks
from .universal_answers import FOLDER, read_universal_answers
from .universal_verdicts import WHOLE, AnsweredTask, answered, statuses


class WeakTest(TypedDict):
    """A task with a weak test."""

    passed_by: list[str]  #: names of the plain values that pass, or only ``anything``
    why: str


#: Data set → task → its weak test.
WEAK: Mapping[str, Mapping[str, WeakTest]] = yaml.safe_load(
    Path(__file__).with_name("weak_tests.yml").read_text(encoding="utf-8")
)
ANYTHING = ["anything"]
VALUES = [
    answer.name
    for answer in read_universal_answers()
    if answer.check is FunctionCheck and not answer.is_lying
]


@dataclass(frozen=True, slots=True, repr=False)  # a failed test would spend half a minute on printing it
class Judged:
    """Tasks with their universal answers, and the statuses of these."""

    pairs: Sequence[AnsweredTask]
    statuses: Mapping[str, str]  #: by key

    def passed(self, *, is_lying: bool) -> set[tuple[str, str, str]]:
        """Return data set, task and answer of each pass of a trick, or of a plain value."""
        return {
            (pair.dataset, pair.task.id, pair.answer.name)
            for pair in self.pairs
            if self.statuses[pair.key] == Status.PASSED and pair.answer.is_lying == is_lying
        }


def passed_by(dataset: str, task: str) -> list[str]:
    """Return the plain values that pass a task according to the list of weak tests."""
    weak = WEAK.get(dataset, {}).get(task)
    return [] if weak is None else VALUES if weak["passed_by"] == ANYTHING else weak["passed_by"]


def bundled_tasks() -> dict[str, Sequence[Task]]:
    """Return the tasks of all bundled data sets; the names of the other ones begin with ``official``."""
    return {
        f"{suite.id} {dataset}": load()
        for suite in SUITES.values()
        for dataset, load in suite.datasets.items()
        if not dataset.startswith("official")
    }


def tasks_in_shared_data(shared: Path, folder: Path) -> dict[str, Sequence[Task]]:
    """Return the published tasks. Those of EvalPlus take a minute to make, so they are left out of a part."""
    found: dict[str, Sequence[Task]] = {
        "published code-vision": list(published_tasks.code_vision(shared)),
        "published mmcode": list(published_tasks.contest_problems(shared, folder)),
    }
    return found | ({"published evalplus": list(published_tasks.evalplus_problems(shared))} if WHOLE else {})


@pytest.fixture(scope="module", params=["bundled", "published"])
def judged(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    if request.param == "bundled":
        datasets = bundled_tasks()
    else:
        shared: Path = request.getfixturevalue("shared_data")
        datasets = tasks_in_shared_data(shared, tmp_path_factory.mktemp("published"))
    pairs = [
        pair
        for name, tasks in datasets.items()
        for task in tasks
        for pair in answered(name, task, passed_by(name, task.id))
    ]
    return Judged(pairs, statuses(pairs))


def test_no_trick_passes_a_task(judged: Judged) -> None:
    passed: dict[str, list[str]] = {}
    for dataset, task, trick in sorted(judged.passed(is_lying=True)):
        if passed_by(dataset, task) != VALUES:
            passed.setdefault(f"{trick} in {dataset}", []).append(task)
    assert {name: f"{len(tasks)} tasks, such as {tasks[0]}" for name, tasks in passed.items()} == {}


def test_every_universal_answer_gets_a_verdict(judged: Judged) -> None:
    """Nothing that an answer does may look like a fault of the judge."""
    reasons = {judged.statuses[pair.key]: pair.task.id for pair in judged.pairs}
    assert {reason: task for reason, task in reasons.items() if reason not in set(Status)} == {}


def test_tasks_that_a_plain_value_passes_are_listed_with_a_reason(judged: Judged) -> None:
    datasets = {pair.dataset for pair in judged.pairs}
    is_published = "published code-vision" in datasets
    listed = {name for name in WEAK if name.startswith("published") == is_published}
    assert listed <= datasets or not WHOLE
    expected = {
        (name, task, value)
        for name in listed & datasets
        for task in WEAK[name]
        for value in passed_by(name, task)
    }
    assert judged.passed(is_lying=False) == expected
    assert all(weak["why"] for tasks in WEAK.values() for weak in tasks.values())


def test_a_plain_value_passes_a_test_that_compares_nothing() -> None:
    """Otherwise a program that never runs would look like one that no task accepts."""
    check = FunctionCheck(tests=("assert Solution().double([4]) is not ...",))
    starter = "class Solution:\n    def double(self, numbers):\n"
    task = Task(id="t", check=check, entry_point="Solution().double", starter_code=starter)
    pairs = [pair for pair in answered("", task, VALUES) if not pair.answer.is_lying]
    found = statuses(pairs)
    assert {pair.answer.name for pair in pairs if found[pair.key] == Status.PASSED} == {*VALUES}


def test_every_file_of_universal_answers_is_used() -> None:
    answers = read_universal_answers()
    names = [answer.name for answer in answers]
    assert len(names) == len(set(names)) > 60
    texts = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("[!_]*.py"))
    assert all(f"@INCLUDE {path.stem}@" in texts for path in FOLDER.glob("_*.py"))
