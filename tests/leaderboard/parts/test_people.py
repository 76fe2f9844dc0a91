"""Sentences on the people who tried the tasks of a data set."""

from collections.abc import Callable

import pytest

from benchmark.core.task import FunctionCheck, Task
from benchmark.datasets.reviews import Solver
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.people import counted_people, dataset_people
from benchmark.leaderboard.task.words import people_sentence
from benchmark.review.trials import Trial, content_digest


def task(name: str, level: str, version: int = 1) -> Task:
    check = FunctionCheck(tests=("assert solution() == 1",))
    return Task(id=name, stem=name[0], level=level, version=version, check=check)


def attempt(by: str, *, right: bool, version: int = 1, minutes: float | None = None) -> Solver:
    return Solver(by=by, date="2026-01-31", read="red", right=right, version=version, minutes=minutes)


PEOPLE = "benchmark.leaderboard.parts.people"
TASKS = [task("a-1", "core"), task("a-2", "core", version=2), task("b-1", "hard"), task("c-1", "hard")]


def test_a_set_that_nobody_tried_says_so() -> None:
    people = counted_people(TASKS, {})
    assert people.sentences == ("Nobody has tried these tasks yet.",)
    assert (people.words("a-1"), people.cell(["a-1"]).text) == ("", "")
    assert (people_sentence(people, ["a-1"]), people_sentence(None, ["a-1"])) == ("", "")


def test_tries_are_counted_with_an_interval_over_families_and_by_level() -> None:
    people = counted_people(
        TASKS,
        {
            "a-1": (attempt("ab", right=True, minutes=2.0), attempt("cd", right=True, minutes=4.0)),
            "a-2": (attempt("ab", right=True), attempt("cd", right=True, version=2)),
            "b-1": (attempt("ab", right=False), attempt("cd", right=False)),
            "gone-1": (attempt("ab", right=True),),
        },
    )
    everybody, levels = people.sentences
    assert people.solved == 2
    assert everybody.startswith(
        "Two people made 5 tries at 3 of the 4 tasks. The mean share of people who solve"
    )
    assert "a task is 66.7 % (95 % interval " in everybody
    assert everybody.endswith(
        "%). The interval is for other families and the same people."
        " A solved task took 3.0 minutes, the median over tasks."
    )
    assert levels == "By level: core 100.0 %; hard 0.0 %."  # one family each says nothing about others
    assert people.words("a-1") == "2 of 2 people in 3.0 min"
    assert people.words("a-2") == "1 of 1 person"
    assert people.cell(["a-1", "a-2"]).text == "3 of 3"
    both = "a-1 by 2 of 2 people in 3.0 min; b-1 by 0 of 2 people (median times)"
    assert people_sentence(people, ["a-1", "b-1"]) == f"Solved from the pictures alone: {both}."


def task_sets(*keys: tuple[str, str]) -> dict[tuple[str, str], TaskSet]:
    return {key: TaskSet(*key, {task.id: task for task in TASKS}) for key in keys}


def test_people_are_recorded_for_sets_of_our_families_only(sources: Callable[..., Sources]) -> None:
    own = ("humaneval-v", "open"), ("mathopeval", "open-choice")
    found = sources(tasks=task_sets(("humaneval-v", "official-v1"), *own))
    assert dataset_people(found, "humaneval-v", "unknown") is None
    assert dataset_people(found, "humaneval-v", "official-v1") is None
    assert all(dataset_people(found, *key) is not None for key in own)


def test_one_family_has_no_interval_and_no_sentence_about_it() -> None:
    people = counted_people(TASKS, {"a-1": (attempt("ab", right=True),)})
    assert people.sentences == (
        "One person made one try at 1 of the 4 tasks. The mean share of people who solve a task is 100.0 %.",
    )


def test_a_person_s_trial_counts_where_there_is_no_review_record(
    monkeypatch: pytest.MonkeyPatch, sources: Callable[..., Sources]
) -> None:
    def trial(task: Task, **more: object) -> Trial:
        given = {
            "suite": "humaneval-v",
            "dataset": "open",
            "task_id": task.id,
            "content": content_digest(task),
        }
        given |= {"level": 1, "passed": True, "picture": False, "person": True, "solver": "0123abcd"}
        return Trial.model_validate(given | more)

    first, second, third, fourth = TASKS
    trials = [trial(first), trial(first, solver="4567cdef", passed=False), trial(second, person=False)]
    trials += [trial(third, content="0" * 12), trial(fourth, suite="mmcode")]
    monkeypatch.setattr(f"{PEOPLE}.read_trials", lambda: tuple(trials))
    found = dataset_people(sources(tasks=task_sets(("humaneval-v", "open"))), "humaneval-v", "open")
    assert found is not None
    assert (len(found.of), found.solved, found.words("a-1")) == (1, 1, "1 of 2 people")
    records = {"a-1": (attempt("ab", right=True),)}
    monkeypatch.setattr(f"{PEOPLE}.read_solvers", lambda _: records)
    found = dataset_people(sources(tasks=task_sets(("humaneval-v", "open"))), "humaneval-v", "open")
    assert found is not None
    assert found.words("a-1") == "1 of 1 person"
