"""Places on earlier days are those of a ranking of the rows of that day."""

import numpy as np

from benchmark.leaderboard.changes.past_places import PastPlaces
from benchmark.results.retraction import WithdrawnRow, retraction_of
from benchmark.scoring.paired import LEVEL
from benchmark.scoring.ranks import holm, rejected_by_holm

TASKS = 40


def statuses(passed: int) -> str:
    return "P" * passed + "W" * (TASKS - passed)


def test_places_of_any_day_are_those_of_a_ranking_on_that_day(make_row, sources) -> None:
    solved = {"a": 30, "b": 28, "c": 12, "d": 11, "e": 2}
    rows = [
        make_row(slug, statuses(passed), started=f"2026-01-{number:02d}T00:00:00Z")
        for number, (slug, passed) in enumerate(solved.items(), start=1)
    ]
    better = make_row("e", statuses(35), started="2026-01-08T00:00:00Z")
    gone = retraction_of(
        rows[0], reason="Copied.", date="2026-01-09T00:00:00Z", by="me", link="", named="test"
    )
    found = sources(*rows[1:], better, withdrawn=[WithdrawnRow(rows[0], gone)])
    past = PastPlaces(found)
    several = 0
    for date in ("2026-01-03", "2026-01-05", "2026-01-08", "2026-01-09"):
        then = found.until(f"{date}T23:59:59Z")
        (group,) = then.groups["code-vision"]
        ranking = then.ranking(group.key)
        assert ranking is not None
        expected = {place.slug: (place.first, place.last) for place in ranking.places}
        places = past.of(group.key, group.models)
        assert {slug: (place.first, place.last) for slug, place in places.items()} == expected
        several += sum(first != last for first, last in expected.values())
    assert several


def test_the_rejected_pairs_are_those_of_holms_adjustment() -> None:
    random = np.random.default_rng(7)
    for size in (0, 1, 2, 50, 400):
        p = np.sort(random.random(size) ** 8)
        assert rejected_by_holm(p) == int((holm(p) <= 1 - LEVEL).sum())


def test_a_model_judged_on_newer_tasks_has_no_place_in_its_earlier_table(make_row, sources) -> None:
    newer = [f"new-{number}" for number in range(TASKS)]
    rows = [
        make_row("a", statuses(40), started="2026-01-01T00:00:00Z"),
        make_row("b", statuses(5), started="2026-01-02T00:00:00Z"),
        make_row("a", statuses(40), started="2026-01-03T00:00:00Z", tasks=newer, version=2),
    ]
    later = make_row("c", statuses(40), started="2026-01-04T00:00:00Z")
    then = sources(*rows, later).until("2026-01-03T23:59:59Z")
    group = next(found for found in then.groups["code-vision"] if found.models[0].id == rows[1].id)
    ranking = then.ranking(group.key)
    assert ranking is not None
    assert [(place.slug, place.first, place.last) for place in ranking.places] == [("b", 1, 1)]
