"""Files of every earlier version are read, or refused with one error that names the way out.

The files in ``cases/earlier`` lack every field that came after their version; those of kinds that Sightbench
writes were made by the first code that had it. The promises are those of the page "Versions of files".
"""

import importlib
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark import __version__
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.schema import SCHEMAS
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.files.tasks import read_tasks
from benchmark.files.verdicts import read_verdicts
from benchmark.generation.record.manifest import read_manifest
from benchmark.results.ledger import read_row_in_place, read_withdrawn, row_files
from benchmark.results.nightly.files import KINDS, read_records
from benchmark.results.owners import read_owners
from benchmark.results.rubric import parse_rubric
from benchmark.results.status import read_statuses
from benchmark.review.sheet import read_key
from benchmark.submissions.check import read_submission

ROOT = Path(__file__).resolve().parent.parent
EARLIER = ROOT / "tests" / "cases" / "earlier"
BRANCH = EARLIER / "branch"
PAGES = ROOT / "site" / "pages"
PAGE = (PAGES / "formats" / "policy.md").read_text(encoding="utf-8")
#: File in ``earlier`` → the function that reads it.
READERS: dict[str, Callable[[Path], object]] = {
    "branch/results/*/*/*/*.json": lambda path: read_row_in_place(BRANCH / "results", path),
    "branch/results/retractions/*.json": lambda path: read_withdrawn(path.parents[1]),
    "branch/status/*/*.json": lambda path: read_statuses(path.parents[1]),
    "branch/owners/*.json": lambda path: read_owners(path.parent, path.stem),
    **{
        f"branch/nightly/{folder}{'/*' * depth}/*.json": lambda path, kind=kind: read_records(
            path.parents[list(path.parents).index(BRANCH) - 1], kind
        )
        for folder, (kind, depth) in KINDS.items()
    },
    "scores.rubric.json": lambda path: parse_rubric(path.read_bytes(), path),
    "sheet.key.json": read_key,
    "submissions/*/submission.yaml": lambda path: read_submission(path, known_suites()),
    "policies/*.yml": read_policy,
    "tasks.jsonl": read_tasks,
    "**/predictions.jsonl": read_predictions,
    "verdicts.jsonl": read_verdicts,
}
#: File → its reader, the problem that is reported, and the fix.
REFUSED: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "answers.generation.json": (
        lambda path: read_manifest(path.with_name("answers.jsonl")),
        "config: has may_drop, which development versions before 0.1.0 wrote",
        "delete this file and judge the answers without it, or generate them again",
    ),
    "tasks-mmcode.jsonl": (
        read_tasks,
        "line 1: check.compare: must be 'lines', 'tokens', 'exact' or 'floats', got 'mmcode'",
        "use one of these",
    ),
}


def promises() -> dict[str, list[str]]:
    """Return the kinds of each line of the page's table, by the first kind of the line."""
    table = PAGE.split("## What stays readable")[1].split("\n\nThe names")[0]
    cells = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    kinds = (re.findall(r"`([a-z-]+)`", cell) for cell in cells)
    return {named[0]: named for named in kinds}


def versions() -> set[str]:
    """Return every version that today's models read."""
    schemas = [json.loads((PAGES / "schemas" / f"{kind}.json").read_text()) for kind in SCHEMAS]
    fields = [schema.get("properties", {}).get("schema", {}) for schema in schemas]
    return {
        version for field in fields for version in [field.get("const"), *field.get("enum", [])] if version
    }


@pytest.mark.parametrize("pattern", READERS)
def test_a_file_of_an_earlier_version_is_read(pattern: str) -> None:
    paths = list(EARLIER.glob(pattern))
    assert paths
    for path in paths:
        assert READERS[pattern](path)


@pytest.mark.parametrize("name", REFUSED)
def test_an_abandoned_form_is_refused_with_one_error_that_names_the_way_out(name: str) -> None:
    read, problem, fix = REFUSED[name]
    with pytest.raises(BadInput) as error:
        read(EARLIER / name)
    assert error.value.render() == f"error: {EARLIER / name}: {problem}\n  fix: {fix}"


def test_every_file_of_an_earlier_version_has_a_reader() -> None:
    read = {path for pattern in (*READERS, *REFUSED) for path in EARLIER.glob(pattern)}
    assert read == {path for path in EARLIER.rglob("*") if path.is_file()}


def test_every_version_of_the_kinds_that_stay_readable_has_a_file() -> None:
    named = re.compile(r'"?schema"?: ?"?(sightbench/[a-z-]+/\d+)')
    there = {found for path in EARLIER.rglob("*.*") for found in named.findall(path.read_text())}
    kinds = {kind for line in ("row", "submission") for kind in promises()[line]}
    wanted = {version for version in versions() if version.split("/")[1] in kinds}
    assert len(wanted) > 10
    assert wanted == there


def test_the_page_promises_something_for_every_kind_once() -> None:
    assert sorted(kind for kinds in promises().values() for kind in kinds) == sorted(SCHEMAS)


def test_a_newer_file_has_one_error_which_the_page_shows(tmp_path: Path) -> None:
    path = tmp_path / "submission.yaml"
    path.write_text("schema: sightbench/submission/9\nslug: acme-1\nnovel: true\nruns: []\n")
    with pytest.raises(BadInput) as error:
        read_submission(path, known_suites())
    rendered = error.value.render().replace(str(path), "submissions/acme-1/submission.yaml")
    assert f"```text\n{rendered}\n```" in PAGE
    assert __version__ in rendered


def test_a_file_without_a_version_is_read_as_the_page_says() -> None:
    defaults = {}
    for kind in ("submission", "policy"):
        module, name, _ = SCHEMAS[kind]
        fields = getattr(importlib.import_module(module), name).model_fields
        defaults[kind] = str(fields["schema_"].default).rpartition("/")[2]
    sentence = "a `submission.yaml` is read as version {submission} and a `policy.yml` as version {policy}"
    assert sentence.format(**defaults) in " ".join(PAGE.split())
    several = {version.split("/")[1] for version in versions() if not version.endswith("/1")}
    assert several == set(defaults)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / f"{'0' * 64}.json"
    path.write_text(json.dumps({"schema": "sightbench/owners/1", "id": "0" * 64}))
    with pytest.raises(BadInput) as error:
        read_row_in_place(tmp_path, path)
    assert error.value.problem == "must be 'sightbench/row/1', got 'sightbench/owners/1'"
    assert [*row_files(tmp_path)] == []
