from benchmark.leaderboard.filters import Filtered, choices


def filtered(**more: list[str]) -> Filtered:
    same = {"weights": ["open"], "trust": ["judged"], "size": [""], "reasoning": [""]}
    return Filtered(**{**same, "settings": ["image"], "protocols": ["greedy"], **more})


def test_lines_that_are_all_alike_need_no_filter() -> None:
    assert choices(filtered()) == ()


def test_a_filter_offers_what_some_line_has_in_an_order_of_its_own() -> None:
    found = choices(
        filtered(weights=["closed", "open", ""], size=["more", "4", ""], trust=["judged", "verified"])
    )
    assert {one.name: one.options for one in found} == {
        "weights": (("", "All weights"), ("open", "Open weights"), ("closed", "Closed weights")),
        "trust": (("", "Any trust"), ("verified", "verified"), ("judged", "judged")),
        "size": (("", "All sizes"), ("4", "Up to 4 B"), ("more", "Over 100 B")),
    }


def test_settings_and_protocols_are_those_of_the_tables() -> None:
    (found,) = choices(filtered(protocols=["greedy", "sampled-20", "greedy"]))
    assert found.options == (("", "All protocols"), ("greedy", "greedy"), ("sampled-20", "sampled-20"))
