"""Problems with more than one right answer are left out by name."""

import itertools
import json
from pathlib import Path

import pytest

from benchmark.analysis.studies.right_answers import RightAnswers
from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems import importer
from benchmark.suites.mmcode.problems.importer import ImportRequest, import_problems
from benchmark.suites.mmcode.problems.report import ImportReport
from tests.suites.mmcode.problems.raw_sets import lines, raw

_REPORT = RightAnswers(suite="mmcode", dataset="imported", differing=["cf_2_A"], single=["cf_1_A"], tasks=[])


@pytest.fixture(autouse=True)
def without_minhash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare all pairs of the few problems, without loading what proposes pairs."""
    duplicates = importer.find_duplicates.__globals__
    monkeypatch.setitem(duplicates, "proposed_pairs", lambda texts: itertools.combinations(texts, 2))


def imported(tmp_path: Path, listed: str) -> ImportReport:
    twin = raw(4, question=raw(2)["question"])  # dropped: the other one's id comes first
    source = lines(tmp_path / "raw.jsonl", [raw(1), raw(2), raw(3, images=[]), twin])
    several = tmp_path / "several"
    several.write_bytes(listed.encode())
    return import_problems(ImportRequest(source=source, out=tmp_path / "out", several_answers=several))


@pytest.mark.parametrize(
    "listed",
    [
        _REPORT.model_dump_json(by_alias=True),
        json.dumps(["cf_2_A"]),
        "# known right programs differ\r\n\ncf_2_A  # a tie\r\ncf_3_A",
    ],
)
def test_a_listed_problem_is_dropped_and_its_duplicate_does_not_take_its_place(
    tmp_path: Path, listed: str
) -> None:
    report = imported(tmp_path, listed)
    assert report.kept == ["cf_1_A"]
    assert report.counts.dropped == {"no-picture": 1, "duplicate": 1, "several-answers": 1}
    assert {item.problem_id: item.rule for item in report.items if item.outcome == "dropped"} == {
        "cf_2_A": "several-answers",
        "cf_3_A": "no-picture",
        "cf_4_A": "duplicate",
    }
    assert [path.name for path in (tmp_path / "out" / "problems").iterdir()] == ["cf_1_A"]


def test_an_empty_report_drops_nothing(tmp_path: Path) -> None:
    nothing = _REPORT.model_copy(update={"differing": []})
    assert imported(tmp_path, nothing.model_dump_json(by_alias=True)).kept == ["cf_1_A", "cf_2_A"]


@pytest.mark.parametrize(
    ("listed", "problem"),
    [
        ("cf_9_A\n", "there is no problem 'cf_9_A'"),
        ('{"single": []}', "differing: this field is required"),
        ('{"differing": "cf_2_A"}', "differing: must be a list of ids, got 'cf_2_A'"),
        ("[1]", r"\[0\]: must be an id, got 1"),
    ],
)
def test_another_list_is_bad_input(tmp_path: Path, listed: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        imported(tmp_path, listed)
