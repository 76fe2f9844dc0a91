"""`sightbench analyse charts`."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from benchmark.analysis.studies.chart_sizes import RANGES, chart_report, chart_sizes, size_ranges
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.results.ledger import write_row
from benchmark.results.row import Row
from benchmark.scoring.counting import Counter
from benchmark.suites.code_vision.published_statistics import PUBLISHED_STATISTICS
from tests.cli.conftest import Sightbench

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
    report = chart_report(tasks, {})
    assert (report.charts, report.unread) == (2, 1)
    assert [found.tasks for found in report.ranges] == [1, 1]  # nodes, edges


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], [(4, 5, 2), (6, 7, 2), (8, 9, 2), (10, 11, 2)]),
        ([1, 1, 1, 1, 1, 2, 2, 3], [(4, 4, 5), (5, 5, 2), (6, 6, 1)]),
        ([2], [(5, 5, 1)]),
        ([], []),
    ],
)
def test_ranges_hold_a_quarter_each_and_never_part_equal_sizes(
    steps: list[int], expected: list[tuple[int, int, int]]
) -> None:
    tasks = [task(number, size) for number, size in enumerate(steps)]
    found = list(size_ranges(tasks, chart_sizes(tasks), "nodes"))
    assert [(least, most, len(within)) for least, most, within in found] == expected
    assert len(found) <= RANGES
    assert sum(len(within) for _, _, within in found) == len(steps)


def test_scores_are_those_of_the_tasks_in_each_range() -> None:
    tasks = [task(number, number + 1, "easy" if number < 4 else "expert") for number in range(8)]
    counter = Counter(tasks)
    for number in range(8):
        counter.add(f"t{number}", Status.PASSED if number < 4 else Status.WRONG_ANSWER)
    report = chart_report(tasks, {"model": counter.counts()})
    nodes = [found for found in report.ranges if found.measure == "nodes"]
    assert [(found.least, found.scores[0].value) for found in nodes] == [(4, 1), (6, 1), (8, 0), (10, 0)]
    means = {group.level: group.here.nodes for group in report.groups}
    assert means == {"": 7.5, "easy": 5.5, "expert": 9.5}


def test_a_row_of_another_data_set_is_refused(
    in_process: Sightbench, tmp_path: Path, make_row: Callable[..., Row]
) -> None:
    row = make_row("acme", "PW", tasks=["t0", "t1"])
    path = write_row(tmp_path / "rows", row)
    line = {"suite": "code-vision", "prompt": "p", "entry_point": "f"}
    check = {"kind": "function", "tests": ["assert f(1)"]}
    lines = [
        json.dumps({"id": f"t{number}", "dataset": "drawn", **line, "check": check}) for number in (0, 1)
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(lines) + "\n")
    done = in_process("analyse", "charts", path, "--tasks", tmp_path / "t.jsonl")
    assert done.returncode == 2
    assert "is a row of code-vision rebuilt, but the tasks are those of code-vision drawn" in done.stderr


@pytest.mark.gate
def test_scores_are_printed_by_size_and_level(sightbench: Sightbench, tmp_path: Path) -> None:
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
    done = sightbench(
        "evaluate", "--tasks", "tasks.jsonl", "--predictions", "answers.jsonl", "--verdicts", "model.jsonl"
    )
    assert done.returncode == 0, done.stderr
    done = sightbench("analyse", "charts", "model.jsonl", "--tasks", "tasks.jsonl", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    by_level = {group["level"]: group for group in report["groups"]}
    assert by_level["easy"]["here"] == {"problems": 4, "tests": 2.0, "nodes": 5.5, "edges": 5.5}
    assert by_level["easy"]["published"] == {"problems": 45, "tests": None, "nodes": 10.67, "edges": 10.49}
    nodes = [found for found in report["ranges"] if found["measure"] == "nodes"]
    assert [(found["least"], found["scores"][0]["value"]) for found in nodes] == [
        (4, 1),
        (6, 1),
        (8, 0),
        (10, 0),
    ]
    assert all(0 <= found["scores"][0]["low"] <= found["scores"][0]["high"] <= 1 for found in nodes)
    printed = sightbench("analyse", "charts", "model.jsonl", "--tasks", "tasks.jsonl").stdout
    assert "by nodes of the chart" in printed
    assert "10 to 11" in printed
    wrong = sightbench("analyse", "charts", "model.jsonl", "model.jsonl", "--tasks", "tasks.jsonl")
    assert wrong.returncode == 2
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
