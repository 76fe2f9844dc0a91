"""Boards, the compare page and two commands say that a verdict depends on the other models of the table."""

from pathlib import Path

import pytest

from benchmark.analysis.places import WITHIN_TABLE
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.results.ledger import write_row
from tests.leaderboard.conftest import templates

ANCHOR = "what-a-place-says"


@pytest.mark.parametrize("pages", [board_pages, compare_pages])
def test_pages_say_that_a_verdict_depends_on_the_table(make_row, sources, pages) -> None:
    found = sources(make_row("a", "PPPPPPPW"), make_row("b", "WWWWWWWP"))
    page = next(iter(pages(found)))
    html = str(render(page, lambda source: f"/{source}", templates()))
    assert html.count(WITHIN_TABLE) == 1
    assert f'{WITHIN_TABLE} <a href="/about/index.md#{ANCHOR}">Method</a>' in html


def test_a_board_with_one_model_does_not_say_it(make_row, sources) -> None:
    page = next(iter(board_pages(sources(make_row("a", "PPPPPPPW")))))
    html = str(render(page, lambda source: f"/{source}", templates()))
    assert WITHIN_TABLE not in html


@pytest.mark.parametrize("options", [[], ["--leaderboard"]], ids=["ranking", "leaderboard"])
def test_rank_says_it_once_for_all_tables(in_process, tmp_path: Path, make_row, options: list[str]) -> None:
    for setting in ("x", "y"):
        for slug, statuses in (("a", "PPPPPPPW"), ("b", "WWWWWWWP")):
            write_row(tmp_path / "rows", make_row(slug, statuses, setting=setting))
    assert in_process("rank", *options, "--rows", "rows").stdout.count(WITHIN_TABLE) == 1
