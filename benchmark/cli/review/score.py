"""`sightbench review score`: analyse the labels of people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.options import PATH, json_option
from benchmark.cli.shared.statistics import need_statistics

if TYPE_CHECKING:
    from benchmark.review.report import Interval, KappaReport, RankCorrelation, ReviewReport


@click.command()
@click.argument("key", metavar="KEY", type=PATH)
@click.argument("sheets", metavar="SHEET...", nargs=-1, required=True, type=PATH)
@json_option
def command(*, key: Path, sheets: tuple[Path, ...], as_json: bool) -> None:
    """Analyse the labels of people. Each SHEET is one person's, or has a column `person`.

    KEY is the file that `sightbench review sample` wrote next to the sheet. Prints the share of right answers
    (or the mean points) with intervals, by person, on average and by the judge; the agreement of people with
    each other and with the judge, beyond chance; the shares of kinds of errors; and for judge's scores the
    share of reasonable ones, overall and by criterion. The JSON document also
    contains the average over people as a baseline row. Lines without a label are left out and counted.

    Reads KEY and the sheets; writes nothing. Needs the extra `statistics`. Needs no network and no keys. Safe
    to repeat.
    """
    need_statistics()
    from benchmark.review.agree import review
    from benchmark.review.labels import read_labels
    from benchmark.review.sheet import read_key

    found = read_key(key)
    report = review(found, read_labels(sheets, found))
    if as_json:
        print_json(report)
    else:
        _print(report)


def _print(report: ReviewReport) -> None:
    console = output()
    for name, labelled in report.labelled.items():
        console.print(f"{name}: {labelled} of {report.samples} samples labelled")
    scale = "points" if report.asked == "points" else "fraction"
    head = {"points": "mean points", "scores": "reasonable, %"}.get(report.asked, "right, %")
    if report.ratings:
        table = plain_table("stratum", "who", head, "95 % interval", "samples", right=(2, 4))
        for rating in report.ratings:
            table.add_row(rating.stratum, rating.who, *_interval(rating.share, scale))
        if report.population is not None:
            table.add_row(
                "all, weighted by size of strata", "average of people", *_interval(report.population, scale)
            )
        console.print(table)
    if report.kinds:
        table = plain_table("stratum", "kind", "%", "95 % interval", "samples", right=(2, 4))
        for kind in report.kinds:
            table.add_row(kind.stratum, kind.kind, *_interval(kind.share, "fraction"))
        console.print(table)
    if report.criteria:
        table = plain_table("criterion", "met, %", "95 % interval", "samples", right=(1, 3))
        for met in report.criteria:
            table.add_row(met.criterion, *_interval(met.share, "fraction"))
        console.print(table)
    _print_agreement(report)
    if report.fleiss_kappa is not None:
        console.print(f"Fleiss' kappa of all people: {_value(report.fleiss_kappa)}")
    if report.alpha is not None:
        console.print(f"Krippendorff's alpha of all people: {_alpha_text(report.alpha)}")
    if report.disputed:
        console.print(f"people disagree on {len(report.disputed)} samples: {', '.join(report.disputed)}")


def _print_agreement(report: ReviewReport) -> None:
    if not report.agreement:
        return
    table = plain_table(
        "who",
        "with",
        "agree, %",
        "95 % interval",
        "samples",
        "kappa",
        "weighted",
        "rank corr.",
        right=(2, 4, 5, 6, 7),
    )
    for pair in report.agreement:
        measures = (_value(pair.kappa), _value(pair.weighted_kappa), _value(pair.rank_correlation))
        table.add_row(pair.a, pair.b, *_interval(pair.alike, "fraction"), *measures)
    output().print(table)


def _interval(found: Interval, scale: str) -> tuple[str, str, str]:
    from benchmark.cli.shared.tables import number, number_range

    return number(found.value, scale), number_range(found.low, found.high, scale), str(found.samples)


def _alpha_text(found: KappaReport) -> str:
    if found.low is None or found.high is None:
        return _value(found)
    return f"{_value(found)}, 95 % interval {found.low:.2f} to {found.high:.2f}"


def _value(found: KappaReport | RankCorrelation | None) -> str:
    return "–" if found is None or found.value is None else f"{found.value:.2f}"
