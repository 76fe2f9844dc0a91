"""The pages of earlier days, and the page that says what changed."""

import pytest

from benchmark.leaderboard.board.as_of import MAX_DAY_PAGES, asof_pages, change_pages, what_changed
from benchmark.leaderboard.changes.words import plain
from tests.changed_rows import withdrawn


def row(make_row, slug: str, passed: int, date: str, **more: object):
    return make_row(slug, "P" * passed + "W" * (40 - passed), started=f"{date}T23:59:59Z", **more)


def views(sources) -> dict:
    return {page.source: page.view for page in asof_pages(sources)}


def test_each_day_with_a_change_has_a_page(make_row, sources) -> None:
    gone = row(make_row, "c", 40, "2026-01-03")
    here = [row(make_row, "a", 10, "2026-01-02"), row(make_row, "b", 20, "2026-01-03")]
    found = views(sources(*here, withdrawn=[withdrawn(gone, "2026-02-01T00:00:00Z")]))
    dates = ["2026-01-02", "2026-01-03", "2026-02-01"]
    assert list(found) == ["asof/index.md", *(f"asof/{date}/index.md" for date in dates)]
    days = found.pop("asof/index.md")
    assert [(change.date, change.text) for change in days["changes"]] == [
        ("2026-02-01", "1 row withdrawn"),
        ("2026-01-03", "2 rows judged"),
        ("2026-01-02", "1 row judged"),
    ]
    assert (days["first"], days["thinned"]) == ("2026-01-02", "")
    names = [[line.name for line in day["tables"][0].models] for day in found.values()]
    assert names == [["a"], ["c", "b", "a"], ["b", "a"]]
    middle = found["asof/2026-01-03/index.md"]
    assert (middle["earlier"], middle["later"]) == ("asof/2026-01-02/index.md", "asof/2026-02-01/index.md")


@pytest.mark.gate
@pytest.mark.parametrize(
    ("dates", "thinned", "pages"),
    [
        ([f"2026-0{1 + n // 20}-{1 + n % 20:02d}" for n in range(40)], "month", 2),
        ([f"{year}-01-01" for year in range(2000, 2030)], "year", MAX_DAY_PAGES),
        ([], "", 0),
    ],
)
def test_of_many_days_the_last_of_each_month_or_year_has_a_page(
    make_row, sources, dates: list[str], thinned: str, pages: int
) -> None:
    found = views(sources(*(make_row(f"m-{date}", started=f"{date}T00:00:00Z") for date in dates)))
    days = found.pop("asof/index.md")
    assert (days["thinned"], len(found), len(days["changes"])) == (thinned, pages, pages)
    assert not dates or f"asof/{dates[-1]}/index.md" in found
    assert thinned != "month" or days["changes"][0].text == "20 rows judged"


def test_days_are_grouped_by_month_and_link_to_models_tables_and_days(make_row, sources, html) -> None:
    found = sources(
        row(make_row, "a", 30, "2026-01-02"),
        row(make_row, "b", 5, "2026-01-30"),
        row(make_row, "c", 40, "2026-03-01", name="<b>C"),
    )
    view, facts = what_changed(found), ["one new model and one change at the top", "two new models"]
    assert [(month.title, month.facts) for month in view.months] == [
        ("Mar 2026", facts[0]),
        ("Jan 2026", facts[1]),
    ]
    assert view.sentence == f"What changed in Mar 2026: {facts[0]}."
    assert [changed.date for changed in view.months[1].days] == ["2026-01-30", "2026-01-02"]
    (page,) = change_pages(found)
    text = html(page)
    assert '<a href="/model/c/index.md"><bdi>&lt;b&gt;C</bdi></a> now leads ' in text
    assert '<a href="/suite/code-vision/index.md#rebuilt-flowchart-cool-1-upstream-' in text
    assert "<a href=/asof/2026-03-01/index.md>" in text


def test_numbers_from_papers_make_no_new_model(make_row, sources) -> None:
    reported = row(make_row, "p", 9, "2026-02-01", trust="reported")
    months = what_changed(sources(reported, row(make_row, "p", 9, "2026-03-01"))).months
    assert [month.facts for month in months] == ["one new model", "no new model and no new leader"]


def test_a_site_without_rows_says_that_nothing_changed(sources, html) -> None:
    (page,) = change_pages(sources())
    assert "No rows yet, so nothing has changed." in html(page)


def test_the_two_newest_months_are_listed_and_older_ones_as_far_as_they_fit(
    make_row, sources, monkeypatch
) -> None:
    monkeypatch.setattr("benchmark.leaderboard.board.as_of.MAX_SENTENCES", 1)
    view = what_changed(sources(*(row(make_row, f"m-{n}", 9, f"2026-{n:02d}-01") for n in range(1, 6))))
    assert [month.anchor for month in view.months] == ["m2026-05", "m2026-04"]
    assert view.older == "3 earlier months, Jan 2026 to Mar 2026"


def test_a_page_of_an_earlier_day_has_its_own_new_rows_and_the_places_before(make_row, sources, html) -> None:
    found = sources(
        row(make_row, "a", 30, "2026-01-02"),
        row(make_row, "b", 5, "2026-01-03"),
        row(make_row, "c", 40, "2026-03-01"),
    )
    *_, middle, last = asof_pages(found)
    lines = [
        [(line.name, line.new, line.before) for line in p.view["tables"][0].models] for p in (middle, last)
    ]
    assert lines == [
        [("a", True, ""), ("b", True, "new")],
        [("c", True, "new"), ("a", False, "1"), ("b", False, "2")],
    ]
    assert last.view["since"] == "3 Jan 2026"
    assert plain(last.view["changes"][0]).startswith("c now leads ")
    assert "What changed since 3 Jan 2026" in html(last)
