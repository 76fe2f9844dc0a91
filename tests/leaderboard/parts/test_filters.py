import re
from pathlib import Path

from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.board.view import Board
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.parts.filters import FilterBar, filter_selects

ROOT = Path(__file__).resolve().parents[3]


def filter_bar(**more: list[str]) -> FilterBar:
    same = {"weights": ["open"], "trust": ["judged"], "size": [""], "reasoning": [""]}
    return FilterBar(**{**same, "settings": ["image"], "protocols": ["greedy"], **more})


def test_lines_with_equal_values_need_no_filter() -> None:
    assert filter_selects(filter_bar()) == ()


def test_a_filter_has_the_values_of_its_lines_in_a_fixed_order() -> None:
    found = filter_selects(
        filter_bar(weights=["closed", "open", ""], size=["more", "4", ""], trust=["judged", "verified"])
    )
    assert {select.name: select.options for select in found} == {
        "weights": (("", "All weights"), ("open", "Open weights"), ("closed", "Closed weights")),
        "trust": (("", "Any trust"), ("verified", "verified"), ("judged", "judged")),
        "size": (("", "All sizes"), ("4", "Up to 4 B"), ("more", "Over 100 B")),
    }


def test_settings_and_protocols_are_those_of_the_tables() -> None:
    (found,) = filter_selects(filter_bar(protocols=["greedy", "sampled-20", "greedy"]))
    assert found.options == (("", "All protocols"), ("greedy", "greedy"), ("sampled-20", "sampled-20"))


def test_every_option_matches_values_of_the_lines(make_row, sources) -> None:
    """Names may have spaces, and one may begin with another."""
    rows = [
        make_row("a", setting="own chart", protocol="cool-1"),
        make_row("a", setting="own chart", protocol="cool-1 warm"),
        make_row("b", setting="own", protocol="cool-1 warm"),
    ]
    (page, *_) = board_pages(sources(*rows))
    assert isinstance(page.view, Board)
    body = render(page, str, environment(ROOT / "site" / "templates"))
    offered = {choice.name: [value for value, _ in choice.options if value] for choice in page.view.choices}
    assert sorted(offered["setting"]) == ["own", "own chart"]
    assert sorted(offered["protocol"]) == ["cool-1", "cool-1 warm"]
    for name, values in offered.items():
        lines = {line for found in re.findall(f'data-{name}="([^"]*)"', body) for line in found.split("\n")}
        assert set(values) <= lines
