"""`sightbench author report`: prove that tasks need their pictures."""

from pathlib import Path

import click

from benchmark.cli.author.options import collection_of, suite_option
from benchmark.cli.shared.console import output
from benchmark.cli.shared.options import PATH
from benchmark.core.errors import Differs


@click.command()
@suite_option
@click.option("--tasks", type=PATH, help="Task file to read instead, such as one of a fresh set.")
@click.option(
    "--without-large",
    is_flag=True,
    help="Leave out the large calls, which were measured when the tasks were built.",
)
def command(*, suite: str, tasks: Path | None, without_large: bool) -> None:
    """Prove that every task has a twin, and print the best score that a blind program can reach.

    Twins are tasks with the same text and signature whose right programs give different results. Reads the
    tasks, and judges each reference with the tests of its twins in the sandbox. Writes nothing. Needs no
    network and no keys. Safe to repeat. Exit code 1 if a task has no twin, or a reference passes the tests of
    another task.
    """
    from benchmark.authoring.dataset_files import load_tasks
    from benchmark.authoring.twin_report import prove_twins
    from benchmark.authoring.twins import without_kind
    from benchmark.files.tasks import read_tasks
    from benchmark.pipeline.judge.judge_process import JudgeProcess

    read = load_tasks(collection_of(suite)) if tasks is None else read_tasks(tasks)
    with JudgeProcess() as judge:
        proven = [without_kind(task, "large") for task in read] if without_large else read
        lines, problems = prove_twins(proven, judge)
    for line in lines:
        output().print(line)
    if problems:
        raise Differs("; ".join(problems[:3]), "see `sightbench author check` for details")
