"""All rows with their state, for `sightbench results list`."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from benchmark.analysis.groups import superseded_ids
from benchmark.files.edge import Record
from benchmark.results.counted_row import CountedRow
from benchmark.results.retraction import Retraction, WithdrawnRow
from benchmark.results.row import Row, Trust

State = Literal["counts", "superseded", "withdrawn"]


class LedgerEntry(Record):
    """A row and whether it counts."""

    row: str = Field(description="id of the row")
    suite: str
    dataset: str
    slug: str
    setting: str
    protocol: str
    prompt: str
    trust: Trust
    started: str = Field(description="when it was judged, UTC")
    version: int = Field(description="version of the suite")
    state: State = Field(description="superseded: a row of a newer version of the suite replaces it")
    retraction: Retraction | None = Field(description="null unless withdrawn")


class LedgerReport(Record):
    """All rows, oldest first."""

    rows: list[LedgerEntry]


def ledger_report(rows: Iterable[CountedRow], withdrawn: Iterable[WithdrawnRow]) -> LedgerReport:
    """Return the report on rows that count, superseded rows and withdrawn rows."""
    current = [counted.row for counted in rows]
    superseded = superseded_ids(current)
    entries = [_entry(row, "superseded" if row.id in superseded else "counts", None) for row in current]
    entries += [_entry(gone.row, "withdrawn", gone.retraction) for gone in withdrawn]
    return LedgerReport(rows=sorted(entries, key=lambda entry: (entry.started, entry.version, entry.row)))


def _entry(row: Row, state: State, retraction: Retraction | None) -> LedgerEntry:
    result = row.result
    return LedgerEntry(
        row=row.id,
        suite=result.suite,
        dataset=result.dataset,
        slug=result.submission.slug,
        setting=result.setting,
        protocol=result.protocol,
        prompt=result.prompt.name,
        trust=row.run.trust,
        started=row.run.started,
        version=result.versions.suite,
        state=state,
        retraction=retraction,
    )
