"""Tests of the pages of earlier days."""

from benchmark.leaderboard.board.as_of import MAX_DAY_PAGES, DayList, PastDay, asof_pages
from benchmark.results.retraction import WithdrawnRow, retraction_of


def views(sources) -> dict[str, DayList | PastDay]:
    return {page.source: page.view for page in asof_pages(sources)}


def test_each_day_with_a_change_has_a_page(make_row, sources) -> None:
    gone = make_row("c", "PPP", started="2026-01-03T10:00:00Z")
    words = {"reason": "Copied.", "by": "me", "link": ""}
    found = views(
        sources(
            make_row("a", "PWW", started="2026-01-02T00:00:00Z"),
            make_row("b", "PPW", started="2026-01-03T23:59:59Z"),
            withdrawn=[
                WithdrawnRow(gone, retraction_of(gone, **words, date="2026-02-01T00:00:00Z", named="test"))
            ],
        )
    )
    assert list(found) == [
        "asof/index.md",
        "asof/2026-01-02/index.md",
        "asof/2026-01-03/index.md",
        "asof/2026-02-01/index.md",
    ]
    days = found["asof/index.md"]
    assert [(change.date, change.text) for change in days.changes] == [
        ("2026-02-01", "1 row withdrawn"),
        ("2026-01-03", "2 rows judged"),
        ("2026-01-02", "1 row judged"),
    ]
    assert (days.first, days.thinned) == ("2026-01-02", "")

    def names(date: str) -> list[str]:
        return [line.name for line in found[f"asof/{date}/index.md"].tables[0].models]

    assert [names(date) for date in ("2026-01-02", "2026-01-03", "2026-02-01")] == [
        ["a"],
        ["c", "b", "a"],
        ["b", "a"],
    ]
    middle = found["asof/2026-01-03/index.md"]
    assert (middle.earlier, middle.later) == ("asof/2026-01-02/index.md", "asof/2026-02-01/index.md")


def test_of_many_days_the_last_of_each_month_has_a_page(make_row, sources) -> None:
    rows = [
        make_row(f"m-{day}", started=f"2026-0{1 + day // 20}-{1 + day % 20:02d}T00:00:00Z")
        for day in range(40)
    ]
    found = views(sources(*rows))
    assert [source for source in found if source != "asof/index.md"] == [
        "asof/2026-01-20/index.md",
        "asof/2026-02-20/index.md",
    ]
    assert found["asof/index.md"].thinned == "month"
    assert found["asof/index.md"].changes[0].text == "20 rows judged"


def test_pages_of_days_stay_few_over_many_years(make_row, sources) -> None:
    rows = [make_row(f"m-{year}", started=f"{year}-01-01T00:00:00Z") for year in range(2000, 2030)]
    found = views(sources(*rows))
    assert len(found) == MAX_DAY_PAGES + 1
    assert found["asof/index.md"].thinned == "year"
    assert "asof/2029-01-01/index.md" in found


def test_a_site_without_rows_has_only_the_list_of_days(sources) -> None:
    assert list(views(sources())) == ["asof/index.md"]
