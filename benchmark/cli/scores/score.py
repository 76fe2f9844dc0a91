"""`sightbench score`: score a row or a verdict file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.options import PATH, json_option, tasks_options
from benchmark.core.errors import BadInput
from benchmark.core.fresh import fresh_note, is_fresh
from benchmark.core.score import Score

if TYPE_CHECKING:
    from benchmark.analysis.ranks.subjects import Subject
    from benchmark.analysis.ranks.without_picture import WithoutPicture
    from benchmark.core.counts import Counts


@click.command()
@click.argument("file", metavar="FILE", type=PATH)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    help="Metric: pass@K, execution_success, parsing_success, points, share:STATUS, passes:KIND or"
    " fails_only:KIND; may be repeated. Only verdict files have the last two. By default all metrics that"
    " the verdicts allow.",
)
@tasks_options
@json_option
def command(
    *, file: Path, metrics: tuple[str, ...], tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool
) -> None:
    """Score the verdicts of FILE: a row, or a verdict file of `sightbench evaluate`.

    Prints each metric with its 95 % interval, the tasks and samples in it, the missing samples, and the
    lowest and highest score that these could give. For a row of a suite about pictures, also prints the
    model's score without the picture, from the other rows of its submission.

    Reads FILE and the tasks, which give stems and categories. Without --tasks or --suite, every task of a
    verdict file is its own stem. Judges nothing and writes nothing. Needs no network and no keys. Safe to
    repeat.
    """
    from benchmark.analysis.ranks.scores_report import scores_report
    from benchmark.analysis.ranks.subjects import metric_of, subject_from_file
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.scoring.metrics import PARSING
    from benchmark.scoring.summary import available_metrics, scores_by_category

    subject = subject_from_file(file, tasks_of(tasks, suite, dataset))
    chosen = [metric_of(name, [subject.counts]) for name in metrics]
    found = scores_by_category(subject.counts, chosen or (*available_metrics(subject.counts), PARSING))
    without = {metric.name for metric in chosen} - {score.metric for score in found}
    if without:
        fix = "leave --metric out to get all metrics that the verdicts allow"
        raise BadInput(file, "", f"has no samples for {min(without)}", fix)
    report = scores_report(subject, found)
    if as_json:
        print_json(report)
    else:
        _print(subject, found, report.blind)


def _print(subject: Subject, scores: tuple[Score, ...], blind: WithoutPicture | None) -> None:
    from benchmark.analysis.kinds import is_by_kind
    from benchmark.analysis.ranks.subjects import NO_TASKS
    from benchmark.cli.shared.tables import blind_text, full_table

    console = output()
    console.print(f"{subject.name}: {_size_text(subject.counts)}")
    if is_fresh(subject.dataset):
        console.print(f"{subject.dataset}, {fresh_note(subject.dataset)}")
    if not subject.knows_families:
        console.print(f"note: {NO_TASKS}")
    # Shares of statuses and kinds of tests by category would be most of the table; only --json prints them.
    visible = [
        score
        for score in scores
        if not (score.category and (score.metric.startswith("share:") or is_by_kind(score.metric)))
    ]
    if visible:
        console.print(full_table(visible))
    else:
        console.print("no score: every sample is missing")
    if blind is not None:
        console.print(blind_text(blind))


def _size_text(counts: Counts) -> str:
    stems = len(set(counts.stems))
    missing = sum(counts.missing)
    parts = [plural(len(counts.tasks), "task"), plural(stems, "stem"), plural(sum(counts.judged), "sample")]
    return ", ".join(parts) + (f", {missing} missing" if missing else "")
