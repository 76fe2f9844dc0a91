"""The work of `sightbench submit new`."""

import sys
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel

from benchmark.cli.shared.suite_names import known_suites
from benchmark.cli.submit.choices import OfferedName, RunChoices
from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.submissions.create import create_submission
from benchmark.submissions.schema import ModelConfig, ModelParameters, Submission, SubmissionRun

#: Field that every submission needs → the question for it.
_QUESTIONS = {
    "slug": "Slug (name of the folder, such as acme-vl-7b)",
    "name": "Name of the model, as pages show it",
    "owners": "Your GitHub login",
    "suite": "Suite",
    "dataset": "Data set",
    "setting": "Setting: what the model sees",
    "protocol": "Protocol: how samples are drawn",
}
#: Further fields of a run whose answers CI generates.
_MODEL_QUESTIONS = {"provider": "Provider", "model": "Id of the model at the provider"}


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
    asked = predictions is None
    if not asked and (stray := [*_given_fields(given, ModelConfig), *_given_fields(given, ModelParameters)]):
        problem = "cannot be used with --predictions"
        raise BadInput(_option_name(stray[0]), "", problem, "leave one of them out")
    questions = _QUESTIONS | (_MODEL_QUESTIONS if asked else {})
    missing = [name for name in questions if given[name] in (None, ())]
    choices = RunChoices(known_suites(), asked=asked)
    if missing and not (sys.stdin.isatty() and sys.stdout.isatty()):
        fixes = {name: choices.sentence(name, given) or questions[name] for name in missing}
        unknown = [name for name in questions if name not in missing and not choices.may_be(name, given)]
        raise ManyBadInputs(
            [
                *(BadInput(_option_name(name), "", "is required", fix) for name, fix in fixes.items()),
                *(
                    BadInput(
                        _option_name(name),
                        "",
                        f"cannot be {quote_value(given[name])}",
                        choices.sentence(name, given),
                    )
                    for name in unknown
                ),
            ]
        )
    for name in missing:
        offered = OfferedName(choices.names(name, given))
        answer = click.prompt(offered.question(questions[name]), type=offered)
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
