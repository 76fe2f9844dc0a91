"""`sightbench analyse memory`: wrong answers that solve another problem than the one shown."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options, workers_option


@click.command()
@click.argument("predictions", metavar="PREDICTIONS", type=PATH)
@tasks_options
@click.option("--verdicts", type=PATH, help="What `evaluate` said of them; they are judged first without it.")
@click.option(
    "--sources",
    type=PATH,
    multiple=True,
    help="A task file of problems that tasks were adapted from: `stem` is the task's id or stem.",
)
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    default="own",
    show_default=True,
    help="The rule that keeps code of a completion.",
)
@workers_option
@json_option
def command(**options: object) -> None:
    """Count wrong answers that are right for another problem than the one shown.

    Each wrong answer is judged by the tests of its task's twins (the same text, another picture), of its
    mutations (other tasks of its stem; for a data set of ours also those that it does not hold), and of the
    problems that --sources lists. One that passes was not read off the picture: it was guessed, remembered,
    or read off wrongly.

    Reads PREDICTIONS, the tasks, --verdicts and --sources; writes nothing. Runs answers in the sandbox. Needs
    no network and no keys. Repeating it is safe.
    """
    load_and_run("benchmark.cli.analyse.memory_run", **options)
