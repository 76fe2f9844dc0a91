"""`sightbench sandbox probe`: try forbidden actions inside the sandbox."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option


@click.command()
@json_option
def command(**options: object) -> None:
    """Try inside the sandbox what an answer must not be able to do, and print what is blocked.

    The last line shows how fast this machine is compared with the reference machine; time limits are
    multiplied by that factor. Reads and writes no files. Needs no network and no keys. Safe to repeat. Exit
    code 3 if something is not blocked; then Sightbench refuses to judge on this machine.
    """
    load_and_run("benchmark.cli.sandbox.run", **options)
