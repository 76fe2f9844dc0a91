"""The work of `sightbench submit new`."""

import sys
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel

from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.submissions.create import create_submission
from benchmark.submissions.schema import ModelConfig, ModelParameters, Submission, SubmissionRun

#: Field that every submission needs → the question for it.
_QUESTIONS = {
    "slug": "Slug (name of the folder, such as acme-vl-7b)",
    "name": "Name of the model, as pages show it",
    "owners": "Your GitHub login",
    "suite": "Suite (such as code-vision)",
    "dataset": "Data set (such as rebuilt)",
    "setting": "Setting: what the model sees (such as text)",
    "protocol": "Protocol: how samples are drawn (such as cool-1)",
}


def run(*, into: Path, predictions: Path | None, **given: Any) -> None:
    """Write a new submission."""
    _ask_for_missing(given, predictions)
    given["links"] = dict(_parse_link(text) for text in given["links"])
    config = _given_fields(given, ModelConfig)
    if parameters := _given_fields(given, ModelParameters):
        config["parameters"] = parameters
    run = _given_fields(given, SubmissionRun)
    copied: dict[str, Path] = {}
    if predictions is None:
        run["model"] = config
    else:
        run["predictions"] = _copied_name(predictions)
        copied[_copied_name(predictions)] = predictions
    fields = {**_given_fields(given, Submission), "runs": [run]}
    folder = create_submission(into, fields, copied, known_suites())
    click.echo(f"wrote {folder / 'submission.yaml'}")
    click.echo(f"next: sightbench submit check {folder}")


def _ask_for_missing(given: dict[str, Any], predictions: Path | None) -> None:
    """Ask for missing values on a terminal; elsewhere raise one error that names all of them."""
    questions = dict(_QUESTIONS)
    if predictions is None:
        questions |= {
            "provider": "Provider (openai, google, google-legacy, anthropic, local or replay)",
            "model": "Id of the model",
        }
    elif stray := [*_given_fields(given, ModelConfig), *_given_fields(given, ModelParameters)]:
        raise BadInput(
            _option_name(stray[0]), "", "cannot be used with --predictions", "leave one of them out"
        )
    missing = [name for name in questions if given[name] in (None, ())]
    if missing and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ManyBadInputs(
            [BadInput(_option_name(name), "", "is required", questions[name]) for name in missing]
        )
    for name in missing:
        answer = click.prompt(questions[name], type=str)
        given[name] = (answer,) if name == "owners" else answer


def _option_name(name: str) -> str:
    return "--owner" if name == "owners" else "--" + name.replace("_", "-")


def _given_fields(given: dict[str, Any], record: type[BaseModel]) -> dict[str, object]:
    """Return the given values of a record's fields, in the order of the record."""
    values = {name: given[name] for name in record.model_fields if given.get(name) not in (None, (), {})}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _parse_link(text: str) -> tuple[str, str]:
    label, equals, url = text.partition("=")
    if not equals:
        raise BadInput(
            "--link",
            "",
            f"must be LABEL=URL, got {quote_value(text)}",
            "use a form such as paper=https://example.org/x",
        )
    return label, url


def _copied_name(predictions: Path) -> str:
    """Return the name of the copy: ``predictions`` with the endings of the original."""
    return "predictions" + "".join(
        ending for ending in (".json", ".jsonl", ".gz") if ending in predictions.suffixes
    )
