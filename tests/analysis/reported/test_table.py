"""Every copied number is compared with the data that it was copied from."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from benchmark.analysis.reported.table import ReportedTable, reported_tables
from tests.case_files import read_cases, table

TABLES = {one.name: one for one in reported_tables()}
SOURCES = read_cases("reported/sources.yml")
SUBSETS = {"humaneval": "HumanEval-V", "algorithm": "Algorithm", "math": "MATH"}
CODE_VISION = {"humaneval": "HumanEval-V", "average": "avg"}
for _subset in ("algorithm", "math"):
    CODE_VISION[_subset] = f"{SUBSETS[_subset]} overall"
    for _level in ("easy", "medium", "hard"):
        CODE_VISION[f"{_subset}:{_level}"] = f"{SUBSETS[_subset]} {_level}"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def columns(table: ReportedTable) -> list[str]:
    return [column.id for column in table.columns]


def test_each_table_has_a_comparison() -> None:
    others = {"code-vision-leaderboard", "code-vision-results", "mathopeval-text", "mathopeval-text-studies"}
    others |= {"code-vision-lcb-vision", "mmcode-text"}
    assert set(TABLES) == {*SOURCES["papers"], *SOURCES["leaderboards"], *SOURCES["newer"], *others}


def test_the_numbers_of_lcb_vision_are_the_tasks_solved_that_its_result_files_say() -> None:
    """``pass@1`` as the files ``output/LiveCodeBench/*/results.txt`` print it, at commit 4326c84."""
    published = [
        (None, 0.7567567567567568),
        (0.6351351351351351, 0.7027027027027027),
        (0.3310810810810811, 0.2972972972972973),
        (0.28378378378378377, 0.25675675675675674),
        (0.2702702702702703, 0.27702702702702703),
    ]
    found = TABLES["code-vision-lcb-vision"]
    assert found.dataset == "lcb-vision"
    shares = [tuple(None if share is None else round(100 * share, 2) for share in row) for row in published]
    assert [(row["direct"], row["cot"]) for row in found.rows] == shares


@pytest.mark.parametrize("name", SOURCES["papers"])
def test_a_papers_table_is_copied_completely(shared_data: Path, name: str) -> None:
    file, other = SOURCES["papers"][name].values()
    theirs, ours = read(shared_data / "papers" / f"{file}.json"), TABLES[name]
    assert {other.get(column, column) for column in columns(ours)} == set(theirs["columns"])
    copied = [{other.get(column, column): value for column, value in row.items()} for row in ours.rows]
    assert copied == theirs["rows"]
    known = [cell for cell in theirs["garbled_cells"] if cell["consistent_reading"] is not None]
    read_here = sorted(
        (
            f"{ours.rows[cell.row]['model']} {ours.rows[cell.row].get('parameters_b')}",
            other.get(cell.column, cell.column),
            cell.value,
        )
        for cell in ours.readings
    )
    assert read_here == sorted((cell["row"], cell["column"], cell["consistent_reading"]) for cell in known)


@pytest.mark.parametrize("name", SOURCES["leaderboards"])
def test_an_authors_leaderboard_is_copied_completely(shared_data: Path, name: str) -> None:
    file, other = SOURCES["leaderboards"][name].values()
    theirs = read(shared_data / "humaneval_v" / f"{file}.json")
    theirs = [entry["info"] for entry in (theirs["leaderboardData"] if isinstance(theirs, dict) else theirs)]
    ours = TABLES[name]
    assert {other.get(column, column) for column in columns(ours)} | {"link"} == set(theirs[0])

    def copied(column: str, text: str) -> str | float | None:
        if text == "-":
            return None
        kind = next(known.kind for known in ours.columns if known.id == column)
        return float(text) if kind == "number" else text.removesuffix("_source").removesuffix("_weight")

    assert [dict(row) for row in ours.rows] == [
        {column: copied(column, entry[other.get(column, column)]) for column in columns(ours)}
        for entry in theirs
    ]


def test_code_visions_picture_is_copied_completely(shared_data: Path) -> None:
    models = read(shared_data / "codevision" / "published_scores.json")["models"]
    assert set(CODE_VISION.values()) == set(models[0]["leaderboard_image"])
    assert TABLES["code-vision-leaderboard"].rows == [
        {
            "model": record["model"],
            **{
                column: record["leaderboard_image"][CODE_VISION[column]]
                for column in columns(TABLES["code-vision-leaderboard"])[1:]
            },
        }
        for record in models
    ]


def test_code_visions_counts_are_copied_completely(shared_data: Path) -> None:
    models = read(shared_data / "codevision" / "published_scores.json")["models"]
    table = TABLES["code-vision-results"]

    def counts(results: Any) -> Iterator[tuple[str, int, int]]:
        for ours, theirs in SUBSETS.items():
            found = results[theirs]
            yield ours, found["passed"], found["total"]
            for level, part in (found["by_difficulty"] or {}).items():
                yield f"{ours}:{level}", part["passed"], part["total"]

    for row, model in zip(table.rows, models, strict=True):
        found = [*counts(model["results_txt"])]
        assert row == {"model": model["model"], **{name: passed for name, passed, _ in found}}
        for name, _, total in found:
            (title,) = [column.title for column in table.columns if column.id == name]
            assert title.endswith(f", of {total}")


def test_numbers_of_the_running_text_are_copied(shared_data: Path) -> None:
    found = read(shared_data / "papers" / "mathopeval_text_findings.json")["findings"]
    rows = TABLES["mathopeval-text"].rows
    assert [(row["value"], row["model"]) for row in rows] == [
        (number["value"], number.get("model")) for number in found[: len(rows)]
    ]
    values = (number["value"] for number in found[len(rows) :])
    rest = [single for value in values for single in (value if isinstance(value, list) else [value])]
    assert [row["value"] for row in TABLES["mathopeval-text-studies"].rows] == rest


def test_every_table_that_the_data_have_is_copied(shared_data: Path) -> None:
    named = {file["file"] for kind in ("papers", "leaderboards") for file in SOURCES[kind].values()}
    for folder, pattern in (("papers", "*_table*.json"), ("humaneval_v", "leaderboard_*.json")):
        found = {path.stem for path in (shared_data / folder).glob(pattern)}
        assert found
        assert found <= named


def test_mmcodes_numbers_of_the_running_text_are_copied(shared_data: Path) -> None:
    found = read(shared_data / "papers" / "mmcode_text_statistics.json")["statistics"]
    lists = [[*value.values()] if isinstance(value, dict) else [value] for value in found.values()]
    values = [value for each in lists for value in each]
    assert [row["value"] for row in TABLES["mmcode-text"].rows] == values


#: Half a unit of the last printed digit in the mean and in each of its parts, and the rounding of floats.
ROUNDING = 0.0101


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_means_of_mathopevals_tables_follow_from_their_numbers(number: int) -> None:
    table = TABLES[f"mathopeval-table-{number}"]
    *models, last = ([float(row[name]) for name in columns(table)[1:]] for row in table.rows)
    assert (len(models), table.rows[-1]["model"]) == (8, "AVG")
    for *parts, mean in (*models, last):
        assert sum(parts) / len(parts) == pytest.approx(mean, abs=ROUNDING)
    assert [sum(column) / 8 for column in zip(*models, strict=True)] == pytest.approx(last, abs=ROUNDING)


def test_newer_numbers_are_copied_completely(shared_data: Path) -> None:
    lines = (shared_data / "papers" / "newer" / "reported.jsonl").read_text(encoding="utf-8").splitlines()
    left = [json.loads(line) for line in lines]
    for name, (suite, source, setting) in SOURCES["newer"].items():
        ours = TABLES[name]
        found = [
            line
            for line in left
            if line["suite"] == suite and source in line["source"] and line["setting"].startswith(setting)
        ]
        left = [line for line in left if line not in found]
        copied = [
            (row["model"], row["organisation"], row["released"], value)
            for row in ours.rows
            for value in row.values()
            if isinstance(value, float)
        ]
        known = [(line["model"], line["organisation"], line["released"], line["value"]) for line in found]
        assert sorted(copied) == sorted(known)
        assert ours.by == "others"
        for line in found:  # a part has the number of its own tasks
            of_part = {column.tasks for column in ours.columns}
            assert line["n_tasks"] in {ours.tasks, *of_part}
            assert ours.date.startswith(line["date"][:4])
    assert not left


def test_every_table_has_a_source() -> None:
    for one in TABLES.values():
        assert one.by == "others" or "arXiv:" in one.source.citation
        assert one.source.place
        assert one.about


def test_the_newest_table_of_all_tasks_by_the_authors_leads() -> None:
    leading = [one for one in reported_tables() if one.leads]
    assert [one.suite for one in leading] == ["humaneval-v", "mmcode", "code-vision", "mathopeval"]
    for lead in leading:
        mine = [one.date for one in TABLES.values() if (one.suite, one.by) == (lead.suite, "authors")]
        assert lead.date == max(mine)
        first, *others = (one for one in reported_tables() if one.suite == lead.suite)
        assert first is lead
        assert not any(one.leads for one in others)
        measured = [one.by for one in others]
        assert measured == sorted(measured), "numbers that others measured stand below"


def test_a_table_about_one_part_of_a_suite_names_the_part() -> None:
    parts = {one.name: one.part for one in reported_tables() if one.part}
    assert set(parts) == {*(f"mathopeval-table-{number}" for number in (4, 5, 6, 7)), "code-vision-svrepair"}
    for one in reported_tables():
        if one.leads and one.suite == "mathopeval":
            assert one.part == "function plots, annotation, multiple choice"


@table("analysis")
def test_numbers_of_another_benchmark_or_no_share_of_the_tasks_are_refused(
    name: str, fields: dict[str, Any], match: str
) -> None:
    known = TABLES[name].model_dump(by_alias=True)
    rows = [{**row, **fields.get("row", {})} for row in known["rows"]]
    columns = [{**column, **fields.get(column["id"], {})} for column in known["columns"]]
    changes = {key: value for key, value in fields.items() if key in known}
    with pytest.raises(ValidationError, match=match):
        ReportedTable.model_validate({**known, "rows": rows, "columns": columns, **changes})


def test_a_share_may_be_rounded_or_cut_after_its_last_digit() -> None:
    values = {row["model"]: row["total"] for row in TABLES["mmcode-svrepair"].rows}
    assert values["Claude 3.5 Sonnet"] == 27.09, "71 of 262 are 27.099 %"
    assert [*TABLES["mmcode-viscodex"].odd_values()] == ["17.0 % for GPT-4o"]


def test_inferred_values_fill_empty_cells() -> None:
    table = TABLES["humaneval-v-table-3"]
    values = [*table.values()]
    assert values[6]["description:pass@1"] == 20.4
    assert values[12]["image:pass@1"] is None, "the paper has none"


@table("analysis")
def test_a_table_that_contradicts_itself_is_refused(fields: dict[str, Any]) -> None:
    known = TABLES["humaneval-v-table-5"].model_dump(by_alias=True)
    ReportedTable.model_validate(known)
    with pytest.raises(ValidationError):
        ReportedTable.model_validate({**known, **fields})
