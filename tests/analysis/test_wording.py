import re
from pathlib import Path

import pytest

from benchmark.analysis import forest_plot
from benchmark.analysis.forest_plot import PlotLine, PlotPanel, write_plot
from benchmark.analysis.score_cells import (
    PERCENT,
    POINTS,
    dataset_words,
    failed_kinds,
    is_by_kind,
    kind_scores,
    score_axis,
)
from benchmark.analysis.wording import (
    clean,
    join_names,
    join_some,
    keep_together,
    money,
    number_word,
    percent,
    percent_range,
    position,
    short_number,
    task_name,
)
from benchmark.core.score import Score
from benchmark.core.verdict import Status
from benchmark.results.branch_record import add_record
from tests.case_files import table


@table("analysis")
def test_percent_gives_0_and_100_only_for_exactly_none_and_all(fraction: float, text: str) -> None:
    assert percent(fraction) == text


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (percent_range(0.883, 0.936), "88.3–93.6"),
        (clean("a\u202eb\x1b[31mc\x00"), "a\ufffdb\ufffd[31mc\ufffd"),
        (clean("line\none " + "x" * 10_000, 12), "line one xx…"),
        (clean("模型 Ж ü 🙂"), "模型 Ж ü 🙂"),
        (number_word(6), "six"),
        (number_word(13), "13"),
        (join_names(["A"]), "A"),
        (join_names(["A", "B"]), "A and B"),
        (join_names(["A", "B", "C"]), "A, B and C"),
        (join_some(["A"], 2), "A"),
        (join_some(["A", "B"], 2), "A and B"),
        (join_some(["A", "B", "C"], 2), "A, B and C"),  # one name is not shortened to a number
        (join_some(["A", "B", "C", "D"], 2), "A, B and 2 more"),
        (keep_together("91.3 % (88.3–93.6)"), "91.3\u00a0% (88.3\u2060–\u206093.6)"),
        (keep_together("GPT–4o"), "GPT–4o"),
    ],
)
def test_a_text_is_written_as_on_all_pages(made: str, text: str) -> None:
    assert made == text


def test_a_position_stays_on_the_axis() -> None:
    assert [position(value) for value in (-0.1, 0.5, 0.123456, 1.2)] == ["0%", "50%", "12.35%", "100%"]


def test_money_below_a_cent_has_two_digits() -> None:
    assert [money(value) for value in (0.0, 0.00134, 5.791, 1234.5)] == ["0.00", "0.0013", "5.79", "1,234.50"]
    assert [money(value) for value in (0.00005, 1.34e-6, 1.34e-7)] == ["0.000050", "0.0000013", "1.3e-7"]


@pytest.mark.parametrize(
    ("number", "shown"),
    [(99_999_999, "text"), (1e8, "1.0e8"), (123_456_789_012, "1.2e11"), (1e120, "1.0e120")],
)
def test_numbers_too_long_for_a_column_have_an_exponent(number: float, shown: str) -> None:
    assert short_number(number, "text") == shown


def test_a_task_name_is_never_empty_or_too_long() -> None:
    assert task_name("HumanEval-0") == "HumanEval-0"
    assert task_name(" ") == "(unnamed)"
    assert len(task_name("x" * 1000)) == 90


def test_the_data_set_decides_the_scale() -> None:
    assert dataset_words("mathopeval", "open-free") is dataset_words("mathopeval", "official-free") is POINTS
    assert dataset_words("mathopeval", "open-choice") is dataset_words("mmcode", "hands-free") is PERCENT


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.25, 0.9132, 0.9999, 1.0])
def test_percent_is_written_as_everywhere(share: float) -> None:
    assert PERCENT.value(share) == percent(share)
    assert PERCENT.position(share) == position(share)


@pytest.mark.parametrize(
    ("words", "scores", "ticks"),
    [
        (PERCENT, [0.068, 0.5, 0.936], ["5", "35", "65", "95"]),
        (PERCENT, [0.0, 1.0], ["0", "25", "50", "75", "100"]),
        (PERCENT, [0.99, 1.0], ["91", "94", "97", "100"]),
        (PERCENT, [], ["0", "25", "50", "75", "100"]),
        (POINTS, [3.2, 8.8], ["3", "4.5", "6", "7.5", "9"]),
        (POINTS, [1.0, 10.0], ["1", "4", "7", "10"]),
    ],
)
def test_an_axis_ends_at_round_numbers_around_the_scores(words, scores, ticks) -> None:
    axis = score_axis(words, scores)
    assert list(axis.ticks) == ticks
    ends = [float(tick) / words.factor for tick in (ticks[0], ticks[-1])]
    assert [axis.position(end) for end in ends] == ["0%", "100%"]
    assert axis.width(*ends) == "100%"


def test_points_have_two_decimals_and_never_a_percent_sign() -> None:
    assert POINTS.amount_on(6.1, 1200) == "6.10 of 10 points on 1,200 tasks"
    assert (POINTS.range(5.9, 6.304), POINTS.gap(-0.419)) == ("5.90–6.30", "0.42")
    assert (POINTS.signed(-0.2), POINTS.signed(0.001), POINTS.signed(0)) == ("−0.20", "+0.01", "0.00")
    words = [getattr(POINTS, name) for name in ("column", "short", "stat", "unit", "range_unit", "axis")]
    assert not any("%" in word for word in words)


def test_only_the_ends_of_the_scale_are_written_as_ends() -> None:
    assert [POINTS.value(score) for score in (1.0, 1.001, 9.999, 10.0)] == ["1.00", "1.01", "9.99", "10.00"]


def test_the_axis_of_points_starts_at_1() -> None:
    assert [POINTS.position(score) for score in (1, 5.5, 10)] == ["0%", "50%", "100%"]
    assert POINTS.width(1, 3.25) == "25%"
    assert [POINTS.position(float(word)) for word in POINTS.ticks] == ["0%", "25%", "50%", "75%", "100%"]


@table("analysis")
def test_a_difference_in_percent_is_0_only_for_exactly_0(
    difference: float, steps: int, gap: str, signed: str
) -> None:
    assert (PERCENT.steps(difference), PERCENT.gap(difference), PERCENT.signed(difference)) == (
        steps,
        gap,
        signed,
    )


def score(metric: str, category: str = "") -> Score:
    return Score(metric=metric, value=0.5, low=0.4, high=0.6, tasks=2, samples=2, category=category)


def test_kinds_come_in_the_order_of_their_difficulty_whatever_the_order_of_scores() -> None:
    """A row sorts its scores by name."""
    kinds = ("zoo", "large", "empty", "edge", "typical")
    metrics = sorted(f"{prefix}:{kind}" for prefix in ("fails_only", "passes") for kind in kinds)
    scores = [score("pass@1"), *map(score, metrics), score("passes:other", "level:easy")]
    found = kind_scores(scores)
    assert [line.kind for line in found] == ["typical", "edge", "large", "empty", "zoo"]
    assert {line.passes.metric for line in found} == {f"passes:{kind}" for kind in kinds}
    assert {line.fails_only.metric for line in found} == {f"fails_only:{kind}" for kind in kinds}
    assert [one.metric for one in scores if not is_by_kind(one.metric)] == ["pass@1"]


def test_scores_of_tasks_without_kinds_have_no_lines() -> None:
    assert kind_scores([score("pass@1"), score("share:timeout")]) == ()


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ({}, ""),
        ({"typical": Status.TIMEOUT}, ""),
        ({"typical": Status.PASSED, "large": Status.PASSED}, ""),
        ({"typical": Status.PASSED, "edge": Status.PASSED, "large": Status.TIMEOUT}, "large"),
        ({"typical": Status.PASSED, "edge": Status.TIMEOUT, "large": Status.TIMEOUT}, "edge and large"),
        ({"typical": Status.NO_ANSWER, "large": Status.NO_ANSWER}, "all kinds"),
    ],
)
def test_the_failed_kinds_of_a_sample_in_words(kinds: dict[str, Status], words: str) -> None:
    assert failed_kinds(kinds) == words


TASKS = 12


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Write rows of three models; the name of one would be a formula, and has characters without a glyph."""
    for number, (name, solved) in enumerate((("Cost $x^2$ 模型", 12), ("Second", 11), ("Third", 1))):
        statuses = "P" * solved + "W" * (TASKS - solved)
        subsets = {f"subset:{half}": [f"task-{task}" for task in range(6)] for half in ("one", "two")}
        add_record(tmp_path / "rows", make_row(f"m{number}", statuses, name=name, subsets=subsets))
    return tmp_path / "rows"


@pytest.mark.gate
def test_a_ranking_has_a_line_per_model_with_its_place(in_process, rows: Path) -> None:
    printed = in_process("rank", "--rows", rows, "--plot", "plot.svg", code=0).stdout
    interval = re.search(r"91\.7 +(\S+)", printed)
    assert interval
    shown = Path("plot.svg").read_text(encoding="utf-8")
    for text in ("Cost $x^2$ 模型   1–2", "Second   1–2", "Third   3", f"91.7 ({interval[1]})"):
        assert f"<!-- {text} -->" in shown
    in_process("rank", "--rows", rows, "--plot", "again.svg", code=0)
    assert Path("again.svg").read_bytes() == Path("plot.svg").read_bytes()


@pytest.mark.gate
def test_a_comparison_has_all_tasks_and_each_category(in_process, rows: Path) -> None:
    printed = in_process("compare", "m1", "m2", "--rows", rows, "--plot", "plot.svg", code=0).stdout
    shown = Path("plot.svg").read_text(encoding="utf-8")
    for text in ("all tasks", "one", "two", "Second leads Third by 83.3 points, and the lead is real."):
        assert text in printed
        assert f"<!-- {text} -->" in shown


@pytest.mark.gate
def test_a_png_is_written_too(in_process, rows: Path) -> None:
    in_process("compare", "m0", "m2", "--rows", rows, "--json", "--plot", "plot.png", code=0)
    assert Path("plot.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", [("compare", "a", "b"), ("rank",)], ids=" ".join)
def test_what_cannot_be_drawn_is_refused_before_the_work(
    in_process, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """There are no rows: this would be the next error."""
    done = in_process(*command, "--rows", "absent", "--plot", "plot.pdf", code=2)
    assert done.stderr.startswith("error: --plot: 'plot.pdf' does not end in .png or .svg\n")
    monkeypatch.setattr(forest_plot, "absent_modules", list)
    done = in_process(*command, "--rows", "absent", "--plot", "plot.svg", code=2)
    assert "--plot: needs matplotlib, of the extra `figure`, which is not installed\n  fix: " in done.stderr


def test_a_leaderboard_has_no_plot(in_process, rows: Path) -> None:
    done = in_process("rank", "--rows", rows, "--leaderboard", "--plot", "plot.svg", code=2)
    assert "--plot: cannot be used with --leaderboard" in done.stderr


@pytest.mark.parametrize("lines", [0, 1001])
def test_a_picture_has_at_least_one_line_and_is_not_endless(tmp_path: Path, lines: int) -> None:
    line = PlotLine("a", 1, 0, 2, "1")
    with pytest.raises(forest_plot.BadInput, match=f"there are {lines} lines to draw"):
        write_plot(tmp_path / "plot.svg", [PlotPanel("t", "x", [line] * lines)])
    assert [*tmp_path.iterdir()] == []
