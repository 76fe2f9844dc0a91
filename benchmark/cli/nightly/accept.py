"""`sightbench nightly accept`: accept the present level of a series."""

import click

from benchmark.cli.nightly.options import date_option, nightly_option, out_option
from benchmark.cli.shared.lazy import load_and_run


@click.command()
@click.argument("series")
@nightly_option
@out_option
@date_option
@click.option("--by", metavar="LOGIN", required=True, help="Who decided, such as the login on GitHub.")
@click.option("--reason", default="", help="Why, in one line; it is published.")
@click.option(
    "--link", metavar="URL", default="", help="Address of the issue or discussion; it is published."
)
def command(**options: object) -> None:
    """Record that a person accepts the present level of SERIES, so that it gets a new baseline.

    SERIES is the name that `sightbench nightly decide` prints: `SLUG: SUITE/DATASET, SETTING, PROTOCOL,
    PROMPT`, or `SLUG: all series`. From --date on, eight new nights become its baseline. Open alarms and
    checks end, and the first baseline no longer counts. Each series is accepted alone: the pooled series of
    the model keeps its baseline until it is accepted as well.

    Reads panels and decisions in --nightly; writes one decision to OUT/nightly/decisions. Needs no network
    and no keys. Safe to repeat: a level that was accepted for this date is not accepted again.
    """
    load_and_run("benchmark.cli.nightly.accept_run", **options)
