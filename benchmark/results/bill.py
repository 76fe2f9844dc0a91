"""Bills: what a vendor charged for a key, by UTC day, compared with the ledger of money.

A maintainer downloads the export of a vendor, so no workflow needs a key that may read bills:

- OpenAI: the CSV of *Usage, Cost* (columns as of 2026-09), or ``GET /v1/organization/costs``
  (developers.openai.com/api/reference, read 2026-11-28)
- Anthropic: the CSV of *Cost* (columns as of 2026-08), or ``GET /v1/organizations/cost_report``, whose
  amounts are cents (platform.claude.com/docs/en/api/admin/cost_report, read 2026-11-28)
- OpenRouter: the CSV of *Activity* by day (columns as of 2026-05), or ``GET /api/v1/activity``
  (openrouter.ai/docs, read 2026-11-28); what a vendor charges for a key of ours there counts, too
"""

import contextlib
import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.files import strict_json
from benchmark.files.bounded import read_bytes
from benchmark.files.csv_table import LIMIT, read_csv
from benchmark.results.branch_record import BranchRecord, Moment, Night, read_record
from benchmark.results.money import KeyName, Money

BILLS = "bills"  #: folder on the branch of results
_DAY = datetime.timedelta(days=1)
_DATE = len("2026-01-31")
_WAIT = 3 * _DAY  #: vendors' exports have all of a day two days after its end
_MOST_DOLLARS = 10**9  #: of one line
_YEARS = range(2020, 2101)
_SHARE, _DOLLAR = Decimal("0.05"), Decimal(1)  #: smaller differences are not reported
_CENT = Decimal("0.01")
_AS_DOWNLOADED = "name the vendor's export as it was downloaded"


@dataclass(frozen=True, slots=True)
class _Form:
    """What an export calls its fields; the first amount is never absent."""

    start: str
    amounts: tuple[str, ...]
    end: str = ""  #: empty if each line is about a whole day
    currency: str = ""  #: empty if all amounts are US dollars
    unit: Decimal = Decimal(1)  #: US dollars


_TABLES = (
    _Form("start_time", ("amount_value",), "end_time", "amount_currency"),
    _Form("usage_date_utc", ("cost_usd",)),
    _Form("Date", ("Usage", "BYOK Usage")),
)
_PAGES = (
    _Form("start_time", ("amount.value",), "end_time", "amount.currency"),
    _Form("starting_at", ("amount",), "ending_at", "currency", _CENT),
    _Form("date", ("usage", "byok_usage_inference")),
)


class _BillLine(NamedTuple):
    """One line of an export."""

    place: str
    form: _Form
    day: Mapping[str, object]  #: the fields with its beginning and end
    cost: Mapping[str, object] | None  #: the fields with its amounts; None for a day without costs


#: US dollars by UTC day, without a gap.
Bill = Mapping[datetime.date, Decimal]


def read_bill(path: Path, today: datetime.date) -> Bill:
    """Read a vendor's export: its whole UTC days that ended at least two days before ``today``.

    A day without lines between others cost 0; parts of days at the beginning and at the end are left out.

    Raises:
        BadInput: if the file is not such an export, has an amount in another currency or a line about parts
            of two days, or has no such day.
    """
    dollars: defaultdict[datetime.date, Decimal] = defaultdict(Decimal)
    starts, ends = [], []
    for line in _lines(path):
        start, end = _span(line, path)
        dollars[start.date()] += _dollars(line, path)
        starts.append(start)
        ends.append(end)
    if starts:
        first = (min(starts) + _DAY - datetime.timedelta.resolution).date()
        last = min(max(ends).date() - _DAY, today - _WAIT)
        days = [first + number * _DAY for number in range((last - first).days + 1)]
        if credit := next((day for day in days if dollars[day] < 0), None):
            problem = f"has a credit on {credit} that is larger than the costs of the day"
            raise BadInput(path, "", problem, "leave that day out, and compare the days before and after it")
        if days:
            return {day: dollars[day] for day in days}
    problem = "has no whole UTC day that ended at least two days ago"
    raise BadInput(path, "", problem, "export a longer period, or wait")


def _lines(path: Path) -> Iterator[_BillLine]:
    data = read_bytes(path, LIMIT)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] not in (b"{", b"["):
        table = read_csv(path)
        form = _form_of(_TABLES, table.columns, path, "line 1")
        for number, cells in zip(table.lines, table.rows, strict=True):
            row = dict(zip(table.columns, cells, strict=True))
            # OpenAI's tables have a line for each day, with empty cells if it cost nothing.
            is_empty = not (row.get(form.currency, "-") or row.get(form.amounts[0]))
            yield _BillLine(f"line {number}", form, row, None if is_empty else row)
        return
    page = strict_json.loads(data, path)
    buckets = page.get("data") if isinstance(page, dict) else None
    if not isinstance(buckets, list):
        raise BadInput(path, "data", "is not a list of days", _AS_DOWNLOADED)
    for number, bucket in enumerate(buckets):
        place = f"data[{number}]"
        results = bucket.get("results", [bucket]) if isinstance(bucket, dict) else None
        if not isinstance(results, list) or not all(isinstance(result, dict) for result in results):
            raise BadInput(path, place, "is not a day with a list of results", _AS_DOWNLOADED)
        form = _form_of(_PAGES, bucket, path, place)
        for index, result in enumerate(results or [None]):
            inner = f"{place}.results[{index}]" if results and "results" in bucket else place
            yield _BillLine(inner, form, bucket, result)


def _form_of(forms: Sequence[_Form], names: Collection[str], path: Path, place: str) -> _Form:
    found = next((form for form in forms if form.start in names), None)
    if found is None:
        listed = " or ".join(form.start for form in forms)
        problem = f"has no {listed}, which the costs of OpenAI, Anthropic and OpenRouter have"
        raise BadInput(path, place, problem, "export costs, not usage or tokens")
    return found


def _span(line: _BillLine, path: Path) -> tuple[datetime.datetime, datetime.datetime]:
    """Return the beginning and the end of what a line is about, within one UTC day."""
    start = _moment(line, line.form.start, path)
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    if not line.form.end:
        return midnight, midnight + _DAY
    end = _moment(line, line.form.end, path)
    if not start < end <= midnight + _DAY:
        problem = f"{start:%Y-%m-%dT%H:%MZ} to {end:%Y-%m-%dT%H:%MZ} is not within one UTC day"
        raise BadInput(path, f"{line.place}: {line.form.end}", problem, "export costs by day, in UTC")
    return start, end


def _moment(line: _BillLine, name: str, path: Path) -> datetime.datetime:
    value = line.day.get(name)
    with contextlib.suppress(ValueError, OverflowError, OSError):
        if isinstance(value, str) and not value.isdecimal():
            found = datetime.datetime.fromisoformat(value)
            found = found if found.tzinfo else found.replace(tzinfo=datetime.UTC)
        elif isinstance(value, int | str) and not isinstance(value, bool):
            found = datetime.datetime.fromtimestamp(int(value), datetime.UTC)
        else:
            raise ValueError
        if (found := found.astimezone(datetime.UTC)).year in _YEARS:
            return found
    problem = f"{quote_value(value)} is not a time from {_YEARS[0]} on"
    raise BadInput(path, f"{line.place}: {name}", problem, _AS_DOWNLOADED)


def _dollars(line: _BillLine, path: Path) -> Decimal:
    form, cost = line.form, line.cost
    if cost is None:
        return Decimal()
    currency = _value(cost, form.currency) if form.currency else "USD"
    if not isinstance(currency, str) or currency.upper() != "USD":
        problem = f"{quote_value(currency)} is not USD, and no currency is converted"
        raise BadInput(path, f"{line.place}: {form.currency}", problem, "export costs in US dollars")
    total = Decimal()
    for name in form.amounts:
        value = _value(cost, name)
        amount = Decimal() if value is None and name != form.amounts[0] else _amount(value)
        if amount is None:
            problem = f"{quote_value(value)} is not an amount of at most {_MOST_DOLLARS:,}"
            raise BadInput(path, f"{line.place}: {name}", problem, _AS_DOWNLOADED)
        total += amount * form.unit
    return total


def _amount(value: object) -> Decimal | None:
    with contextlib.suppress(InvalidOperation):
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            amount = Decimal(str(value))
            # A credit is below 0. A comparison with NaN raises.
            if -_MOST_DOLLARS <= amount <= _MOST_DOLLARS:
                return amount
    return None


def _value(fields: object, name: str) -> object:
    """Return a field, or a field of a field: ``amount.value``; None if there is none."""
    for part in name.split("."):
        fields = fields.get(part) if isinstance(fields, Mapping) else None
    return fields


class ComparedDays(NamedTuple):
    """What a vendor billed for days, and what the ledger counts; US dollars."""

    days: str  #: a day, or ``all``
    billed: Decimal
    least: Decimal  #: the minimum that the ledger knows to be spent on these days
    most: Decimal  #: the maximum that may have been spent on these days by the ledger

    @property
    def difference(self) -> Decimal:
        """US dollars that were billed beyond what the ledger allows; below 0 if less was billed."""
        return self.billed - min(max(self.billed, self.least), self.most)

    @property
    def differs(self) -> bool:
        """Whether bill and ledger differ by more than 5 % of the ledger and more than one dollar."""
        known = self.most if self.difference > 0 else self.least
        return abs(self.difference) > max(_SHARE * known, _DOLLAR)


class _Spent(NamedTuple):
    """What a run spent between two days, in US cents."""

    first: str
    last: str  #: of its settlement; after all days if it is not settled
    least: int
    most: int


def compare_bill(bill: Bill, money: Money, key: str, *, scoring: bool) -> tuple[ComparedDays, ...]:
    """Compare each day of a bill, and all of them together, with the ledger.

    The ledger has no days: a run may have spent its money on each day from its reservation to its settlement.
    A run whose cost is unknown, that is not settled, or that may have used another key, too, may have spent
    nothing. A settlement is rounded up to cents.

    Args:
        bill: the vendor's.
        money: the ledger.
        key: name of the secret.
        scoring: whether it is the key with which a model scores answers.
    """
    begin, end = str(min(bill)), str(max(bill))
    known = _spent(money, key, scoring=scoring)
    spent = [run for run in known if begin <= run.last and run.first <= end]
    spans = [(str(day), str(day), str(day)) for day in bill] + [("all", begin, end)]
    return tuple(
        ComparedDays(
            name,
            sum((usd for day, usd in bill.items() if first <= str(day) <= last), Decimal()),
            _CENT * sum(run.least for run in spent if first <= run.first and run.last <= last),
            _CENT * sum(run.most for run in spent if first <= run.last and run.first <= last),
        )
        for name, first, last in spans
    )


def _spent(money: Money, key: str, *, scoring: bool) -> Iterator[_Spent]:
    for entry in money.entries:
        settled = entry.settlement
        last = "9999" if settled is None else settled.when[:_DATE]
        for reserved, run in zip(entry.reservation.runs, entry.runs, strict=True):
            # Reservations of older versions do not name their keys.
            if not scoring and reserved.keys and key not in reserved.keys:
                continue
            cents = run.rubric_cents if scoring else run.cents
            is_sure = (scoring or reserved.keys == [key]) and getattr(run, "how", "") == "counted"
            yield _Spent(entry.reservation.when[:_DATE], last, max(0, cents - 1) if is_sure else 0, cents)


def billed_keys(money: Money, scoring: str) -> list[str]:
    """Return the names of the secrets in the ledger; a model scores answers with that called ``scoring``."""
    runs = [run for entry in money.entries for run in entry.reservation.runs]
    return sorted({key for run in runs for key in (*run.keys, *([scoring] if run.rubric_cents else ()))})


class Reconciliation(BranchRecord):
    """That the bill for a key agrees with the ledger, from one UTC day to another."""

    noun: ClassVar[str] = "reconciliation"

    schema_: Literal["sightbench/reconciliation/1"] = Field(
        default="sightbench/reconciliation/1", alias="schema"
    )
    key: KeyName
    first: Annotated[Night, Field(description="first UTC day")]
    last: Annotated[Night, Field(description="last UTC day")]
    billed_cents: Annotated[int, Field(ge=0, le=10**12, description="US cents that the vendor billed")]
    counted_cents: Annotated[int, Field(ge=0, le=10**12, description="US cents that the ledger counts")]
    when: Moment

    @property
    def place(self) -> str:
        """The path in the folder ``bills``."""
        return f"{self.key}/{self.first}.{self.last}.json"


def read_reconciliations(folder: Path) -> tuple[Reconciliation, ...]:
    """Read all files of a folder ``bills``; none if there is no folder."""
    return tuple(read_record(Reconciliation, path, folder) for path in sorted(folder.glob("*/*.json")))


def reconciled_spans(records: Iterable[Reconciliation]) -> dict[str, tuple[str, str]]:
    """Return the newest days without a gap that were reconciled, as the first and the last, by key."""
    found: dict[str, tuple[str, str]] = {}
    for record in sorted(records, key=lambda record: (record.key, record.first)):
        first, last = found.get(record.key, (record.first, ""))
        if not last or record.first > str(datetime.date.fromisoformat(last) + _DAY):
            first = record.first
        found[record.key] = first, max(last, record.last)
    return found
