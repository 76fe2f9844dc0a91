"""The ledger of money: what runs may cost at most, and what they did cost.

money/<month>/<id>.json           a reservation: pushed before a key is lent, and its push is the lock
money/<month>/<id>.started.json   the workflow run that evaluates it, and no other: pushed once it was started
money/<month>/<id>.settled.json   what its runs cost: pushed once, with their rows or later
money/<month>/sum.json            all of a month, once it is long over and settled: pushed once

Batches of a vendor outlive the evaluation that sent them. Its settlement then counts nothing for such a run,
and the same commit has a reservation that takes over the run's money, in the same month.

A reservation counts in full until it is settled, in the month (UTC) in which it was made. So everything that
was ever spent can be added up from a checkout of the branch. The sums keep that fast: only months without one
are read file by file.
"""

import datetime
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.names import SLUG_PATTERN
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Count, Name, Record, Slug
from benchmark.results.branch_record import (
    RESTORE,
    BranchRecord,
    Digest,
    Moment,
    Night,
    add_record,
    moment_of,
    read_record,
)
from benchmark.results.layout import MONEY, SETTLED, SUM, reservation_names, unsettled_names
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import Reason, RunFields, RunName

_LIMIT = 1 << 20  #: maximum bytes of a file
#: Names of the parts of a plan: the runs of one submission on hosted runners, its runs on a GPU, its panels
#: of one night, or scores by a model for its rows. The slug is after the first hyphen.
PART_PATTERN = rf"(?:plan|gpu|night|rubric)-{SLUG_PATTERN}"
Part = Annotated[str, Field(max_length=140, pattern=rf"^{PART_PATTERN}$")]
Cents = Annotated[int, Field(ge=0, le=10**9, description="US cents")]
KeyName = Annotated[
    str, Field(pattern=r"^[A-Z][A-Z0-9_]{0,127}$", description="name of the secret with a vendor's key")
]

_MONTH = len("2026-01")
#: A month is closed this long after its end: later than any reservation of it is pushed, and than any night
#: that reports on its new versions.
_CLOSES_AFTER = datetime.timedelta(days=31)


class WatchedVersion(Record):
    """A new version on the watch list, which nobody has submitted yet."""

    provider: Slug
    model: Name
    suites: Annotated[list[Slug], Field(min_length=1, max_length=20)]


class ReservedRun(RunFields):
    """What one run may cost at most."""

    run: Annotated[int, Field(ge=0, description="index of the run in the submission's file")]
    request: Digest = Field(description="digest of everything that affects the completions")
    config: Digest = Field(description="digest of all fields of the run in the submission")
    cents: Cents = Field(default=0, description="US cents for generating; 0 if nothing is paid for")
    rubric_cents: Cents = Field(default=0, description="US cents for scoring by a model; 0 without it")
    keys: list[KeyName] = Field(
        default_factory=list,
        description="names of the secrets that generating may use",
        exclude_if=lambda found: not found,
    )
    no_rubric: Reason | None = Field(
        default=None, description="why no model scores the answers, although policy.yml wants it"
    )
    resume: Annotated[str, Field(pattern=r"^\d{0,20}$")] = Field(
        default="", description="CI run whose completions are continued; empty for none"
    )
    before_cents: Cents = Field(
        default=0, description="US cents that the completions had cost before, in other reservations"
    )
    watched: WatchedVersion | None = Field(
        default=None, description="the model, if nobody has submitted it yet"
    )


class CarriedMoney(Record):
    """The reservation whose money another one took over, because batches had not ended."""

    reservation: Digest
    since: Moment = Field(description="when the newest of these batches was sent")


class Reservation(BranchRecord):
    """What the runs of one submission may cost at most, in one evaluation."""

    noun: ClassVar[str] = "reservation"
    limit: ClassVar[int] = _LIMIT
    canonical: ClassVar[bool] = True

    schema_: Literal["sightbench/reservation/1"] = Field(default="sightbench/reservation/1", alias="schema")
    id: Digest
    part: Part
    when: Moment
    night: Night | None = Field(default=None, description="the night whose panels are drawn; null for rows")
    commit: Annotated[str, Field(pattern=r"^(?:[0-9a-f]{40})?$")] = Field(
        default="", description="commit of the submissions; empty if unknown"
    )
    policy: Digest = Field(description="SHA-256 of policy.yml")
    lint: bool = Field(default=True, description="whether parsing success is measured")
    number: Annotated[int, Field(ge=0)] = Field(
        default=0,
        description="number of the workflow run that reserved it; that of its evaluation is higher",
        exclude_if=lambda found: not found,
    )
    change: SubmissionChange | None = Field(
        default=None, description="who changed the submission last", exclude_if=lambda found: not found
    )
    carried: CarriedMoney | None = Field(
        default=None,
        description="null unless its runs have batches of another reservation to collect",
        exclude_if=lambda found: found is None,
    )
    runs: Annotated[list[ReservedRun], Field(min_length=1, max_length=256)]
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")

    @property
    def place(self) -> str:
        """The path in the folder ``money``."""
        return f"{self.when[:_MONTH]}/{self.id}.json"

    def check_path(self, path: Path, directory: Path | None = None) -> None:
        """Check where the file is, and that only panels are reserved for a night."""
        super().check_path(path, directory)
        # Plans go by the part, and the budget of a night by its date: the two must not disagree.
        if self.part.startswith("night-") != (self.night is not None):
            raise BadInput(path, "night", "contradicts the part", RESTORE)

    @property
    def slug(self) -> str:
        """The slug of the submission."""
        return self.part.partition("-")[2]

    @property
    def names(self) -> tuple[RunName, ...]:
        """The names of the reserved runs, as rows and statuses have them."""
        return tuple(run.name_of(self.slug) for run in self.runs)


class SettledRun(Record):
    """What one reserved run cost in the end."""

    request: Digest
    cents: Cents
    rubric_cents: Cents = 0
    how: Literal["counted", "nothing asked", "not begun", "unknown", "no cost", "carried"] = Field(
        description="carried: its batches had not ended, and another reservation took over its money;"
        " unknown: nobody knows what was spent, so all that was reserved counts; the same for no cost: tokens"
        " were used, and no price says what they cost; not begun: no job worked on the run"
    )


class _NextToReservation(BranchRecord):
    """A file in the folder of its reservation, whose name begins with the id of that."""

    ending: ClassVar[str]  #: end of the name of the file
    limit: ClassVar[int] = _LIMIT
    canonical: ClassVar[bool] = True

    reservation: Digest

    def check_path(self, path: Path, _directory: Path | None = None) -> None:
        """Check the name of the file; the folder is that of the reservation."""
        if path.name != f"{self.reservation}{self.ending}":
            raise BadInput(path, "reservation", "is not the id in the file's name", RESTORE)


class StartedRun(_NextToReservation):
    """The workflow run that GitHub started for a reservation. No other one may evaluate it."""

    noun: ClassVar[str] = "start"
    ending: ClassVar[str] = ".started.json"

    schema_: Literal["sightbench/started/1"] = Field(default="sightbench/started/1", alias="schema")
    run: Annotated[int, Field(ge=1, lt=2**53, description="GitHub's id of the workflow run")]


class Settlement(_NextToReservation):
    """What the runs of a reservation cost in the end, in the order of the reservation."""

    noun: ClassVar[str] = "settlement"
    ending: ClassVar[str] = SETTLED

    schema_: Literal["sightbench/settlement/1"] = Field(default="sightbench/settlement/1", alias="schema")
    when: Moment
    runs: list[SettledRun]
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")


@dataclass(frozen=True, slots=True)
class MoneyEntry:
    """A reservation, and its settlement if there is one."""

    reservation: Reservation
    settlement: Settlement | None = None
    late: bool = False  #: whether it was settled after its month was closed
    started: StartedRun | None = None  #: None if it is settled, or no workflow run may evaluate it (yet)

    @property
    def month(self) -> str:
        """The month in which the entry counts: that of the reservation; if late, that of the settlement."""
        record = self.settlement if self.late and self.settlement is not None else self.reservation
        return record.when[:_MONTH]

    @property
    def runs(self) -> Sequence[ReservedRun | SettledRun]:
        """The runs that count: those of the settlement, or without one those of the reservation."""
        return self.reservation.runs if self.settlement is None else self.settlement.runs

    @property
    def cents(self) -> int:
        """US cents for generating: the cost if settled, or else what is reserved."""
        return sum(run.cents for run in self.runs)

    @property
    def never_begun(self) -> bool:
        """Whether the evaluation ended before a job worked on a run, so that it was no attempt."""
        return self.settlement is not None and all(run.how == "not begun" for run in self.settlement.runs)

    @property
    def lacks_cost(self) -> bool:
        """Whether a run used tokens, and no price says what they cost."""
        return self.settlement is not None and any(run.how == "no cost" for run in self.settlement.runs)

    @property
    def rubric_cents(self) -> int:
        """US cents for scoring by a model: the cost if settled, or else what is reserved."""
        return sum(run.rubric_cents for run in self.runs)


class MonthSum(BranchRecord):
    """A month of the ledger that is over and settled, added up, so that nobody reads its entries again."""

    noun: ClassVar[str] = "sum of a month"
    limit: ClassVar[int] = 32 << 20

    schema_: Literal["sightbench/month/1"] = Field(default="sightbench/month/1", alias="schema")
    month: Annotated[str, Field(pattern=r"^2\d{3}-(?:0[1-9]|1[0-2])$", description="UTC, such as 2026-01")]
    when: Moment
    entries: Count = Field(description="number of reservations, all of them settled")
    runs: Count = Field(description="number of reserved runs")
    cents: Count = Field(description="US cents for generating")
    rubric_cents: Count = Field(description="US cents for scoring by a model")
    files: Digest = Field(description="SHA-256 of the reservations and settlements, by id, as RFC 8785 JSON")
    tried: dict[str, Night] = Field(description="last night that reserved money, by slug and request")
    rubric_tries: dict[str, Count] = Field(
        description="number of reservations only for scores by a model, by slug and request"
    )

    @classmethod
    def of(cls, month: str, entries: Sequence[MoneyEntry], when: str) -> Self:
        """Add up the entries of a month; those that are not settled by ``when`` do not count."""
        settled = [each for each in entries if each.settlement is not None and each.settlement.when <= when]
        settled.sort(key=lambda each: (each.reservation.when, each.reservation.id))
        records = [record for each in settled for record in (each.reservation, each.settlement) if record]
        money = Money(tuple(settled))
        return cls(
            month=month,
            when=when,
            entries=len(settled),
            runs=sum(len(each.reservation.runs) for each in settled),
            cents=sum(each.cents for each in settled),
            rubric_cents=sum(each.rubric_cents for each in settled),
            files=sha256_hex(b"".join(record.to_bytes() for record in records)),
            tried=dict(money.tried),
            rubric_tries=dict(money.rubric_tries),
        )

    @property
    def place(self) -> str:
        """The path in the folder ``money``."""
        return f"{self.month}/{SUM}"

    def check_path(self, path: Path, directory: Path | None = None) -> None:
        """Check where the file is, and that the month was long over when it was added up."""
        super().check_path(path, directory)
        if not is_over(self.month, datetime.datetime.fromisoformat(self.when)):
            problem = f"is less than {_CLOSES_AFTER.days} days after the end of the month"
            raise BadInput(path, "when", problem, RESTORE)


def is_over(month: str, now: datetime.datetime) -> bool:
    """Whether a month such as ``2026-01`` ended so long ago that its sum may be written."""
    end = (datetime.date.fromisoformat(f"{month}-01") + datetime.timedelta(days=31)).replace(day=1)
    return now.date() >= end + _CLOSES_AFTER


# Without slots, for the indexes: each adds up the ledger once, however many series a plan has.
@dataclass(frozen=True)
class Money:
    """The ledger: the sums of closed months, and the entries of the others, oldest first."""

    entries: tuple[MoneyEntry, ...] = ()
    sums: tuple[MonthSum, ...] = ()

    @cached_property
    def months(self) -> Mapping[str, tuple[int, int]]:
        """US cents by month: for generating, and for scoring by a model. What is reserved counts as well."""
        spent: dict[str, tuple[int, int]] = {}
        counted: tuple[MonthSum | MoneyEntry, ...] = (*self.sums, *self.entries)
        for each in counted:
            cents, rubric_cents = spent.get(each.month, (0, 0))
            spent[each.month] = cents + each.cents, rubric_cents + each.rubric_cents
        return spent

    def spent_usd(self, month: str) -> float:
        """Return the US dollars of a month for generating: what was spent, and what is still reserved."""
        return self.months.get(month, (0, 0))[0] / 100

    def rubric_usd(self, month: str) -> float:
        """Return the US dollars of a month for scoring by a model: what was spent, and what is reserved."""
        return self.months.get(month, (0, 0))[1] / 100

    @cached_property
    def open(self) -> tuple[MoneyEntry, ...]:
        """The entries that are not settled: their evaluations are under way, or were lost."""
        return tuple(entry for entry in self.entries if entry.settlement is None)

    @cached_property
    def under_way(self) -> frozenset[str]:
        """The names of the parts of plans that are not settled, except where batches are waited for."""
        waiting = {each.id for each in self.uncollected}
        opened = (entry.reservation for entry in self.open)
        return frozenset(each.part for each in opened if each.id not in waiting)

    @cached_property
    def uncollected(self) -> tuple[Reservation, ...]:
        """The reservations whose batches the next plan lets an evaluation collect, oldest first."""
        opened = (entry for entry in self.open if entry.started is None)
        return tuple(entry.reservation for entry in opened if entry.reservation.carried is not None)

    @cached_property
    def held(self) -> frozenset[tuple[str, str, str | None]]:
        """The part, request and night of all runs with batches to collect: nobody asks them anew."""
        found = (entry.reservation for entry in self.open if entry.reservation.carried is not None)
        return frozenset((each.part, run.request, each.night) for each in found for run in each.runs)

    @cached_property
    def rubric_tries(self) -> Counter[str]:
        """How often money was reserved only for scores of a run with a row, by :func:`series_key`."""
        tries: Counter[str] = Counter()
        for found in self.sums:
            tries.update(found.rubric_tries)
        begun = (each.reservation for each in self.entries if not each.never_begun)
        parts = [reservation for reservation in begun if reservation.part.startswith("rubric-")]
        tries.update(series_key(each.slug, run.request) for each in parts for run in each.runs)
        return tries

    @cached_property
    def tried(self) -> Mapping[str, str]:
        """The last night for which money was reserved, by :func:`series_key`."""
        last: dict[str, str] = {}
        for found in self.sums:
            last |= found.tried
        for reservation in (entry.reservation for entry in self.entries):
            if reservation.night is not None:
                # Entries are sorted by time, so the last one of a key stays.
                last |= dict.fromkeys(
                    (series_key(reservation.slug, run.request) for run in reservation.runs), reservation.night
                )
        return last


def series_key(slug: str, request: str) -> str:
    """Return the key of a submission's request in the indexes of the ledger."""
    return f"{slug} {request}"


def cents_of(usd: float) -> int:
    """Return an amount in US cents, rounded up, so that no reservation is too small."""
    # Without the rounding, 1.10 dollars would be 111 cents: 100 * 1.1 is 110.00000000000001.
    return math.ceil(round(100 * usd, 6))


def carry(
    reservation: Reservation, runs: Sequence[ReservedRun], since: str, links: Mapping[str, str]
) -> Reservation:
    """Return the reservation that takes over the money of some runs, whose batches have not ended.

    It counts in the month of the first one, so a new month does not begin with money of another.
    """
    carried = CarriedMoney(reservation=reservation.id, since=since)
    fields = {"carried": carried, "runs": [*runs], "links": dict(links)}
    return reservation.model_copy(update=fields).with_its_id()


def add_next_to(checkout: Path, reservation: Reservation, record: StartedRun | Settlement) -> bool:
    """Add a start or a settlement, unless the reservation has one already; return whether it was added.

    Raises:
        BadInput: if the branch does not have the reservation.
    """
    file = reservation.path(checkout / MONEY)
    if not file.is_file():
        raise BadInput(file, "", "does not exist", "plan again: nothing was reserved for this evaluation")
    path = file.with_suffix(record.ending)
    if path.exists():
        return False
    write_atomic(path, record.to_bytes())
    return True


def money_paths(identifiers: Iterable[str]) -> list[str]:
    """Return patterns of the files of reservations, for a checkout of nothing else."""
    return [f"{MONEY}/*/{identifier}*" for identifier in identifiers]


def find_reservation(checkout: Path, identifier: str) -> MoneyEntry:
    """Return the reservation with an identifier, and its settlement; BadInput without such a reservation."""
    # Only letters and digits, since the id is a part of a pattern.
    paths = sorted((checkout / MONEY).glob(f"*/{identifier}.json")) if identifier.isalnum() else []
    if len(paths) != 1:
        problem = f"the branch has no reservation {identifier[:64]!r}"
        raise BadInput("--reservation", "", problem, "wait for the next plan, which begins anew")
    return _read_entry(paths[0])


def read_money(checkout: Path, *, whole: bool = False) -> Money:
    """Read the ledger of a checkout of the branch; BadInput if a file is not valid.

    Args:
        checkout: folder of the checkout.
        whole: read the entries of closed months instead of their sums; the checkout must have them.
    """
    entries: list[MoneyEntry] = []
    sums: list[MonthSum] = []
    for folder in sorted((checkout / MONEY).glob("*/")):
        # Not `iterdir`, which makes a path of each of the many names.
        names = {file.name for file in os.scandir(folder) if file.name.endswith(".json")}
        wanted, closed = sorted(reservation_names(names)), ""
        if SUM in names and not whole:
            # Only the names are read of what the sum counts. It hides no other entry, whoever wrote the sum.
            # So no money is spent twice.
            sums.append(read_record(MonthSum, folder / SUM, folder.parent))
            opened, closed = unsettled_names(names), sums[-1].when
            wanted = wanted if len(wanted) - len(opened) > sums[-1].entries else opened
        found = [_read_entry(folder / name, late=bool(closed)) for name in wanted]
        entries += [each for each in found if each.settlement is None or each.settlement.when > closed]
    entries.sort(key=lambda entry: (entry.reservation.when, entry.reservation.id))
    return Money(tuple(entries), tuple(sums))


def close_months(checkout: Path, money: Money, now: datetime.datetime) -> list[str]:
    """Write the sum of each month that is long over and settled; return a line for each."""
    months: dict[str, list[MoneyEntry]] = {}
    for entry in money.entries:
        # What was settled late counts in another month than that of its file, which has a sum already.
        if is_over(entry.month, now) and not entry.late:
            months.setdefault(entry.month, []).append(entry)
    lines = []
    for month in months.keys() - {found.month for found in money.sums}:
        found = MonthSum.of(month, months[month], moment_of(now))
        # Without what is open, and without what a faster clock settled: the next run waits for both.
        if found.entries == len(months[month]):
            add_record(checkout / MONEY, found)
            lines.append(f"closed: {month}: {(found.cents + found.rubric_cents) / 100:.2f} US dollars")
    return sorted(lines)


def check_sum(found: MonthSum, entries: Sequence[MoneyEntry], path: Path) -> None:
    """Check that a sum of a month is that of the files next to it; BadInput otherwise."""
    right = MonthSum.of(found.month, entries, found.when)
    names = [name for name in MonthSum.model_fields if getattr(found, name) != getattr(right, name)]
    if names:
        raise BadInput(path, names[0], "is not that of the files next to it", RESTORE)
    if late := len(entries) - right.entries:
        fix = "check the clock of the job that made them; they count in the month of their settlement"
        raise BadInput(path, "entries", f"lacks {late} that were settled after the month was closed", fix)


def check_settles(settlement: Settlement, reservation: Reservation, path: Path) -> None:
    """Check that a settlement has the runs of its reservation.

    The runs may cost more than was reserved: a provider decides how many tokens it charges for.
    """
    if [run.request for run in settlement.runs] != [run.request for run in reservation.runs]:
        raise BadInput(path, "runs", "are not those of the reservation", RESTORE)


def _read_entry(path: Path, *, late: bool = False) -> MoneyEntry:
    reservation = read_record(Reservation, path, path.parent.parent)
    settled = path.with_suffix(SETTLED)
    settlement = read_record(Settlement, settled) if settled.exists() else None
    if settlement is not None:
        check_settles(settlement, reservation, settled)
    started = path.with_suffix(StartedRun.ending)
    is_named = settlement is None and started.exists()
    return MoneyEntry(reservation, settlement, late, read_record(StartedRun, started) if is_named else None)
