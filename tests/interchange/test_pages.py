"""The page about other formats names the versions, data sets and fields that the code has."""

from pathlib import Path

from benchmark.cli.export import COMMANDS
from benchmark.interchange.every_eval_ever import SCHEMA_VERSION
from benchmark.interchange.from_evalplus import ANSWERS
from benchmark.interchange.from_lm_eval import ID_FIELDS
from benchmark.interchange.hub_dataset import our_datasets
from benchmark.interchange.hub_results import hub_task_id

PAGE = Path(__file__).resolve().parent.parent.parent / "site" / "pages" / "formats" / "other-tools.md"


def test_names_on_the_page_are_those_of_the_code() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    assert all(f"$ sightbench export {command} " in text for command in COMMANDS)
    assert f"(schema {SCHEMA_VERSION})" in text
    assert all(f"{suite} {dataset}" in text for suite, dataset in our_datasets())
    assert f"such as `{hub_task_id('flowchart', 'cool-1', 'upstream')}`" in text
    assert "| " + ", else ".join(f"`{name}`" for name in ANSWERS) + " |" in text
    *first, last = (f"`{name}`" for name in ID_FIELDS)
    assert f"{', '.join(first)} or {last} of `doc`" in text
