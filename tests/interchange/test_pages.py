"""The page about other formats names the versions and fields that the code has."""

from pathlib import Path

from benchmark.cli.export import COMMANDS
from benchmark.interchange.every_eval_ever import SCHEMA_VERSION
from benchmark.interchange.from_evalplus import ANSWERS
from benchmark.interchange.from_lm_eval import ID_FIELDS

PAGE = Path(__file__).resolve().parent.parent.parent / "site" / "pages" / "formats" / "other-tools.md"


def test_names_on_the_page_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert all(f"$ sightbench export {command} " in text for command in COMMANDS)
    assert f"(schema {SCHEMA_VERSION})" in text
    assert "| " + ", else ".join(f"`{name}`" for name in ANSWERS) + " |" in text
    *first, last = (f"`{name}`" for name in ID_FIELDS)
    assert f"{', '.join(first)} or {last} of `doc`" in text
