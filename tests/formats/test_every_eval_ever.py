"""Exported rows pass the validator and the JSON schemas of Every Eval Ever, and its checks of paths."""

import json
from pathlib import Path

from every_eval_ever.schema import schema_json
from every_eval_ever.validator.validate import main as validate
from jsonschema import Draft7Validator

ROOT = Path(__file__).resolve().parent.parent.parent


def test_recorded_rows_and_rows_with_answers_are_valid(in_process, kept_row, tmp_path) -> None:
    paths = (ROOT / "recorded", kept_row("PWP"), kept_row("PP", name="fresh-0123456789ab-choice"))
    assert (
        in_process("export", "rows", "--format", "every-eval-ever", *paths, "--out", tmp_path).returncode == 0
    )
    files = sorted((tmp_path / "data").glob("*/*/*/*"))
    assert len(files) == 2 * 25 + 2 + 1
    assert validate(["data/*/*/*/*"]) == 0  # neither errors nor warnings
    whole = Draft7Validator(schema_json("eval.schema.json"))
    sample = Draft7Validator(schema_json("instance_level_eval.schema.json"))
    for file in files:
        schema = sample if file.suffix == ".jsonl" else whole
        for line in file.read_text("utf-8").splitlines() if file.suffix == ".jsonl" else [file.read_text()]:
            schema.validate(json.loads(line))


def test_a_model_with_a_given_id_is_where_the_datastore_looks_for_it(in_process, kept_row, tmp_path) -> None:
    more = ("--model-id", "Acme/Acme-1.5-7B_it", "--out", tmp_path)
    assert (
        in_process(
            "export", "rows", "--format", "every-eval-ever", kept_row("P", organisation=""), *more
        ).returncode
        == 0
    )
    assert validate(["data/*/*/*/*"]) == 0
