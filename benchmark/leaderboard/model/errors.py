"""The table of why a model's samples failed: how many have each type of error."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from benchmark.analysis.catalog import error_title
from benchmark.analysis.wording import clean, count, percent
from benchmark.leaderboard.rows.stored_samples import StoredVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLine:
    """A type of error, and the number of failed samples that have it."""

    title: str
    count: str
    share: str  #: of all failed samples that have a type of error


def error_lines(failed: Iterable[StoredVerdict]) -> tuple[ErrorLine, ...]:
    """Return a line per type of error, the most frequent first; none if the verdicts name no types.

    Args:
        failed: failed samples of a row.
    """
    found = Counter(verdict.error_type for verdict in failed if verdict.error_type)
    total = sum(found.values())
    return tuple(
        ErrorLine(title=clean(error_title(name)), count=count(number), share=percent(number / total))
        for name, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )
