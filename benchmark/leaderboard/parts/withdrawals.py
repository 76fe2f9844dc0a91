"""Withdrawn rows: they do not count, and pages list them with the reason."""

from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace

from benchmark.analysis.conditions import conditions
from benchmark.analysis.groups import key_of
from benchmark.analysis.wording import clean
from benchmark.core.names import fresh_note
from benchmark.leaderboard.inputs.facts import day, display_name, group_title
from benchmark.leaderboard.inputs.provenance import provenance, safe_link
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.attestation import UNATTESTED, Attestation
from benchmark.results.counted_row import count_row
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.row import Row

_REASON_CHARACTERS = 1000


def withdrawal(
    withdrawn: WithdrawnRow, rows_folder: str, repository: str = "", attestation: Attestation = UNATTESTED
) -> SimpleNamespace:
    """Return what pages show of a withdrawn row; its reason is cleaned, because anybody can write it."""
    key, retraction = key_of(withdrawn.row), withdrawn.retraction
    return SimpleNamespace(
        name=display_name(withdrawn.row),
        page=model_page(withdrawn.row.slug),
        table=" · ".join(filter(None, (group_title(key), conditions(key).with_ids, fresh_note(key.dataset)))),
        day=day(retraction.date),
        by=clean(retraction.by),  # who decided it
        reason=clean(retraction.reason, _REASON_CHARACTERS),
        link=retraction.link if safe_link(retraction.link) else "",
        row=provenance(withdrawn.row, count_row(withdrawn.row).counts, rows_folder, repository, attestation),
    )


def latest_first(
    withdrawn: Iterable[WithdrawnRow], name: Callable[[Row], str]
) -> Mapping[str, tuple[WithdrawnRow, ...]]:
    """Return the withdrawn rows by a name of a row, such as its slug; the latest withdrawal comes first."""
    found: dict[str, tuple[WithdrawnRow, ...]] = {}
    for entry in sorted(withdrawn, key=lambda each: (each.retraction.date, each.row.id), reverse=True):
        found[name(entry.row)] = (*found.get(name(entry.row), ()), entry)
    return found
