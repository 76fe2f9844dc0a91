"""Verdicts and places that hold whatever the verdicts on missing samples would have been."""

import random

import pytest

from benchmark.analysis.groups import group_rows
from benchmark.analysis.places import places_by_table
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.wording import UNLESS_MISSING
from benchmark.leaderboard.board.headline import headline
from benchmark.leaderboard.board.page import boards
from benchmark.results.counted_row import count_row


def ranked(rows, category: str = "") -> Ranking:
    (table,) = rank_rows([count_row(row) for row in rows], None, categories=(category,)).tables
    return table.ranking


@pytest.mark.parametrize("seed", range(12))
def test_a_sure_pair_is_real_in_both_extreme_cases(make_row, seed: int) -> None:
    """With two models, the cases can be written as rows without missing samples."""
    chance = random.Random(seed)  # noqa: S311 - no secret

    def letters(skill: float, lost: float) -> str:
        drawn = ("P" if chance.random() < skill else "W" for _ in range(40))
        return "".join("M" if chance.random() < lost else letter for letter in drawn)

    one, other = letters(0.9, 0.1), letters(0.45 + 0.02 * seed, 0.1)
    (pair,) = ranked([make_row("a", one), make_row("b", other)]).neighbours
    pair = pair if pair.a == "a" else pair.swapped()
    extreme = []
    for up, down in ("PW", "WP"):
        rows = [make_row("a", one.replace("M", up)), make_row("b", other.replace("M", down))]
        (found,) = ranked(rows).neighbours
        found = found if found.a == "a" else found.swapped()
        extreme.append(found.real and (found.difference > 0) == (pair.difference > 0))
    assert pair.sure == (pair.real and all(extreme))


def test_both_answers_occur_in_these_cases(make_row) -> None:
    unsure = ranked([make_row("a", "P" * 6 + "W" * 4), make_row("b", "W" * 6 + "M" * 4)]).neighbours[0]
    sure = ranked([make_row("a", "P" * 12 + "W"), make_row("b", "W" * 12 + "M")]).neighbours[0]
    assert (unsure.real, unsure.sure, unsure.holds) == (True, False, f"real {UNLESS_MISSING}")
    assert (sure.real, sure.sure, sure.holds) == (True, True, "real")
    assert unsure.swapped().holds == unsure.holds


def test_a_place_that_missing_samples_could_change_has_a_note(make_row, sources) -> None:
    rows = [
        make_row("a", "P" * 16),
        make_row("b", "P" + "W" * 11 + "M" * 4),
        make_row("c", "W" * 16),
    ]
    found = ranked(rows)
    assert [(place.first, place.last) for place in found.places] == [(1, 1), (2, 3), (2, 3)]
    assert all(place.is_sure for place in found.places)
    assert found.notes == []
    rows[0] = make_row("a", "P" * 8 + "W" * 8)
    rows[1] = make_row("b", "W" * 8 + "M" * 8)
    found = ranked(rows)
    assert [(place.slug, place.first, place.last) for place in found.places] == [
        ("a", 1, 1),
        ("b", 2, 3),
        ("c", 2, 3),
    ]
    assert [(place.sure_first, place.sure_last) for place in found.places] == [(1, 2), (1, 3), (2, 3)]
    note = f"places hold {UNLESS_MISSING}; they could be: a 1–2 and b 1–3"
    assert found.notes == [note]
    assert note[1:] in boards(sources(*rows))["index.md"].tables[0].note


def test_a_category_s_verdicts_count_missing_samples_and_other_categories(make_row) -> None:
    names = [f"task-{number}" for number in range(26)]
    subsets = {"subset:math": names[:20], "subset:text": names[20:]}
    rows = [
        make_row("a", "P" * 8 + "W" * 12 + "W" * 6, subsets=subsets),
        make_row("b", "W" * 8 + "W" * 11 + "M" + "W" * 6, subsets=subsets),
    ]
    (pair,) = ranked(rows, "subset:math").neighbours
    assert pair.p_holm == 2 * 2 / 2**8
    # One task for b of nine that differ: p is 20 / 512; times two it is more than 0.05.
    assert (pair.real, pair.sure) == (True, False)


@pytest.mark.parametrize(("lost", "words"), [("MMMM", f"real {UNLESS_MISSING}"), ("WWWW", "real")])
def test_the_headline_has_the_condition(make_row, lost: str, words: str) -> None:
    rows = [make_row("a", "P" * 6 + "W" * 4), make_row("b", "W" * 6 + lost)]
    (group,) = group_rows(rows)["code-vision"]
    top = headline(group, places_by_table([ranked(rows)])[group.key])
    assert (
        top.sentence == f"a leads by {'100' if lost == 'MMMM' else '60'}.0 points, and the lead is {words}."
    )


def test_categories_with_too_few_families_are_named_with_their_parts() -> None:
    sentence = too_few_families(["subset:annotation/category:function/category:asks:x", "level:easy"])
    assert sentence.startswith("Not compared: Annotation function: x-intercept and Level easy have under six")
