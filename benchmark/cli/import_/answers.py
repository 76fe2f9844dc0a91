"""`sightbench import answers`: answers in files of Inspect, EvalPlus, lm-eval and VLMEvalKit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.options import PATH, refuse_others

if TYPE_CHECKING:
    from benchmark.interchange.imported import FoundAnswer

_EXAMPLES = """\b
Examples:
  sightbench import answers inspect logs/2026-11-23T01-27-27_open.eval --out answers.jsonl.gz
  sightbench import answers evalplus evalplus_results/humaneval/model.jsonl --out answers.jsonl.gz
  sightbench import answers lm-eval results/MODEL/samples_open_2026-11-23.jsonl --out answers.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("tool", metavar="FORMAT", type=click.Choice(["inspect", "evalplus", "lm-eval", "vlmevalkit"]))
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--id-field",
    default="",
    help="With lm-eval: field of a document that has the task's id; with vlmevalkit: column.",
)
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def command(*, tool: str, paths: tuple[Path, ...], id_field: str, out: Path) -> None:
    """Read the answers in files of another tool, and write them as a prediction file.

    FORMAT inspect: logs .eval or .json that `inspect eval` wrote. The id of a sample is the task, and its
    epoch, counted from 1, is the draw. The text of the model's last reply counts, without its reasoning; the
    scores of the log are not used. Stop reason, tokens, cost, time and model are kept. A sample that ended
    without a reply is an error, and so is a run that has not ended. Files .eval need the extra `parquet`,
    which can unpack them.

    FORMAT evalplus: JSON lines with task_id and solution (or completion), or folders with programs such as
    HumanEval_0/0.py. Repeats of a task are its draws, in the order of the file. Of several fields the first
    counts: raw_solution, solution, completion. Prefer the file .raw.jsonl: in the other one EvalPlus has
    already cut something out of the answer.

    FORMAT lm-eval: files samples_TASK_DATE.jsonl that `lm_eval --log_samples` wrote for a task with
    output_type generate_until. The replies before all filters count (resps), and the repeats of a request
    are the draws. The task is the field task_id, id, qid or question_id of the document, or the one that
    --id-field names.

    FORMAT vlmevalkit: tables MODEL_DATASET .xlsx, .tsv or .json that VLMEvalKit wrote, judged or not. The
    answer is the column prediction, and repeats of a task are its draws. The task is the column task_id, qid,
    question_id or index, or the one that --id-field names. A failure of the server is an error, and so is an
    answer that the spreadsheet cut.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`. Needs no network and no keys. Safe to
    repeat: the same input gives the same bytes, and a file with other content is never replaced.
    """
    from benchmark.interchange.from_evalplus import read_evalplus
    from benchmark.interchange.from_inspect import read_inspect
    from benchmark.interchange.from_lm_eval import read_lm_eval
    from benchmark.interchange.from_vlmevalkit import read_vlmevalkit
    from benchmark.interchange.imported import collected, write_imported

    if tool not in ("lm-eval", "vlmevalkit"):
        refuse_others(tool, ("tool", "paths", "out"), "leave it out")
    readers: dict[str, Callable[[Path], Iterator[FoundAnswer]]] = {
        "inspect": read_inspect,
        "evalplus": read_evalplus,
        "lm-eval": partial(read_lm_eval, field=id_field),
        "vlmevalkit": partial(read_vlmevalkit, field=id_field),
    }
    completions = collected(found for path in paths for found in readers[tool](path))
    new = write_imported(out, completions)
    tasks = len({completion.task_id for completion in completions})
    answers = f"{plural(len(completions), 'answer')} to {plural(tasks, 'task')}"
    click.echo(f"{out}: {answers}" + ("" if new else ", unchanged"))
