"""`sightbench review score`: analyse labels, people's own answers, or the points of judges."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, print_tables
from benchmark.cli.shared.options import PATH, preset_option, tasks_options
from benchmark.core.errors import BadInput
from benchmark.core.suite_facts import TitledTable
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from benchmark.core.task import Task
    from benchmark.review.agree import BaselineMetric, JudgesReport, LabelAgreement, Labels, ReviewReport
    from benchmark.review.points import Interval, JudgePoints
    from benchmark.review.sheet import ReviewKey
    from benchmark.scoring.agreement import Kappa
    from benchmark.scoring.correlation import Correlation

_EXAMPLES = """\b
Examples:
  sightbench review score sheet.key.json anna.csv bert.csv
  sightbench review score anna.csv bert.csv --suite mathopeval --dataset open-choice --by subset \\
      --by category --model acme.verdicts.jsonl.gz
  sightbench review score acme.verdicts.jsonl.gz acme.rubric.json acme.paper-rubric.json
"""
SPAN = "95 % interval"  #: head of a column of intervals
_Row = tuple[str | float | None, ...]


@click.command(epilog=_EXAMPLES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--model",
    "models",
    multiple=True,
    type=PATH,
    help="Verdict file to compare people with; may be repeated.",
)
@click.option(
    "--by",
    multiple=True,
    help="Property that divides tasks into cells, as for `review sample`; may be repeated.",
)
@preset_option(
    "--metric",
    type=click.Choice(["pass@1", "points"]),
    default="pass@1",
    help="What to average over people: share of right answers, or mean points.",
)
@tasks_options
def command(
    *,
    files: tuple[Path, ...],
    models: tuple[Path, ...],
    by: tuple[str, ...],
    metric: BaselineMetric,
    tasks: tuple[Path, ...],
    suite: str,
    dataset: str,
) -> None:
    """Analyse labels, people's own answers, or the points of judges; the FILEs decide which.

    The key of `review sample` and the sheets of people (one each, or with a column `person`): prints the
    share of right answers (or the mean points) with intervals, by person, on average and by the judge; the
    agreement of people with each other and with the judge, beyond chance; or the shares of kinds of errors.
    Lines without a label are left out and counted.

    Sheets of tasks with letters, and with --model also verdict files of people's programs: prints
    people's average by cell, the models' on the same tasks, and the gap. Tasks count that at least one person
    answered; a task's value is the mean over the people who did.

    Two rows, verdict files or files of rubric scores with points: prints a table of samples by both levels of
    points, a table of passed and failed samples by the second's level, the share with the same level, kappa
    with quadratic weights, and Spearman's rank correlation. Of more files: a line per pair. Samples without
    points of both are only counted.

    Reads these files and the tasks if named; writes nothing. Labels and points need the extra `statistics`.
    Needs no network and no keys. Safe to repeat.
    """
    from benchmark.pipeline.sources import need_tasks, tasks_of

    sheets = [path.suffix == ".csv" for path in files]
    # A key and a file of points both end in .json: the sheets that follow tell them apart.
    labels = files[0].suffix == ".json" and len(files) > 1 and all(sheets[1:])
    if not labels and (models or by or any(sheets)):
        _print_people(files, models, by, metric, need_tasks("review score", tasks, suite, dataset))
        return
    if by or models:
        raise BadInput("--by" if by else "--model", "", "is for answers of people", "leave it out")
    need_statistics()
    if labels:
        from benchmark.review.agree import review
        from benchmark.review.sheet import read_key, read_labels

        key = read_key(files[0])
        people = read_labels(files[1:], key)
        _print_labels(key, people, review(key, people))
        return
    if len(files) < 2:  # noqa: PLR2004 - two judges
        problem = "is neither a key (NAME.key.json) with sheets (.csv), nor one of several files with points"
        raise BadInput(files[0], "", problem, "name a key and its sheets, sheets of tasks, or such files")
    from benchmark.review.agree import judges_agreement
    from benchmark.review.points import read_points

    stems = {task.id: task.family for task in tasks_of(tasks, suite, dataset) or ()}
    judges = [read_points(path) for path in files]
    for judge in judges:
        # Those of named tasks count; a file of points may have older ones.
        stems = {**judge.stems, **stems}
    pairs = [
        (one, other, judges_agreement(one, other, stems)) for one, other in itertools.combinations(judges, 2)
    ]
    if len(pairs) == 1:
        _print_judges(*pairs[0])
    else:
        _print_pairs(pairs)


def _print_labels(key: ReviewKey, people: Mapping[str, Labels], report: ReviewReport) -> None:
    for name, labels in people.items():
        output().print(f"{name}: {len(labels)} of {len(key.samples)} samples labelled")
    scale = "points" if key.asked == "points" else "fraction"
    heads = {"verdicts": ("who", "right, %"), "points": ("who", "mean points"), "errors": ("kind", "%")}
    rated = [(found.stratum, found.name, *interval_cells(found.share, scale)) for found in report.shares]
    if report.population is not None:
        weighted = ("all, weighted by size of strata", "average of people")
        rated.append((*weighted, *interval_cells(report.population, scale)))
    notes = []
    if report.alpha is not None:
        notes.append(f"Krippendorff's alpha of all people: {agreement_text(report.alpha)}")
    if report.disputed:
        notes.append(f"people disagree on {len(report.disputed)} samples: {', '.join(report.disputed)}")
    print_tables(
        TitledTable("", ("stratum", *heads[key.asked], SPAN, "samples"), rated),
        agreement_table(report.agreement, notes),
    )


def agreement_table(
    pairs: Iterable[LabelAgreement], notes: Sequence[str] = (), title: str = ""
) -> TitledTable:
    """Return the table of how far people agree with each other and with a judge."""
    rows: list[_Row] = []
    for pair in pairs:
        measured = map(agreement_text, (pair.kappa, pair.weighted_kappa, pair.rank_correlation))
        rows.append((pair.a, pair.b, *interval_cells(pair.alike), *measured))
    head = ("who", "with", "agree, %", SPAN, "samples", "kappa", "weighted", "rank corr.")
    return TitledTable(title, head, rows, notes)


def _print_people(
    people: Sequence[Path],
    models: Sequence[Path],
    by: Sequence[str],
    metric: BaselineMetric,
    tasks: Sequence[Task],
) -> None:
    from benchmark.analysis.score_cells import words_of
    from benchmark.review.agree import human_baseline, read_answered

    by_id = {task.id: task for task in tasks}
    persons, others = (
        [each for path in paths for each in read_answered(path, by_id, metric)] for paths in (people, models)
    )
    rows = list(human_baseline(tasks, persons, others, by, metric))
    for person, values in persons:
        output().print(f"{person}: {len(values)} of {rows[0].tasks} tasks answered")
    scale, unit = ("points", "points") if metric == "points" else ("fraction", "%")

    def text(value: float | None) -> str | None:
        return None if value is None else words_of(scale).value(value)

    cells: list[_Row] = []
    for row in rows:
        gap = None if row.models is None else row.people.value - row.models
        cells.append(
            (row.cell, row.tasks, *interval_cells(row.people, scale)[:2], text(row.models), text(gap))
        )
    head = ("cell", "tasks", f"people, {unit}", SPAN, f"models, {unit}", "gap")
    print_tables(TitledTable("", head, cells))


def _print_pairs(pairs: Sequence[tuple[JudgePoints, JudgePoints, JudgesReport]]) -> None:
    head = ("first", "second", "samples", "mean", "mean", "same level, %", SPAN, "weighted", "rank corr.")
    rows: list[_Row] = []
    for one, other, found in pairs:
        means = (f"{found.mean_first:.2f}", f"{found.mean_second:.2f}")
        measured = map(agreement_text, (found.weighted_kappa, found.rank_correlation))
        same = interval_cells(found.alike)[:2]
        rows.append((one.name, other.name, found.alike.samples, *means, *same, *measured))
    print_tables(TitledTable("", head, rows))


def _print_judges(first: JudgePoints, second: JudgePoints, report: JudgesReport) -> None:
    from benchmark.review.points import BANDS

    samples = report.alike.samples
    alone, other = (len(judge.points) - samples for judge in (first, second))
    left_out = f"only the first judged {alone}, only the second {other}"
    title = f"{first.name} and {second.name}: {samples} samples; {left_out}"
    rows: list[_Row] = [(band, *(report.bands.get((band, other), 0) for other in BANDS)) for band in BANDS]
    for passed, name in ((True, "passed"), (False, "failed")):
        counts = [report.outcomes.get((passed, band), 0) for band in BANDS]
        # Scores by a rubric say nothing about passing, so these lines would be 0.
        rows += [(name, *counts)] if report.outcomes else []
    share, span, _ = interval_cells(report.alike)
    notes = (
        f"mean points: {report.mean_first:.2f} and {report.mean_second:.2f}",
        f"same level: {share} % ({span})",
        f"weighted kappa: {agreement_text(report.weighted_kappa)}",
        f"rank correlation: {agreement_text(report.rank_correlation)}",
    )
    print_tables(TitledTable(title, ("first \\ second", *BANDS), rows, notes))


def interval_cells(found: Interval, scale: str = "fraction") -> tuple[str, str, int]:
    """Return a value, its interval and the number of samples as cells of a table."""
    from benchmark.analysis.score_cells import words_of

    return words_of(scale).value(found.value), words_of(scale).range(found.low, found.high), found.samples


def agreement_text(found: Kappa | Correlation | None) -> str:
    """Format an agreement beyond chance or a correlation: ``0.85 (0.71 to 0.97)``, never ``-0.00``."""
    if found is None:
        return "–"
    value, low, high = (
        "" if each is None else f"{round(each, 2) + 0.0:.2f}" for each in (found.value, found.low, found.high)
    )
    return f"{value} ({low} to {high})" if low and high else value
