"""Tests of files that are too large for the branch: they are downloaded from releases and compared."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import FakeGitHub

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.core.digest import sha256_hex
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.results.ledger import write_row
from benchmark.results.row import Row, RowCompletions, RowFile, row_id
from tests.conftest import MakeRow


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeGitHub]:
    """Start a fake GitHub on loopback, and put its address into the environment."""
    with FakeGitHub() as fake:
        for name, value in fake.environment.items():
            monkeypatch.setenv(name, value)
        yield fake


@pytest.fixture
def row(tmp_path: Path, make_row: MakeRow, hub: FakeGitHub) -> Row:  # noqa: ARG001 - uploads need it
    """Return a row whose completions are an asset, because they are too large for the branch."""
    made = make_row("acme-1", "P", dataset="official")
    completions = [Completion(task_id="task-0", draw=0, text="answer")]
    data = gzip_bytes(dump_records(Path("row"), map(prediction_record, completions)))
    described = RowCompletions(count=1, draws=1, digest=completions_digest(completions))
    result = made.result.model_copy(update={"completions": described})
    identifier = row_id(result)
    file = RowFile(name=f"{identifier}.completions.jsonl.gz", sha256=sha256_hex(data), bytes=2_000_000)
    run = made.run.model_copy(update={"completions_file": file})
    with RestApi.from_environment() as rest:
        RowAssets(Repository("octo/bench", rest)).keep(identifier, {file.name: data})
    stored = Row(id=identifier, result=result, run=run)
    write_row(tmp_path / "rows", stored)
    return stored


def test_files_in_a_release_are_fetched_only_with_the_option(in_process, row: Row) -> None:
    without = in_process("verify", "rows", code=0)
    assert f"{row.id}.completions.jsonl.gz is an asset of a release; check it with --assets" in without.stdout
    done = in_process("verify", "rows", "--assets", "octo/bench", code=0)
    assert "is an asset" not in done.stdout


def test_a_replaced_asset_is_found(in_process, row: Row, tmp_path: Path) -> None:
    path = tmp_path / "rows" / "code-vision" / "official" / "acme-1" / f"{row.id}.json"
    other = row.run.completions_file
    assert other is not None
    exchanged = other.sha256[:12] + "0" * 52  # the name of an asset contains the first digits of the digest
    run = row.run.model_copy(update={"completions_file": other.model_copy(update={"sha256": exchanged})})
    path.write_bytes(row.model_copy(update={"run": run}).model_dump_json(by_alias=True).encode())
    done = in_process("verify", "rows", "--assets", "octo/bench", code=1)
    assert "does not have the SHA-256 that the row records" in done.stdout
