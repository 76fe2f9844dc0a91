"""`sightbench review judges`: the agreement of two judges that gave points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option, tasks_options
from benchmark.cli.shared.statistics import need_statistics

if TYPE_CHECKING:
    from benchmark.review.judges import JudgesReport
    from benchmark.review.report import KappaReport, RankCorrelation


@click.command()
@click.argument("first", metavar="FIRST", type=PATH)
@click.argument("second", metavar="SECOND", type=PATH)
@tasks_options
@json_option
def command(
    *, first: Path, second: Path, tasks: tuple[Path, ...], suite: str, dataset: str, as_json: bool
) -> None:
    """Compare the points that two judges gave to the same answers.

    FIRST and SECOND are rows or verdict files with points, or files of rubric scores (.json). Prints the
    number of samples by level of points (1-2, 3-4, 5-6, 7-8, 9-10) of both judges, passed and failed samples
    of FIRST by level of SECOND, the share with the same level, kappa of the whole points with quadratic
    weights, and Spearman's rank correlation, with 95 % intervals. Samples without points of both are left out
    and counted.

    Reads both files, and for the stems the tasks if they are named (a row has its stems); writes nothing.
    Needs the extra `statistics`. Needs no network and no keys. Safe to repeat.
    """
    need_statistics()
    from benchmark.cli.shared.named_tasks import tasks_of
    from benchmark.review.judges import judges_agreement, read_points

    named = {task.id: task.family for task in tasks_of(tasks, suite, dataset) or ()}
    one, other = read_points(first), read_points(second)
    report = judges_agreement(one, other, {**other.stems, **one.stems, **named})
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: JudgesReport) -> None:
    from benchmark.cli.shared.tables import number, number_range
    from benchmark.review.judges import BANDS

    console = output()
    left_out = f"only the first judged {report.only_first}, only the second {report.only_second}"
    console.print(f"{report.first} and {report.second}: {report.samples} samples; {left_out}")
    table = plain_table("first \\ second", *BANDS, right=tuple(range(1, len(BANDS) + 1)))
    counts = {(count.first, count.second): count.samples for count in report.bands}
    for band in BANDS:
        table.add_row(band, *(str(counts[band, other]) for other in BANDS))
    console.print(table)
    if report.outcomes:
        outcomes = plain_table("first \\ second", *BANDS, right=tuple(range(1, len(BANDS) + 1)))
        for passed, title in ((True, "passed"), (False, "failed")):
            of_title = (str(count.samples) for count in report.outcomes if count.passed is passed)
            outcomes.add_row(title, *of_title)
        console.print(outcomes)
    share = f"{number(report.alike.value, 'fraction')} %"
    interval = number_range(report.alike.low, report.alike.high, "fraction")
    console.print(f"mean points: {report.mean_first:.2f} and {report.mean_second:.2f}")
    console.print(f"same level: {share} ({interval})")
    console.print(f"weighted kappa: {_value(report.weighted_kappa)}")
    console.print(f"rank correlation: {_value(report.rank_correlation)}")


def _value(found: KappaReport | RankCorrelation | None) -> str:
    if found is None or found.value is None:
        return "–"
    if found.low is None or found.high is None:
        return f"{found.value:.2f}"
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"
