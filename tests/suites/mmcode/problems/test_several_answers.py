"""Problems with more than one right answer are left out by name."""

import itertools
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.suites.mmcode.problems import importer
from benchmark.suites.mmcode.problems.importer import ImportRequest, import_problems
from benchmark.suites.mmcode.problems.report import ImportReport
from tests.suites.mmcode.problems.raw_sets import lines, raw


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


def test_a_listed_problem_is_dropped_and_its_duplicate_does_not_take_its_place(tmp_path: Path) -> None:
    report = imported(tmp_path, "# known right programs differ\r\n\ncf_2_A  # a tie\r\ncf_3_A")
    assert report.kept == ["cf_1_A"]
    assert report.counts.dropped == {"no-picture": 1, "duplicate": 1, "several-answers": 1}
    assert {item.problem_id: item.rule for item in report.items if item.outcome == "dropped"} == {
        "cf_2_A": "several-answers",
        "cf_3_A": "no-picture",
        "cf_4_A": "duplicate",
    }
    assert [path.name for path in (tmp_path / "out" / "problems").iterdir()] == ["cf_1_A"]


def test_an_empty_list_drops_nothing(tmp_path: Path) -> None:
    assert imported(tmp_path, "# none\n").kept == ["cf_1_A", "cf_2_A"]


def test_a_problem_that_the_source_lacks_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no problem 'cf_9_A'"):
        imported(tmp_path, "cf_9_A\n")
