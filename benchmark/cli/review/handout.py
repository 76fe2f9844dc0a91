"""`sightbench review handout`: write a folder with what a model gets, for one solver."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import FOLDER, SETTING, preset_option
from benchmark.cli.shared.say import say

if TYPE_CHECKING:
    from benchmark.review.trials import SolverClass

_EXAMPLES = """\b
Examples:
  sightbench review handout humaneval-v open --each 2 --seed 7 --out trials/a
  sightbench review handout mmcode open --level 4 --level 5 --each 6 --class tools --out trials/b
  sightbench review handout mathopeval geometry3k-free --by subset --each 6 --out trials/c
"""


@click.command(epilog=_EXAMPLES)
@click.argument("suite")
@click.argument("dataset", default="")
@click.option("--out", type=FOLDER, required=True, help="New folder; its key is written as OUT.key.json.")
@preset_option(
    "--class",
    "solver_class",
    type=click.Choice(["look", "tools", "told"]),
    default="look",
    help="What the solver may use: look, neither crops nor programs; tools, both; told, also rule.txt, in "
    "which somebody who knows the answer writes the rule of each task.",
)
@preset_option("--each", type=click.IntRange(1), default=6, help="Tasks per level, or with --by per cell.")
@click.option(
    "--level", "levels", type=click.IntRange(1, 5), multiple=True, help="Only this level; may be repeated."
)
@click.option("--family", "families", multiple=True, help="Only this family; may be repeated.")
@click.option(
    "--by",
    multiple=True,
    help="Draw by a property of tasks, such as subset or category, and not by level; may be repeated.",
)
@click.option("--setting", type=SETTING, default="", help="Setting; by default the first of the data set.")
@click.option("--sheets", is_flag=True, help="Also write sheets for two people with two tries, to print.")
@preset_option("--seed", type=int, default=0, help="Seed of the random draw.")
def command(
    *,
    suite: str,
    dataset: str,
    out: Path,
    solver_class: "SolverClass",
    each: int,
    levels: tuple[int, ...],
    families: tuple[str, ...],
    by: tuple[str, ...],
    setting: str,
    sheets: bool,
    seed: int,
) -> None:
    r"""Write tasks for one solver, who sees what a model sees, for `sightbench review trial`.

    Draws tasks of each level, of as many families as possible. With --by, draws tasks of each cell of the
    properties, one per family: tasks of others have no levels. Writes a folder per task, whose names say
    nothing about the tasks:

    \b
    01/prompt.txt    the prompt; marks show where pictures stand
    01/picture-1.png the pictures, at most 1,568 px on the longest side, as large APIs scale them
    01/starter.py    the code to begin with, if the task has any
    README.txt       what the solver is asked to do, and may use
    sheets.html      with --sheets: a sheet per task for two people, to print

    DATASET is by default the first of our own. Give the solver the folder, and keep the key. Two solvers need
    two handouts, which may have the same seed. Reads the tasks; needs no network and no keys. The same seed
    draws the same tasks.
    """
    from benchmark.core.errors import BadInput
    from benchmark.pipeline import sources
    from benchmark.review.trials import draw_cells, draw_handout, write_handout
    from benchmark.suites import suite_of

    own = next(iter(suite_of(suite).data.public), "")
    source = sources.from_suite(suite, dataset or own, "SUITE DATASET")
    if by and (levels or families):
        raise BadInput("--by", "", "does not go with --level and --family", "leave one of them out")
    parts = draw_cells(source.tasks, each, by, seed) if by else {}
    known = {task.id: task for task in source.tasks}
    tasks = [known[name] for name in parts] or draw_handout(source.tasks, each, seed, levels, families)
    if not tasks:
        problem = f"{source.suite_id} {source.dataset} has no such task"
        raise BadInput("--level or --family", "", problem, "leave one out, or name another data set")
    key = write_handout(out, source, tasks, setting, solver_class=solver_class, parts=parts, sheets=sheets)
    say(f"{out}: {plural(len(tasks), 'task')} to answer; {key} is the key")
    say(f"next: sightbench review trial {out}")
