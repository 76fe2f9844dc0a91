"""`sightbench import inspect`: answers of logs of Inspect."""

from pathlib import Path

import click

from benchmark.cli.shared.options import PATH

_EXAMPLES = """\b
Example:
  sightbench import inspect logs/2026-11-23T01-27-27_open.eval --out answers.jsonl.gz
"""


@click.command(epilog=_EXAMPLES)
@click.argument("paths", metavar="LOG...", nargs=-1, required=True, type=PATH)
@click.option("--out", required=True, type=PATH, help="Prediction file; gzipped if its name ends in .gz.")
def command(*, paths: tuple[Path, ...], out: Path) -> None:
    """Read the answers in logs of Inspect, and write them as a prediction file.

    Reads each LOG, a file .eval or .json that `inspect eval` wrote. The id of a sample is the task, and its
    epoch, counted from 1, is the draw. The text of the model's last reply counts, without its reasoning; the
    scores of the log are not used. Stop reason, tokens, cost, time and model are kept. A sample that ended
    without a reply is an error. Files .eval need the extra `parquet`, which can unpack them.

    Writes --out, for `sightbench evaluate` and `sightbench submit new`.

    Needs no network and no keys. Safe to repeat: the same input gives the same bytes, and a file with other
    content is never replaced.
    """
    from benchmark.cli.import_.answers import write_answers
    from benchmark.interchange.from_inspect import read_inspect

    write_answers(out, (found for path in paths for found in read_inspect(path)))
