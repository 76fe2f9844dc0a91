"""What is known about rows beyond their scores: whether they count, and who wrote them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from benchmark.analysis.groups import superseded_ids
from benchmark.core.suite_facts import TitledTable
from benchmark.results.attestation import Attestation, Signer
from benchmark.results.bill import ComparedDays, Reconciliation, reconciled_spans
from benchmark.results.counted_row import CountedRow, count_row
from benchmark.results.ledger import WithdrawnRow
from benchmark.results.money import Money
from benchmark.results.nights import Panel
from benchmark.results.row import Row, row_age

_HEADS = ("row", "submission", "suite", "setting", "protocol", "version", "judged", "trust", "")
_SHOWN_ID = 12


def ledger_until(
    rows: Iterable[CountedRow],
    withdrawn: Iterable[WithdrawnRow],
    instant: str,
    count: Callable[[Row], CountedRow] = count_row,
) -> tuple[tuple[CountedRow, ...], tuple[WithdrawnRow, ...]]:
    """Replay a ledger: return the rows that counted at an instant, and those that were withdrawn by then.

    Everything that shows earlier days goes through here. A row that was withdrawn later counts.

    Args:
        rows: the rows that count now.
        withdrawn: the rows that do not.
        instant: in UTC, such as ``2026-01-31T23:59:59Z``.
        count: counts a withdrawn row.

    Returns:
        Both oldest first.
    """
    then = [entry for entry in withdrawn if entry.row.run.started <= instant]
    back = [count(entry.row) for entry in then if entry.retraction.date > instant]
    counted = [*(each for each in rows if each.row.run.started <= instant), *back]
    return (
        tuple(sorted(counted, key=lambda each: row_age(each.row))),
        tuple(entry for entry in then if entry.retraction.date <= instant),
    )


def ledger_table(
    rows: Iterable[CountedRow], withdrawn: Iterable[WithdrawnRow], slugs: Collection[str]
) -> TitledTable:
    """Return a line per row, oldest first: empty at its end if the row counts, else why it does not.

    A row is superseded if a row of a newer version of the suite replaces it. Empty ``slugs`` stand for all.
    """
    current = [counted.row for counted in rows]
    superseded = superseded_ids(current)
    found = [(row, "superseded" if row.id in superseded else "") for row in current]
    found += [
        (gone.row, f"withdrawn {gone.retraction.date[:10]}: {gone.retraction.reason}") for gone in withdrawn
    ]
    found = [each for each in found if not slugs or each[0].slug in slugs]
    lines = [(*_cells(row), state) for row, state in sorted(found, key=lambda each: row_age(each[0]))]
    return TitledTable("", _HEADS, lines, () if lines else ("no rows",))


def money_table(ledger: Money, bills: Iterable[Reconciliation], keys: Iterable[str]) -> TitledTable:
    """Return what each month cost in US dollars, with notes.

    There is a note for each reservation that is not settled, and for each of the keys: up to which day the
    vendor's bill was found to agree. ``keys`` may lack some that were reconciled.
    """
    lines = []
    held, runs = Counter[str](), Counter({found.month: found.runs for found in ledger.sums})
    for entry in ledger.entries:
        runs[entry.month] += len(entry.reservation.runs)
        held[entry.month] += 0 if entry.settlement else entry.cents + entry.rubric_cents
    for month, count in sorted(runs.items()):
        spent = [ledger.spent_usd(month), ledger.rubric_usd(month), held[month] / 100]
        lines.append((month, str(count), *(f"{usd:,.2f}" for usd in spent)))
    notes = [
        f"reserved since {entry.reservation.when}: {entry.reservation.part}:"
        f" {(entry.cents + entry.rubric_cents) / 100:,.2f}"
        for entry in ledger.open
    ]
    spans = reconciled_spans(bills)
    for key in sorted({*keys, *spans}):
        first, last = spans.get(key, ("", ""))
        notes.append(f"{key}: " + (f"reconciled from {first} up to {last}" if last else "not reconciled"))
    heads = ("month", "runs", "generating", "scoring", "still reserved")
    return TitledTable("", heads, lines, notes if lines else ("nothing was reserved",))


def bill_table(compared: Sequence[ComparedDays]) -> TitledTable:
    """Return a line per day that cost something, and one for all days of a bill."""
    lines = [
        (days.days, *(f"{usd:,.2f}" for usd in (days.billed, days.least, days.most, days.difference)))
        for days in compared
        if days is compared[-1] or days.billed or days.most
    ]
    return TitledTable(
        "US dollars", ("UTC day", "billed", "ledger: at least", "at most", "difference"), lines
    )


def _cells(row: Row) -> tuple[str, ...]:
    result = row.result
    return (
        row.id[:_SHOWN_ID],
        row.slug,
        f"{result.suite} {result.dataset}",
        result.setting,
        result.protocol,
        str(result.versions.suite),
        row.run.started[:10],
        row.run.trust,
    )


def describe_attestation(
    row: Row | Panel, found: Attestation, signer: Signer | None, noun: str = "row"
) -> str:
    """Return a line about who wrote the file of a row or panel, such as ``row 3f2a9c01d4e5: attested: …``."""
    start = f"{noun} {row.id[:_SHOWN_ID]}"
    match found.state:
        case "attested" if signer is not None:
            commit = row.run.commit[:_SHOWN_ID]
            return (
                f"{start}: attested: {signer.repository} wrote it with {signer.workflow} at commit {commit}"
            )
        case "refused":
            return f"{start}: its signature is refused: {found.reason}"
        case "unchecked":
            return f"{start}: unattested, because its signature was not checked: {found.reason}"
        case _:
            return f"{start}: unattested: {found.reason}; its trust, cost, times and links are only claims"
