"""`sightbench review score`: what the labels of one or more people say."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("key", metavar="KEY", type=PATH)
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=PATH)
@json_option
def command(**options: object) -> None:
    """Read the labels of people back: each SHEET is one person's, or has a column `person`.

    KEY is what `sightbench review sample` wrote beside the sheet. Prints the share of right answers (or the
    mean points) with intervals, by person, on average and by the judge; how far people agree with one
    another and with the judge, beyond chance; and shares of kinds of errors. The people's average is a
    baseline row in the JSON document. Lines without a label are left out and counted.

    Writes nothing. Needs the extra `statistics`, no network and no keys. Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.review.score_run", **options)
