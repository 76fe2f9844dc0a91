"""`sightbench import code-vision-outputs`: convert the published outputs of Code-Vision."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Folder for the files; created if missing.")
def command(*, paths: tuple[Path, ...], out: Path) -> None:
    """Convert the published outputs of Code-Vision.

    Reads PATHS..., folders in one of two layouts, at any depth. The authors' layout is
    SUBSET/MODEL/samples.jsonl_results.jsonl[.gz], with SUBSET one of HumanEval-V, Algorithm and MATH. The
    other layout is tasks_*.jsonl[.gz] with completions/MODEL.jsonl[.gz].

    Writes to --out: tasks-SUBSET.jsonl.gz, predictions-SUBSET-MODEL.jsonl.gz (the raw answers) and
    published-SUBSET-MODEL.jsonl.gz (the authors' verdicts and the text that they graded). Writes nothing if
    anything is wrong.

    Needs no network and no keys. Safe to repeat: the same input gives the same files, and a file with other
    content is never replaced.
    """
    from benchmark.suites.code_vision.import_files import write_imported
    from benchmark.suites.code_vision.importer import read_published_outputs

    written = write_imported(read_published_outputs(paths), out)
    for file in written:
        click.echo(f"{file.path}: {file.records} records" + ("" if file.new else ", unchanged"))
    new = sum(file.new for file in written)
    click.echo(f"{new} files written, {len(written) - new} unchanged")
