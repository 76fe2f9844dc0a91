"""`sightbench submit new`."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from benchmark.submissions.names import SuiteNames

#: Options of a model that go into its ``parameters``.
_PARAMETERS = (
    "temperature", "top_p", "top_k", "max_tokens", "seed", "stop", "reasoning_effort", "thinking_tokens",
)  # fmt: skip
_MODEL = ("provider", "model", "base_url", "api_key_env", "revision")
_RUN = ("suite", "dataset", "setting", "protocol", "prompt")
_ABOUT = (
    "slug", "name", "organisation", "links", "owners", "weights", "reasoning", "parameters_b", "decoder",
    "licence", "release_date", "training_cutoff", "predecessor",
)  # fmt: skip
#: What every submission of a model needs, and the question for it.
_ASKED = {
    "slug": "Slug (name of the folder, such as acme-vl-7b)",
    "name": "Name, as pages show it",
    "owners": "Your GitHub login",
    "suite": "Suite",
    "dataset": "Data set",
    "setting": "Setting",
    "protocol": "Protocol",
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
    type=click.Path(path_type=Path),
    help="Prediction file to copy into the folder: CI judges it.",
)
@click.option("--provider", help="openai, google, anthropic, local or replay: CI generates the completions.")
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
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default=Path("submissions"), show_default=True
)
def new(into: Path, predictions: Path | None, **given: Any) -> None:
    """Make a new submission with one run; more runs are added in the file.

    Asks for what is missing when it runs on a terminal. Reads the file of --predictions, if any. Writes
    INTO/SLUG/submission.yaml and a copy of that file, all or nothing, and never overwrites: repeating it is
    refused. Needs no network and no keys.
    """
    from benchmark.submissions.create import create_submission

    known = known_suites()
    _ask(given, predictions)
    run: dict[str, object] = {name: given[name] for name in _RUN}
    if predictions is None:
        run["model"] = {name: given[name] for name in _MODEL if given[name] is not None}
        if parameters := {name: _plain(given[name]) for name in _PARAMETERS if given[name] not in (None, ())}:
            run["model"]["parameters"] = parameters  # type: ignore[index]  # the dict of the line above
    else:
        run["predictions"] = _copied_name(predictions)
    given["links"] = dict(_link(text) for text in given["links"])
    fields = {name: _plain(given[name]) for name in _ABOUT if given[name] not in (None, (), {})} | {
        "runs": [run]
    }
    copied = {} if predictions is None else {_copied_name(predictions): predictions}
    folder = create_submission(into, fields, copied, known)
    click.echo(f"wrote {folder / 'submission.yaml'}")
    click.echo(f"next: sightbench submit check {folder}")


def _ask(given: dict[str, Any], predictions: Path | None) -> None:
    """Fill what is missing from answers on a terminal; elsewhere name all of it at once."""
    from benchmark.core.errors import BadInput, ManyBadInputs

    asked = dict(_ASKED)
    if predictions is None:
        asked |= {
            "provider": "Provider (openai, google, anthropic, local or replay)",
            "model": "Id of the model",
        }
    elif stray := [name for name in (*_MODEL, *_PARAMETERS) if given[name] not in (None, ())]:
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


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _link(text: str) -> tuple[str, str]:
    from benchmark.core.errors import BadInput, shown

    label, equals, url = text.partition("=")
    if not equals:
        raise BadInput(
            "--link", "", f"must be LABEL=URL, got {shown(text)}", "such as paper=https://example.org/x"
        )
    return label, url


def _copied_name(predictions: Path) -> str:
    """A plain name for the copy; the reader sees the format by content, so only ``.gz`` is kept."""
    return "predictions" + "".join(
        ending for ending in (".json", ".jsonl", ".gz") if ending in predictions.suffixes
    )


def known_suites() -> Mapping[str, "SuiteNames"]:
    """What runs may name: of the suites that are built, and of those that are announced."""
    from benchmark.submissions.names import SuiteNames, announced
    from benchmark.suites import SUITES

    built = {
        name: SuiteNames(
            datasets=tuple(suite.datasets), settings=tuple(suite.settings), protocols=tuple(suite.protocols)
        )
        for name, suite in SUITES.items()
    }
    return {**announced(), **built}
