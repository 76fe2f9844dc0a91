"""`sightbench import tasks`: data that EvalPlus and the authors of Code-Vision publish."""

from collections.abc import Sequence
from pathlib import Path

import click

from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH
from benchmark.core.errors import BadInput


@click.command()
@click.argument("benchmark", metavar="FORMAT", type=click.Choice(["code-vision", "evalplus"]))
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=PATH)
@click.option("--out", type=PATH, help="With code-vision: folder for the files; created if missing.")
def command(*, benchmark: str, paths: Sequence[Path], out: Path | None) -> None:
    """Convert the tasks of another benchmark, and for Code-Vision the published answers to them.

    FORMAT code-vision: folders in one of two layouts, at any depth. The authors' layout is
    SUBSET/MODEL/samples.jsonl_results.jsonl[.gz], with SUBSET one of HumanEval-V, Algorithm and MATH. The
    other layout is tasks_*.jsonl[.gz] with completions/MODEL.jsonl[.gz]. Writes to --out:
    tasks-SUBSET.jsonl.gz, predictions-SUBSET-MODEL.jsonl.gz (the raw answers) and
    published-SUBSET-MODEL.jsonl.gz (the authors' verdicts and the text that they graded).

    FORMAT evalplus: the files HumanEvalPlus and MbppPlus as EvalPlus releases them (JSON lines, gzipped or
    not), or those of older releases, which need OpenAI's HumanEval.jsonl.gz in the same folder, for the
    prompts. Runs the canonical solution of each task in the sandbox to compute the expected results, which
    takes minutes. Leaves out and counts inputs that the task's contract forbids, and inputs without a result.
    Writes the data set `official` of the suite evalplus to this user's folder of data sets, or to the folder
    in SIGHTBENCH_DATASETS.

    Writes nothing if anything is wrong. Needs no network and no keys. Safe to repeat: the same input gives
    the same files. With code-vision, a file with other content is never replaced.
    """
    if (out is None) == (benchmark == "code-vision"):
        problem = "is missing" if out is None else "cannot be used with evalplus"
        raise BadInput("--out", "", problem, "name a folder" if out is None else "leave it out")
    if out is None:
        _evalplus(paths)
    else:
        _code_vision(paths, out)


def _code_vision(paths: Sequence[Path], out: Path) -> None:
    from benchmark.suites.code_vision.import_files import write_imported
    from benchmark.suites.code_vision.importer import read_published_outputs

    written = write_imported(read_published_outputs(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")


def _evalplus(files: Sequence[Path]) -> None:
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.evalplus import tasks
    from benchmark.suites.evalplus.importer import import_files

    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as report:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), report)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    click.echo(f"{found.refused} inputs left out: the canonical solution has no result for them")
    click.echo(f"written to {found.folder}")
