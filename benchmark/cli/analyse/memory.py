"""`sightbench analyse memory`: find wrong answers that solve another problem."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, json_option, tasks_options, workers_option


@click.command()
@click.argument("predictions", metavar="PREDICTIONS", type=PATH)
@tasks_options
@click.option(
    "--verdicts", type=PATH, help="Verdict file of these predictions; without it, they are judged first."
)
@click.option(
    "--sources",
    type=PATH,
    multiple=True,
    help="Task file of problems that the tasks were adapted from; each `stem` names the id or the stem of"
    " the adapted task. May be repeated.",
)
@click.option(
    "--extraction",
    type=click.Choice(["own", "upstream", "upstream-v2"]),
    default="own",
    show_default=True,
    help="Extraction rule: how the code is taken from a completion.",
)
@workers_option
@json_option
def command(**options: object) -> None:
    """Count wrong answers that are right for another problem than the one shown.

    Judges each wrong answer with the tests of other problems: its task's twins (the same text, another
    picture), its mutations (other tasks of the same stem; for our own data sets also those that the set does
    not contain), and the problems in --sources. An answer that passes was not read from the picture: it was
    guessed, remembered or misread.

    Reads PREDICTIONS, the tasks, --verdicts and --sources; writes nothing. Runs answers in the sandbox. Needs
    no network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.analyse.memory_run", **options)
