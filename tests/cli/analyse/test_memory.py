"""Tests of `analyse memory`: wrong answers that solve another problem; all are judged in the sandbox."""

from dataclasses import replace

import pytest

from benchmark.core.task import Task
from benchmark.datasets.collection import load_tasks
from benchmark.files.tasks import write_tasks
from benchmark.pipeline.replicate.memory import other_problems
from benchmark.suites.humaneval_v.open import OPEN
from tests.jsonl import write_jsonl, write_verdicts


@pytest.fixture(scope="module")
def tasks() -> dict[str, Task]:
    return {task.id: task for task in load_tasks(OPEN)}


def of_families(tasks: dict[str, Task], *families: str) -> tuple[Task, ...]:
    """Return the tasks of some families."""
    return tuple(task for task in tasks.values() if task.family in families)


def fenced(program: str) -> str:
    return f"```python\n{program}\n```"


def test_twins_and_mutations_are_found(tasks: dict[str, Task]) -> None:
    first, second, _ = of_families(tasks, "beetle-walk")
    other_text = replace(
        first, id="beetle-walk-9", starter_code=first.starter_code.replace("list[int]", "list")
    )
    assert other_text.starter_code != first.starter_code
    found = other_problems([first, second, other_text], [])
    assert [(other.kind, other.task.id) for other in found["beetle-walk-1"]] == [
        ("twin", "beetle-walk-2"),
        ("mutation", "beetle-walk-9"),
    ]


@pytest.mark.gate
def test_answers_are_counted_by_what_they_solve(in_process, tasks, open_folder) -> None:
    """Answers that are right, right for a twin or a named source, or just wrong."""
    source = {
        "id": "original",
        "stem": "sign-cards",
        "entry_point": "old_name",
        "check": {"kind": "function", "tests": ["assert old_name(3) == 6"]},
    }
    answers = {
        "beetle-walk-1": tasks["beetle-walk-1"].reference,
        "beetle-walk-2": tasks["beetle-walk-3"].reference,
        "sign-cards-1": "def solution(cards):\n    return cards * 2\n",
        "letter-wheel-1": "def solution(*values):\n    return None\n",
        "letter-wheel-2": "",
    }
    predictions = write_jsonl(
        open_folder / "p.jsonl",
        [{"task_id": name, "completion": fenced(text) if text else ""} for name, text in answers.items()],
    )
    listed = write_jsonl(open_folder / "sources.jsonl", [source])
    suite = ("--suite", "humaneval-v", "--dataset", "open")
    options = ("--sources", listed, "--workers", 1)
    printed = in_process("analyse", "memory", predictions, *suite, *options).stdout
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert lines[0] == "p on humaneval-v open: 3 wrong answers of 5"
    assert [line.rpartition(" ")[0] for line in lines[2:6]] == [
        "a twin 1 3 33.3",
        "a mutation 0 0",
        "a source 1 1 100.0",
        "any 2 3 66.7",
    ]
    assert lines[6:] == [
        "beetle-walk-2#0 solves twin beetle-walk-3",
        "sign-cards-1#0 solves source original",
    ]
    verdicts = write_verdicts(open_folder / "v.jsonl", {"beetle-walk-1": "P", "beetle-walk-2": "W"})
    few = of_families(tasks, *(tasks[name].family for name in answers))
    write_tasks(open_folder / "t.jsonl", few)
    file = ("--tasks", open_folder / "t.jsonl")
    done = in_process("analyse", "memory", predictions, *file, *options, "--verdicts", verdicts)
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == "p on humaneval-v open: 1 wrong answers of 2"
    assert "a twin 1 1 100.0 0.0–100.0" in lines
    assert lines[-1] == "beetle-walk-2#0 solves twin beetle-walk-3"
