"""`sightbench import`: other benchmarks' output files in our formats."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH


@click.group()
def command() -> None:
    """Turn other benchmarks' output files into Sightbench's formats."""


@command.command("code-vision-outputs")
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Folder for the files; made when missing.")
def code_vision_outputs(paths: tuple[Path, ...], out: Path) -> None:
    """Import published outputs of Code-Vision.

    Reads PATH..., at any level of one of two layouts: the authors' own,
    SUBSET/MODEL/samples.jsonl_results.jsonl[.gz] with SUBSET one of HumanEval-V, Algorithm and MATH; or a
    folder with tasks_*.jsonl[.gz] and completions/MODEL.jsonl[.gz].

    Writes tasks-SUBSET.jsonl.gz, predictions-SUBSET-MODEL.jsonl.gz (raw answers) and
    published-SUBSET-MODEL.jsonl.gz (the authors' verdicts and the text that they graded) to the folder --out,
    or nothing when anything is wrong.

    Needs neither network nor keys. Repeating it is safe: the same inputs give the same files, and a file with
    other content is never replaced.
    """
    from benchmark.suites.code_vision.import_files import write_imported
    from benchmark.suites.code_vision.importer import read_published_outputs

    written = write_imported(read_published_outputs(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")


@command.command("evalplus")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
def evalplus(files: tuple[Path, ...]) -> None:
    """Make the data set `official` of the suite evalplus from EvalPlus's own data files.

    Reads FILE...: HumanEvalPlus and MbppPlus, as EvalPlus releases them (JSON lines, gzipped or not), or the
    files of its history, beside which OpenAI's HumanEval.jsonl.gz gives the prompts.

    What each input gives is computed in the sandbox, by the canonical solution (minutes). Inputs that the
    problem's contract refuses, or that have no such value, are left out and counted.

    Writes to the folder of this user's data sets (SIGHTBENCH_DATASETS names another), or nothing when
    anything is wrong. Needs neither network nor keys. Repeating it is safe: the same files give the same
    data set.
    """
    from benchmark.cli.shared.console import progress
    from benchmark.pipeline.judge.judge_process import JudgeProcess
    from benchmark.suites.evalplus import tasks
    from benchmark.suites.evalplus.importer import import_files

    with JudgeProcess(modules=[tasks.__name__]) as process, progress("problems") as told:
        found = import_files(files, lambda problem: process.ask(tasks.task_line, problem), told)
    for subset, count in found.tasks.items():
        click.echo(f"{subset}: {count} tasks")
    click.echo(f"{found.refused} inputs left out: no canonical solution has a value for them")
    click.echo(f"written to {found.folder}")
