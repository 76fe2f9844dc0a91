import json
import re
from pathlib import Path

import numpy as np
import pytest
from inline_snapshot import snapshot

from benchmark.cli.shared.tables import score_table
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.scoring.detection import power, visible_differences
from benchmark.scoring.metrics import POINTS, pass_metric, scores_by_category
from benchmark.scoring.paired import compare
from benchmark.scoring.power import assumed_precision, assumed_spreads, draws_needed, tasks_needed
from tests.jsonl import write_jsonl, write_verdicts
from tests.points_rows import CHOICE, by_operation, points_row
from tests.wording import wrapped

CHECK = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write verdicts on two draws of three tasks in two stems; one sample is missing, two are graded."""
    tasks = [
        {"id": "q1-1", "stem": "q1", "subset": "math", "level": "easy", "check": CHECK},
        {"id": "q1-2", "stem": "q1", "subset": "math", "level": "hard", "check": CHECK},
        {"id": "q2-1", "stem": "q2", "subset": "text", "check": CHECK},
    ]
    verdicts = [
        {"task_id": "q1-1", "draw": 0, "status": "passed", "points": 9, "parses": True},
        {"task_id": "q1-1", "draw": 1, "status": "timeout", "points": 2, "parses": True},
        {"task_id": "q1-2", "draw": 0, "status": "passed", "parses": False},
        {"task_id": "q1-2", "draw": 1, "missing": "it broke"},
        {"task_id": "q2-1", "draw": 0, "status": "wrong_answer"},
        {"task_id": "q2-1", "draw": 1, "status": "wrong_answer"},
    ]
    write_jsonl(tmp_path / "tasks.jsonl", tasks)
    write_jsonl(tmp_path / "verdicts.jsonl", verdicts)
    return tmp_path


def scores(output: str) -> dict[tuple[str, str], dict[str, object]]:
    return {(score["metric"], score["category"]): score for score in json.loads(output)["scores"]}


@pytest.mark.usefixtures("files")
def test_every_metric_comes_with_its_denominators(in_process) -> None:
    done = in_process("evaluate", "--score-only", "verdicts.jsonl", "--tasks", "tasks.jsonl", "--json")
    report = json.loads(done.stdout)
    assert (report["tasks"], report["stems"], report["samples"], report["missing"]) == (3, 2, 5, 1)
    assert report["outcomes"] == {"passed": 2, "wrong_answer": 2, "timeout": 1}
    found = scores(done.stdout)
    first = found["pass@1", ""]
    assert (first["value"], first["tasks"], first["samples"], first["missing"]) == (0.5, 3, 5, 1)
    assert (first["worst"], first["best"]) == (round(1 / 3, 6), 0.5)
    assert found["pass@1", "subset:math/level:easy"]["value"] == 0.5
    assert found["execution_success", "subset:text"]["value"] == 1.0
    assert found["points", ""]["value"] == 5.5
    assert found["points", ""]["scale"] == "points"
    assert found["parsing_success", ""]["value"] == 0.5  # all that the verdicts allow
    assert ("pass@3", "") not in found
    output = in_process("evaluate", "--score-only", "verdicts.jsonl", "--tasks", "tasks.jsonl").stdout
    assert "verdicts: 3 tasks, 2 stems, 5 samples, 1 missing" in output
    assert "33.3–50.0" in output


@pytest.mark.usefixtures("files")
def test_only_the_chosen_metrics_are_printed(in_process) -> None:
    options = ("--metric", "parsing_success", "--metric", "share:timeout", "--json")
    found = scores(in_process("evaluate", "--score-only", "verdicts.jsonl", *options).stdout)
    assert set(found) == {("parsing_success", ""), ("share:timeout", "")}
    assert found["parsing_success", ""]["value"] == 0.5


def test_a_file_without_any_verdict_has_no_score_and_the_output_says_so(in_process, tmp_path: Path) -> None:
    write_verdicts(tmp_path / "lost.jsonl", {"a": "M"})
    done = in_process("evaluate", "--score-only", "lost.jsonl", code=0)
    assert wrapped(done.stdout) == snapshot("""\
lost: 1 task, 1 stem, 0 samples, 1 missing
note: no tasks are named, so every task counts as its own stem
no score: every sample is missing
""")
    report = json.loads(in_process("evaluate", "--score-only", "lost.jsonl", "--json").stdout)
    assert (report["samples"], report["missing"], report["scores"]) == (0, 1, [])


def test_a_row_is_scored_from_its_statuses(in_process, tmp_path: Path, make_row) -> None:
    path = add_record(tmp_path / "rows", make_row("a", "PPWM"))
    found = scores(in_process("evaluate", "--score-only", path, "--json").stdout)
    assert found["pass@1", ""]["value"] == round(2 / 3, 6)
    assert (found["pass@1", ""]["worst"], found["pass@1", ""]["best"]) == (0.5, 0.75)


def _rows(folder: Path, make_row) -> Path:
    high, low = [9.0, 8.0, 9.5] * 4, [3.0, 2.0, 10.0] * 4
    for slug, points in (("high", high), ("low", low)):
        add_record(folder, points_row(make_row, slug, points, name=slug.title()))
        add_record(folder, make_row(slug, "P" * 12, name=slug.title(), **CHOICE))
    return folder


def test_each_table_is_ranked_by_its_own_metric(in_process, tmp_path: Path, make_row) -> None:
    rows = _rows(tmp_path / "rows", make_row)
    report = json.loads(in_process("rank", "--rows", rows, "--json").stdout)
    assert {table["dataset"]: table["metric"] for table in report["tables"]} == {
        "open-choice": "pass@1",
        "open-free": "points",
    }
    text = in_process("rank", "--rows", rows, "--dataset", "open-free").stdout
    assert "8.83" in text
    assert "points" in text
    assert "points %" not in text
    whole = in_process("rank", "--leaderboard", "--rows", rows).stdout
    unknown = "without the picture (free-blind): not measured for High and Low"
    assert unknown in whole.partition("open-free")[2]


def test_two_rows_are_compared_by_points(in_process, tmp_path: Path, make_row) -> None:
    rows = _rows(tmp_path / "rows", make_row)
    text = in_process("compare", "high", "low", "--rows", rows, "--dataset", "open-free").stdout
    assert "High: points 8.83 of 10 (" in text
    assert "High leads Low by 3.83 points, and the lead is real." in text
    assert "without the picture (free-blind): not measured: high has no row of this setting" in text
    by_passes = in_process(
        "compare", "high", "low", "--rows", rows, "--dataset", "open-free", "--metric", "pass@1"
    ).stdout
    assert "Low leads High by 33.3 points" in by_passes or "Low is 33.3 points ahead" in by_passes


def test_the_table_of_an_evaluation_leads_with_points(make_row) -> None:
    categories = by_operation(4) | {"category:domain:rainfall": ["task-0"]}
    row = points_row(make_row, "a", [9.0, 8.0, 10.0, 9.0], categories)
    table = score_table(scores_by_category(count_row(row).counts, (pass_metric(1), POINTS)))
    names, values = (list(column.cells) for column in table.columns[:2])
    by_subset = ["annotation", "deletion", "generation", "modification"]
    by_category = ["points by category", "  rainfall"]
    assert names == [
        *("points", "pass@1", "points by subset", *(f"  {name}" for name in by_subset)),
        *by_category,
    ]
    assert (table.columns[1].header, values[0], values[1]) == ("value", "9.00 of 10", "25.0 %")


SUITE = ("analyse", "power", "--suite", "code-vision", "--drop", "3")


def test_the_smallest_detectable_difference_of_a_suite_is_printed(in_process) -> None:
    size, _, *rows, floor = in_process(*SUITE, "--draws", "1", "--draws", "20").stdout.splitlines()
    assert size.startswith("code-vision/rebuilt: 164 tasks, 164 stems; score 50.0 %, ")
    assert size.endswith("(assumed)")
    same, same_more, other, other_more = (re.split(" {2,}", row.strip()) for row in rows)
    assert same[0] == "the same model again"
    assert float(same[2]) > float(same_more[2]) > 0
    assert float(other[2]) > float(same[2])
    assert other_more[4] == "no number is enough"  # more draws do not make two models more similar
    assert 10 < int(same[4]) < 20
    assert int(same[5].replace(",", "")) > 164
    assert floor.endswith("known by heart calls a gap below 2 points real")


@pytest.mark.parametrize("draws", [1, 8])
def test_the_predicted_power_is_that_of_real_comparisons(draws: int) -> None:
    """Simulate one model that is run twice, the second time a little worse on every task."""
    generator = np.random.default_rng(draws)
    tasks, repetitions, drop = 300, 1500, 0.06 if draws == 8 else 0.1
    chance = np.clip(generator.beta(1, 1, (repetitions, tasks)), 0.12, 0.88)
    whole = float(chance.mean() * (1 - chance.mean()))
    sampling = float((chance * (1 - chance)).mean())
    sums = generator.binomial(draws, chance) / draws - generator.binomial(draws, chance - drop) / draws
    found = compare(sums, np.ones_like(sums), 1 / draws)
    same, _ = assumed_spreads(float(chance.mean()), 1 - sampling / whole, 0.5, 0.0)
    known = assumed_precision(same, [1] * tasks, draws)
    assert known.noise[0] ** 2 == pytest.approx(np.var(sums.mean(axis=1)), rel=0.08)
    assert (found.p <= 0.05).mean() == pytest.approx(power(known, drop, 1)[0], abs=0.06)


def test_needed_draws_and_tasks_are_minimal() -> None:
    same, other = assumed_spreads(0.6, 0.4, 0.5, 0.2)
    stems = [3] * 50
    draws = draws_needed(same, stems, 0.05)
    assert draws is not None
    for number, seen in ((draws, True), (draws - 1, False)):
        assert (visible_differences(assumed_precision(same, stems, number), 1)[0] <= 0.05) == seen
    tasks = tasks_needed(other, stems, 5, 0.05)
    assert tasks is not None
    for size, seen in ((tasks // 3 + 1, True), (tasks // 3 - 1, False)):
        assert (visible_differences(assumed_precision(other, [3] * size, 5), 1)[0] <= 0.05) == seen


def test_few_stems_detect_nothing_and_the_output_says_so(in_process, tmp_path: Path) -> None:
    """Twenty tasks of five stems: even 100 % against 0 % has p = 1/16."""
    tasks = ({"id": f"t{task}", "stem": f"s{task // 4}", "check": CHECK} for task in range(20))
    command = ("analyse", "power", "--tasks", write_jsonl(tmp_path / "tasks.jsonl", tasks), "--drop", "90")
    printed = in_process(*command).stdout
    for row in printed.splitlines()[2:4]:
        _, _, *answer = re.split(" {2,}", row.strip())
        assert answer[:3] == ["none", "0.0", "no number is enough"]
        assert int(answer[3]) >= 4 * 6
    assert "5 stems are too few to detect any gap" in printed
    assert "no difference of two could be seen with 5 stems; about " in printed
