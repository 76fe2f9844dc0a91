"""`sightbench compare`: compare two models on the same tasks."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    SETTING,
    json_option,
    ranking_metric_option,
    rows_option,
    tasks_options,
)
from benchmark.cli.shared.statistics import need_statistics

_EXAMPLES = """\b
Examples:
  sightbench compare gpt-4o minicpm-v-2-6 --rows results
  sightbench compare a.jsonl.gz b.jsonl.gz --tasks tasks.jsonl --json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@ranking_metric_option
@rows_option
@tasks_options
@click.option("--setting", type=SETTING, default="", help="Setting of the rows, if a slug has several.")
@click.option("--protocol", default="", help="Protocol of the rows, if a slug has several.")
@click.option(
    "--common", is_flag=True, help="If tasks or versions differ, compare the tasks with common ids."
)
@json_option
def command(**options: object) -> None:
    """Compare A with B on the tasks that both have: is the difference real?

    A and B are each a row file, a verdict file of `sightbench evaluate`, or a slug with rows in --rows (the
    newest one counts). Prints the difference with its 95 % interval and p-value, over all tasks and by
    category; tasks of one stem stay together. For single tasks with one draw, the p-value is exact. In suites
    about pictures, also prints the score of each model without the picture. Refuses rows whose tasks or
    judging versions differ, unless --common is given.

    Reads these files, and the tasks of verdict files; writes nothing. Needs the extra `statistics`. Needs no
    network and no keys. Safe to repeat.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.compare_run", **options)
