"""`sightbench analyse models`: list the models of all submissions."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, json_option


@click.command()
@click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of submissions, <slug>/submission.yaml.",
)
@json_option
def command(**options: object) -> None:
    """List the models of all submissions with their details.

    Like Table 10 of HumanEval-V, lists kind, parameters and links; also lists organisation, decoder, licence,
    dates and the ids at the providers. A model is listed as seeing if one of its runs shows it pictures.
    Baselines and examples are left out.

    Reads the submissions; writes nothing. Needs no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.models_run", **options)
