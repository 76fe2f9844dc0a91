"""`sightbench import`: other benchmarks' output files in our formats."""

from pathlib import Path

import click

from benchmark.cli.options import PATH


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
    from benchmark.suites.code_vision.imported import write_imported
    from benchmark.suites.code_vision.importer import gather

    written = write_imported(gather(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")
