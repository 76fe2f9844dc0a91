"""`sightbench analyse dataset` of tasks with flowcharts."""

import csv
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from benchmark.analysis.studies.chart_sizes import (
    MEASURES,
    RANGES,
    chart_groups,
    chart_sizes,
    chart_tables,
    size_ranges,
)
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.results.ledger import write_row
from benchmark.scoring.counting import Counter
from benchmark.suites.code_vision.published_statistics import PUBLISHED_STATISTICS
from tests.conftest import MakeRow, Sightbench

#: Code-Vision's names of the subsets, as the published table has them.
SUBSETS = {"HumanEval-V": "humaneval", "Algorithm": "algorithm", "MATH": "math"}


def chart(steps: int) -> str:
    """Return a chart with a decision: ``steps + 3`` nodes and as many edges."""
    shapes = ["a([Start])", *(f"s{number}[go on]" for number in range(steps)), "q{more?}", "z([End])"]
    names = ["a", *(f"s{number}" for number in range(steps)), "q", "z"]
    edges = [f"    {first} --> {second}" for first, second in pairwise(names)]
    edges[-1] = "    q -->|No| z"
    return "\n".join(["flowchart TD", *shapes, *edges, "q -->|Yes| s0"]) + "\n"


def task(number: int, steps: int, level: str = "easy") -> Task:
    return Task(
        id=f"t{number}",
        suite="code-vision",
        dataset="drawn",
        subset="math",
        level=level,
        chart=chart(steps) if steps else "",
        check=FunctionCheck(tests=("assert f(1) == 1\nassert f(2) == 2",)),
    )


def test_nodes_and_edges_of_a_chart_are_counted() -> None:
    size = chart_sizes([task(1, 4), task(2, 0)])
    assert {name: (found.nodes, found.edges) for name, found in size.items()} == {"t1": (7, 7)}


def test_a_chart_outside_the_grammar_has_no_size_and_is_counted() -> None:
    tasks = [task(1, 4), replace(task(2, 5), chart="flowchart TD\nstyle a fill:red\n")]
    (sizes,) = chart_tables(tasks, {})
    assert (sizes.title, sizes.notes) == ("2 charts", ["1 chart outside the grammar, so without sizes"])
    for measure in MEASURES:
        assert [len(found.tasks) for found in size_ranges(tasks, chart_sizes(tasks), measure)] == [1]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], [("4 to 5", 2), ("6 to 7", 2), ("8 to 9", 2), ("10 to 11", 2)]),
        ([1, 1, 1, 1, 1, 2, 2, 3], [("4", 5), ("5", 2), ("6", 1)]),
        ([2], [("5", 1)]),
        ([], []),
    ],
)
def test_ranges_hold_a_quarter_each_and_never_part_equal_sizes(
    steps: list[int], expected: list[tuple[str, int]]
) -> None:
    tasks = [task(number, size) for number, size in enumerate(steps)]
    found = list(size_ranges(tasks, chart_sizes(tasks), "nodes"))
    assert [(part.title, len(part.tasks)) for part in found] == expected
    assert len(found) <= RANGES
    assert sum(len(part.tasks) for part in found) == len(steps)


def test_scores_are_those_of_the_tasks_in_each_range() -> None:
    tasks = [task(number, number + 1, "easy" if number < 4 else "expert") for number in range(8)]
    counter = Counter(tasks)
    for number in range(8):
        counter.add(f"t{number}", Status.PASSED if number < 4 else Status.WRONG_ANSWER)
    sizes, counts = chart_sizes(tasks), counter.counts()
    assert [(part.title, part.score(counts).value) for part in size_ranges(tasks, sizes, "nodes")] == [
        ("4 to 5", 1), ("6 to 7", 1), ("8 to 9", 0), ("10 to 11", 0)
    ]  # fmt: skip
    means = {group.level: group.here.nodes for group in chart_groups(tasks, sizes)}
    assert means == {"": 7.5, "easy": 5.5, "expert": 9.5}


def test_a_row_of_another_data_set_is_refused(
    in_process: Sightbench, tmp_path: Path, make_row: MakeRow
) -> None:
    row = make_row("acme", "PW", tasks=["t0", "t1"])
    path = write_row(tmp_path / "rows", row)
    line = {"suite": "code-vision", "prompt": "p", "entry_point": "f", "chart": chart(1)}
    check = {"kind": "function", "tests": ["assert f(1)"]}
    lines = [
        json.dumps({"id": f"t{number}", "dataset": "drawn", **line, "check": check}) for number in (0, 1)
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(lines) + "\n")
    done = in_process("analyse", "dataset", path, "--tasks", tmp_path / "t.jsonl", code=2)
    assert "is a row of code-vision rebuilt, but the tasks are those of code-vision drawn" in done.stderr


@pytest.mark.gate
def test_scores_are_printed_by_size_and_level(in_process: Sightbench, tmp_path: Path) -> None:
    tasks = [
        {
            "id": f"t{number}",
            "suite": "code-vision",
            "dataset": "drawn",
            "subset": "math",
            "level": "easy" if number < 4 else "hard",
            "prompt": "Double it.",
            "starter_code": "def f(x):",
            "entry_point": "f",
            "chart": chart(number + 1),
            "check": {"kind": "function", "tests": ["assert f(1) == 2\nassert f(2) == 4"]},
        }
        for number in range(8)
    ]
    answers = [
        {
            "task_id": f"t{number}",
            "completion": f"```python\ndef f(x):\n    return {'2 * x' if number < 4 else 'x'}\n```",
        }
        for number in range(8)
    ]
    for name, lines in (("tasks", tasks), ("answers", answers)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    given = ("--tasks", "tasks.jsonl", "--predictions", "answers.jsonl", "--workers", "1")
    in_process("evaluate", *given, "--verdicts", "model.jsonl", code=0)
    done = in_process("analyse", "dataset", "model.jsonl", "--tasks", "tasks.jsonl", code=0)
    lines = [re.split(" {2,}", line.rstrip()) for line in done.stdout.splitlines()]
    assert ["math", "easy", "4", "2", "5.5", "5.5", "45", "–", "10.67", "10.49"] in lines
    nodes = lines.index(["pass@1 in % with 95 % interval, by nodes of the chart"])
    assert lines[nodes + 1] == ["model", "4 to 5", "6 to 7", "8 to 9", "10 to 11"]
    assert [cell.partition(" ")[0] for cell in lines[nodes + 2]] == ["model", "100.0", "100.0", "0.0", "0.0"]
    assert lines[nodes + 3] == ["tasks", "2", "2", "2", "2"]
    twice = ("model.jsonl", "model.jsonl", "--tasks", "tasks.jsonl")
    wrong = in_process("analyse", "dataset", *twice, code=2)
    assert "is the second file of model" in wrong.stderr


def test_the_published_numbers_are_those_of_the_paper(shared_data: Path) -> None:
    with (shared_data / "papers" / "codevision_stats.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = {"problems": "problems", "tests": "avg_test_cases", "nodes": "avg_nodes", "edges": "avg_edges"}
    assert len(rows) == len(PUBLISHED_STATISTICS)
    for row in rows:
        level = row["difficulty"] if row["difficulty"] != "all" else ""
        ours = PUBLISHED_STATISTICS[SUBSETS[row["subset"]], level]
        for field, column in columns.items():
            theirs = float(row[column]) if row[column] else None
            assert getattr(ours, field) == theirs
