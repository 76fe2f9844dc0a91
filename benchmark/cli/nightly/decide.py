"""`sightbench nightly decide`: decide whether models became worse."""

import click

from benchmark.cli.nightly.options import date_option, nightly_option, out_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option
from benchmark.cli.shared.statistics import need_statistics


@click.command()
@nightly_option
@out_option
@date_option
@json_option
def command(**options: object) -> None:
    """Decide about every series of panels, and find moved aliases, changed suites and lost nights.

    Follows the rule from the first night of each series on, over all series together: each series alone, and
    all series of a model pooled. Writes a decision for each night that has none yet to OUT/nightly/decisions,
    and events that are not recorded yet to OUT/nightly/events. Prints for each series its state, the nights
    since the last break, the tasks, the smallest drop that would be decided within 14 nights in 95 % of
    cases, the tasks with which this would hold for five points, the correlation of two draws of one night,
    the p-values of the last night, and a sentence.

    Panels dated after --date do not count, and a note names them. If a file cannot be read, or two panels
    claim the same night, nothing is decided. Files in OUT/nightly count as recorded, so repeating the command
    adds nothing.

    Reads panels, decisions and events in --nightly. Needs the extra `statistics`. Needs no network and no
    keys. Safe to repeat. Exit code 0 also if a model became worse, 2 for a file that is not valid.
    """
    need_statistics()
    load_and_run("benchmark.cli.nightly.decide_run", **options)
