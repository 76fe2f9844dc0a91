"""`sightbench score`: verdicts in, scores out."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import PATH
from benchmark.cli.shared.statistics import json_option, print_json, tasks_of, tasks_options

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import Subject
    from benchmark.analysis.ranks.without_picture import WithoutPicture
    from benchmark.core.counts import Counts
    from benchmark.core.score import Score


@click.command()
@click.argument("file", metavar="FILE", type=PATH)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="pass@K, execution_success, parsing_success, points or share:STATUS; may be repeated. All that the"
    " verdicts allow by default.",
)
@tasks_options
@json_option
def command(
    *, file: Path, metrics: tuple[str, ...], tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool
) -> None:
    """Score the verdicts of FILE: a row, or a verdict file of `sightbench evaluate`.

    Reads FILE and the tasks, which know stems and categories; without --tasks or --suite every task of a
    verdict file is its own stem. Prints each metric with its 95 % interval, the tasks and samples that it is
    made from, the missing ones, and the range that these could move it in; in a suite about pictures also
    what the model solves without the picture, from the other rows of its submission. Writes nothing, judges
    nothing, needs no network and no keys. Repeating it is safe.
    """
    from benchmark.analysis.ranks.scores_report import scores_report
    from benchmark.analysis.ranks.subjects import metric_of, subject_from_file
    from benchmark.core.errors import BadInput
    from benchmark.scoring.metrics import PARSING
    from benchmark.scoring.summary import available_metrics, scores_by_category

    subject = subject_from_file(file, tasks_of(tasks, suite, dataset))
    chosen = [metric_of(name, [subject.counts]) for name in metrics]
    found = scores_by_category(subject.counts, chosen or (*available_metrics(subject.counts), PARSING))
    without = {one.name for one in chosen} - {one.metric for one in found}
    if without:
        fix = "leave --metric out for all that the verdicts allow"
        raise BadInput(file, "", f"has no sample for {min(without)}", fix)
    report = scores_report(subject, found)
    if as_json:
        print_json(report)
    else:
        _print(subject, found, report.blind)


def _print(subject: "Subject", scores: "tuple[Score, ...]", blind: "WithoutPicture | None") -> None:
    from benchmark.cli.shared.console import output
    from benchmark.cli.shared.tables import blind_text, full_table
    from benchmark.core.fresh import fresh_note, is_fresh

    console = output()
    console.print(f"{subject.name}: {_size(subject.counts)}")
    if is_fresh(subject.dataset):
        console.print(f"{subject.dataset}, {fresh_note(subject.dataset)}")
    # Shares of outcomes by category are in the JSON document; here they would be most of the table.
    shown = [score for score in scores if not (score.category and score.metric.startswith("share:"))]
    if shown:
        console.print(full_table(shown))
    else:
        console.print("no score: every sample is missing, and could make it anything")
    if blind is not None:
        console.print(blind_text(blind))


def _size(counts: "Counts") -> str:
    from benchmark.analysis.wording import plural

    stems = len(set(counts.stems))
    missing = sum(counts.missing)
    parts = [plural(len(counts.tasks), "task"), plural(stems, "stem"), plural(sum(counts.judged), "sample")]
    return ", ".join(parts) + (f", {missing} missing" if missing else "")
