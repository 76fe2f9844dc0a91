"""`sightbench view`: write one page with the answers of a run, their pictures, and what failed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH, tasks_options
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmark.core.sample import Completion
    from benchmark.leaderboard.view.read import ViewedRun
    from benchmark.pipeline.sources import TaskSource

_EXAMPLES = """\b
Examples:
  sightbench view v.jsonl --out view.html
  sightbench view v.jsonl second.jsonl --out both.html
  sightbench view v.jsonl --predictions p.jsonl --tasks my-tasks.jsonl --out view.html
  sightbench view logs/2026-11-23_open.eval --suite humaneval-v --dataset open --out view.html
"""


@click.command(epilog=_EXAMPLES)
@click.argument("verdicts", nargs=-1, required=True, type=PATH)
@click.option(
    "--out", required=True, type=PATH, help="The page, a file NAME.html; an earlier one is replaced."
)
@click.option(
    "--predictions",
    type=PATH,
    multiple=True,
    help="The answers that were judged, a file for each verdict file, in their order. By default those that"
    " FILE.run.json names.",
)
@tasks_options
def command(
    *,
    verdicts: tuple[Path, ...],
    out: Path,
    predictions: tuple[Path, ...],
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Write one page with the answers of a run: picture, prompt, answer, and the first failed check.

    Reads verdict files of `sightbench evaluate`, and the answers and tasks that FILE.run.json names, if they
    have not changed. Without such a file, --predictions and --tasks, or --suite and --dataset, name them.
    Several verdict files make one page, on which two models stand side by side. VERDICTS can also be a row,
    with the files next to it, or answers of another tool, which --predictions accepts, too: a log of Inspect
    (.eval or .json), samples of lm-eval or EvalPlus, or a table of VLMEvalKit.

    Writes --out, which opens in a browser from disk and asks no server for anything. Pictures are in the
    page, unless it would exceed 30 MB: then they are in the folder NAME.pictures next to it. The page shows
    everything, also tasks that must not be published, and says so.

    Needs no keys, and no network, except for a row whose answers others publish. Safe to repeat: the same
    input gives the same page.
    """
    from benchmark.analysis.wording import plural
    from benchmark.leaderboard.view.page import write_view
    from benchmark.pipeline.sources import source_of

    named = bool(tasks or suite or dataset)
    source = source_of(tasks, suite, dataset) if named else None
    if predictions and len(predictions) != len(verdicts):
        problem = f"there are {len(predictions)}, but {len(verdicts)} verdict files"
        raise BadInput("--predictions", "", problem, "name the answers of each verdict file, in their order")
    pairs = zip(verdicts, predictions or (None,) * len(verdicts), strict=True)
    runs = [_read(file, answers, source) for file, answers in pairs]
    written = write_view(runs, out)
    for reason in written.unread[:1]:
        more = len(written.unread) - 1
        say_note(f"{reason}{f'; so are {more} more pictures' if more else ''}")
    pictures = f", pictures in {written.pictures}" if written.pictures else ""
    size = f"{written.bytes / 1e6:.1f} MB"
    click.echo(f"{written.page}: {plural(written.answers, 'answer')}, {size}{pictures}")


def _read(file: Path, answers: Path | None, source: TaskSource | None) -> ViewedRun:
    from benchmark.leaderboard.view.read import read_judged, read_unjudged, read_viewed_row

    foreign = _from_other_tool(file)
    if foreign is not None:
        if source is None:
            problem = "has answers without our verdicts, and nothing names their tasks"
            raise BadInput(file, "", problem, "name them with --suite and --dataset, or with --tasks")
        return read_unjudged(file, source, foreign)
    if file.suffix == ".json":
        return read_viewed_row(file, source, answers)
    completions = None if answers is None else _from_other_tool(answers)
    return read_judged(file, source, () if answers is None else (answers,), completions)


def _from_other_tool(file: Path) -> Sequence[Completion] | None:
    """Return the answers in a file of another tool; None for rows, verdicts and prediction files."""
    from benchmark.interchange.found_answers import OWN, READERS, format_of
    from benchmark.interchange.imported import collected

    form = format_of(file)
    return None if form is None or form in OWN else collected(READERS[form](file))
