"""The JSON schemas on the site match the pydantic models."""

import json
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.cli.schema import SCHEMAS, schema_bytes

ROOT = Path(__file__).resolve().parent.parent.parent


#: Files that others make for other programs: fields that are not ours are not read.
OF_OTHERS = {"raw-problem"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_up_to_date(name: str) -> None:
    path = ROOT / "site" / "pages" / "schemas" / f"{name}.json"
    assert path.read_bytes() == schema_bytes(name), "run `sightbench schema` and commit what it writes"


@pytest.mark.parametrize(
    "name", sorted(SCHEMAS.keys() - {"executed"})
)  # ``executed`` also accepts upstream's files
def test_a_schema_has_a_title_and_refuses_unknown_fields(name: str) -> None:
    schema = json.loads(schema_bytes(name))
    assert schema["title"]
    objects = [*schema.get("$defs", {}).values(), schema]
    records = [record for record in objects if "properties" in record]
    assert records
    if name not in OF_OTHERS:
        assert all(record["additionalProperties"] is False for record in records)


@pytest.mark.gate
def test_an_outdated_schema_is_reported_with_the_command_that_updates_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*more: str) -> int:
        with pytest.raises(SystemExit) as caught:
            main(["schema", "--into", str(tmp_path / "schemas"), *more])
        assert isinstance(caught.value.code, int)
        return caught.value.code

    assert run("--check") == 1
    assert not (tmp_path / "schemas").exists()
    assert run() == 0
    (tmp_path / "schemas" / "task.json").write_text("{}")
    assert run("--check") == 1
    errors = capsys.readouterr().err
    assert "schemas/task.json\n  fix: run `sightbench schema`" in errors
    assert run() == run("--check") == 0
