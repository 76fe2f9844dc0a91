"""`sightbench doctor`: what a repository lacks to run its own benchmark."""

from pathlib import Path

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER


@click.command()
@click.option("--folder", type=FOLDER, default=Path(), help="Root of a clone  [this folder]")
@click.option("--repository", envvar="GITHUB_REPOSITORY", default="", metavar="OWNER/NAME", help="On GitHub.")
@click.option("--offline", is_flag=True, help="Ask GitHub nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document (schemas/doctor.json).")
def command(**options: object) -> None:
    """Check what a repository needs to run its own benchmark; print what is missing and the way to get it.

    Reads the clone; with GITHUB_TOKEN (or GH_TOKEN), unless --offline, asks GitHub about its settings:
    branches, environments, names of secrets, Pages, workflows, runners. What the token may not see is
    unknown, never fine. Writes nothing. Repeating it is safe. Exit code 1 when something is missing.
    """
    load_and_run("benchmark.cli.doctor_run", **options)
