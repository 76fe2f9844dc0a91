"""A model's score without the picture is shown next to its score with the picture."""

from functools import partial

import pytest

from benchmark.analysis.ranks.blind import blind_finder
from benchmark.analysis.ranks.standings import standings
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.model.page import models
from benchmark.results.counted_row import count_row


@pytest.fixture
def make(make_row):
    """Rows of HumanEval-V on one set of tasks."""
    return partial(make_row, suite="humaneval-v", dataset="open", setting="V2C", protocol="greedy")


@pytest.fixture
def rows(make):
    return [
        make("a", "PPPW", name="Acme"),
        make("a", "PWWW", name="Acme", setting="signature-only", prompt="sightbench"),
        make("b", "PPWW"),
    ]


def test_the_blind_row_is_found_by_model_and_tasks(make, rows) -> None:
    find = blind_finder(rows)
    assert find(rows[0]) == rows[1]
    assert find(rows[1]) is None
    assert find(rows[2]) is None
    for other in ({"dataset": "official-v2"}, {"tasks": ["x-1", "x-2", "x-3", "x-4"]}, {"trust": "reported"}):
        assert find(make("a", "PPPW", **other)) is None


def test_blind_rows_of_the_same_protocol_come_first_then_of_the_same_extraction_then_the_newest(
    make, rows
) -> None:
    blind = partial(make, "a", "WWWW", setting="signature-only")
    row = make("a", "PPPW", protocol="sampled-6", extraction="upstream")
    newest = blind(started="2026-09-01T00:00:00Z")
    extracted = blind(extraction="upstream")
    drawn = blind(protocol="sampled-6", started="2025-01-01T00:00:00Z")
    for known, expected in (
        ([rows[1], newest], newest),
        ([rows[1], newest, extracted], extracted),
        ([rows[1], newest, extracted, drawn], drawn),
    ):
        assert blind_finder(known)(row) == expected


def cell_texts(table) -> dict[str, dict[str, str]]:
    """Return the texts of a table's cells, by the model's page and the column's id."""
    ids = [column.id for column in table.columns]
    return {
        line.page: dict(zip(ids, [cell.text for cell in line.cells], strict=True)) for line in table.models
    }


def test_a_suite_without_a_blind_setting_has_no_blind_column(make_row, sources) -> None:
    board = boards(sources(make_row("a"), make_row("b", setting="flowchart")))["index.md"]
    assert all("blind" not in cells for table in board.tables for cells in cell_texts(table).values())


def test_the_blind_column_is_empty_for_models_without_a_blind_row(rows, sources) -> None:
    seen, unseen = boards(sources(*rows))["index.md"].tables
    assert {page: cells["blind"] for page, cells in cell_texts(seen).items()} == {
        "model/a/index.md": "25.0",
        "model/b/index.md": "",
    }
    assert "blind" not in cell_texts(unseen)["model/a/index.md"]


def test_blind_rows_of_other_prompts_and_protocols_are_used_if_there_is_no_closer_one(make, sources) -> None:
    drawn = make("a", "PPWW", setting="signature-only", protocol="sampled-6", prompt="sightbench")
    greedy = make("a", "PWWW", setting="signature-only", prompt="sightbench")
    for known, expected in ([drawn], "50.0"), ([drawn, greedy], "25.0"):
        first, *_ = boards(sources(make("a", "PPPW"), *known))["index.md"].tables
        assert cell_texts(first)["model/a/index.md"]["blind"] == expected
    elsewhere = make("a", "PWWW", setting="signature-only", tasks=["x-1", "x-2", "x-3", "x-4"])
    first, *_ = boards(sources(make("a", "PPPW"), elsewhere))["index.md"].tables
    assert "blind" not in cell_texts(first)["model/a/index.md"]


def test_a_table_without_pictures_never_comes_first(make, sources) -> None:
    blind = [make(slug, "PWWW", setting="signature-only") for slug in "abc"]
    board = boards(sources(*blind, make("a", "PPPW")))["index.md"]
    assert [table.shown.id for table in board.tables] == ["V2C", "signature-only"]


def test_the_page_of_a_model_shows_its_blind_score(rows, sources) -> None:
    pages = models(sources(*rows))
    values = {
        slug: [
            check.value
            for section in pages[f"model/{slug}/index.md"].sections
            for check in section.checks
            if check.label == "Without the picture"
        ]
        for slug in "ab"
    }
    assert values == {"a": ["25.0 % (15.0–35.0)"], "b": ["Not known"]}


def test_the_leaderboard_as_data_has_blind_scores(rows) -> None:
    pytest.importorskip("statsmodels", reason="ranks need the extra statistics")
    report = standings(map(count_row, rows), None, None)
    (table, _) = report.suites[0].tables
    by_slug = {model.slug: model.blind for model in table.models}
    assert by_slug["b"] is None
    assert by_slug["a"] is not None
    assert (by_slug["a"].row, by_slug["a"].score.value) == (rows[1].id, 0.25)
    assert (by_slug["a"].setting, by_slug["a"].protocol) == ("signature-only", "greedy")


def blind_scores(rows, sources) -> set[str]:
    """Return model ``a``'s blind scores in the first table, on its page and in the leaderboard as data."""
    found = sources(*rows)
    page = models(found)["model/a/index.md"]
    checks = {check.label: check.value for check in page.sections[0].checks}
    (entry, *_) = standings(found.rows, None, None).suites[0].tables[0].models
    blind = entry.blind
    return {
        cell_texts(boards(found)["index.md"].tables[0])["model/a/index.md"].get("blind", "–"),
        checks["Without the picture"].replace("Not known", "–").partition(" %")[0],
        "–" if blind is None else f"{100 * blind.score.value:.1f}",
    }


def test_table_page_and_data_show_the_same_blind_score(make, sources) -> None:
    """They agree even if several blind rows match, and if the newest one was superseded."""
    pytest.importorskip("statsmodels", reason="ranks need the extra statistics")
    blind = partial(make, setting="signature-only", prompt="sightbench")
    seen = make("a", "PPPW", extraction="upstream")
    others = [blind(slug, "WWWW") for slug in "bcd"]  # their table comes before that of a's blind rows
    own = blind("a", "PPWW", started="2026-09-01T00:00:00Z")
    same = blind("a", "PWWW", extraction="upstream")
    assert blind_scores([seen, same, own, *others], sources) == {"25.0"}
    later = blind("a", "PPPW", extraction="upstream", started="2026-08-01T00:00:00Z")
    assert blind_scores([seen, same, own, later, *others], sources) == {"75.0"}
    newer = blind("a", "WWWW", extraction="upstream", version=2)
    assert blind_scores([seen, own, later, newer, *others], sources) == {"0.0"}
    moved = blind("a", "WWWW", tasks=["x-1", "x-2", "x-3", "x-4"], extraction="upstream", version=2)
    assert blind_scores([seen, later, moved, *others], sources) == {"–"}
