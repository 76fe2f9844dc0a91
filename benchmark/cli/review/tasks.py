"""`sightbench review tasks`: draw tasks for people to answer themselves."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH, tasks_options
from benchmark.core.errors import BadInput

_EXAMPLES = """\b
Example, 400 tasks in the 20 cells of MathOPEval:
  sightbench review tasks --suite mathopeval --dataset open-choice --by subset --by category --out tasks.csv
"""


@click.command(epilog=_EXAMPLES)
@click.option("--out", required=True, type=PATH, help="CSV file to write.")
@click.option("--each", type=click.IntRange(1), default=20, show_default=True, help="Tasks per cell.")
@click.option(
    "--by",
    multiple=True,
    help="Property that divides the tasks into cells: subset, category, level, stem, or a kind of category,"
    " such as domain for domain:rainfall; may be repeated.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random sample.")
@tasks_options
def command(
    *,
    out: Path,
    each: int,
    by: tuple[str, ...],
    seed: int,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw tasks for people to answer themselves, for a human baseline.

    Reads the tasks that --tasks or --suite and --dataset name. Writes a CSV file with one line per task, in
    random order: its id, the files of its pictures, its text, and empty columns answer and comment. Each
    person answers in a copy; for questions with options, the answer is a letter. `sightbench review score`
    reads the copies.

    Never overwrites a file, because a sheet may contain answers. Needs no network and no keys. The same seed
    and tasks give the same bytes.
    """
    from benchmark.cli.shared.named_tasks import need_tasks
    from benchmark.review.task_sheet import draw_tasks, write_task_sheet

    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "use a name such as tasks.csv")
    drawn = draw_tasks(need_tasks("review tasks", tasks, suite, dataset), by, each, seed)
    write_task_sheet(out, drawn.tasks)
    for name, (there, taken) in drawn.cells.items():
        fewer = f"; fewer than {each}" if taken < each else ""
        click.echo(f"{name}: {taken} of {there}{fewer}")
    click.echo(f"{out}: {len(drawn.tasks)} tasks to answer")
