"""The tables that `sightbench demo` prints."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.table import Table

from benchmark.analysis.groups import score_of
from benchmark.analysis.scale_words import words_of
from benchmark.analysis.score_lines import status_line
from benchmark.cli.shared.console import plain_table
from benchmark.core.score import Score
from benchmark.core.verdict import Status
from benchmark.results.row import Row, RowScore


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSubmission:
    """A bundled submission, judged on one data set."""

    suite: str
    dataset: str
    submission: str  #: slug of the submission
    score: Score  #: score by the metric that ranks the data set
    expected: float | None  #: value that the score must have; None if any value is possible
    outcomes: Mapping[Status, int]  #: samples by status


def judged_table(judged: Sequence[JudgedSubmission]) -> Table:
    """Return one line per submission and data set."""
    table = plain_table("data set", "submission", "pass@1 %", "95 % interval", "outcomes", right=(2,))
    for found in judged:
        words = words_of(found.score.scale)
        value = words.value(found.score.value) + ("" if found.score.metric == "pass@1" else " of 10")
        low_high = words.range(found.score.low, found.score.high)
        outcomes = status_line(found.outcomes, found.score.missing)
        table.add_row(f"{found.suite} {found.dataset}", found.submission, value, low_high, outcomes)
    return table


def recorded_table(rows: Sequence[Row]) -> Table:
    """Return one line per model, with its score on each data set; the best on the first data set leads."""
    datasets = sorted({(row.result.suite, row.result.dataset) for row in rows})
    scores: dict[str, dict[tuple[str, str], RowScore]] = {}
    for row in rows:
        if (score := score_of(row)) is not None:
            name = (row.result.suite, row.result.dataset)
            scores.setdefault(row.result.submission.slug, {})[name] = score
    table = plain_table("recorded submission, pass@1 %", *(" ".join(name) for name in datasets))

    def place(slug: str) -> list[float]:
        return [-scores[slug][name].value if name in scores[slug] else 0.0 for name in datasets]

    for slug in sorted(scores, key=place):
        cells = (_score_cell(scores[slug].get(name)) for name in datasets)
        table.add_row(slug, *cells)
    return table


def _score_cell(score: RowScore | None) -> str:
    """Return a score with its range, such as ``91.3 (88.3–93.6)``."""
    if score is None:
        return ""
    words = words_of(score.scale)
    return f"{words.value(score.value)} ({words.range(score.low, score.high)})"


def judged_when(rows: Sequence[Row]) -> str:
    """Return when recorded rows were judged, and from what."""
    days = sorted({row.run.started[:10] for row in rows})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    versions = ", ".join(sorted({str(row.result.versions.judge) for row in rows}))
    return (
        f"recorded rows: judged on {when} by judge version {versions}, from answers that others publish"
        " (not judged now)"
    )
