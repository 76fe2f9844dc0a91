import re
from typing import Any

from benchmark.analysis.conditions import Condition, protocol_condition, setting_condition
from benchmark.leaderboard.board.page import Board, board_pages
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.parts.filters import FilterBar, filter_selects
from tests.leaderboard.conftest import templates


def drawn(setting: str, protocol: str) -> Condition:
    return protocol_condition("humaneval-v", setting, protocol)


def filter_bar(**more: list[Any]) -> FilterBar:
    same: dict[str, list[Any]] = {"weights": ["open"], "trust": ["judged"], "size": [""], "reasoning": [""]}
    same |= {"seen": ["unknown"]}
    same |= {"settings": [setting_condition("humaneval-v", "image")], "protocols": [drawn("image", "greedy")]}
    return FilterBar(**{**same, **more})


def test_lines_with_equal_values_need_no_filter() -> None:
    assert filter_selects(filter_bar()) == ()


def test_a_filter_has_the_values_of_its_lines_in_a_fixed_order() -> None:
    found = filter_selects(
        filter_bar(weights=["closed", "open", ""], size=["more", "4", ""], trust=["judged", "verified"])
    )
    assert {select.name: select.options for select in found} == {
        "weights": (("", "All weights"), ("open", "Open weights"), ("closed", "Closed weights")),
        "trust": (("", "Any trust"), ("verified", "verified"), ("judged", "judged")),
        "size": (
            ("", "All sizes"),
            ("4", "Up to 4 B, unknown left out"),
            ("more", "Over 100 B, unknown left out"),
        ),
    }


def test_settings_and_protocols_are_those_of_the_tables_in_words() -> None:
    protocols = [drawn("image", "greedy"), drawn("image", "sampled-20"), drawn("image", "greedy")]
    (found,) = filter_selects(filter_bar(protocols=protocols))
    assert found.options == (
        ("", "All protocols"),
        ("greedy", "one try, temperature 0, at most 1,024 tokens"),
        ("sampled-20", "20 tries, temperature 0.8, at most 1,024 tokens"),
    )


def test_options_differ_in_words_even_where_their_meanings_do_not() -> None:
    settings = [setting_condition("humaneval-v", name) for name in ("image", "V2C", "signature-only")]
    found = dict(filter_selects(filter_bar(settings=settings))[0].options)
    assert found["image"] == "picture shown (image)"
    assert (found["V2C"], found["signature-only"]) == ("picture shown (V2C)", "picture not shown")


def test_a_protocol_that_means_two_things_has_the_words_of_both() -> None:
    protocols = [drawn("image", "greedy"), drawn("V2C", "greedy"), drawn("V2C", "sampled-6")]
    found = dict(filter_selects(filter_bar(protocols=protocols))[0].options)
    assert found["greedy"] == "one try, temperature 0"


def test_every_option_matches_values_of_the_lines(make_row, sources) -> None:
    """Names may have spaces, and one may begin with another."""
    rows = [
        make_row("a", setting="own chart", protocol="cool-1"),
        make_row("a", setting="own chart", protocol="cool-1 warm"),
        make_row("b", setting="own", protocol="cool-1 warm"),
    ]
    (page,) = [page for page in board_pages(sources(*rows)) if page.source == "suite/code-vision/index.md"]
    assert isinstance(page.view, Board)
    body = render(page, str, templates())
    offered = {choice.name: [value for value, _ in choice.options if value] for choice in page.view.choices}
    assert sorted(offered["setting"]) == ["own", "own chart"]
    assert sorted(offered["protocol"]) == ["cool-1", "cool-1 warm"]
    for name, values in offered.items():
        lines = {line for found in re.findall(f'data-{name}="([^"]*)"', body) for line in found.split("\n")}
        assert set(values) <= lines
