"""`sightbench submit check`: check submissions."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@json_option
def command(**options: object) -> None:
    """Check submissions; each PATH is a folder in submissions/, or its submission.yaml.

    Reads each submission.yaml and the prediction files that it names, and runs nothing from them; writes
    nothing. Prints every problem with its file, field and fix; for a folder of submissions, the names of
    those in it. With --json, the document has all problems, too. Needs no network and no keys. Safe to
    repeat. Exit code 2 if there is a problem.
    """
    load_and_run("benchmark.cli.submit.check_run", **options)
