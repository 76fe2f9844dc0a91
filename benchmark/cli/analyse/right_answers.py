"""`sightbench analyse right-answers`: find tasks with more than one right answer."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options


@click.command()
@click.argument("programs", metavar="PROGRAMS", type=PATH)
@tasks_options
@json_option
def command(**options: object) -> None:
    """Find tasks whose known right programs give different outputs.

    PROGRAMS is a prediction file in which every completion is a program that is known to be right, such as an
    accepted solution. Every program runs on every input of its task, and outputs are compared by the task's
    own rule. Where they differ, the task has more than one right answer, its tests are outside the limits of
    its statement, or a program is not right: leave it out, or give it a checker. Tasks that call a function
    are left out.

    Reads PROGRAMS and the tasks; writes nothing. Runs the programs in the sandbox. Needs no network and no
    keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.right_answers_run", **options)
