"""The JSON schemas on the site match the pydantic models."""

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "release"))
from schemas import SCHEMAS, schema_bytes  # noqa: E402 - the names of the cases


def test_every_published_schema_is_one_of_them() -> None:
    published = {path.stem for path in (ROOT / "site" / "pages" / "schemas").glob("*.json")}
    assert published == {*SCHEMAS}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_up_to_date(name: str) -> None:
    path = ROOT / "site" / "pages" / "schemas" / f"{name}.json"
    assert path.read_bytes() == schema_bytes(name), "run `./noxw -s docs` and commit what it writes"


@pytest.mark.parametrize(
    "name", sorted(SCHEMAS.keys() - {"executed"})
)  # ``executed`` also accepts upstream's files
def test_a_schema_has_a_title_and_refuses_unknown_fields(name: str) -> None:
    schema = json.loads(schema_bytes(name))
    assert schema["title"]
    objects = [*schema.get("$defs", {}).values(), schema]
    records = [record for record in objects if "properties" in record]
    assert records
    assert all(record["additionalProperties"] is False for record in records)
