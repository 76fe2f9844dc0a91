"""People answer tasks themselves: a sheet per person, their average, and the gap of models to it."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmark.files.tasks import read_tasks
from benchmark.review.agree import CellBaseline, human_baseline, read_answered
from tests.jsonl import write_jsonl

Run = Callable[..., Any]
OPERATIONS = ("generation", "deletion", "modification", "annotation")
TYPES = ("geometric", "function", "bar", "line", "pie")
BY = ("--by", "subset", "--by", "category")


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Thirty questions in each of 20 cells; the right letter of task ``t7`` is that of 7 modulo 4."""
    cells = [(operation, type_) for operation in OPERATIONS for type_ in TYPES]
    lines = [
        {
            "id": f"t{number}",
            "subset": cells[number % 20][0],
            "categories": [cells[number % 20][1], "domain:rain"],
            "stem": f"s{number // 2}",
            "prompt": f"![image](1.png) Question {number}",
            "images": [f"pictures/{number}.png"],
            "check": {"kind": "choice", "answer": right(f"t{number}")},
        }
        for number in range(600)
    ]
    return write_jsonl(tmp_path / "tasks.jsonl", lines)


def right(task: str) -> str:
    return "ABCD"[int(task[1:]) // 20 % 4]


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def person(path: Path, answers: Mapping[str, str]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["task", "answer"], *answers.items()])
    return path


def model(path: Path, names: list[str], passes: Callable[[str], bool], **fields: Any) -> Path:
    lines = ({"task_id": name, "status": "passed" if passes(name) else "wrong_answer"} for name in names)
    return write_jsonl(path, ({"draw": 0, **line, **fields} for line in lines))


def compared(
    tasks: Path,
    people: Sequence[Path],
    models: Sequence[Path],
    metric: Any = "pass@1",
    by: Sequence[str] = (),
) -> list[CellBaseline]:
    """Return the average of people and of models."""
    known = {task.id: task for task in read_tasks(tasks)}
    answers = [
        [each for path in paths for each in read_answered(path, known, metric)] for paths in (people, models)
    ]
    return list(human_baseline(list(known.values()), *answers, by, metric))


@pytest.mark.gate
def test_four_hundred_tasks_are_twenty_of_each_cell_and_hide_the_answers(in_process, tasks, tmp_path) -> None:
    done = in_process("review", "sample", "--tasks", tasks, *BY, "--out", "sheet.csv", code=0)
    assert "deletion, bar: 20 of 30" in done.stdout
    assert "sheet.csv: 400 tasks to answer" in done.stdout
    rows = read(tmp_path / "sheet.csv")
    assert [*rows[0]] == ["task", "pictures", "prompt", "answer", "comment"]
    assert Counter(int(row["task"][1:]) % 20 for row in rows) == dict.fromkeys(range(20), 20)
    assert all(row["answer"] == "" and row["prompt"].startswith("![image](1.png) Q") for row in rows)
    numbers = [int(row["task"][1:]) for row in rows]
    assert numbers != sorted(numbers)
    in_process("review", "sample", "--tasks", tasks, *BY, "--out", "again.csv")
    assert read(tmp_path / "again.csv") == rows
    in_process("review", "sample", "--tasks", tasks, *BY, "--seed", "1", "--out", "other.csv")
    assert read(tmp_path / "other.csv") != rows
    again = in_process("review", "sample", "--tasks", tasks, "--out", "sheet.csv", code=2)
    assert "exists, and may contain answers" in again.stderr


@pytest.mark.gate
def test_three_people_are_averaged_and_models_compared_by_cell(in_process, tasks, tmp_path) -> None:
    in_process("review", "sample", "--tasks", tasks, *BY, "--out", "sheet.csv")
    names = [row["task"] for row in read(tmp_path / "sheet.csv")]
    deletion = {name for name in names if int(name[1:]) % 20 == 5}  # geometric
    people = [
        person(tmp_path / "anna.csv", {name: right(name) for name in names}),
        person(tmp_path / "bert.csv", {name: right(name).lower() + " " for name in names}),
        person(tmp_path / "cleo.csv", dict.fromkeys(names, "A")),
    ]
    rows = [
        model(tmp_path / "all.jsonl", names, lambda name: name not in deletion),
        model(tmp_path / "none.jsonl", [f"t{number}" for number in range(600)], lambda _: False),
    ]
    arguments = (*people, "--tasks", tasks, *BY, "--model", rows[0], "--model", rows[1])
    whole, *cells = compared(tasks, people, rows, by=("subset", "category"))
    guessed = sum(right(name) == "A" for name in names)
    people_mean = (800 + guessed) / 1200
    assert (whole.cell, whole.tasks, whole.people.samples) == ("all", 400, 1200)
    assert whole.people.value == pytest.approx(people_mean, abs=1e-6)
    assert whole.models == pytest.approx((380 / 400 + 0) / 2, abs=1e-6)
    assert {cell.cell: cell.tasks for cell in cells} == {
        f"{operation}, {type_}": 20 for operation in OPERATIONS for type_ in TYPES
    }
    assert next(cell.models for cell in cells if cell.cell == "deletion, geometric") == 0
    assert [cell.cell for cell in cells] == sorted(cell.cell for cell in cells)
    assert whole.people.low < people_mean < whole.people.high
    printed = in_process("review", "score", *arguments).stdout
    assert "anna: 400 of 400 tasks answered" in printed
    gap = f"{100 * people_mean - 47.5:.1f}"
    assert re.search(rf"^all +400 .* 47\.5 +{gap}$", printed, re.MULTILINE)
    assert "deletion, geometric" in printed


def test_a_task_counts_once_however_many_people_answered_it(tasks: Path, tmp_path: Path) -> None:
    people = (
        person(tmp_path / "anna.csv", {"t0": "A", "t1": ""}),
        person(tmp_path / "bert.csv", {"t0": "B", "t1": "A", "t2": "D"}),
    )
    (whole,) = compared(tasks, people, ())
    assert (whole.tasks, whole.people.samples, whole.people.value) == (3, 4, 0.5)
    assert whole.models is None


def test_programs_of_people_count_by_their_verdicts(in_process: Run, tasks: Path, tmp_path: Path) -> None:
    names = ["t0", "t1"]
    anna = model(tmp_path / "anna.jsonl", names, lambda _: True, points=10)
    acme = model(tmp_path / "acme.jsonl", names, lambda name: name == "t0", points=4)
    (whole,) = compared(tasks, (anna,), (acme,), metric="points")
    assert (whole.people.value, whole.models) == (10, 4)
    done = in_process("review", "score", anna, "--model", acme, "--tasks", tasks, "--metric", "points")
    assert done.stdout.splitlines()[1].split()[2:4] == ["people,", "points"]


def test_a_model_that_was_not_asked_all_tasks_is_refused(in_process, tasks, tmp_path) -> None:
    anna = person(tmp_path / "anna.csv", {"t0": "A", "t1": "A"})
    acme = model(tmp_path / "acme.jsonl", ["t0"], lambda _: True)
    done = in_process("review", "score", anna, "--model", acme, "--tasks", tasks)
    assert "acme: has no verdict on task 't1', which a person answered" in done.stderr
