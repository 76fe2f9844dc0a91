"""`sightbench import evalplus`: build the official data set of the suite evalplus."""

from pathlib import Path

import click

from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
def command(*, files: tuple[Path, ...]) -> None:
    """Build the data set `official` of the suite evalplus from EvalPlus's data files.

    Reads FILE...: HumanEvalPlus and MbppPlus as EvalPlus releases them (JSON lines, gzipped or not), or the
    files of EvalPlus's older releases. Older files need OpenAI's HumanEval.jsonl.gz in the same folder, for
    the prompts.

    Runs the canonical solution of each task in the sandbox to compute the expected results, which takes
    minutes. Leaves out and counts inputs that the task's contract forbids, and inputs without a result.

    Writes to this user's folder of data sets (or to the folder in SIGHTBENCH_DATASETS), or nothing if
    anything is wrong. Needs no network and no keys. Safe to repeat: the same files give the same data set.
    """
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.evalplus import tasks
    from benchmark.suites.evalplus.importer import import_files

    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as report:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), report)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    click.echo(f"{found.refused} inputs left out: the canonical solution has no result for them")
    click.echo(f"written to {found.folder}")
