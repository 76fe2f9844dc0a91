from benchmark.leaderboard.model.scores import history
from tests.drawings import shapes


def test_rows_are_drawn_by_date_and_listed_newest_first(make_row) -> None:
    rows = [
        make_row("a", letters, started=f"{day}T00:00:00Z", tasks=["x", "y", "z", "w"])
        for day, letters in (("2026-01-11", "PPPP"), ("2026-01-06", "PPPW"), ("2026-01-01", "PWWW"))
    ]
    found = history(rows)
    assert [event.day for event in found.events] == ["1 Jan 2026", "6 Jan 2026", "11 Jan 2026"]
    dots = shapes(found.drawing, "circle")
    assert [dot["cx"] for dot in dots] == ["7.00%", "52.50%", "98.00%"]
    assert [dot["cy"] for dot in dots] == ["75.00%", "25.00%", "0.00%"]
    assert [event.row for event in found.listed] == [row.id[:12] for row in rows]
    assert len(shapes(found.drawing, "line", "j")) == 2


def test_rows_of_one_day_are_drawn_at_equal_distances(make_row) -> None:
    rows = [make_row("a", started=f"2026-01-01T00:00:0{n}Z") for n in (2, 1, 0)]
    found = history(rows)
    assert [dot["cx"] for dot in shapes(found.drawing, "circle")] == ["7.00%", "52.50%", "98.00%"]


def test_a_row_on_other_tasks_is_a_ring_without_a_line(make_row) -> None:
    new = make_row("a", "PPW", started="2026-01-03T00:00:00Z", version=2)
    same = make_row("a", "PPW", started="2026-01-02T00:00:00Z", version=2)
    old = make_row("a", "PW", started="2026-01-01T00:00:00Z")
    found = history([new, same, old])
    assert [event.same for event in found.events] == [False, True, True]
    assert [event.changes for event in found.events] == ["", "suite 1 → 2, other tasks", ""]
    assert len(shapes(found.drawing, "line", "j")) == 1
    assert [dot.get("class") for dot in shapes(found.drawing, "circle")] == ["o", None, None]


def test_a_single_row_has_no_history(make_row) -> None:
    assert history([make_row("a")]) is None
