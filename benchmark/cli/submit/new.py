"""`sightbench submit new`: a submission from options, or from answers on a terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmark.cli.shared.options import FOLDER, PATH

if TYPE_CHECKING:
    from pydantic import BaseModel

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


@click.command(short_help="Make a new submission with one run.")
@click.option("--slug", help="Name of the folder: lower-case letters, digits and . _ - between them.")
@click.option("--name", help="As pages show it.")
@click.option("--organisation", help="Who made the model.")
@click.option("--link", "links", multiple=True, metavar="LABEL=URL", help="An https link; may be repeated.")
@click.option("--owner", "owners", multiple=True, help="GitHub login of who may change it; may be repeated.")
@click.option("--weights", type=click.Choice(["open", "closed"]))
@click.option("--reasoning/--no-reasoning", default=None, help="Whether the model thinks before it answers.")
@click.option("--parameters-b", type=float, help="Number of parameters in billions.")
@click.option("--decoder", help="The language model inside a vision model.")
@click.option("--licence", help="Of the weights, or terms of use.")
@click.option("--release-date", help="YYYY-MM-DD or YYYY-MM.")
@click.option("--training-cutoff", help="YYYY-MM-DD or YYYY-MM.")
@click.option("--predecessor", help="Slug of the model before this one.")
@click.option("--suite", help="Such as code-vision.")
@click.option("--dataset", help="Such as rebuilt.")
@click.option("--setting", help="What the model is shown, such as flowchart.")
@click.option("--protocol", help="How samples are drawn, such as cool-1.")
@click.option(
    "--prompt", type=click.Choice(["sightbench", "upstream"]), default="sightbench", show_default=True
)
@click.option(
    "--predictions",
    type=PATH,
    help="Prediction file to copy into the folder: CI judges it.",
)
@click.option(
    "--provider",
    help="openai, google, google-legacy, anthropic, local or replay: CI generates the completions.",
)
@click.option("--model", help="The provider's id of the model.")
@click.option("--base-url", help="Address of a compatible server.")
@click.option("--api-key-env", help="Name of the variable that holds the key; never the key itself.")
@click.option("--revision", help="Of open weights, such as a commit.")
@click.option("--temperature", type=float)
@click.option("--top-p", type=float)
@click.option("--top-k", type=int)
@click.option("--max-tokens", type=int)
@click.option("--seed", type=int)
@click.option("--stop", multiple=True, help="A text that ends a completion; may be repeated.")
@click.option("--reasoning-effort", help="none, minimal, low, medium or high.")
@click.option("--thinking-tokens", type=int)
@click.option("--into", type=FOLDER, default=Path("submissions"), show_default=True)
def new(into: Path, predictions: Path | None, **given: Any) -> None:
    """Make a new submission with one run; more runs are added in the file.

    Asks for what is missing when it runs on a terminal. Reads the file of --predictions, if any. Writes
    INTO/SLUG/submission.yaml and a copy of that file, all or nothing, and never overwrites: repeating it is
    refused. Needs no network and no keys.
    """
    from benchmark.cli.shared.suite_names import known_suites
    from benchmark.submissions.create import create_submission
    from benchmark.submissions.schema import ModelConfig, ModelParameters, Submission, SubmissionRun

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
    from benchmark.core.errors import BadInput, ManyBadInputs
    from benchmark.submissions.schema import ModelConfig, ModelParameters

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


def _given(given: dict[str, Any], record: "type[BaseModel]") -> dict[str, object]:
    """What was given of a record's fields, in the record's order."""
    named = {name: given[name] for name in record.model_fields if given.get(name) not in (None, (), {})}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in named.items()}


def _link(text: str) -> tuple[str, str]:
    from benchmark.core.errors import BadInput, shown

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
