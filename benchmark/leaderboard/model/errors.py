"""The table of why a model's samples failed: how many have each type of error."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.catalog import error_title
from benchmark.analysis.wording import clean, count, percent
from benchmark.leaderboard.rows.stored_samples import stored_verdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLine:
    """A type of error, and the number of failed samples that have it."""

    title: str
    count: str
    share: str  #: of all failed samples that have a type of error


def error_lines(verdicts: Path | None) -> tuple[ErrorLine, ...]:
    """Return a line per type of error, the most frequent first; none if the verdicts name no types.

    Args:
        verdicts: file of a row's verdicts; None if it is not on this machine.

    Raises:
        BadInput: if the file cannot be read.
    """
    if verdicts is None:
        return ()
    found = Counter(
        verdict.error_type for verdict in stored_verdicts(verdicts, passed=False) if verdict.error_type
    )
    total = sum(found.values())
    return tuple(
        ErrorLine(title=clean(error_title(name)), count=count(number), share=percent(number / total))
        for name, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
    )
