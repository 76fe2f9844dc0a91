"""The published JSON schemas are those of the models."""

import json
from pathlib import Path

import pytest

from benchmark.cli import main
from benchmark.cli.schema_run import SCHEMAS, schema_bytes

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_fresh(name: str) -> None:
    path = ROOT / "site" / "pages" / "schemas" / f"{name}.json"
    assert path.read_bytes() == schema_bytes(name), "run `sightbench schema` and commit what it writes"


@pytest.mark.parametrize(
    "name", sorted(SCHEMAS.keys() - {"executed"})
)  # that one also takes upstream's files
def test_a_schema_refuses_unknown_fields_and_says_what_it_is(name: str) -> None:
    schema = json.loads(schema_bytes(name))
    assert schema["title"]
    objects = [*schema.get("$defs", {}).values(), schema]
    records = [one for one in objects if "properties" in one]
    assert records
    assert all(one["additionalProperties"] is False for one in records)


def test_a_stale_schema_is_named_with_the_command_that_mends_it(
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
