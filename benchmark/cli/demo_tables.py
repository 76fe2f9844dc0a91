"""The tables that `sightbench demo` prints."""

from collections.abc import Collection, Mapping, Sequence

from rich.table import Table

from benchmark.analysis.groups import score_of
from benchmark.analysis.score_cells import words_of
from benchmark.cli.shared.console import plain_table
from benchmark.results.row import Row, RowScore, row_age

_PRINTED = 7  #: recorded models in the table; the site shows all


def judged_table(judged: Mapping[str, Mapping[tuple[str, str], RowScore]]) -> Table:
    """Return one line per data set, with the score of each submission.

    Args:
        judged: slug of a submission → (suite, data set) → its score by the metric that ranks the data set.
    """
    table = plain_table("checks, pass@1 %", *judged)
    for dataset in dict.fromkeys(dataset for scores in judged.values() for dataset in scores):
        table.add_row(" ".join(dataset), *(_cell(scores.get(dataset)) for scores in judged.values()))
    return table


def recorded_table(rows: Sequence[Row]) -> Table:
    """Return one line per model, with its score on each data set; the best on the first data set leads."""
    datasets = sorted({(row.result.suite, row.result.dataset) for row in rows})
    scores: dict[str, dict[tuple[str, str], RowScore]] = {}
    for row in _newest(rows):
        if (score := score_of(row)) is not None:
            name = (row.result.suite, row.result.dataset)
            scores.setdefault(row.result.submission.slug, {})[name] = score
    table = plain_table("models, pass@1 %", *(" ".join(name) for name in datasets))

    def place(slug: str) -> list[float]:
        # A model without this data set comes after all that solve anything.
        return [-scores[slug][name].value if name in scores[slug] else 0.0 for name in datasets]

    for slug in sorted(scores, key=place)[:_PRINTED]:
        table.add_row(slug, *(_cell(scores[slug].get(name)) for name in datasets))
    return table


def _cell(score: RowScore | None) -> str:
    """Return a score with its range, such as ``91.3 (88.3–93.6)``, or only 0 or 100 without one."""
    if score is None:
        return ""
    words = words_of(score.scale)
    value = words.value(score.value)
    is_extreme = score.value in (words.lowest, words.highest)
    return value if is_extreme else f"{value} ({words.range(score.low, score.high)})"


def _newest(rows: Sequence[Row]) -> Collection[Row]:
    """Return the row that counts of each model and data set: the newest one."""
    by_age = sorted(rows, key=row_age)
    return {(row.slug, row.result.suite, row.result.dataset): row for row in by_age}.values()


def recorded_note(rows: Sequence[Row]) -> str:
    """Return how many models the table leaves out, when the rows were judged, and from what."""
    more = len({row.result.submission.slug for row in rows}) - _PRINTED
    days = sorted({row.run.started[:10] for row in _newest(rows)})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    left_out = f"and {more} more on the site; " if more > 0 else ""
    return f"{left_out}judged on {when} from answers that others publish"
