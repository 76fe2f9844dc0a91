"""`sightbench submit new`: create a submission, from options or from answers on a terminal."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, PATH, PROMPTS, SETTING


@click.command()
@click.option(
    "--slug", help="Name of the folder: lower-case letters and digits, with single . _ - between them."
)
@click.option("--name", help="Name of the model, as pages show it.")
@click.option("--organisation", help="Organisation that made the model.")
@click.option(
    "--link",
    "links",
    multiple=True,
    metavar="LABEL=URL",
    help="Link with its label, https only; may be repeated.",
)
@click.option(
    "--owner",
    "owners",
    multiple=True,
    help="GitHub login of a person who may change the submission; may be repeated.",
)
@click.option("--weights", type=click.Choice(["open", "closed"]), help="Whether the weights are public.")
@click.option("--reasoning/--no-reasoning", default=None, help="Whether the model thinks before it answers.")
@click.option("--parameters-b", type=float, help="Number of parameters in billions.")
@click.option("--decoder", help="Language model inside the vision model.")
@click.option("--licence", help="Licence of the weights, or terms of use.")
@click.option("--release-date", help="Date of the release, YYYY-MM-DD or YYYY-MM.")
@click.option("--training-cutoff", help="Date of the newest training data, YYYY-MM-DD or YYYY-MM.")
@click.option("--predecessor", help="Slug of the previous model of this series.")
@click.option("--suite", help="Suite, such as code-vision; `sightbench suites` lists all.")
@click.option("--dataset", help="Data set, such as rebuilt.")
@click.option("--setting", type=SETTING, help="What the model sees, such as text.")
@click.option("--protocol", help="How samples are drawn, such as cool-1.")
@click.option(
    "--prompt",
    type=click.Choice(PROMPTS),
    default="sightbench",
    show_default=True,
    help="Our prompt, or that of the published benchmark.",
)
@click.option(
    "--predictions",
    type=PATH,
    help="Prediction file, which is copied into the folder and judged by CI.",
)
@click.option(
    "--provider",
    help="Provider with which CI generates completions, such as openai or local.",
)
@click.option("--model", help="Id of the model at the provider.")
@click.option("--base-url", help="Address of a server with a compatible API.")
@click.option("--api-key-env", help="Name of the environment variable with the key; never the key itself.")
@click.option("--revision", help="Revision of open weights, such as a commit.")
@click.option("--temperature", type=float, help="Sampling temperature.")
@click.option("--top-p", type=float, help="Sampling parameter top_p.")
@click.option("--top-k", type=int, help="Sampling parameter top_k.")
@click.option("--max-tokens", type=int, help="Maximum number of tokens per completion.")
@click.option("--seed", type=int, help="Sampling seed.")
@click.option("--stop", multiple=True, help="Text that ends a completion; may be repeated.")
@click.option("--reasoning-effort", help="Reasoning effort: none, minimal, low, medium, high, xhigh or max.")
@click.option("--thinking", help="Thinking of Anthropic's models: adaptive or disabled.")
@click.option("--thinking-tokens", type=int, help="Maximum number of tokens for thinking.")
@click.option(
    "--into", type=FOLDER, default=Path("submissions"), show_default=True, help="Folder of all submissions."
)
def command(**options: object) -> None:
    """Create a submission with one run; add more runs in the file.

    Asks for missing values if it runs on a terminal, and offers what this version can judge; without a
    terminal, names all missing values with their valid ones. `sightbench suites` lists them. Reads the
    file of --predictions, if given. Writes INTO/SLUG/submission.yaml and a copy of that file, both or
    neither. Never overwrites: a second call with the same slug is refused. Needs no network and no keys.
    """
    load_and_run("benchmark.cli.submit.new_run", **options)
