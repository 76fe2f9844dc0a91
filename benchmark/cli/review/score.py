"""`sightbench review score`: analyse the labels of people."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@click.argument("key", metavar="KEY", type=PATH)
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=PATH)
@json_option
def command(**options: object) -> None:
    """Analyse the labels of people. Each SHEET is one person's, or has a column `person`.

    KEY is the file that `sightbench review sample` wrote next to the sheet. Prints the share of right answers
    (or the mean points) with intervals, by person, on average and by the judge; the agreement of people with
    each other and with the judge, beyond chance; the shares of kinds of errors; and for judge's scores the
    share of reasonable ones, overall and by criterion. The JSON document also
    contains the average over people as a baseline row. Lines without a label are left out and counted.

    Reads KEY and the sheets; writes nothing. Needs the extra `statistics`. Needs no network and no keys. Safe
    to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.review.score_run", **options)
