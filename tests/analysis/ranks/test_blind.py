"""A model's score without the picture is shown next to its score with the picture."""

import json
from functools import partial
from pathlib import Path

import pytest

from benchmark.analysis.ranks.blind import blind_finder
from benchmark.analysis.ranks.standings import standings
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.model.page import models
from benchmark.results.branch_record import add_record
from benchmark.results.ledger import ledger_of
from tests.changed_rows import withdrawn


@pytest.fixture
def make(make_row):
    """Rows of HumanEval-V on one set of tasks."""
    return partial(make_row, suite="humaneval-v", dataset="open", setting="V2C", protocol="greedy")


@pytest.fixture
def rows(make):
    return [
        make("a", "PPPW", name="Acme"),
        make("a", "PWWW", name="Acme", setting="signature-only", prompt="sightbench"),
        make("b", "PPWW", name="Bolt"),
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


@pytest.mark.gate
def test_a_table_without_pictures_never_comes_first(make, sources) -> None:
    blind = [make(slug, "PWWW", setting="signature-only") for slug in "abc"]
    board = boards(sources(*blind, make("a", "PPPW")))["index.md"]
    assert [table.shown.id for table in board.tables] == ["V2C", "signature-only"]


def blind_scores(rows, sources) -> set[str]:
    """Return model ``a``'s blind scores in the first table, on its page and in the leaderboard as data."""
    found = sources(*rows)
    page = models(found)["model/a/index.md"]
    checks = {check.label: check.value for check in page.sections[0].checks}
    (entry, *_) = standings(found.rows, None, None).suites[0].tables[0].models
    blind = entry.blind
    assert blind is None or (blind.setting, blind.protocol) == ("signature-only", "greedy")
    return {
        cell_texts(boards(found)["index.md"].tables[0])["model/a/index.md"].get("blind", "–"),
        checks["Without the picture"].replace("Not known", "–").partition(" %")[0],
        "–" if blind is None else f"{100 * blind.score.value:.1f}",
    }


@pytest.mark.gate
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


NOT_MEASURED = "without the picture (signature-only): not measured"


@pytest.fixture
def ledger(tmp_path: Path, rows) -> Path:
    for row in rows:
        add_record(tmp_path / "rows", row)
    return tmp_path / "rows"


def row_file(ledger: Path, slug: str, setting: str = "V2C") -> Path:
    (found,) = [
        path
        for path in ledger.glob(f"*/*/{slug}/*.json")
        if json.loads(path.read_text())["result"]["setting"] == setting
    ]
    return found


@pytest.fixture
def scored(in_process):
    """A function that returns what `evaluate --score-only` prints of a row."""
    return lambda path: in_process("evaluate", "--score-only", path).stdout


@pytest.fixture
def blind_of(in_process):
    """A function that returns the blind score of a row as data."""
    return lambda path: json.loads(in_process("evaluate", "--score-only", path, "--json").stdout)["blind"]


def test_score_prints_the_blind_score_or_that_it_is_not_measured(scored, blind_of, ledger: Path) -> None:
    measured, unmeasured = row_file(ledger, "a"), row_file(ledger, "b")
    assert "without the picture (signature-only, greedy): 25.0 % (15.0–35.0), 4 tasks" in scored(measured)
    assert f"{NOT_MEASURED}: b has no row of this setting on these tasks" in scored(unmeasured)
    blind = blind_of(measured)
    found = blind["setting"], blind["reason"], blind["measured"]["score"]["value"]
    assert found == ("signature-only", "", 0.25)
    blind = blind_of(unmeasured)
    assert (blind["measured"], blind["reason"]) == (None, "b has no row of this setting on these tasks")


def test_compare_prints_the_blind_scores_of_both_models(in_process, ledger: Path) -> None:
    for names in ("a", "b"), (row_file(ledger, "a"), row_file(ledger, "b")):
        lines = in_process("compare", *names, "--rows", ledger).stdout.splitlines()
        assert lines[0].startswith("Acme: pass@1 75.0 %")
        assert lines[1].endswith("25.0 % (15.0–35.0), 4 tasks")
        assert lines[2].startswith("Bolt: pass@1 50.0 %")
        assert lines[3].strip().startswith(NOT_MEASURED)
        found = json.loads(in_process("compare", *names, "--rows", ledger, "--json").stdout)
        assert found["a"]["blind"]["measured"]["score"]["value"] == 0.25
        assert found["b"]["blind"]["measured"] is None


@pytest.mark.gate
def test_leaderboard_names_the_models_whose_blind_score_is_not_measured(in_process, ledger: Path) -> None:
    shown = in_process("rank", "--leaderboard", "--rows", ledger).stdout
    assert f"{NOT_MEASURED} for Bolt" in shown
    assert shown.count("without the picture") == 2


def test_a_withdrawn_blind_row_does_not_count(scored, ledger: Path, rows) -> None:
    add_record(ledger, withdrawn(rows[1], "2026-04-01T00:00:00Z").retraction)
    assert f"{NOT_MEASURED}: a has no row of this setting" in scored(row_file(ledger, "a"))


def test_a_single_row_and_a_file_of_verdicts_give_the_reason_for_no_blind_score(
    in_process, scored, ledger: Path, tmp_path: Path
) -> None:
    alone = tmp_path / row_file(ledger, "a").name
    alone.write_bytes(row_file(ledger, "a").read_bytes())
    assert f"{NOT_MEASURED}: the row is not in a folder of rows" in scored(alone)
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    task = {"id": "x", "suite": "humaneval-v", "prompt": "?", "check": check}
    (tmp_path / "tasks.jsonl").write_text(json.dumps(task) + "\n")
    (tmp_path / "v.jsonl").write_text('{"task_id": "x", "draw": 0, "status": "passed"}\n')
    done = in_process("evaluate", "--score-only", "v.jsonl", "--tasks", "tasks.jsonl")
    assert f"{NOT_MEASURED}: a file of verdicts does not name its model" in done.stdout


def test_a_blind_row_and_a_suite_without_a_blind_setting_have_no_blind_score(
    scored, blind_of, ledger: Path, make_row
) -> None:
    add_record(ledger, make_row("c", "PPWW", suite="evalplus", dataset="official", setting="text"))
    for path in (row_file(ledger, "a", "signature-only"), row_file(ledger, "c", "text")):
        assert "without the picture" not in scored(path)
        assert blind_of(path) is None


def test_the_ledger_of_a_row_follows_from_its_path(ledger: Path, rows, monkeypatch) -> None:
    row = rows[2]
    path = row.path(ledger)
    assert ledger_of(path, row) == ledger
    monkeypatch.chdir(path.parent)
    assert ledger_of(Path(path.name), row) == ledger
    assert ledger_of(Path("/x.json"), row) is None
    assert ledger_of(ledger / "humaneval-v" / "other" / "b" / path.name, row) is None
