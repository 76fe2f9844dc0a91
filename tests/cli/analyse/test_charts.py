"""`sightbench analyse dataset` of tasks with flowcharts."""

import csv
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from benchmark.analysis.studies.dataset_report import (
    RANGES,
    chart_groups,
    chart_sizes,
    chart_table,
    size_ranges,
)
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import Status
from benchmark.scoring.counting import Counter
from benchmark.suites.code_vision.suite import PUBLISHED_STATISTICS
from tests.conftest import Sightbench
from tests.jsonl import write_jsonl

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
    sizes = chart_table(tasks)
    assert (sizes.title, sizes.notes) == ("2 charts", ["1 chart outside the grammar, so without sizes"])
    assert [len(found.tasks) for found in size_ranges(tasks, chart_sizes(tasks))] == [1]


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
    found = list(size_ranges(tasks, chart_sizes(tasks)))
    assert [(part.title, len(part.tasks)) for part in found] == expected
    assert len(found) <= RANGES
    assert sum(len(part.tasks) for part in found) == len(steps)


def test_scores_are_those_of_the_tasks_in_each_range() -> None:
    tasks = [task(number, number + 1, "easy" if number < 4 else "expert") for number in range(8)]
    counter = Counter(tasks)
    for number in range(8):
        counter.add(f"t{number}", Status.PASSED if number < 4 else Status.WRONG_ANSWER)
    sizes, counts = chart_sizes(tasks), counter.counts()
    assert [(part.title, part.score(counts).value) for part in size_ranges(tasks, sizes)] == [
        ("4 to 5", 1), ("6 to 7", 1), ("8 to 9", 0), ("10 to 11", 0)
    ]  # fmt: skip
    means = {group.level: group.here.nodes for group in chart_groups(tasks, sizes)}
    assert means == {"": 7.5, "easy": 5.5, "expert": 9.5}


def test_sizes_are_printed_by_level_next_to_the_published_ones(
    in_process: Sightbench, tmp_path: Path
) -> None:
    line = {"suite": "code-vision", "dataset": "drawn", "subset": "math", "prompt": "p", "entry_point": "f"}
    check = {"kind": "function", "tests": ["assert f(1) == 2\nassert f(2) == 4"]}
    lines = [
        {**line, "id": f"t{number}", "level": level, "chart": chart(number + 1), "check": check}
        for number, level in enumerate(["easy"] * 4 + ["hard"] * 4)
    ]
    done = in_process("analyse", "dataset", "--tasks", write_jsonl(tmp_path / "t.jsonl", lines))
    assert done.returncode == 0, done.stderr
    printed = [re.split(" {2,}", found.rstrip()) for found in done.stdout.splitlines()]
    assert ["math", "easy", "4", "2", "5.5", "5.5", "45", "–", "10.67", "10.49"] in printed


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
