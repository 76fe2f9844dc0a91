"""`sightbench rubric`: let a model score answers that draw."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    SETTING,
    assets_option,
    estimate_option,
    lend_option,
    tasks_options,
)

_EXAMPLES = """\b
Examples:
  sightbench rubric results/mathopeval/open-free/acme-vl-7b/ID.json --judge judge.yaml --out scores --estimate
  sightbench rubric p.jsonl --suite mathopeval --dataset open-free --judge judge.yaml --out scores --budget 5
"""


@click.command(epilog=_EXAMPLES)
@click.argument("answers", metavar="ROW|PREDICTIONS", type=PATH)
@click.option(
    "--judge", type=PATH, required=True, help="YAML file with the model that judges: fields as in `model`."
)
@click.option("--out", type=FOLDER, required=True, help="Folder for the scores and the model's replies.")
@tasks_options
@click.option("--setting", type=SETTING, default="", help="With PREDICTIONS: setting of the answers.")
@click.option(
    "--extraction", help="With PREDICTIONS: rule that takes the code from an answer; by default own."
)
@click.option(
    "--repeats",
    type=click.IntRange(0, 9),
    default=2,
    show_default=True,
    help="How often a reply without a score is asked for again, at most.",
)
@click.option(
    "--budget", type=float, help="Maximum cost in US dollars; no call is started that could exceed it."
)
@estimate_option
@lend_option
@assets_option
def command(**options: object) -> None:
    """Let a model score answers that draw, from 1 to 10 by a rubric, and print the means.

    For checks of kind figure, this is a second opinion next to the judge's verdicts; for checks of kind
    rubric, the only one. For each answer the model first extracts key elements of the answer and of the
    reference, then scores from these. Answers are passed as data, and nothing is run.

    Reads ROW with the completions next to it, or PREDICTIONS with --suite or --tasks. Needs the network, for
    the server in --judge, and the key in the environment variable that the file names; with --estimate
    neither. Writes to --out ROW.rubric.DIGEST.json (scores) and ROW.rubric.DIGEST.jsonl.gz (replies), and
    keeps replies in a folder there as they arrive. Safe to repeat: continues where it stopped. Exit code 2
    for wrong input, 3 if the server failed, more than 1 % of the samples have no score, or several models
    replied: then no mean is printed.
    """
    load_and_run("benchmark.cli.rubric.run", **options)
