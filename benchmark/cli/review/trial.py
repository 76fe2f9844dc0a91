"""`sightbench review trial`: judge the answers of a handout, and add them to the tables of trials."""

from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import print_tables
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.say import say, say_note


@click.command()
@click.argument("handouts", metavar="[HANDOUT]...", nargs=-1, type=FOLDER)
@click.option("--person", is_flag=True, help="A person answered; otherwise a program did.")
@click.option(
    "--picture-fault",
    "faults",
    metavar="FOLDER",
    multiple=True,
    help="With one HANDOUT: folder, such as 03, whose answer failed because of a fault of the picture.",
)
@click.option("--trials", type=PATH, help="File of trials; by default the one that comes with Sightbench.")
def command(
    *,
    handouts: tuple[Path, ...],
    person: bool,
    faults: tuple[str, ...],
    trials: Path | None,
) -> None:
    """Judge the answers in each HANDOUT (see `sightbench review handout`) in the sandbox, and store them.

    Reads answer.txt in the folders of the handout, its key, and the tasks. Adds a line per answer to the file
    of trials; answers of the same handout are replaced. Then prints a table of all trials per class, what
    solvers could use: level by suite, and whether each level holds its aim. A last table has the tasks that
    were drawn with --by. With --person, also judges second tries, answer-2.txt, which do not count in the
    tables. Without HANDOUT, only prints the tables. Trials at tasks that have changed since do not count.

    Needs no network and no keys. Safe to repeat.
    """
    from benchmark.review.trials import (
        TRIALS,
        add_trials,
        judge_handout,
        part_table,
        read_trials,
        trial_tables,
    )

    path = trials or TRIALS
    for out in handouts:
        found, notes = judge_handout(out, person=person, faults=faults)
        add_trials(path, found)
        say(f"{out}: {sum(trial.passed for trial in found)} of {plural(len(found), 'answer')} passed")
        for what, folders in notes.items():
            if folders:
                say_note(f"{what}: {', '.join(folders)}")
    stored = read_trials(path)
    by_part = part_table(stored)
    print_tables(*trial_tables(stored), *([by_part] if by_part else []))
