"""`sightbench compare`: two models on the same tasks."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import json_option, metric_option, rows_option, tasks_options
from benchmark.cli.shared.statistics import need_statistics

_EXAMPLES = """\b
Examples:
  sightbench compare gpt-4o minicpm-v-2-6 --rows results
  sightbench compare a.jsonl.gz b.jsonl.gz --tasks tasks.jsonl --json
"""


@click.command(epilog=_EXAMPLES)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@metric_option
@rows_option
@tasks_options
@click.option("--setting", default="", help="Of rows that are named by slug, where there are several.")
@click.option("--protocol", default="", help="Likewise.")
@click.option("--common", is_flag=True, help="Where sets of tasks or versions differ, compare common ids.")
@json_option
def command(**options: object) -> None:
    """Compare A with B on the tasks that both have: is the difference real?

    A and B are each a row file, a verdict file of `sightbench evaluate`, or a slug with rows below --rows
    (the newest one counts). Prints the difference with its 95 % interval and p-value, over all tasks and by
    category; tasks of one stem stay together. In a suite about pictures, what each solves without the picture
    stands beside its score. With one draw a task the p-value is exact. Rows whose tasks or
    judging versions differ are refused unless --common is given.

    Reads these files and the tasks of verdict files; writes nothing. Needs the extra `statistics`, no
    network and no keys. Repeating it is safe.
    """
    need_statistics()
    load_and_run("benchmark.cli.scores.compare_run", **options)
