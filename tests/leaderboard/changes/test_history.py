"""On each day of random histories, the changes so far make the rows and places of that day's board."""

import random

import pytest

from benchmark.leaderboard.board.joined_tables import join_tables
from benchmark.leaderboard.changes.history import history
from benchmark.results.ledger import WithdrawnRow, retraction_of
from benchmark.results.row import Row

TASKS = 30
DAYS = 12


def random_rows(make_row, seed: int) -> tuple[list[Row], list[WithdrawnRow]]:
    """Return rows that count and rows that were withdrawn: judged again, of other tasks and protocols."""
    chance = random.Random(seed)  # noqa: S311 - only a test
    rows, withdrawn = {}, []
    for day in [chance.randint(1, DAYS) for _ in range(18)]:
        statuses = ["P"] * chance.choice([2, 10, 10, 25, 30])
        statuses += ["W"] * (TASKS - len(statuses))
        chance.shuffle(statuses)
        if chance.random() < 0.2:
            statuses[: TASKS // 4] = ["M"] * (TASKS // 4)
        more = {"protocol": "greedy"} if chance.random() < 0.2 else {}
        if chance.random() < 0.2:
            more |= {"tasks": [f"new-{number}" for number in range(TASKS)], "version": 2}
        row = make_row(
            chance.choice("abcd"), "".join(statuses), started=f"2026-01-{day:02d}T08:00:00Z", **more
        )
        if row.id not in rows and chance.random() < 0.25:
            date = f"2026-01-{day + chance.choice([0, 1, 4]):02d}T12:00:00Z"
            words = {"reason": "Copied.", "by": "me", "link": "", "named": "test"}
            withdrawn.append(WithdrawnRow(row, retraction_of(row, date=date, **words)))
        else:
            rows[row.id] = row
    gone = {entry.row.id for entry in withdrawn}
    return [row for name, row in rows.items() if name not in gone], withdrawn


@pytest.mark.parametrize("seed", range(8))
def test_changes_add_up_to_the_board_of_each_day(make_row, sources, seed: int) -> None:
    rows, withdrawn = random_rows(make_row, seed)
    found = sources(*rows, withdrawn=withdrawn)
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
    newer = [f"new-{number}" for number in range(TASKS)]
    rows = [
        make_row("a", "P" * TASKS, started="2026-01-01T00:00:00Z"),
        make_row("b", "P" * 5 + "W" * (TASKS - 5), started="2026-01-02T00:00:00Z"),
        make_row("a", "P" * TASKS, started="2026-01-03T00:00:00Z", tasks=newer, version=2),
    ]
    later = make_row("c", "P" * TASKS, started="2026-01-04T00:00:00Z")
    then = sources(*rows, later).until("2026-01-03T23:59:59Z")
    group = next(found for found in then.groups["code-vision"] if found.models[0].id == rows[1].id)
    ranking = then.ranking(group.key)
    assert ranking is not None
    assert [(place.slug, place.first, place.last) for place in ranking.places] == [("b", 1, 1)]
