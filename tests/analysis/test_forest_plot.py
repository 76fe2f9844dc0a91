"""Forest plots of `compare` and `rank`: what they show, and what is refused before any work."""

import re
from pathlib import Path

import pytest

from benchmark.analysis import forest_plot
from benchmark.analysis.forest_plot import Line, Panel, write_plot
from benchmark.results.ledger import write_row

TASKS = 12


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    """Write rows of three models; the name of one would be a formula, and has characters without a glyph."""
    for number, (name, solved) in enumerate((("Cost $x^2$ 模型", 12), ("Second", 11), ("Third", 1))):
        statuses = "P" * solved + "W" * (TASKS - solved)
        subsets = {f"subset:{half}": [f"task-{task}" for task in range(6)] for half in ("one", "two")}
        write_row(tmp_path / "rows", make_row(f"m{number}", statuses, name=name, subsets=subsets))
    return tmp_path / "rows"


def test_a_ranking_has_a_line_per_model_with_its_place(in_process, rows: Path) -> None:
    printed = in_process("rank", "--rows", rows, "--plot", "plot.svg", code=0).stdout
    interval = re.search(r"91\.7 +(\S+)", printed)
    assert interval
    shown = Path("plot.svg").read_text(encoding="utf-8")
    for text in ("Cost $x^2$ 模型   1–2", "Second   1–2", "Third   3", f"91.7 ({interval[1]})"):
        assert f"<!-- {text} -->" in shown
    in_process("rank", "--rows", rows, "--plot", "again.svg", code=0)
    assert Path("again.svg").read_bytes() == Path("plot.svg").read_bytes()


def test_a_comparison_has_all_tasks_and_each_category(in_process, rows: Path) -> None:
    printed = in_process("compare", "m1", "m2", "--rows", rows, "--plot", "plot.svg", code=0).stdout
    shown = Path("plot.svg").read_text(encoding="utf-8")
    for text in ("all tasks", "one", "two", "Second leads Third by 83.3 points, and the lead is real."):
        assert text in printed
        assert f"<!-- {text} -->" in shown


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
    line = Line("a", 1, 0, 2, "1")
    with pytest.raises(forest_plot.BadInput, match=f"there are {lines} lines to draw"):
        write_plot(tmp_path / "plot.svg", [Panel("t", "x", [line] * lines)])
    assert [*tmp_path.iterdir()] == []
