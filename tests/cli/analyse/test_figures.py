"""`sightbench analyse dataset` of drawing tasks: statistics next to Table 1 of the MathOPEval paper."""

import json
from pathlib import Path

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.studies.difficulties import difficulties, item_report
from benchmark.cli.shared.console import print_tables
from benchmark.files.tasks import read_tasks, write_tasks
from benchmark.results.counted_row import read_counted
from benchmark.results.ledger import write_row
from benchmark.suites import SUITES
from benchmark.suites.mathopeval.official import import_official, load_choice, load_free
from benchmark.suites.mathopeval.question_text import options_prompt, split_options
from tests.conftest import Sightbench
from tests.suites.mathopeval.official_folder import folder, sample


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
    numbers, *shares = SUITES["mathopeval"].describe(load_choice(), None)
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


def test_a_format_that_is_not_given_has_a_dash(
    tasks: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    print_tables(*SUITES["mathopeval"].describe(read_tasks(tasks[1]), tasks[1].parent))
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
        write_row(folder, make_row(slug, statuses))
    write_row(folder, make_row("alone", "PPPPPPPPPPPP", setting="text"))
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
