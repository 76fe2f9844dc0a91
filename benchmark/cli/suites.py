"""`sightbench suites`: list suites, data sets, settings, protocols and prompts."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option


@click.command()
@click.argument("names", nargs=-1, metavar="[SUITE]...")
@json_option
def command(**options: object) -> None:
    """List the suites, with all that a run may name: data sets, settings, protocols and prompts.

    A data set is `here` (on this machine), `fetchable` (from its authors' public files), `elsewhere` (needs
    files or a package that no command fetches), `fresh` (exists only where somebody built it) or `announced`
    (a later version will judge it). In settings with a * the name of another model follows.

    Reads the data sets of this machine, to count their tasks; writes nothing. Needs no network and no keys.
    Safe to repeat.
    """
    load_and_run("benchmark.cli.suites_run", **options)
