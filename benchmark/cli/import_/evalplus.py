"""`sightbench import evalplus`: build the official data set of the suite evalplus."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
def command(**options: object) -> None:
    """Build the data set `official` of the suite evalplus from EvalPlus's data files.

    Reads FILE...: HumanEvalPlus and MbppPlus as EvalPlus releases them (JSON lines, gzipped or not), or the
    files of EvalPlus's older releases. Older files need OpenAI's HumanEval.jsonl.gz in the same folder, for
    the prompts.

    Runs the canonical solution of each task in the sandbox to compute the expected results, which takes
    minutes. Leaves out and counts inputs that the task's contract forbids, and inputs without a result.

    Writes to this user's folder of data sets (or to the folder in SIGHTBENCH_DATASETS), or nothing if
    anything is wrong. Needs no network and no keys. Safe to repeat: the same files give the same data set.
    """
    load_and_run("benchmark.cli.import_.evalplus_run", **options)
