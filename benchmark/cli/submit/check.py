"""`sightbench submit check`: file, field and fix of every problem."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
def command(**options: object) -> None:
    """Check submissions: each PATH is a folder of submissions/ or its submission.yaml.

    Reads each submission.yaml and the prediction files that it names; writes nothing. Needs no network and
    no keys, and runs nothing that a submission holds. Prints one message a problem, and exits with 2 when
    there is any. Repeating it is safe.
    """
    load_and_run("benchmark.cli.submit.check_run", **options)
