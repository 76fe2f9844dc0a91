"""The sentences of the compare page, and that they agree with the numbers and the leaderboard."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from inline_snapshot import snapshot

from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.compare.page import compare_pages, compare_two
from benchmark.leaderboard.compare.tables import (
    ModelPair,
    badge,
    compared_table,
    luck_sentence,
    range_sentence,
    ranked_groups,
    sentence,
    settle_sentence,
    strict_sentence,
)
from tests.case_files import table
from tests.wording import wrapped

ROOT = Path(__file__).resolve().parents[3]
_SUBSETS = {
    "subset:humaneval": [f"task-{number}" for number in range(10)],
    "subset:math": [f"task-{number}" for number in range(10, 20)],
}


COUNTED = "15 pairs of models"


def _pair(difference: int, low: int, high: int, odds: int = 20, **more: int) -> ModelPair:
    alone = {"alone_low": (low + difference) // 2, "alone_high": (high + difference) // 2}
    return ModelPair(difference=difference, low=low, high=high, odds=odds, **({"needed": 0} | alone | more))


def _page(found):
    (page,) = compare_pages(found)
    return SimpleNamespace(**page.view)


def test_a_real_lead_has_the_same_sentence_in_either_order_of_the_models() -> None:
    expected = "A leads B by 11.9 points, and the lead is real."
    assert sentence(("A", "B"), _pair(119, 59, 178), COUNTED) == expected
    assert sentence(("B", "A"), _pair(-119, -178, -59), COUNTED) == expected
    assert sentence(("A", "B"), _pair(0, -20, 20), COUNTED) == "A and B are level."
    unfilled = sentence(("{behind} %s", "B"), _pair(10, 1, 20), COUNTED)
    assert unfilled.startswith("{behind} %s leads B by 1.0 points")


def test_a_bar_that_crosses_zero_is_not_a_real_lead() -> None:
    pair = _pair(-41, -110, 28, alone_low=-90, alone_high=8)
    assert sentence(("A", "B"), pair, COUNTED) == "B is 4.1 points ahead of A, but the lead may be luck."
    assert badge(("A", "B"), pair) == "too close to call"
    assert range_sentence(pair) == "The true difference may be anything from 0.8 points behind to 9.0 ahead."


def test_two_chosen_models_get_the_answer_for_two_and_the_stricter_one_second() -> None:
    pair = _pair(60, -5, 125, alone_low=8, alone_high=112)
    first = "B leads A by 6.0 points: real if you chose these two beforehand, not proved among all 15 pairs"
    first += " of models."
    assert sentence(("B", "A"), pair, COUNTED) == sentence(("A", "B"), pair.swapped(), COUNTED) == first
    assert badge(("A", "B"), pair) == "ahead, if chosen beforehand: A"
    assert range_sentence(pair) == "The true difference may be anything from 0.8 to 11.2 points ahead."
    unsure = _pair(60, -5, 125, alone_low=8, alone_high=112, sure=False)
    assert "unless the missing samples would change that" in sentence(("A", "B"), unsure, COUNTED)


@pytest.mark.parametrize(
    ("pair", "end"),
    [
        (_pair(119, 59, 178), "real, too, and from 5.9 to 17.8 points ahead."),
        (_pair(41, -28, 110, alone_low=-1), "pairs of models: from 2.8 points behind to 11.0 ahead."),
        (_pair(60, -5, 125, alone_low=8), "it may be luck, from 0.5 points behind to 12.5 ahead."),
    ],
)
def test_the_stricter_answer_has_its_own_sentence_in_either_order(pair: ModelPair, end: str) -> None:
    said = strict_sentence(pair, 15, COUNTED)
    assert said.endswith(end)
    assert strict_sentence(pair.swapped(), 15, COUNTED) == said
    assert strict_sentence(pair, 1, "1 pair of models") == ""


@table("leaderboard")
def test_the_odds_of_luck_are_written_in_words(odds: int, words: str) -> None:
    assert luck_sentence(_pair(119, 59, 178, odds)) == f"If the two were equally good, {words}"


def test_the_number_of_tasks_needed_is_given_if_the_gap_is_not_settled() -> None:
    sentence = settle_sentence(_pair(41, -28, 110, needed=1980), "438 tasks", 15, COUNTED)
    assert wrapped(sentence) == snapshot("""\
It would take about 1,980 tasks to settle a gap of 4.1 points like this one among all 15 pairs of
 models. This table has 438 tasks.\
""")
    million = settle_sentence(_pair(1, -28, 30, needed=-1), "438 tasks", 1, "1 pair")
    assert million.startswith("It would take more than a million tasks")
    assert "like this one. This table" in million
    assert settle_sentence(_pair(119, 59, 178), "438 tasks", 15, COUNTED) == ""


@pytest.mark.gate
def test_level_models_solved_as_many_tasks_as_each_other(make_row, sources) -> None:
    shown = _page(sources(make_row("a", "PPWW", name="Acme"), make_row("z", "WPPW", name="Zeta"))).shown
    assert shown.sentence == "Acme and Zeta are level."
    assert wrapped(shown.lead) == snapshot("""\
On the same 4 tasks Acme solved 1 that Zeta missed, and Zeta solved as many that Acme missed. The
 true difference may be anything from 100.0 points behind to 100.0 ahead.\
""")
    shown = _page(sources(make_row("a", "PM", name="Acme"), make_row("z", "WP", name="Zeta"))).shown
    assert "On the same task it solved 1 that Zeta missed" in shown.lead
    assert shown.lead.endswith("Left out: 1 task without a verdict for every compared model.")


@pytest.mark.parametrize("better", ["P" * 14 + "W" * 6, "P" * 9 + "W" * 11])
def test_the_page_opens_with_the_headline_of_the_leaderboard(make_row, sources, better: str) -> None:
    found = sources(
        make_row("a", better, name="Acme", subsets=_SUBSETS),
        make_row("z", "P" * 5 + "W" * 15, name="Zeta", subsets=_SUBSETS),
    )
    shown = _page(found).shown
    home = boards(found)["index.md"].headline.sentence
    real = better.count("P") == 14
    expected = "leads by 45.0 points, and the lead is real" if real else "is 20.0 points ahead, but"
    assert home.startswith(f"Acme {expected}")
    assert shown.sentence == home.replace("Acme leads", "Acme leads Zeta").replace("ahead,", "ahead of Zeta,")
    assert shown.bars[0].real == real
    assert [bar.title for bar in shown.bars] == ["All tasks", "HumanEval", "Math"]


def test_bars_and_counts_agree_with_the_sentence(make_row, sources) -> None:
    found = sources(
        make_row("a", "P" * 14 + "W" * 6, name="Acme", subsets=_SUBSETS),
        make_row("z", "W" + "P" * 5 + "W" * 13 + "P", name="Zeta", subsets=_SUBSETS),
    )
    (group,) = ranked_groups(found)
    shown = compare_two(found, group, "z", "a")
    assert shown.sentence.startswith("Acme is 40.0 points ahead of Zeta") or shown.bars[0].real
    assert "solved 9 that Zeta missed; Zeta solved 1 that it missed" in shown.lead
    box = shown.agreement
    assert (box.both, box.only_a, box.only_b, box.neither, box.differ) == ("5", "1", "9", "5", "10")
    bar = shown.bars[0]
    assert (bar.a, bar.b, bar.difference, bar.tasks) == ("6", "14", "\u221240.0", "20")
    ends = [float(text.rstrip("%")) for text in (bar.bar_from, bar.bar_width, bar.dot)]
    axis = float(shown.ticks[-1])
    assert ends[2] == pytest.approx(50 - 40 / axis * 50)
    assert (ends[0] < 50 < ends[0] + ends[1]) == (not bar.real)
    first = box.tasks[0]
    assert first.side == "b"
    assert [(each.model, each.title, each.passed) for each in first.outcomes] == [
        ("Zeta", "Wrong answer", False),
        ("Acme", "Passed", True),
    ]


def test_the_bar_of_the_two_is_within_the_line_for_all_pairs(make_row, sources) -> None:
    solved = {"a": 14, "m": 9, "z": 5}
    rows = [make_row(slug, "P" * n + "W" * (20 - n), subsets=_SUBSETS) for slug, n in solved.items()]
    shown = _page(sources(*rows)).shown
    assert len(shown.bars) == 3
    for bar in shown.bars:
        ends = (bar.strict_from, bar.strict_width, bar.bar_from, bar.bar_width)
        start, width, alone, narrow = (float(text.rstrip("%")) for text in ends)
        assert start <= alone < alone + narrow <= start + width
        assert width > narrow
    assert shown.strict.startswith("This is the answer for two models chosen before looking at scores.")


def test_the_page_is_empty_without_two_models_of_one_table(make_row, sources) -> None:
    for found in (sources(), sources(make_row("a"), make_row("gold", "PPP"))):
        view = _page(found)
        assert (view.shown, view.tables) == (None, [])


def test_long_names_are_clipped(make_row, sources) -> None:
    found = sources(make_row("a", "PP", name="x" * 200), make_row("b", "WW"))
    assert len(_page(found).shown.sentence) < 140


def test_categories_with_under_six_families_share_one_line(make_row, sources, html) -> None:
    names = [f"task-{number}" for number in range(20)]
    subsets = {"subset:humaneval": names[:6], "subset:math": names[6:]}
    subsets |= {f"category:c{number}": names[number : number + 5] for number in range(4)}
    found = sources(*(make_row(slug, "P" * 10 + "W" * 10, subsets=subsets) for slug in "ab"))
    shown = _page(found).shown
    assert [bar.title for bar in shown.bars] == ["All tasks", "HumanEval", "Math"]
    assert shown.table.too_few.startswith("Not compared: c0, c1, c2 and c3 have under six families each.")
    (page,) = compare_pages(found)
    assert shown.table.too_few in html(page)
    script = (ROOT / "site" / "assets" / "compare.js").read_text(encoding="utf-8")
    assert "table.tooFew" in script


def test_a_lead_that_missing_samples_could_turn_has_a_condition(make_row, sources) -> None:
    rows = [make_row("a", "P" * 12 + "W" * 8, name="Acme"), make_row("b", "W" * 12 + "M" * 8, name="Bolt")]
    found = sources(*rows, make_row("c", "W" * 20, name="Cy"))
    view = _page(found)
    condition = "unless the missing samples would change that"
    assert view.shown.sentence == f"Acme leads Bolt by 100.0 points, and the lead is real {condition}."
    assert view.shown.bars[0].badge == f"ahead, {condition}: Acme"
    swapped = compare_two(found, next(ranked_groups(found)), "b", "a")
    assert swapped.sentence == view.shown.sentence
    sure = sources(rows[0], make_row("b", "W" * 19 + "M", name="Bolt"))
    assert _page(sure).shown.sentence.endswith("and the lead is real.")


def test_an_older_word_of_a_level_stands_behind_its_number(make_row, sources) -> None:
    """Levels of our own tasks are numbers; official tasks keep their paper's words."""
    names = [f"t{number}" for number in range(24)]
    subsets = {"level:core": names[:8], "level:hard": names[8:16], "level:5": names[16:]}
    for dataset, titles in (
        ("open", {"Level 1 (core)", "Level 3 (hard)", "Level 5"}),
        ("official-v2", {"Level core", "Level hard", "Level 5"}),
    ):
        given = {
            "suite": "humaneval-v",
            "dataset": dataset,
            "setting": "V2C",
            "tasks": names,
            "subsets": subsets,
        }
        found = sources(make_row("a", "P" * 24, **given), make_row("b", "PW" * 12, **given))
        (table,) = [compared_table(found, group) for group in ranked_groups(found)]
        assert {table.look_title(number) for number in range(len(table.looks))} == {"All tasks"} | titles
