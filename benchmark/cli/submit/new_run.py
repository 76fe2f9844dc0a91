"""The work of `sightbench submit new`."""

import sys
from pathlib import Path
from typing import Any

import click
from pydantic import BaseModel

from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, ManyBadInputs, shown
from benchmark.submissions.create import create_submission
from benchmark.submissions.schema import ModelConfig, ModelParameters, Submission, SubmissionRun

#: What every submission of a model needs, and the question for it.
_ASKED = {
    "slug": "Slug (name of the folder, such as acme-vl-7b)",
    "name": "Name, as pages show it",
    "owners": "Your GitHub login",
    "suite": "Suite (such as code-vision)",
    "dataset": "Data set (such as rebuilt)",
    "setting": "Setting: what the model is shown (such as flowchart)",
    "protocol": "Protocol: how samples are drawn (such as cool-1)",
}


def run(*, into: Path, predictions: Path | None, **given: Any) -> None:
    """Write a new submission."""
    _ask(given, predictions)
    given["links"] = dict(_link(text) for text in given["links"])
    config = _given(given, ModelConfig)
    if parameters := _given(given, ModelParameters):
        config["parameters"] = parameters
    run = _given(given, SubmissionRun)
    copied: dict[str, Path] = {}
    if predictions is None:
        run["model"] = config
    else:
        run["predictions"] = _copied_name(predictions)
        copied[_copied_name(predictions)] = predictions
    fields = {**_given(given, Submission), "runs": [run]}
    folder = create_submission(into, fields, copied, known_suites())
    click.echo(f"wrote {folder / 'submission.yaml'}")
    click.echo(f"next: sightbench submit check {folder}")


def _ask(given: dict[str, Any], predictions: Path | None) -> None:
    """Fill what is missing from answers on a terminal; elsewhere name all of it at once."""
    asked = dict(_ASKED)
    if predictions is None:
        asked |= {
            "provider": "Provider (openai, google, google-legacy, anthropic, local or replay)",
            "model": "Id of the model",
        }
    elif stray := [*_given(given, ModelConfig), *_given(given, ModelParameters)]:
        raise BadInput(
            _option(stray[0]), "", "goes with a model, not with --predictions", "leave one of them out"
        )
    missing = [name for name in asked if given[name] in (None, ())]
    if missing and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ManyBadInputs([BadInput(_option(name), "", "is required", asked[name]) for name in missing])
    for name in missing:
        answer = click.prompt(asked[name], type=str)
        given[name] = (answer,) if name == "owners" else answer


def _option(name: str) -> str:
    return "--owner" if name == "owners" else "--" + name.replace("_", "-")


def _given(given: dict[str, Any], record: type[BaseModel]) -> dict[str, object]:
    """What was given of a record's fields, in the record's order."""
    named = {name: given[name] for name in record.model_fields if given.get(name) not in (None, (), {})}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}


def _link(text: str) -> tuple[str, str]:
    label, equals, url = text.partition("=")
    if not equals:
        raise BadInput(
            "--link", "", f"must be LABEL=URL, got {shown(text)}", "such as paper=https://example.org/x"
        )
    return label, url


def _copied_name(predictions: Path) -> str:
    """A plain name for the copy, with the endings of the original."""
    return "predictions" + "".join(
        ending for ending in (".json", ".jsonl", ".gz") if ending in predictions.suffixes
    )
