"""The work of `sightbench import evalplus`."""

from pathlib import Path

import click

from benchmark.cli.shared.console import progress
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.suites.evalplus import tasks
from benchmark.suites.evalplus.importer import import_files


def run(*, files: tuple[Path, ...]) -> None:
    """Make the data set from data files of EvalPlus and print its size."""
    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as report:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), report)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    click.echo(f"{found.refused} inputs left out: the canonical solution has no result for them")
    click.echo(f"written to {found.folder}")
