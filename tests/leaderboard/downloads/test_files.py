"""All files of the downloads are read back and compared with the rows."""

import csv
import hashlib
import importlib.util
import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from benchmark.analysis.reported.table import ReportedTable
from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.downloads.page import (
    CHECKSUMS_PATH,
    download_files,
    downloads_pages,
    paper_pages,
    subscribe_pages,
    suite_papers,
)
from benchmark.leaderboard.downloads.records import NIGHTS, PLACES, ROWS, SCORES
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.row import Row, RowGeneration, RowSampling
from tests.changed_rows import withdrawn

SUBSETS = {"subset:humaneval": ["task-0", "task-1"], "subset:math": ["task-2", "task-3"]}


def contents(found: Sources) -> dict[str, bytes]:
    return {file.path: file.content() for file in download_files(found)}


@pytest.fixture
def files(make_row, sources) -> dict[str, bytes]:
    gone = make_row("gone", "PPPP", subsets=SUBSETS, started="2026-01-01T00:00:00Z")
    return contents(
        sources(
            make_row("a", "PPPW", name="=A", subsets=SUBSETS, cost_usd=0.5, tokens_out=7),
            make_row("a", "PPWW", subsets=SUBSETS, started="2026-01-02T00:00:00Z"),
            make_row("b", "PWWM", subsets=SUBSETS),
            make_row("gold", "PPPP", subsets=SUBSETS),
            make_row("p", "PP", trust="reported"),
            make_row("other", "PW", suite="mmcode"),
            withdrawn=[withdrawn(gone, "2026-05-06T07:08:09Z", reason="=copied")],
        )
    )


def lines(data: bytes) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(data.decode()))]


@pytest.mark.gate
def test_a_suites_table_has_places_scores_and_row_ids(files: dict[str, bytes]) -> None:
    table = PLACES.file.model_validate_json(files["data/code-vision/leaderboard.json"])
    assert [(line.slug, line.name, line.pass_1, line.baseline) for line in table.rows] == [
        ("gold", "gold", 1.0, True),
        ("a", "=A", 0.75, False),
        ("b", "b", 0.25, False),
    ]
    gold, first, _ = table.rows
    assert (gold.place_first, first.place_first, first.place_last) == (None, 1, 2)
    assert (first.cost_usd, first.tokens_out, first.tokens_in) == (0.5, 7, None)
    assert (table.as_of, table.licence) == ("2026-02-03T04:05:06Z", "Apache-2.0")
    assert table.address == "data/code-vision/leaderboard.json"
    assert [line["name"] for line in lines(files["data/code-vision/leaderboard.csv"])] == ["gold", "'=A", "b"]


def test_each_table_of_a_page_has_its_own_files(files: dict[str, bytes], make_row, sources) -> None:
    shown = boards(sources(make_row("a", "PPPW", subsets=SUBSETS)))["index.md"].tables[0]
    assert shown.files[0][0] == "CSV"
    assert all(path in files for _, path in (*shown.files, *shown.verdicts))


def test_scores_are_those_of_all_rows_that_count(files: dict[str, bytes]) -> None:
    scores = SCORES.file.model_validate_json(files["data/code-vision/scores.json"]).rows
    of_a = [score for score in scores if score.slug == "a"]
    assert [(score.category, score.value, score.newest) for score in of_a] == [
        ("", 0.5, False),
        ("subset:humaneval", 1.0, False),
        ("subset:math", 0.0, False),
        ("", 0.75, True),
        ("subset:humaneval", 1.0, True),
        ("subset:math", 0.5, True),
    ]
    error = (0.75 * 0.25 / 3) ** 0.5  # of four tasks, three passed
    assert of_a[3].stderr == pytest.approx(error, abs=1e-6)
    assert "gone" not in {score.slug for score in scores}
    assert {score.slug: score.newest for score in scores}["p"] is False, "numbers of papers stand in no table"


@pytest.mark.gate
def test_every_row_is_listed_and_withdrawn_ones_have_their_reason(files: dict[str, bytes]) -> None:
    rows = ROWS.file.model_validate_json(files["data/rows.json"]).rows
    assert [row.slug for row in rows][:2] == ["gone", "a"]
    assert (rows[0].withdrawn, rows[0].reason, rows[0].newest) == ("2026-05-06T07:08:09Z", "=copied", False)
    assert lines(files["data/rows.csv"])[0]["reason"] == "'=copied"
    by_slug = {row.slug: row for row in rows if row.newest}
    assert {"a", "b", "gold", "other"} == set(by_slug)
    assert (by_slug["b"].passed, by_slug["b"].missing, by_slug["b"].tasks) == (1, 1, 4)
    assert by_slug["b"].path == f"code-vision/rebuilt/b/{by_slug['b'].row}.json"


@pytest.fixture
def unlike(make_row) -> list[Row]:
    """Rows that were asked alike, and sampled in three ways; the last is of an older version."""
    lost = ({}, {"top_p": 4}, {"temperature": 4, "top_p": 4, "seed": 4}, {"temperature": 4, "top_p": 4})
    made = RowGeneration(
        provider="openai",
        model="m",
        started="2026-01-01T00:00:00Z",
        config="0" * 64,
        dropped=lost[3],
    )
    parts = [{"sampling": RowSampling(dropped=dropped)} for dropped in lost[:3]]
    rows = [make_row(name, "PPPW", protocol="cool-1") for name in "abcd"]
    return [
        row.model_copy(update={"run": row.run.model_copy(update=part)})
        for row, part in zip(rows, [*parts, {"generation": made}], strict=True)
    ]


@pytest.mark.gate
def test_lines_with_one_key_are_of_one_table(unlike: list[Row], sources) -> None:
    found = sources(*unlike)
    files, by_table = contents(found), {}
    for page in boards(found).values():
        for table in page.tables:
            by_table |= {line.slug or line.name: table.anchor for line in table.models}
    keys: dict[tuple[str, ...], set[str]] = {}
    names = ("suite", "dataset", "setting", "protocol", "prompt", "prompt_digest", "extraction")
    for line in lines(files["data/code-vision/leaderboard.csv"]):
        key = tuple(line[name] for name in (*names, "tasks_digest"))
        keys.setdefault(key, set()).add(by_table[line["slug"]])
        assert line["asked_protocol"] == "cool-1"
    assert [len(tables) for tables in keys.values()] == [1, 1, 1]
    assert len(set.union(*keys.values())) == 3
    said = {line["slug"]: line for line in lines(files["data/rows.csv"])}
    assert [said[slug]["protocol"] for slug in "abcd"] == [
        "cool-1", "vendor-top-p-cool-1", "vendor-sampling-cool-1", "vendor-sampling-cool-1",
    ]  # fmt: skip
    assert [said[slug]["dropped"] for slug in "abc"] == ["", "top_p", "seed temperature top_p"]
    scores = {line.slug: line.protocol for line in SCORES.file.model_validate_json(
        files["data/code-vision/scores.json"]).rows}  # fmt: skip
    assert scores["b"] == "vendor-top-p-cool-1"


@pytest.mark.gate
def test_the_checksums_are_those_of_the_files(files: dict[str, bytes]) -> None:
    listed_sums = dict(reversed(line.split("  ")) for line in files[CHECKSUMS_PATH].decode().splitlines())
    due = {
        path.removeprefix("data/"): hashlib.sha256(data).hexdigest()
        for path, data in files.items()
        if path != CHECKSUMS_PATH
    }
    assert listed_sums == due


def test_the_checksums_do_not_depend_on_what_was_written_before(make_row, sources) -> None:
    *_, sums = download_files(sources(make_row("a")))
    assert sums.content() == contents(sources(make_row("a")))[CHECKSUMS_PATH]


@pytest.mark.gate
def test_json_files_match_their_schemas(files: dict[str, bytes]) -> None:
    kinds = {
        "sightbench/download-table/1": PLACES.file,
        "sightbench/download-scores/1": SCORES.file,
        "sightbench/download-rows/1": ROWS.file,
        "sightbench/download-nights/1": NIGHTS.file,
        "sightbench/reported/1": ReportedTable,
    }
    seen = set()
    for path, data in files.items():
        if path.endswith(".json"):
            schema = json.loads(data)["schema"]
            TypeAdapter(kinds[schema]).validate_json(data)
            seen.add(schema)
    assert seen == set(kinds)


def test_columns_of_csv_are_the_fields_of_the_schema(files: dict[str, bytes]) -> None:
    schema = PLACES.file.model_json_schema()["$defs"]["PlaceRecord"]
    head = files["data/mmcode/leaderboard.csv"].decode().splitlines()[0].split(",")
    assert head == [*schema["properties"]]


def test_a_papers_csv_has_inferred_values(files: dict[str, bytes]) -> None:
    row = lines(files["data/papers/humaneval-v-table-3.csv"])[6]
    assert (row["model"], row["description:pass@1"]) == ("Qwen2-VL", "20.4")
    assert json.loads(files["data/papers/humaneval-v-table-3.json"])["rows"][6]["description:pass@1"] is None


def test_the_page_links_to_every_file(make_row, sources) -> None:
    found = sources(make_row("a", "PPPW", subsets=SUBSETS), make_row("other", suite="mmcode"))
    (page,) = downloads_pages(found)
    listed = [*page.view["tables"], *page.view["verdicts"], *page.view["papers"]]
    linked = {path for table in listed for _, path in table.files}
    linked |= {"data/feed.xml", "data/nights.xml", "data/SHA256SUMS", page.view["archive"][0]}
    assert linked == set(contents(found))
    assert page.view["sentence"] == "4 scores of 2 rows to download."


def test_the_page_without_rows_says_so(sources) -> None:
    (page,) = downloads_pages(sources())
    assert page.view["verdicts"] == ()
    assert page.view["sentence"] == "No scores yet; the files below will have them."
    found = contents(sources())
    assert ROWS.file.model_validate_json(found["data/rows.json"]).rows == []


def test_addresses_are_whole_if_the_sites_address_is_known(make_row, sources) -> None:
    where = replace(SiteConfig(rows=Path("results")), address="https://bench.example.org/x/")
    found = contents(sources(make_row("a"), where=where))
    assert json.loads(found["data/rows.json"])["address"] == "https://bench.example.org/x/data/rows.json"


def test_parquet_is_left_out_without_the_extra_and_the_page_says_so(make_row, sources, monkeypatch) -> None:
    known = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyarrow" else known(name))
    found = contents(sources(make_row("a")))
    assert not any(path.endswith(".parquet") for path in found)
    (page,) = downloads_pages(sources(make_row("a")))
    assert page.view["parquet"] is False
    assert {name for table in page.view["tables"] for name, _ in table.files} == {"CSV", "JSON"}
    assert [name for name, _ in page.view["verdicts"][0].files] == ["CSV (gzip), 1 kB"]


def test_subscribing_is_a_page_that_says_what_to_do_with_the_two_feeds(make_row, sources, html) -> None:
    where = replace(SiteConfig(rows=Path("results")), address="https://example.org/")
    for found, base in (
        (sources(make_row("a")), ""),
        (sources(make_row("a"), where=where), "https://example.org/"),
    ):
        (page,) = subscribe_pages(found)
        text = html(page)
        assert all(f">{base}data/{name}.xml</code>" in text for name in ("feed", "nights"))
        assert "feed reader" in text
        assert ('data-address="data/feed.xml"' in text) == (not base), "a browser knows where it reads"


def test_one_archive_has_everything_as_csv(files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(files["data/all-csv.zip"])) as archive:
        packed = {f"data/{name}": archive.read(name) for name in archive.namelist()}
    assert packed == {path: data for path, data in files.items() if path.endswith((".csv", ".csv.gz"))}
    kinds = ("-verdicts.csv.gz", "/scores.csv", "papers/humaneval-v-table-2.csv")
    assert all(any(path.endswith(kind) for path in packed) for kind in kinds)


def test_a_suites_page_has_one_table_and_links_to_the_others(make_row, sources) -> None:
    found = boards(sources(make_row("a")))
    board = found["suite/humaneval-v/index.md"]
    assert board.tables == ()
    assert board.papers.table.copied.source.place == "the leaderboard of 26 Feb 2025 (commit e0d8a31)"
    assert len(board.papers.table.rows) == 25
    others = [anchor for _, anchor in board.papers.others]
    assert others[:2] == ["humaneval-v-table-1", "humaneval-v-table-2"]
    assert others[-1] == "humaneval-v-stepfun", "numbers of others stand below those of the authors"
    assert suite_papers("later-suite") is None


def test_numbers_of_a_paper_are_in_no_table_of_models(make_row, sources) -> None:
    board = boards(sources(make_row("a")))["index.md"]
    assert board.papers.table.rows[0][0].text == "gpt-4o"
    assert [line.name for line in board.tables[0].models] == ["a"]


def test_values_are_printed_as_in_the_source(sources) -> None:
    (page,) = paper_pages(sources())
    tables = {table.copied.name: table for *_, tables in page.view["suites"] for table in tables}
    assert len(tables) == 36
    facts = [tables[name].facts for name in ("mmcode-table-2", "mmcode-viscodex", "code-vision-svrepair")]
    assert facts == [
        "2024-04 · 263 tasks · measured by the suite's authors",
        "2025-08 · 263 tasks · measured by others: VisCodex (arXiv:2508.09945)",
        "HumanEval · 2026-02 · number of tasks not stated · measured by others: SVRepair (arXiv:2602.06090)",
    ]
    assert tables["mmcode-viscodex"].odd == "17.0 % for GPT-4o"
    first = tables["humaneval-v-table-2"].rows[5]
    assert [cell.text for cell in first] == ["InternVL-2", "open", "72.8", "3.7", "12.8"]
    assert first[0].label == "76.3 B"
    studies = {row[0].text: row[-1].text for row in tables["mathopeval-text-studies"].rows}
    assert studies["Human baseline: samples"] == "400"
    assert tables["mmcode-table-2"].rows[8][-2].text == "", "cannot be read"


def test_an_inferred_value_is_marked_and_explained(sources) -> None:
    (page,) = paper_pages(sources())
    (table,) = [
        candidate
        for *_, tables in page.view["suites"]
        for candidate in tables
        if candidate.copied.name == "humaneval-v-table-3"
    ]
    marked = [(cell.text, cell.label) for row in table.rows for cell in row if cell.inferred]
    assert marked == [("20.4", "Description pass@1"), ("23.2", "Both pass@1"), ("0.0", "Description pass@1")]
    assert table.readings[0].startswith(
        "Qwen2-VL, Description pass@1: the text merges the value with the change"
    )
