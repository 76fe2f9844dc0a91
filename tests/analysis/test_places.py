"""Places, brackets and sentences of pages, computed from the comparison of pairs."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmark.analysis.groups import group_rows, key_of
from benchmark.analysis.places import Bracket, TablePlaces, _brackets, luck, places_by_table
from benchmark.analysis.ranks.categories import too_few_families
from benchmark.analysis.ranks.ranking import rank_rows
from benchmark.analysis.ranks.ranking_report import Ranking
from benchmark.analysis.wording import UNLESS_MISSING, percent_range
from benchmark.leaderboard.board.headline import headline
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.page import models
from benchmark.results.counted_row import count_row
from benchmark.results.row import Row
from benchmark.scoring.metrics import FEW_STEMS
from tests.case_files import read_cases, table
from tests.changed_rows import with_score

TASKS = 40


def rows_of(make_row, **right: int) -> list[Row]:
    """Return one row per model that passes the given number of tasks, always the first ones."""
    return [make_row(slug, "P" * number + "W" * (TASKS - number)) for slug, number in right.items()]


def places_of(rows: Sequence[Row]) -> dict[object, TablePlaces]:
    found = rank_rows([count_row(row) for row in rows], None)
    return places_by_table(table.ranking for table in found.tables)


def top_of(rows: list[Row]):
    """Return the headline of the only table of some rows."""
    return headline(group_rows(rows)["code-vision"][0], places_of(rows)[key_of(rows[0])])


def note_of(found: Sources) -> str:
    """Return the note of the only table of the board."""
    (table,) = boards(found)["index.md"].tables
    return table.note


def test_a_line_has_the_places_that_the_verdicts_allow(make_row, sources) -> None:
    rows = rows_of(make_row, a=38, b=36, c=5, gold=40)
    board = boards(sources(*rows))["index.md"]
    (table,) = board.tables
    assert [(line.place.text, line.place.shared) for line in table.models if line.place] == [
        ("1–2", True),
        ("1–2", True),
        ("3", False),
    ]
    assert [line.place for line in table.baselines] == [None]
    assert [line.slug for line in (*table.models, *table.baselines)] == ["a", "b", "c", ""]
    assert table.note.startswith(
        "2 of 3 pairs of models really differ. "
        "With 40 tasks, a real gap between neighbours smaller than about"
    )
    assert board.has_brackets
    assert table.lanes == 1


def test_places_need_a_comparison(make_row, sources) -> None:
    rows = rows_of(make_row, a=38, b=5)
    without_statistics = replace(sources(*rows), ranked={})
    (table,) = boards(without_statistics)["index.md"].tables
    assert (table.places, table.note, table.models[0].place) == (False, "", None)
    top = headline(group_rows(rows)["code-vision"][0])
    assert "has no places" in top.lead


def solved(*numbers: int) -> dict[str, str]:
    """Return results of models that pass the given numbers of tasks, always the first ones."""
    return {
        slug: "P" * number + "W" * (TASKS - number) for slug, number in zip("abcde", numbers, strict=False)
    }


@pytest.mark.parametrize(
    ("statuses", "sentence", "lead"),
    [
        (
            solved(38, 5, 1),
            "a leads by 82.5 points, and the lead is real.",
            "95.0 % of 40 tasks .83.1–98.7, allowing for having picked the highest of three scores.; the",
        ),
        (
            solved(38, 5, 1),
            "",
            "equally good, luck alone would do that less than once in a million, allowing for all 3 pairs.",
        ),
        (solved(38, 36), "a is 5.0 points ahead, but the lead may be luck.", ""),
        (solved(38, 38), "", "They cannot be told apart. The table is saturated [^.]*95.0 % [^.]*.$"),
        (
            solved(40, 12, 10),
            "",
            "Places 2 and 3 are shared: b and c cannot be told apart. The table is saturated .100.0 % .*",
        ),
        (solved(40, 12, 11, 10, 9), "", "^((?!shared).)*$"),  # the many models are not listed
        (  # the tasks that only a has solved are missing in b's row
            {"a": "P" * 30 + "W" * 10, "b": "P" * 28 + "MM" + "W" * 10},
            "a has the highest score, but is not ahead of b task by task.",
            "on the tasks that both were judged on, it is not ahead",
        ),
        (  # b is behind on nine tasks and ahead on none; c is further behind but passes other tasks
            {"a": "P" * 60 + "W" * 40, "b": "P" * 51 + "W" * 49, "c": "W" * 40 + "P" * 50 + "W" * 10},
            "a is 9.0 points ahead, but the lead may be luck.",
            "That gap is real, but one model further down cannot be told apart from a.$",
        ),
    ],
)
def test_the_headline_says_whether_a_lead_is_real(make_row, statuses, sentence: str, lead: str) -> None:
    top = top_of([make_row(slug, letters) for slug, letters in statuses.items()])
    assert sentence in ("", top.sentence)
    assert re.search(lead, top.lead)


@pytest.mark.parametrize(("statuses", "note"), read_cases("texts/notes_of_small_tables.yaml"))
def test_the_note_says_what_a_small_table_cannot_tell(make_row, sources, statuses, note: str) -> None:
    found = sources(*(make_row(slug, letters) for slug, letters in statuses.items()))
    assert note_of(found) == note
    assert boards(found)["index.md"].tables[0].models[0].place.text == ("1–2" if "b" in statuses else "1")


def test_a_table_with_real_differences_is_not_said_to_tell_no_gap_from_luck(make_row) -> None:
    """With few families and many models, far models differ although no gap of neighbours is visible."""
    (places,) = places_of(rows_of(make_row, a=38, b=36, c=5)).values()
    none = replace(places, ranking=places.ranking.model_copy(update={"visible_difference": None}))
    assert none.note.startswith(
        "2 of 3 pairs of models really differ. These 40 tasks come from too few families to show gaps between"
        " neighbours reliably. The highest"
    )


def test_the_headline_says_if_the_gap_has_fewer_tasks_than_the_scores(make_row) -> None:
    b = with_score(make_row("b", "W" * 28 + "PP" + "M" * 10), tasks=30, value=0.066667, missing=10)
    top = top_of([make_row("a", "P" * 30 + "W" * 10), b])
    assert top.sentence == "a leads by 93.3 points, and the lead is real."
    assert "The gap is over the 30 tasks that both were judged on." in top.lead


@table("analysis")
def test_the_note_counts_the_pairs_that_differ(make_row, sources, right, sentence: str) -> None:
    note = note_of(sources(*rows_of(make_row, **right)))
    assert note.startswith(f"{sentence} With 40 tasks, a real gap between neighbours")


def test_models_that_share_the_highest_score_share_a_leader_s_range(make_row) -> None:
    rows = rows_of(make_row, a=30, c=5)
    rows.append(make_row("b", "W" * 10 + "P" * 30))
    places = places_of(rows)[key_of(rows[0])]
    low, high = (getattr(places.ranking.leaders[0], end) for end in ("low", "high"))
    assert [(leader.slug, leader.low, leader.high) for leader in places.ranking.leaders] == [
        ("a", low, high),
        ("b", low, high),
    ]
    top = headline(group_rows(rows)["code-vision"][0], places)
    span = f"{percent_range(low, high)}, allowing for having picked the highest of three scores"
    assert top.lead.startswith(f"That is the highest score of three models ({span}).")


def test_a_headline_without_places_says_that_the_highest_score_is_often_too_high(make_row) -> None:
    top = headline(group_rows(rows_of(make_row, a=38, b=5))["code-vision"][0])
    made_so = "A range contains the true score 95 times in 100"
    assert f"{made_so}; that of the highest score less often" in top.lead


def test_a_model_page_names_its_place_and_the_gaps_to_its_neighbours(make_row, sources) -> None:
    rows = rows_of(make_row, a=38, b=20, c=19)
    (section,) = models(sources(*rows))["model/b/index.md"].sections
    found = {stat.label: (stat.value, stat.small) for stat in section.stats}
    assert found["Place"] == ("2–3", "of 3, shared")
    gaps = [(stat.page, stat.value, stat.small) for stat in section.stats if stat.page]
    assert gaps == [
        ("model/a/index.md", "45.0 points", "real"),
        ("model/c/index.md", "2.5 points", "not real"),
    ]


def test_overlapping_brackets_are_next_to_each_other() -> None:
    found = _brackets([[0, 1, 2], [1, 2, 3], [3, 4]])
    assert found[0] == (Bracket(0, "s"),)
    assert found[1] == (Bracket(0, ""), Bracket(1, "s"))
    assert found[3] == (Bracket(1, "e"), Bracket(0, "s"))
    assert found[4] == (Bracket(0, "e"),)


def test_of_brackets_that_need_too_many_lanes_the_fewest_with_all_models_are_shown() -> None:
    groups = [[*range(start, start + 6)] for start in range(100)]
    found = _brackets(groups)
    assert [*found] == [*range(105)]  # every model of a group has a bracket
    assert max(part.lane for parts in found.values() for part in parts) <= 1
    starts = [row for row, parts in found.items() for part in parts if part.end == "s"]
    assert len(starts) == 18  # 105 models in groups of 6


def test_a_score_shows_its_missing_samples(make_row, sources) -> None:
    row = with_score(make_row("a", "PPWM"), tasks=3, samples=3, missing=1, worst=0.5, best=0.75)
    (line,) = boards(sources(row))["index.md"].tables[0].models
    assert line.score.note == "3 tasks, 1 sample missing: 50.0–75.0"


@table("analysis")
def test_odds_are_written_in_words(p: float, words: str) -> None:
    sentence = f"if the two were equally good, luck alone would do that {words}"
    assert luck(p, 2) == sentence
    assert luck(p, 12) == f"{sentence}, allowing for all 66 pairs"


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
    assert found.notes == [FEW_STEMS]
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
    assert found.notes == [note, FEW_STEMS]
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
