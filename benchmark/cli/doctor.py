"""`sightbench doctor`: find out what a repository needs to run its own benchmark."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option(
    "--folder", type=FOLDER, default=Path(), help="Root folder of the clone; the current folder by default."
)
@click.option(
    "--repository",
    envvar="GITHUB_REPOSITORY",
    default="",
    metavar="OWNER/NAME",
    help="The repository on GitHub; by default the remote of the clone.",
)
@click.option("--offline", is_flag=True, help="Check the clone only; do not query GitHub.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/doctor.json).")
def command(**options: object) -> None:
    """Check what a repository needs to run its own benchmark, and print how to add what is missing.

    Reads the clone. With a token in GITHUB_TOKEN or GH_TOKEN, also queries GitHub for settings: branches and
    their rules, environments, names of secrets, Pages, what workflows may do, runners, and whether the nights
    are still scheduled: in a public repository, GitHub stops schedules after 60 days without activity. A
    setting that the token may not read is reported as unknown. Writes nothing. Needs the network unless
    --offline is given. Safe to repeat. Exit code 1 if something is missing.
    """
    load_and_run("benchmark.cli.doctor_run", **options)
