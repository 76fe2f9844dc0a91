"""What changed is said in sentences, computed from rows and withdrawals by their dates."""

import random
from collections.abc import Callable

import pytest

from benchmark.leaderboard.board.joined_tables import join_tables
from benchmark.leaderboard.changes.history import DayChanges, changes_between, history
from benchmark.leaderboard.changes.words import day_sentences, plain, table_titles
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.row import Row
from tests.changed_rows import withdrawn

TABLE = "Code-Vision, rebuilt (picture shown)"
TASKS = 40


def said(found: Sources, *days: DayChanges) -> dict[str, list[str]]:
    titles = table_titles(found, lambda _: ("", ""))
    return {
        changes.day: [plain(sentence) for sentence in day_sentences(changes, titles)]
        for changes in days or history(found)
    }


@pytest.fixture
def judged(make_row) -> Callable[..., Row]:
    def make(slug: str, passed: int, day: int, **more: object) -> Row:
        solved = "P" * passed + "W" * (TASKS - passed)
        return make_row(slug, solved, started=f"2026-01-{day:02d}T00:00:00Z", **more)

    return make


def gone_on(day: int, row: Row) -> WithdrawnRow:
    return withdrawn(row, f"2026-01-{day:02d}T09:00:00Z")


def test_models_places_and_leaders_are_said(judged, sources) -> None:
    rows = [judged("a", 30, 1), judged("b", 29, 2), judged("c", 2, 3), judged("d", 40, 4)]
    assert said(sources(*rows)) == {
        "2026-01-01": [f"{TABLE} has its first results: a."],
        "2026-01-02": [
            f"First place in {TABLE} is now shared by a and b; before, a was the only model.",
            f"b (places 1–2) is new in {TABLE}.",
        ],
        "2026-01-03": [f"c (place 3) is new in {TABLE}."],
        "2026-01-04": [
            f"d now leads {TABLE}; before, first place was shared by a and b.",
            f"d (place 1) is new in {TABLE}.",
        ],
    }


def test_places_that_move_by_more_than_the_models_that_joined_are_said(judged, sources) -> None:
    rows = [judged("a", 30, 1), judged("b", 2, 1), judged("new", 29, 2), judged("b", 40, 2)]
    (*_, last) = said(sources(*rows))["2026-01-02"]
    assert last == f"Places moved in {TABLE}: a is now 2–3, was 1."


def test_moves_whose_ranges_of_places_still_overlap_are_not_said(judged, sources) -> None:
    """With many models, each day moves ends of ranges; the leader and the model judged again are the news."""
    field = [judged(f"m-{number:02d}", 20 + number % 3, 1) for number in range(30)]
    found = said(sources(*field, judged("weak", 2, 1), judged("weak", 40, 2)))
    assert found["2026-01-02"] == [
        f"weak now leads {TABLE}; before, first place was shared by m-02, m-05, m-08 and 27 more.",
        f"weak was judged again in {TABLE}: 100.0 %, was 5.0 %; now place 1, was 31.",
    ]


def test_a_withdrawal_and_a_newer_row_are_said_with_the_places_before(judged, sources) -> None:
    leader, second = judged("a", 40, 1), judged("b", 20, 1)
    found = sources(second, judged("b", 38, 3), withdrawn=[gone_on(2, leader)])
    assert said(found) == {
        "2026-01-01": [f"{TABLE} has its first results: a (place 1) and b (place 2)."],
        "2026-01-02": [
            f"b is now the only model in {TABLE}; before, a led.",
            f"A row of a was withdrawn from {TABLE}. Reason: Copied.",
        ],
        "2026-01-03": [f"b was judged again in {TABLE}: 95.0 %, was 50.0 %."],
    }


def test_rows_judged_again_with_the_same_scores_and_places_share_a_sentence(judged, sources) -> None:
    rows = [judged(slug, passed, day) for slug, passed in (("a", 30), ("b", 29)) for day in (1, 2)]
    found = said(sources(*rows, judged("c", 9, 1), judged("c", 10, 2)))
    assert found["2026-01-02"] == [
        f"c was judged again in {TABLE}: 25.0 %, was 22.5 %; place 3.",
        f"2 rows were judged again in {TABLE}: scores and places as before.",
    ]


def test_an_earlier_row_counts_again_after_a_withdrawal(judged, sources) -> None:
    newer = judged("b", 30, 2)
    found = sources(judged("b", 20, 1), withdrawn=[gone_on(3, newer)])
    assert said(found)["2026-01-03"][0] == f"An earlier row of b counts again in {TABLE}: 50.0 %, was 75.0 %."


def test_a_model_judged_on_changed_tasks_leaves_one_table_for_another(judged, sources) -> None:
    tasks = [f"other-{number}" for number in range(TASKS)]
    found = said(sources(judged("a", 30, 1), judged("a", 30, 2, tasks=tasks, version=2)))
    (first, second) = found["2026-01-02"]
    assert "starts anew, because its tasks changed (suite version 2): a." in first
    assert second.startswith("a is no longer in Code-Vision, rebuilt (")
    assert second.endswith(": the table is closed.")


def test_a_day_without_a_change_for_models_says_so(judged, sources) -> None:
    found = said(sources(judged("a", 3, 1), judged("gold", 40, 2), judged("p", 3, 3, trust="reported")))
    assert found["2026-01-02"] == ["1 row of baselines; no model's row or place changed."]
    assert found["2026-01-03"] == ["Numbers from papers were added for p."]


def test_another_top_of_a_shared_place_is_said_and_a_further_sharer_is_not(judged, sources) -> None:
    found = said(sources(judged("a", 30, 1), judged("b", 29, 1), judged("c", 31, 2), judged("d", 28, 3)))
    assert found["2026-01-02"][0] == (
        f"c now has the highest score in {TABLE}; before, a had it. "
        "First place is still shared, now by 3 models."
    )
    assert found["2026-01-03"] == [f"d (places 1–4) is new in {TABLE}."]


def test_days_can_be_taken_together_and_many_names_are_counted(judged, sources) -> None:
    found = sources(*(judged(f"m-{number}", 20, number) for number in range(1, 10)))
    (_, last) = changes_between(found, ["2026-01-01", "2026-01-31"])
    (sentence, *_) = [text for text in said(found, last)["2026-01-31"] if "new in" in text]
    assert sentence == (
        f"m-2 (places 1–9), m-3 (places 1–9), m-4 (places 1–9), m-5 (places 1–9), m-6 (places 1–9) "
        f"and 3 more are new in {TABLE}."
    )


def test_only_the_protocol_that_decides_places_has_places(judged, sources) -> None:
    found = sources(
        judged("a", 30, 1),
        judged("b", 10, 1),
        judged("a", 30, 2, protocol="greedy"),
        judged("b", 1, 2, protocol="greedy"),
    )
    assert not [text for text in said(found)["2026-01-02"] if "place" in text]


SOME = 30
DAYS = 12


def random_rows(make_row, seed: int) -> tuple[list[Row], list[WithdrawnRow]]:
    """Return rows that count and rows that were withdrawn: judged again, of other tasks and protocols."""
    chance = random.Random(seed)  # noqa: S311 - only a test
    rows, gone = {}, []
    for day in [chance.randint(1, DAYS) for _ in range(18)]:
        statuses = ["P"] * chance.choice([2, 10, 10, 25, 30])
        statuses += ["W"] * (SOME - len(statuses))
        chance.shuffle(statuses)
        if chance.random() < 0.2:
            statuses[: SOME // 4] = ["M"] * (SOME // 4)
        more = {"protocol": "greedy"} if chance.random() < 0.2 else {}
        if chance.random() < 0.2:
            more |= {"tasks": [f"new-{number}" for number in range(SOME)], "version": 2}
        row = make_row(
            chance.choice("abcd"), "".join(statuses), started=f"2026-01-{day:02d}T08:00:00Z", **more
        )
        if row.id not in rows and chance.random() < 0.25:
            date = f"2026-01-{day + chance.choice([0, 1, 4]):02d}T12:00:00Z"
            gone.append(withdrawn(row, date))
        else:
            rows[row.id] = row
    names = {entry.row.id for entry in gone}
    return [row for name, row in rows.items() if name not in names], gone


@pytest.mark.parametrize("seed", range(8))
def test_changes_add_up_to_the_board_of_each_day(make_row, sources, seed: int) -> None:
    rows, gone = random_rows(make_row, seed)
    found = sources(*rows, withdrawn=gone)
    tables: dict = {}
    for changes in history(found):
        for table in changes.tables:
            known = tables.setdefault(table.key, {})
            for change in table.rows:
                slug = change.row.result.submission.slug
                known[slug] = (change.row.id, change.place)
                if change.kind in {"left", "withdrawn"}:
                    del known[slug]
        then = found.until(f"{changes.day}T23:59:59Z")
        groups = [group for same in then.groups.values() for group in same if group.models]
        expected = {
            group.key: {row.result.submission.slug: row.id for row in group.models} for group in groups
        }
        now = {
            key: {slug: name for slug, (name, _) in known.items()} for key, known in tables.items() if known
        }
        assert now == expected
        for group in (joined.group for same in then.groups.values() for joined in join_tables(same)):
            ranking = then.ranking(group.key)
            assert ranking is not None
            places = {place.slug: (place.first, place.last) for place in ranking.places}
            shown = {slug: (at.first, at.last) for slug, (_, at) in tables[group.key].items() if at}
            assert shown == places


def test_a_model_judged_on_newer_tasks_has_no_place_in_its_earlier_table(make_row, sources) -> None:
    newer = [f"new-{number}" for number in range(SOME)]
    rows = [
        make_row("a", "P" * SOME, started="2026-01-01T00:00:00Z"),
        make_row("b", "P" * 5 + "W" * (SOME - 5), started="2026-01-02T00:00:00Z"),
        make_row("a", "P" * SOME, started="2026-01-03T00:00:00Z", tasks=newer, version=2),
    ]
    later = make_row("c", "P" * SOME, started="2026-01-04T00:00:00Z")
    then = sources(*rows, later).until("2026-01-03T23:59:59Z")
    group = next(found for found in then.groups["code-vision"] if found.models[0].id == rows[1].id)
    ranking = then.ranking(group.key)
    assert ranking is not None
    assert [(place.slug, place.first, place.last) for place in ranking.places] == [("b", 1, 1)]
