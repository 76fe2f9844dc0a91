"""The JSON schemas on the site match the pydantic models."""

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
