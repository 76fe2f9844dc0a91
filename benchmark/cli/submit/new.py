"""`sightbench submit new`: a submission from options, or from answers on a terminal."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH


@click.command()
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
def command(**options: object) -> None:
    """Make a new submission with one run; more runs are added in the file.

    Asks for what is missing when it runs on a terminal. Reads the file of --predictions, if any. Writes
    INTO/SLUG/submission.yaml and a copy of that file, all or nothing, and never overwrites: repeating it is
    refused. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.submit.new_run", **options)
