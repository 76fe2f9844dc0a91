"""The page that says what changed, the marks of new rows, and the places before."""

from pathlib import Path

from benchmark.leaderboard.board.as_of import PastDay, asof_pages, change_pages, what_changed
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.build.render import environment, render
from benchmark.leaderboard.changes.words import plain
from benchmark.leaderboard.lists.directory import model_directory
from benchmark.leaderboard.parts.page import Page
from benchmark.results.row import Row

JINJA = environment(Path(__file__).resolve().parents[3] / "site" / "templates")


def shown(page: Page) -> str:
    return str(render(page, str, JINJA))


def row(make_row, slug: str, passed: int, date: str, **more: object) -> Row:
    return make_row(slug, "P" * passed + "W" * (40 - passed), started=f"{date}T00:00:00Z", **more)


def test_days_are_grouped_by_month_and_link_to_models_tables_and_days(make_row, sources) -> None:
    found = sources(
        row(make_row, "a", 30, "2026-01-02"),
        row(make_row, "b", 5, "2026-01-30"),
        row(make_row, "c", 40, "2026-03-01", name="<b>C"),
    )
    (page,) = change_pages(found)
    view = what_changed(found)
    assert [month.title for month in view.months] == [
        "Mar 2026",
        "Jan 2026",
    ]
    assert [month.facts for month in view.months] == [
        "one new model and one change at the top",
        "two new models",
    ]
    assert view.sentence == "What changed in Mar 2026: one new model and one change at the top."
    assert [changed.date for changed in view.months[1].days] == ["2026-01-30", "2026-01-02"]
    text = shown(page)
    assert '<a href="model/c/index.md"><bdi>&lt;b&gt;C</bdi></a> now leads ' in text
    assert '<a href="suite/code-vision/index.md#rebuilt-flowchart-cool-1-upstream-' in text
    assert '<a href="asof/2026-03-01/index.md">' in text


def test_numbers_from_papers_make_no_new_model(make_row, sources) -> None:
    reported = row(make_row, "p", 9, "2026-02-01", trust="reported")
    found = sources(reported, row(make_row, "p", 9, "2026-03-01"))
    assert [month.facts for month in what_changed(found).months] == [
        "one new model",
        "no new model and no new leader",
    ]


def test_a_site_without_rows_says_that_nothing_changed(sources) -> None:
    (page,) = change_pages(sources())
    assert "No rows yet, so nothing has changed." in shown(page)


def test_the_two_newest_months_are_listed_and_older_ones_as_far_as_they_fit(
    make_row, sources, monkeypatch
) -> None:
    monkeypatch.setattr("benchmark.leaderboard.board.as_of.MAX_SENTENCES", 1)
    rows = [row(make_row, f"m-{month}", 9, f"2026-{month:02d}-01") for month in range(1, 6)]
    view = what_changed(sources(*rows))
    assert [month.anchor for month in view.months] == ["m2026-05", "m2026-04"]
    assert view.older == "3 earlier months, Jan 2026 to Mar 2026"


def test_the_home_page_links_to_what_changed(make_row, sources) -> None:
    home = next(page for page in board_pages(sources(make_row())) if page.source == "index.md")
    assert '<a href="changes/index.md">what changed</a>' in shown(home)


def test_rows_of_the_last_30_days_before_the_newest_row_are_new(make_row, sources) -> None:
    rows = [
        row(make_row, "old", 9, "2026-01-02"),
        row(make_row, "kept", 9, "2026-01-03"),
        row(make_row, "last", 9, "2026-02-01"),
        row(make_row, "gold", 40, "2026-02-01"),
    ]
    found = sources(*rows)
    suite = next(page for page in board_pages(found) if page.source == "suite/code-vision/index.md")
    (table,) = suite.view.tables
    assert {line.name: line.new for line in (*table.models, *table.baselines)} == {
        "kept": True,
        "last": True,
        "old": False,
        "gold": False,
    }
    text = shown(suite)
    assert text.count('<small class="new" title="judged since 3 Jan 2026">new</small>') == 2
    assert "judged since 3 Jan 2026: in the 30 days that end with the newest row" in text
    listed = model_directory(rows, {})
    assert {entry.name: entry.new for entry in listed.models} == {"kept": True, "last": True, "old": False}
    assert listed.new_since == "3 Jan 2026"


def test_a_page_of_an_earlier_day_has_its_own_new_rows_and_the_places_before(make_row, sources) -> None:
    found = sources(
        row(make_row, "a", 30, "2026-01-02"),
        row(make_row, "b", 5, "2026-01-03"),
        row(make_row, "c", 40, "2026-03-01"),
    )
    days = {page.source: page for page in asof_pages(found) if isinstance(page.view, PastDay)}
    lines = {source: page.view.tables[0].models for source, page in days.items()}
    middle, last = lines["asof/2026-01-03/index.md"], lines["asof/2026-03-01/index.md"]
    assert [(line.name, line.new, line.before) for line in middle] == [("a", True, ""), ("b", True, "new")]
    assert [(line.name, line.new, line.before) for line in last] == [
        ("c", True, "new"),
        ("a", False, "1"),
        ("b", False, "2"),
    ]
    view = days["asof/2026-03-01/index.md"].view
    assert view.since == "3 Jan 2026"
    assert plain(view.changes[0]).startswith("c now leads ")
    assert "What changed since 3 Jan 2026" in shown(days["asof/2026-03-01/index.md"])
