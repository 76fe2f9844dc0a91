"""`sightbench import inspect`, `evalplus-samples` and `lm-eval`: answers of other tools."""

from collections.abc import Iterable
from pathlib import Path

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import PATH
from benchmark.core.sample import Completion

_INSPECT = """\b
Example:
  sightbench import inspect logs/2026-11-23T01-27-27_open.eval --out answers.jsonl.gz
"""
_EVALPLUS_SAMPLES = """\b
Example:
  sightbench import evalplus-samples evalplus_results/humaneval/model.jsonl --out answers.jsonl.gz
"""
_LM_EVAL = """\b
Example:
  sightbench import lm-eval results/MODEL/samples_open_2026-11-23.jsonl --out answers.jsonl.gz
"""


@click.command(epilog=_INSPECT)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def inspect(*, paths: tuple[Path, ...], out: Path) -> None:
    """Read the answers in logs of Inspect, and write them as a prediction file.

    Reads each LOG, a file .eval or .json that `inspect eval` wrote. The id of a sample is the task, and its
    epoch, counted from 1, is the draw. The text of the model's last reply counts, without its reasoning; the
    scores of the log are not used. Stop reason, tokens, cost, time and model are kept. A sample that ended
    without a reply is an error. Files .eval need the extra `parquet`, which can unpack them.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.interchange.from_inspect import read_inspect

    write_answers(out, (found for path in paths for found in read_inspect(path)))


@click.command(epilog=_EVALPLUS_SAMPLES)
@click.argument("paths", metavar="SAMPLES...", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def evalplus_samples(*, paths: tuple[Path, ...], out: Path) -> None:
    """Read the answers in samples of EvalPlus, and write them as a prediction file.

    Reads SAMPLES..., files of JSON lines with task_id and solution (or completion), or folders with
    programs such as HumanEval_0/0.py. Repeats of a task are its draws, in the order of the file. Of several
    fields the first counts: raw_solution, solution, completion. Prefer the file .raw.jsonl: in the other one
    EvalPlus has already cut something out of the answer.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.interchange.from_evalplus import read_evalplus

    write_answers(out, (found for path in paths for found in read_evalplus(path)))


@click.command(epilog=_LM_EVAL)
@click.argument("paths", metavar="SAMPLES...", nargs=-1, required=True, type=PATH)
@click.option("--id-field", default="", help="Field of a document that has the task's id.")
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def lm_eval(*, paths: tuple[Path, ...], id_field: str, out: Path) -> None:
    """Read the answers in samples of lm-evaluation-harness, and write them as a prediction file.

    Reads SAMPLES..., files samples_TASK_DATE.jsonl that `lm_eval --log_samples` wrote for a task with
    output_type generate_until. The replies before all filters count (resps), and the repeats of a request
    are the draws. The task is the field task_id, id, qid or question_id of the document, or the one that
    --id-field names.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.interchange.from_lm_eval import read_lm_eval

    write_answers(out, (found for path in paths for found in read_lm_eval(path, id_field)))


def write_answers(out: Path, found: Iterable[tuple[Path, str, Completion]]) -> None:
    """Write completions, each given with its file and place, and print how many there are."""
    from benchmark.interchange.imported import collected, write_imported

    completions = collected(found)
    new = write_imported(out, completions)
    tasks = len({completion.task_id for completion in completions})
    answers = f"{plural(len(completions), 'answer')} to {plural(tasks, 'task')}"
    click.echo(f"{out}: {answers}" + ("" if new else ", unchanged"))
