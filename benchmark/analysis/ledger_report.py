"""All rows with what became of them: what `sightbench results list --json` prints.

History of the format:
    sightbench/ledger/1: first version.
"""

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
    """One row."""

    row: str = Field(description="id")
    suite: str
    dataset: str
    slug: str
    setting: str
    protocol: str
    prompt: str
    trust: Trust
    started: str = Field(description="when it was judged, UTC")
    version: int = Field(description="of the suite")
    state: State = Field(description="superseded: a row of a newer version of the suite stands in its place")
    retraction: Retraction | None = Field(description="null unless withdrawn")


class LedgerReport(Record):
    """All rows, oldest first."""

    schema_: Literal["sightbench/ledger/1"] = Field(default="sightbench/ledger/1", alias="schema")
    rows: list[LedgerEntry]


def ledger_report(rows: Iterable[CountedRow], withdrawn: Iterable[WithdrawnRow]) -> LedgerReport:
    """The rows that count or are superseded, and those that were withdrawn."""
    kept = [one.row for one in rows]
    gone = superseded_ids(kept)
    entries = [_entry(row, "superseded" if row.id in gone else "counts", None) for row in kept]
    entries += [_entry(one.row, "withdrawn", one.retraction) for one in withdrawn]
    return LedgerReport(rows=sorted(entries, key=lambda one: (one.started, one.row)))


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
