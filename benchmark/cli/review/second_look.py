"""`sightbench review second-look`: sheets of hard tasks with their answers, and what somebody saw on them."""

from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER, PATH
from benchmark.cli.shared.say import say

_EXAMPLES = """\b
Examples:
  sightbench review second-look --suite mmcode --out looks
  sightbench review second-look looks/looks.jsonl
"""


@click.command(epilog=_EXAMPLES)
@click.argument("forms", metavar="[FORM]...", nargs=-1, type=PATH)
@click.option("--out", type=FOLDER, help="New folder for the sheets and their form, looks.jsonl.")
@click.option("--suite", "suites", multiple=True, help="Only tasks of this suite; may be repeated.")
@click.option("--looks", type=PATH, help="File of looks; by default the one that comes with Sightbench.")
def command(
    *, forms: tuple[Path, ...], out: Path | None, suites: tuple[str, ...], looks: Path | None
) -> None:
    r"""Look once at each task of levels 3 to 5 with its answer at hand, for a person who did not make it.

    Adds the answered lines of each FORM to the file of looks, then counts the tasks without a look at their
    present content. With --out, writes sheets for these:

    \b
    sheets.html          prompt, pictures at full size, right answer and tests of each task
    looks.jsonl          the form: a line per task, to be answered with "yes" or "no", and a note
    SUITE.DATASET.TASK/  the same as files, the answer as answer.txt

    Needs no network and no keys. Safe to repeat.
    """
    from benchmark.review.second_looks import (
        LOOKS,
        add_looks,
        frontier_tasks,
        read_looks,
        unsettled,
        write_looks,
    )

    path = looks or LOOKS
    for form in forms:
        say(f"{form}: {plural(add_looks(form, path), 'look')} added to {path}")
    tasks = [task for task in frontier_tasks() if not suites or task.suite in suites]
    found = [*unsettled(tasks, read_looks(path).values())]
    unseen = [task for task, look in found if look is None]
    for task, look in found:
        if look is not None:
            say(f"{task.suite} {task.id}: {look.note}")
    faults = len(found) - len(unseen)
    say(f"{len(unseen)} of {plural(len(tasks), 'task')} without a look; {faults} with a fault")
    if out is not None and unseen:
        form = write_looks(out, unseen)
        say(f"next: read {out / 'sheets.html'}, fill in {form}, then sightbench review second-look {form}")
