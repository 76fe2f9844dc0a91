"""`sightbench review score` of points: two judges that gave points to the same answers."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from benchmark.cli.review.score import agreement_text
from benchmark.results.branch_record import add_record
from benchmark.review.agree import JudgesReport, judges_agreement
from benchmark.review.points import read_points
from benchmark.scoring.agreement import Kappa
from tests.case_files import table
from tests.jsonl import write_jsonl
from tests.points_rows import points_row
from tests.rubric_rows import rubric_of, rubric_scores

Run = Callable[..., Any]
FIRST = [10, 10, 10, 9.6, 7, 5.5, 4, 2, 1, 1]
SECOND = [9, 10, 8, 10, 7, 3, 5, 1, 2, 6]


def verdicts(path: Path, points: list[Any]) -> Path:
    fixed = {"draw": 0, "status": "wrong_answer"}
    lines = ({"task_id": f"t{number}", "points": value, **fixed} for number, value in enumerate(points))
    return write_jsonl(path, lines)


def rubric(path: Path, scores: Mapping[str, Any]) -> Path:
    path.write_bytes(rubric_scores(scores).to_bytes())
    return path


def agreement(first: Path, second: Path) -> JudgesReport:
    one, other = read_points(first), read_points(second)
    return judges_agreement(one, other, {**other.stems, **one.stems})


def test_levels_kappa_and_rank_correlation_are_those_of_the_points(in_process: Run, tmp_path: Path) -> None:
    first = verdicts(tmp_path / "figure.jsonl", [*FIRST, 3])
    scores = {f"t{number}": [value] for number, value in enumerate(SECOND)}
    second = rubric(tmp_path / "rubric.json", {**scores, "t10": [None], "t11": [4]})
    found = agreement(first, second)
    assert (found.mean_first, found.mean_second) == (pytest.approx(6.01), 6.1)
    assert found.bands == {
        ("9-10", "9-10"): 3, ("9-10", "7-8"): 1, ("7-8", "7-8"): 1, ("5-6", "3-4"): 1, ("3-4", "5-6"): 1,
        ("1-2", "1-2"): 2, ("1-2", "5-6"): 1,
    }  # fmt: skip
    assert found.alike.value == 0.6
    whole = [10, 10, 10, 10, 7, 6, 4, 2, 1, 1]
    seen = sum((x - y) ** 2 for x, y in zip(whole, SECOND, strict=True)) / 10
    chance = sum((x - y) ** 2 for x in whole for y in SECOND) / 100
    assert found.weighted_kappa.value == pytest.approx(1 - seen / chance, abs=1e-6)
    assert found.rank_correlation.value == pytest.approx(stats.spearmanr(FIRST, SECOND)[0], abs=1e-6)
    printed = in_process("review", "score", first, second).stdout
    assert "same level: 60.0 %" in printed
    assert "10 samples; only the first judged 1, only the second 1" in printed


def test_a_row_gives_points_outcomes_and_stems(make_row: Run, in_process: Run, tmp_path: Path) -> None:
    row = points_row(make_row, "acme", [10.0, 10.0, 4.0, 1.0])
    scored = rubric_of(row, [9, 3, 4, None]).scores
    path = add_record(tmp_path, row)
    second = tmp_path / "scores.json"
    second.write_bytes(scored.to_bytes())
    found = agreement(path, second)
    assert found.outcomes == {(True, "9-10"): 1, (True, "3-4"): 1, (False, "3-4"): 1}
    assert found.alike.samples == 3
    assert re.search(r"passed +0 +1 +0 +0 +1", in_process("review", "score", path, second).stdout)


@table("review")
def test_other_files_are_refused(in_process, tmp_path, before, after, message) -> None:
    path = rubric(tmp_path / "b.json", {"t0": [9]})
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    done = in_process("review", "score", verdicts(tmp_path / "a.jsonl", FIRST), path, code=2)
    assert message in done.stderr


def test_judges_that_never_differ_have_no_correlation(tmp_path: Path) -> None:
    first, second = (verdicts(tmp_path / f"{name}.jsonl", [10, 10, 10]) for name in "ab")
    found = agreement(first, second)
    assert found.rank_correlation is None
    assert found.alike.value == 1


def test_an_agreement_by_chance_alone_is_not_printed_as_less_than_zero() -> None:
    assert agreement_text(Kappa(value=-1e-17, low=-1e-17, high=1e-17)) == "0.00 (0.00 to 0.00)"
