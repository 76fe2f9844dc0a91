"""`sightbench import evalplus-samples`: answers of samples of EvalPlus."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH

_EXAMPLES = """\b
Example:
  sightbench import evalplus-samples evalplus_results/humaneval/model.jsonl --out answers.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="SAMPLES...", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def command(*, paths: tuple[Path, ...], out: Path) -> None:
    """Read the answers in samples of EvalPlus, and write them as a prediction file.

    Reads SAMPLES..., files of JSON lines with task_id and solution (or completion), or folders with
    programs such as HumanEval_0/0.py. Repeats of a task are its draws, in the order of the file. Of several
    fields the first counts: raw_solution, solution, completion. Prefer the file .raw.jsonl: in the other one
    EvalPlus has already cut something out of the answer.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.cli.import_.answers import write_answers
    from benchmark.interchange.from_evalplus import read_evalplus

    write_answers(out, (found for path in paths for found in read_evalplus(path)))
