"""Objects of the answer: those that decide nothing, and right answers that hand out objects.

``tests/cases/objects`` has tables of answers, which run as real processes. The session ``tests`` judges a
part of them.
"""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.case_files import read_cases
from tests.sampling import first_of, gate_of

HANDED_OUT = read_cases("objects/handed_out.yaml")
ATTACKS, RIGHT = read_cases("objects/attacks.yaml"), read_cases("objects/right.yaml")
WAYS, USES = HANDED_OUT["ways"], HANDED_OUT["uses"]
#: Each way × each use, by its number × each kind of lies. Steps of 97 and 7 meet all of these in turn.
ALL = [(way, use, lies) for way in WAYS for use in range(len(USES)) for lies in HANDED_OUT["lies"]]


def outcomes_of(samples: Sequence[Sample]) -> list[Outcome]:
    outcomes: list[Outcome] = []
    LocalPool(2, grace_seconds=1).run(
        [Shard(index=0, samples=tuple(samples))], lambda _, judged: outcomes.extend(judged)
    )
    return outcomes


def sample(name: str, row: Mapping[str, Any]) -> Sample:
    tests = row["test"] if isinstance(row["test"], list) else [row["test"]]
    task = Task(
        id=name.replace(" ", "-"),
        entry_point=row["entry"],
        starter_code=row.get("starter", ""),
        check=FunctionCheck(tests=tuple(tests)),
        limits=Limits(seconds=2.0, wall_factor=3.0),
    )
    return Sample(task=task, draw=0, answer=Answer(code=row["answer"], program=row["answer"]))


def handed_out(way: str, use: int, lies: str) -> Sample:
    about = WAYS[way]
    starter = "class Circle:\n    def __init__(self, r):\n        pass\n"
    if "lists" in about:
        starter += f"    def {about['lists']}(self, *args):\n        pass\n"
    body = textwrap.indent(
        "def __init__(self, r=0): pass\n" + about["body"].partition("\nCircle.")[0], "    "
    )
    after = "".join(about["body"].partition("\nCircle.")[1:]).lstrip()  # a statement after the class
    test = "\n".join(["c = Circle(2)", about.get("before", "").strip(), USES[use].replace("X", about["X"])])
    answer = f"{HANDED_OUT['lies'][lies]}class Circle(Lies):\n{body}\n{after}\n"
    return sample(way, {"entry": "Circle", "starter": starter, "test": test, "answer": answer})


@pytest.mark.parametrize(
    "cases",
    [
        ALL[::97],
        pytest.param(ALL[::7], marks=gate_of("judging")),
        pytest.param(ALL, marks=pytest.mark.weekly),
    ],
    ids=["some", "a seventh", "all"],
)
def test_no_use_of_an_object_that_the_answer_hands_out_is_decided_by_it(cases: Sequence[Any]) -> None:
    outcomes = outcomes_of([handed_out(*case) for case in cases])
    failed = {Status.WRONG_ANSWER, Status.RUNTIME_ERROR}
    assert {
        case: outcome
        for case, outcome in zip(cases, outcomes, strict=True)
        if not isinstance(outcome, Verdict) or outcome.status not in failed
    } == {}


@pytest.mark.gate
@pytest.mark.parametrize("names", first_of([[*ATTACKS][::4], [*ATTACKS]], 1, "judging"), ids=["some", "all"])
def test_an_object_that_lies_gets_the_status_that_it_deserves(names: Sequence[str]) -> None:
    outcomes = outcomes_of([sample(name, ATTACKS[name]) for name in names])
    statuses = {
        name: str(getattr(outcome, "status", outcome)) for name, outcome in zip(names, outcomes, strict=True)
    }
    assert statuses == {name: ATTACKS[name].get("status", "wrong_answer") for name in names}


@pytest.mark.gate
@pytest.mark.parametrize("names", first_of([[*RIGHT][::4], [*RIGHT]], 1, "judging"), ids=["some", "all"])
def test_a_right_answer_that_hands_out_objects_passes(names: Sequence[str]) -> None:
    outcomes = outcomes_of([sample(name, RIGHT[name]) for name in names])
    assert {
        name: outcome
        for name, outcome in zip(names, outcomes, strict=True)
        if not isinstance(outcome, Verdict) or outcome.status is not Status.PASSED
    } == {}
