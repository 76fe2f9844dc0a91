"""Rows that were withdrawn: they count nowhere, and pages say so."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmark.analysis.groups import key_of
from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.facts import conditions_and_freshness, day, display_name, group_title
from benchmark.leaderboard.rows.provenance import Provenance, provenance
from benchmark.leaderboard.rows.row_links import safe_link
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.results.counted_row import count_row
from benchmark.results.retraction import WithdrawnRow

_REASON_CHARACTERS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawal:
    """One withdrawn row, for the page of its model and that of its suite."""

    name: str
    page: str
    table: str  #: where it stood
    day: str
    by: str
    reason: str
    link: str  #: https address, or nothing
    row: Provenance


def withdrawal(one: WithdrawnRow, rows_folder: str, repository: str = "") -> Withdrawal:
    """What a page says of a withdrawn row; the reason is a stranger's text on one clean line."""
    key, retraction = key_of(one.row), one.retraction
    return Withdrawal(
        name=display_name(one.row),
        page=model_page(one.row.result.submission.slug),
        table=f"{group_title(key)} · {conditions_and_freshness(key)}",
        day=day(retraction.date),
        by=clean(retraction.by),
        reason=clean(retraction.reason, _REASON_CHARACTERS),
        link=retraction.link if safe_link(retraction.link) else "",
        row=provenance(one.row, count_row(one.row).counts, rows_folder, repository),
    )


def withdrawals_by_suite(
    withdrawn: Iterable[WithdrawnRow], rows_folder: str
) -> Mapping[str, tuple[Withdrawal, ...]]:
    """Newest withdrawal first."""
    found: dict[str, list[Withdrawal]] = {}
    for one in _newest_first(withdrawn):
        found.setdefault(one.row.result.suite, []).append(withdrawal(one, rows_folder))
    return {suite: tuple(same) for suite, same in found.items()}


def withdrawn_by_model(withdrawn: Iterable[WithdrawnRow]) -> Mapping[str, tuple[WithdrawnRow, ...]]:
    """The same by slug."""
    found: dict[str, list[WithdrawnRow]] = {}
    for one in _newest_first(withdrawn):
        found.setdefault(one.row.result.submission.slug, []).append(one)
    return {slug: tuple(same) for slug, same in found.items()}


def _newest_first(withdrawn: Iterable[WithdrawnRow]) -> list[WithdrawnRow]:
    return sorted(withdrawn, key=lambda one: (one.retraction.date, one.row.id), reverse=True)
