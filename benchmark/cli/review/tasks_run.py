"""The work of `sightbench review tasks`."""

from pathlib import Path

import click

from benchmark.cli.shared.named_tasks import tasks_of
from benchmark.core.errors import BadInput
from benchmark.review.task_sheet import draw_tasks, write_task_sheet


def run(
    *,
    out: Path,
    each: int,
    by: tuple[str, ...],
    seed: int,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Draw tasks, and write the sheet."""
    if out.suffix != ".csv":
        raise BadInput("--out", "", f"must end in .csv, got {out.name}", "use a name such as tasks.csv")
    known = tasks_of(tasks, suite, dataset)
    if not known:
        fix = "name a suite with --suite, or a file with --tasks"
        raise BadInput("review tasks", "", "no tasks are named", fix)
    drawn = draw_tasks(known, by, each, seed)
    write_task_sheet(out, drawn.tasks)
    for name, (there, taken) in drawn.cells.items():
        fewer = f"; fewer than {each}" if taken < each else ""
        click.echo(f"{name}: {taken} of {there}{fewer}")
    click.echo(f"{out}: {len(drawn.tasks)} tasks to answer")
