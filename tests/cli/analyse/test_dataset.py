"""Tests of `analyse dataset`: Tables 1 and 9 of HumanEval-V, for any data set."""

import csv
import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.studies.dataset_report import (
    RANGES,
    ChartSize,
    chart_groups,
    chart_sizes,
    chart_table,
    dataset_report,
    size_ranges,
    types_of,
    words_of,
)
from benchmark.analysis.studies.dataset_report import count_test_cases as count_cases
from benchmark.analysis.studies.difficulties import difficulties, item_report
from benchmark.cli.shared.console import print_tables
from benchmark.core.counts import Counter
from benchmark.core.task import FunctionCheck, StdioCase, StdioCheck, Task, Text
from benchmark.core.verdict import Status
from benchmark.files.tasks import read_tasks, write_tasks
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import read_counted
from benchmark.suites import categories_of, load
from benchmark.suites.code_vision.suite import PUBLISHED_STATISTICS
from benchmark.suites.mathopeval.official import import_official, load_choice, load_free
from benchmark.suites.mathopeval.question_text import options_prompt, split_options
from tests.case_files import read_cases, table
from tests.conftest import Sightbench
from tests.jsonl import write_jsonl
from tests.suites.mathopeval.official_folder import folder, sample


@pytest.mark.gate
def test_the_open_set_is_described(in_process) -> None:
    done = in_process("analyse", "dataset", "--suite", "humaneval-v", "--dataset", "open")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert done.stdout.splitlines()[0] == "humaneval-v open: 255 tasks, 73 stems"
    assert ["attribute", "median", "mean", "minimum", "maximum", "count"] in lines
    assert ["picture", "width", "1,000", "976.6", "760", "1,090", "255"] in lines
    assert "tokens are not counted" in done.stdout


CHECKS = (
    FunctionCheck(tests=("assert f(1) == 2\nassert f(2) == 3", "for x in y:\n    assert f(x)")),
    StdioCheck(cases=(StdioCase(input="", output=""),) * 4),
)
REFERENCE = 'import numpy as np\nfrom os.path import join\n\ndef f(x):\n    """Doc."""\n    return x + 1\n'


def test_the_numbers_are_those_counted_by_hand() -> None:
    tasks = [
        Task(id="a-1", stem="a", check=CHECKS[0], reference=REFERENCE, parts=(Text(text="one two"),)),
        Task(id="a-2", stem="a", check=CHECKS[1], starter_code="def f():", categories=("tree", "tree")),
    ]
    sizes = {"a-1": [(10, 20), (30, 40)]}
    report = dataset_report(tasks, sizes, lambda text: len(text.split()))
    assert {
        attribute.name: (attribute.tasks, attribute.median, attribute.mean, attribute.least, attribute.most)
        for attribute in report.attributes
    } == {
        "picture width": (2, 20, 20, 10, 30),
        "picture height": (2, 30, 30, 20, 40),
        "text tokens": (2, 2, 2, 2, 2),
        "reference statements": (1, 4, 4, 4, 4),
        "test cases": (2, 3.5, 3.5, 3, 4),
    }
    assert report.imports == [("numpy", 1), ("os", 1)]
    assert report.categories == [("tree", 1)]


def test_kept_statistics_are_the_same(tmp_path: Path) -> None:
    tasks = [Task(id="a", check=CHECKS[0], reference=REFERENCE, chart="flowchart TD\nA --> B")]
    tasks += [Task(id="b", check=CHECKS[0], reference="def :", chart="no chart")]
    for _ in range(2):
        assert dataset_report(tasks, {}, cache=tmp_path) == dataset_report(tasks, {})
        assert chart_sizes(tasks, tmp_path) == chart_sizes(tasks) == {"a": ChartSize(2, 1)}
    assert len(list(tmp_path.iterdir())) == 2
    others = [replace(tasks[0], reference=f"{REFERENCE}print()\n", chart="flowchart TD\nA --> B\nB --> C")]
    assert dataset_report(others, {}, cache=tmp_path) == dataset_report(others, {})
    assert chart_sizes(others, tmp_path) == {"a": ChartSize(3, 2)}


@pytest.mark.parametrize(("test", "cases"), read_cases("programs/test_cases.yaml"))
def test_asserts_and_input_output_pairs_are_test_cases(test: str, cases: int) -> None:
    assert count_cases(Task(id="t", check=FunctionCheck(tests=(test,)))) == cases


def test_a_signature_that_is_part_of_the_text_counts_once() -> None:
    task = Task(id="t", check=CHECKS[1], starter_code="def f():\n", parts=(Text(text="Write\ndef f():\n"),))
    assert words_of(task) == "Write\ndef f():\n"


@table("cli")
def test_types_have_the_names_of_table_9(signature: str, inputs: list[str], output: str) -> None:
    found = types_of(signature, "f")
    assert found is not None
    assert ([*found.inputs], found.output) == (inputs, output)


@pytest.mark.parametrize("signature", ["def f(a, b: int) -> int:", "def f(a: int):", "no python at all", ""])
def test_types_missing_in_a_signature_are_not_guessed(signature: str) -> None:
    assert types_of(signature, "f") is None


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


@table("cli")
def test_ranges_hold_a_quarter_each_and_never_part_equal_sizes(steps, expected) -> None:
    tasks = [task(number, size) for number, size in enumerate(steps)]
    found = list(size_ranges(tasks, chart_sizes(tasks)))
    assert [[part.title, len(part.tasks)] for part in found] == expected
    assert len(found) <= RANGES
    assert sum(len(part.tasks) for part in found) == len(steps)


def test_scores_are_those_of_the_tasks_in_each_range() -> None:
    tasks = [task(number, number + 1, "easy" if number < 4 else "expert") for number in range(8)]
    counter = Counter(tasks, categories_of(tasks))
    for number in range(8):
        counter.add(f"t{number}", Status.PASSED if number < 4 else Status.WRONG_ANSWER)
    sizes, counts = chart_sizes(tasks), counter.counts()
    assert [(part.title, part.score(counts).value) for part in size_ranges(tasks, sizes)] == [
        ("4 to 5", 1), ("6 to 7", 1), ("8 to 9", 0), ("10 to 11", 0)
    ]  # fmt: skip
    means = {group.level: group.here.nodes for group in chart_groups(tasks, sizes)}
    assert means == {"": 7.5, "easy": 5.5, "expert": 9.5}


def test_sizes_are_printed_by_level_next_to_the_published_ones(in_process, tmp_path) -> None:
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


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The tasks of three bar charts and a pie chart: a file of questions, and one of programs."""
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "home"))
    samples = [*(sample(number) for number in (1, 2, 3)), sample(4, "pie", domain="")]
    import_official(folder(tmp_path / "data", samples))
    paths = (tmp_path / "choice.jsonl", tmp_path / "free.jsonl")
    for path, found in zip(paths, (load_choice(), load_free()), strict=True):
        write_tasks(path, found)
    return paths


@pytest.mark.usefixtures("tasks")
def test_both_formats_stand_next_to_the_paper() -> None:
    numbers, *shares = load("mathopeval").display.describe(load_choice(), None)
    found = {name: (ours, paper) for name, ours, paper in numbers.rows}
    assert found["samples"] == (4, 1888)
    assert found["bar charts"] == (3, 456)
    assert found["pie charts"] == (1, 453)
    assert found["function plots"] == (0, 101)
    assert found["questions of both formats"] == (20 + 16, 17_845)
    assert found["pictures (here: those that tasks show)"] == (12, 7_552)
    assert found["multiple-choice questions"] == (20, 10_293)
    assert found["multiple-choice questions per sample"] == (5, 5.45)
    question, value = "Which code of bar-1 is right?", "Which value?"
    assert found["mean length in characters: question, multiple choice"] == (
        pytest.approx((4 * len(question) + len(value)) / 5), 89.52
    )  # fmt: skip
    assert found["mean length in characters: option"] == (
        pytest.approx((4 * len("plt.bar([0], [1])") + 1) / 5),
        132.12,
    )
    program = "import matplotlib.pyplot as plt\nplt.bar([1], [1])\n"
    assert found["mean length in characters: answer, free form"] == (len(program), 783.77)
    assert found["mean length in characters: question, free form"][1] == 868.64
    domains, subsets, asks = (table.rows for table in shares)
    assert domains == [("rainfall", 2, 66.7), ("traffic", 1, 33.3)]
    assert {name: count for name, count, _ in subsets} == {
        "generation": 8, "deletion": 8, "modification": 8, "annotation": 12
    }  # fmt: skip
    assert [row[:2] for row in asks] == [("backward", 4)]


def test_a_format_that_is_not_given_has_a_dash(tasks, capsys) -> None:
    print_tables(*load("mathopeval").display.describe(read_tasks(tasks[1]), tasks[1].parent))
    printed = capsys.readouterr().out
    assert "mathopeval official-free, next to the MathOPEval paper" in printed
    lines = [line.split() for line in printed.splitlines()]
    assert ["multiple-choice", "questions", "–", "10,293"] in lines
    assert ["free-form", "tasks", "16", "7,552"] in lines
    assert ["rainfall", "8"] not in lines


def test_options_are_read_back_as_they_were_written() -> None:
    for code, options in ((True, ["a = 1\nb", "", "x\n\ny", "z"]), (False, ["60°", "A. B", "∠ABC", "1.5"])):
        prompt = options_prompt(2, "Which?\nReally?", options, code=code)
        text = prompt.removeprefix("![image](1.png)\n\n![image](2.png)")
        assert split_options(text) == ("Which?\nReally?", tuple(options))
    with pytest.raises(ValueError, match="four options"):
        split_options("Which?\n\nA. 1\nB. 2\nC. 3")


def test_questions_without_four_options_are_refused(tasks: tuple[Path, Path], in_process: Sightbench) -> None:
    records = [json.loads(line) for line in tasks[0].read_text().splitlines()]
    records[1]["prompt"] = records[1]["prompt"].replace("\nD.", "\nor")
    tasks[0].write_text("".join(json.dumps(record) + "\n" for record in records))
    done = in_process("analyse", "dataset", "--tasks", tasks[0])
    assert "tasks: 'bar-1-delete-1': does not have four options\n  fix: " in done.stderr


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Three models of one table, of which the best solves all but the last task, and a lonely one."""
    folder = tmp_path / "results"
    for slug, statuses in (("best", "PPPPPPPPPPPW"), ("middle", "PPPPPPWWWWWW"), ("worst", "PPPWWWWWWWWW")):
        add_record(folder, make_row(slug, statuses))
    add_record(folder, make_row("alone", "PPPPPPPPPPPP", setting="text"))
    return folder


def test_tasks_come_hardest_first_and_models_best_first(in_process, rows: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    counted = {entry.row.id: entry for entry in read_counted(rows, None)}
    ((lone, group),) = group_rows(entry.row for entry in counted.values()).values()
    if len(group.models) == 1:
        lone, group = group, lone
    assert [row.result.submission.slug for row in lone.models] == ["alone"]
    counts = [counted[row.id].counts for row in group.models]
    table = item_report(group, counts, difficulties([row.id for row in group.models], counts, None))
    assert [model.slug for model in table.models] == ["best", "middle", "worst"]
    assert (len(table.unsolved), len(table.solved_by_all)) == (1, 3)
    hardest, *_, easiest = table.items
    assert (hardest.task, hardest.models, easiest.models) == (table.unsolved[0], 0, 3)
    assert hardest.difficulty > easiest.difficulty
    shown = in_process("analyse", "items", "--rows", str(rows), "--cache", cache, "--most", "2").stdout
    assert "no model solved 1 task: " in shown
    assert "every model solved 3 tasks: " in shown
    assert "left out, because they have fewer than two models: " in shown
    assert " of 3" in shown
