"""`sightbench review solve`: tasks for a person, one at a time."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER

_EXAMPLES = """\b
Examples:
  sightbench review solve ab --number 5
  sightbench review solve ab --level hard --terminal
  sightbench review solve ab --suite mmcode --family harbour-lights
"""


@click.command(epilog=_EXAMPLES)
@click.argument("name", metavar="NAME")
@click.option("--suite", default="humaneval-v", show_default=True, help="Suite of the tasks.")
@click.option("--dataset", default="open", show_default=True, help="Data set of the tasks.")
@click.option(
    "--family",
    "families",
    multiple=True,
    help="Only tasks of this family, such as knotted-beads; may be repeated.",
)
@click.option("--level", default="", help="Only tasks of this level, such as hard.")
@click.option("--number", type=click.IntRange(1), help="Maximum number of tasks; all without it.")
@click.option(
    "--seed",
    default="0",
    show_default=True,
    help="Decides the order of the tasks. People with the same seed begin with the same tasks.",
)
@click.option(
    "--into",
    type=FOLDER,
    help="Folder for NAME.yaml; for open data sets in a clone of the repository: reviews/people of the set.",
)
@click.option("--terminal", is_flag=True, help="Show tasks in the terminal instead of the browser.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    help="Port for the browser; 0 for any that is free.",
)
def command(**options: object) -> None:
    """Solve tasks from their pictures; what you do is recorded.

    NAME is your name in the records, such as initials or a login: a-z and 0-9 with single . _ or - between
    them. Each task is shown once per NAME. You write a program, which is judged in the sandbox and never run
    elsewhere, and learn whether it passes all tests, or you give up and say why. Records the answer, the time
    from showing the task to the answer without pauses, and your remarks. References and tests are never
    shown.

    Without --terminal, prints an address on this machine for your browser; nothing else can open it. Ctrl-C
    pauses the task and ends; the next start goes on with it. With --terminal, prints the paths of pictures,
    and reads your program from a file.

    Reads the tasks; writes NAME.yaml after each change. Needs the extra `pictures` and the sandbox, but no
    network and no keys. Safe to repeat.
    """
    load_and_run("benchmark.cli.review.solve_run", **options)
