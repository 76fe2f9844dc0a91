import re

from benchmark.analysis.conditions import Condition, protocol_condition, setting_condition
from benchmark.leaderboard.board.page import Board, board_pages
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.inputs.facts import size_class
from benchmark.leaderboard.parts.filters import Filterable, filter_selects
from tests.leaderboard.conftest import templates


def drawn(setting: str, protocol: str) -> Condition:
    return protocol_condition("humaneval-v", setting, protocol)


def lines(**values: list[str]) -> list[Filterable]:
    """Lines with these values; all other values are the same in all lines."""
    size = max(map(len, values.values()))
    same = {"weights": "open", "trust": "judged", "seen": "unknown"}
    return [
        Filterable(**{**same, **{name: found[at] for name, found in values.items()}}) for at in range(size)
    ]


def test_lines_with_equal_values_need_no_filter() -> None:
    assert filter_selects(lines(size=["5", "5"])) == ()


def test_a_filter_has_the_values_of_its_lines_in_a_fixed_order() -> None:
    found = filter_selects(
        lines(
            weights=["closed", "open", ""],
            size=["more", "5", ""],
            trust=["judged", "verified", "judged"],
            organisation=["Öhm", "acme", "Öhm"],
            released=["2024-06", "", "2025"],
        )
    )
    assert {select.name: select.options for select in found} == {
        "weights": (("", "All weights"), ("open", "Open weights"), ("closed", "Closed weights")),
        "trust": (("", "Any trust"), ("verified", "verified"), ("judged", "judged")),
        "size": (
            ("", "All sizes"),
            ("5", "Up to 5 B"),
            ("more", "Over 50 B"),
            ("unknown", "Size not public"),
        ),
        "organisation": (("", "All organisations"), ("acme", "acme"), ("Öhm", "Öhm")),
        "released": (("", "Released any time"), ("2025", "Since 2025"), ("2024", "Since 2024")),
    }


def test_size_classes_fit_the_models() -> None:
    """Phi-3 Vision has 4.2 billion parameters."""
    assert [size_class(size) for size in (0.135, 4.2, 5, 8, 15.1, 90, None)] == [
        "5",
        "5",
        "5",
        "15",
        "50",
        "more",
        "",
    ]


def test_settings_and_protocols_are_those_of_the_tables_in_words() -> None:
    protocols = [drawn("image", "greedy"), drawn("image", "sampled-20"), drawn("image", "greedy")]
    (found,) = filter_selects([], protocols=protocols)
    assert found.options == (
        ("", "All protocols"),
        ("greedy", "one try, temperature 0, at most 1,024 tokens"),
        ("sampled-20", "20 tries, temperature 0.8, at most 1,024 tokens"),
    )


def test_options_differ_in_words_even_where_their_meanings_do_not() -> None:
    settings = [setting_condition("humaneval-v", name) for name in ("image", "V2C", "signature-only")]
    found = dict(filter_selects([], settings)[0].options)
    assert found["image"] == "picture shown (image)"
    assert (found["V2C"], found["signature-only"]) == ("picture shown (V2C)", "picture not shown")


def test_a_protocol_that_means_two_things_has_the_words_of_both() -> None:
    protocols = [drawn("image", "greedy"), drawn("V2C", "greedy"), drawn("V2C", "sampled-6")]
    found = dict(filter_selects([], protocols=protocols)[0].options)
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
        known = {line for found in re.findall(f'data-{name}="([^"]*)"', body) for line in found.split("\n")}
        assert set(values) <= known
