"""What a model scores without the picture, beside what it scores with it.

Where a suite has a blind setting, a row of it stands beside the same model's other rows on the same tasks.
Prompts may differ: one that shows the picture cannot be the one that does not. Of several blind rows the one
with the same protocol and extraction counts, then the newest. Every page, table and command asks here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

from pydantic import Field

from benchmark.analysis.groups import GroupKey, is_blind, key_of, score_of, superseded_ids
from benchmark.files.edge import Record
from benchmark.results.row import Row, RowScore
from benchmark.suites.settings import BLIND

#: Finds the blind row beside a row; None where there is none, and for a blind row itself.
FindBlind = Callable[[Row], Row | None]


class BlindScore(Record):
    """What the same model scored without the picture."""

    row: str = Field(description="id")
    setting: str
    protocol: str
    score: RowScore


def has_blind_check(key: GroupKey) -> bool:
    """Whether the suite has a blind setting, and this table is not of it."""
    return key.suite in BLIND and not is_blind(key)


def blind_finder(rows: Iterable[Row]) -> FindBlind:
    """Rows of blind settings, found by the rows that they stand beside; numbers from papers have none.

    A row in whose place one of a newer version of the suite stands is not found.
    """
    known: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    blind = [row for row in rows if is_blind(key_of(row)) and row.run.trust != "reported"]
    gone = superseded_ids(blind)
    for row in blind:
        if row.id not in gone:
            known[_match_key(row)].append(row)

    def find(row: Row) -> Row | None:
        if row.run.trust == "reported" or not has_blind_check(key_of(row)):
            return None
        wanted = row.result
        return max(
            known.get(_match_key(row), ()),
            key=lambda one: (
                one.result.protocol == wanted.protocol,
                one.result.extraction == wanted.extraction,
                one.run.started,
                one.id,
            ),
            default=None,
        )

    return find


def blind_score(row: Row | None) -> BlindScore | None:
    """The pass@1 of a blind row over all tasks; None without row or score."""
    score = None if row is None else score_of(row)
    if row is None or score is None:
        return None
    return BlindScore(row=row.id, setting=row.result.setting, protocol=row.result.protocol, score=score)


def _match_key(row: Row) -> tuple[str, ...]:
    result = row.result
    return (result.submission.slug, result.suite, result.dataset, result.tasks.digest)
