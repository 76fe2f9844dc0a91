"""`sightbench sandbox`: what the sandbox keeps out on this machine."""

import click

from benchmark.cli.shared.lazy import load_and_run


@click.command()
def command(**options: object) -> None:
    """Try from inside what an answer must not be able to do, and print what came of it.

    The last line says how fast the machine is: limits of time are multiplied by its factor.

    Reads and writes nothing of yours. Needs no network and no keys. Repeating it is safe. Exit code 3 when
    something is not kept out.
    """
    load_and_run("benchmark.cli.sandbox.run", **options)
