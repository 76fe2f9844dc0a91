"""`sightbench import`: other benchmarks' output files in our formats."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
def command(**options: object) -> None:
    """Make the data set `official` of the suite evalplus from EvalPlus's own data files.

    Reads FILE...: HumanEvalPlus and MbppPlus, as EvalPlus releases them (JSON lines, gzipped or not), or the
    files of its history, beside which OpenAI's HumanEval.jsonl.gz gives the prompts.

    What each input gives is computed in the sandbox, by the canonical solution (minutes). Inputs that the
    problem's contract refuses, or that have no such value, are left out and counted.

    Writes to the folder of this user's data sets (SIGHTBENCH_DATASETS names another), or nothing when
    anything is wrong. Needs neither network nor keys. Repeating it is safe: the same files give the same
    data set.
    """
    load_and_run("benchmark.cli.import_.evalplus_run", **options)
