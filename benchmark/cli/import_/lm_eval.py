"""`sightbench import lm-eval`: answers of samples of lm-evaluation-harness."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH

_EXAMPLES = """\b
Example:
  sightbench import lm-eval results/MODEL/samples_open_2026-11-23.jsonl --out answers.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="SAMPLES...", nargs=-1, required=True, type=PATH)
@click.option("--id-field", default="", help="Field of a document that has the task's id.")
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def command(*, paths: tuple[Path, ...], id_field: str, out: Path) -> None:
    """Read the answers in samples of lm-evaluation-harness, and write them as a prediction file.

    Reads SAMPLES..., files samples_TASK_DATE.jsonl that `lm_eval --log_samples` wrote for a task with
    output_type generate_until. The replies before all filters count (resps), and the repeats of a request
    are the draws. The task is the field task_id, id, qid or question_id of the document, or the one that
    --id-field names.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.cli.import_.answers import write_answers
    from benchmark.interchange.from_lm_eval import read_lm_eval

    write_answers(out, (found for path in paths for found in read_lm_eval(path, id_field)))
