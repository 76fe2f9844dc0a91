"""The work of `sightbench review score`."""

from pathlib import Path

from benchmark.cli.shared.console import output, plain_table, print_json
from benchmark.cli.shared.tables import number, number_range
from benchmark.review.agree import review
from benchmark.review.labels import read_labels
from benchmark.review.report import Interval, KappaReport, RankCorrelation, ReviewReport
from benchmark.review.sheet import read_key


def run(*, key: Path, sheets: tuple[Path, ...], as_json: bool) -> None:
    """Read labelled sheets and print the report."""
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
    return number(found.value, scale), number_range(found.low, found.high, scale), str(found.samples)


def _alpha_text(found: KappaReport) -> str:
    if found.low is None or found.high is None:
        return _value(found)
    return f"{_value(found)}, 95 % interval {found.low:.2f} to {found.high:.2f}"


def _value(found: KappaReport | RankCorrelation | None) -> str:
    return "–" if found is None or found.value is None else f"{found.value:.2f}"
