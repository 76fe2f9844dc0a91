"""Scores of a row or a verdict file, for `sightbench evaluate --score-only` and `sightbench verify`."""

from collections.abc import Sequence
from pathlib import Path

from benchmark.analysis.ranks.blind import WithoutPicture, blind_text, scores_report
from benchmark.analysis.ranks.subjects import NO_TASKS, Subject, metric_of, subject_from_file
from benchmark.analysis.score_cells import is_by_kind
from benchmark.analysis.wording import plural
from benchmark.cli.shared.console import output, print_json
from benchmark.cli.shared.tables import full_table
from benchmark.core.counts import Counts
from benchmark.core.errors import BadInput
from benchmark.core.names import fresh_note, is_fresh
from benchmark.core.score import Score
from benchmark.core.task import Task
from benchmark.files.run_file import read_run
from benchmark.pipeline.judged_run import source_of_run
from benchmark.scoring.metrics import PARSING, available_metrics, scores_by_category


def print_scores(
    file: Path, tasks: Sequence[Task] | None = None, metrics: Sequence[str] = (), *, as_json: bool = False
) -> None:
    """Print each metric with its interval; in suites about pictures also the score without the picture.

    Args:
        file: a row, or a verdict file of ``sightbench evaluate``.
        tasks: give stems and categories; None for those in the row, or those that the run file of a verdict
            file names. Without these, every task of a verdict file is its own stem.
        metrics: names of metrics; empty for all that the verdicts allow.
        as_json: whether to print one JSON document.

    Raises:
        BadInput: for a file that is neither, and a metric that the verdicts do not allow.
    """
    if tasks is None and (run := read_run(file)) is not None:
        tasks = source_of_run(file, run).tasks
    subject = subject_from_file(file, tasks)
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
