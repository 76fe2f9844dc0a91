"""`sightbench import`: other benchmarks' output files in our formats."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("paths", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Folder for the files; made when missing.")
def command(**options: object) -> None:
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
    load_and_run("benchmark.cli.import_.code_vision_outputs_run", **options)
