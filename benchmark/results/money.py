"""The ledger of money: what runs may cost at most, and what they did cost.

money/<month>/<id>.json           a reservation: pushed before a key is lent, and its push is the lock
money/<month>/<id>.settled.json   what its runs cost: pushed once, with their rows or later
started/<month>/<number>.json     the workflow runs that a large plan started first, by reservation

A reservation counts in full until it is settled, in the month (UTC) in which it was made. So everything that
was ever spent can be added up from a checkout of the branch.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.core.names import SLUG_PATTERN
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import Name, Record, Slug
from benchmark.results.branch_record import NO_ID, RESTORE, BranchRecord, Digest, Moment, Night, read_record
from benchmark.results.layout import MONEY
from benchmark.results.owners import SubmissionChange
from benchmark.results.status import Reason, RunFields, RunName

_LIMIT = 1 << 20  #: maximum bytes of a file
STARTED = "started"  #: the folder of lists of started runs
SETTLED = ".settled.json"  #: end of the name of a settlement
#: Names of the parts of a plan: the runs of one submission on hosted runners, its runs on a GPU, its panels
#: of one night, or scores by a model for its rows. The slug is after the first hyphen.
PART_PATTERN = rf"(?:plan|gpu|night|rubric)-{SLUG_PATTERN}"
Part = Annotated[str, Field(max_length=140, pattern=rf"^{PART_PATTERN}$")]
Cents = Annotated[int, Field(ge=0, le=10**9, description="US cents")]

_MONTH = len("2026-01")


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


class StartedRuns(BranchRecord):
    """The workflow runs that were started first for reservations of one plan: they alone may evaluate them.

    Of a night with many series, otherwise each evaluation would read a list of all of them at GitHub.
    """

    noun: ClassVar[str] = "list of started runs"
    canonical: ClassVar[bool] = True

    schema_: Literal["sightbench/started/1"] = Field(default="sightbench/started/1", alias="schema")
    number: Annotated[int, Field(ge=1, description="number of the workflow run that made the plan")]
    when: Moment
    runs: dict[Digest, Annotated[int, Field(ge=1)]] = Field(
        description="ids of workflow runs, by the id of their reservation"
    )

    @property
    def place(self) -> str:
        """The path in the folder ``started``."""
        return f"{self.when[:_MONTH]}/{self.number}.json"


class SettledRun(Record):
    """What one reserved run cost in the end."""

    request: Digest
    cents: Cents
    rubric_cents: Cents = 0
    how: Literal["counted", "nothing asked", "unknown", "no cost"] = Field(
        description="unknown: nobody knows what was spent, so all that was reserved counts; the same for"
        " no cost: tokens were used, and no price says what they cost"
    )


class Settlement(BranchRecord):
    """What the runs of a reservation cost in the end, in the order of the reservation."""

    noun: ClassVar[str] = "settlement"
    limit: ClassVar[int] = _LIMIT
    canonical: ClassVar[bool] = True

    schema_: Literal["sightbench/settlement/1"] = Field(default="sightbench/settlement/1", alias="schema")
    reservation: Digest
    when: Moment
    runs: list[SettledRun]
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the CI run")

    def check_path(self, path: Path, _directory: Path | None = None) -> None:
        """Check the name of the file; the folder is that of the reservation."""
        if path.name != f"{self.reservation}{SETTLED}":
            raise BadInput(path, "reservation", "is not the id in the file's name", RESTORE)


@dataclass(frozen=True, slots=True)
class MoneyEntry:
    """A reservation, and its settlement if there is one."""

    reservation: Reservation
    settlement: Settlement | None = None

    @property
    def month(self) -> str:
        """The month in which the reservation was made, such as ``2026-01``."""
        return self.reservation.when[:_MONTH]

    @property
    def runs(self) -> Sequence[ReservedRun | SettledRun]:
        """The runs that count: those of the settlement, or without one those of the reservation."""
        return self.reservation.runs if self.settlement is None else self.settlement.runs

    @property
    def cents(self) -> int:
        """US cents for generating: the cost if settled, or else what is reserved."""
        return sum(run.cents for run in self.runs)

    @property
    def lacks_cost(self) -> bool:
        """Whether a run used tokens, and no price says what they cost."""
        return self.settlement is not None and any(run.how == "no cost" for run in self.settlement.runs)

    @property
    def rubric_cents(self) -> int:
        """US cents for scoring by a model: the cost if settled, or else what is reserved."""
        return sum(run.rubric_cents for run in self.runs)


@dataclass(frozen=True, slots=True)
class Money:
    """All entries of the ledger, oldest first."""

    entries: tuple[MoneyEntry, ...] = ()

    def of_month(self, month: str) -> Iterator[MoneyEntry]:
        """Yield the entries of a month in UTC, such as ``2026-01``."""
        return (entry for entry in self.entries if entry.month == month)

    def spent_usd(self, month: str) -> float:
        """Return the US dollars of a month for generating: what was spent, and what is still reserved."""
        return sum(entry.cents for entry in self.of_month(month)) / 100

    def rubric_usd(self, month: str) -> float:
        """Return the US dollars of a month for scoring by a model: what was spent, and what is reserved."""
        return sum(entry.rubric_cents for entry in self.of_month(month)) / 100

    @property
    def open(self) -> tuple[MoneyEntry, ...]:
        """The entries that are not settled: their evaluations are under way, or were lost."""
        return tuple(entry for entry in self.entries if entry.settlement is None)

    @property
    def under_way(self) -> frozenset[str]:
        """The names of the parts of plans that are not settled."""
        return frozenset(entry.reservation.part for entry in self.open)

    def rubric_tries(self, slug: str, request: str) -> int:
        """Return how often money was reserved only for scores by a model of a run with a row."""
        parts = (entry.reservation for entry in self.entries if entry.reservation.part == f"rubric-{slug}")
        return sum(run.request == request for each in parts for run in each.runs)

    def tried(self) -> dict[tuple[str, str], str]:
        """Return the last night for which money was reserved, by slug and request."""
        return {
            # Entries are sorted by time, so the last one of a key stays.
            (entry.reservation.slug, run.request): entry.reservation.night
            for entry in self.entries
            for run in entry.reservation.runs
            if entry.reservation.night is not None
        }


def cents_of(usd: float) -> int:
    """Return an amount in US cents, rounded up, so that no reservation is too small."""
    # Without the rounding, 1.10 dollars would be 111 cents: 100 * 1.1 is 110.00000000000001.
    return math.ceil(round(100 * usd, 6))


def new_reservation(**fields: object) -> Reservation:
    """Return a reservation with its id."""
    return Reservation.model_validate({"id": NO_ID, **fields}).with_its_id()


def add_settlement(checkout: Path, reservation: Reservation, settlement: Settlement) -> bool:
    """Add a settlement, unless the reservation is settled already; return whether it was added.

    Raises:
        BadInput: if the branch does not have the reservation.
    """
    file = reservation.path(checkout / MONEY)
    if not file.is_file():
        raise BadInput(file, "", "does not exist", "plan again: nothing was reserved for this evaluation")
    path = file.with_suffix(SETTLED)
    if path.exists():
        return False
    write_atomic(path, settlement.to_bytes())
    return True


def find_reservation(checkout: Path, identifier: str) -> MoneyEntry:
    """Return the reservation with an identifier, and its settlement; BadInput without such a reservation."""
    # Only letters and digits, since the id is a part of a pattern.
    paths = sorted((checkout / MONEY).glob(f"*/{identifier}.json")) if identifier.isalnum() else []
    if len(paths) != 1:
        problem = f"the branch has no reservation {identifier[:64]!r}"
        raise BadInput("--reservation", "", problem, "wait for the next plan, which begins anew")
    return _read_entry(paths[0])


def started_run(checkout: Path, reservation: Reservation) -> int | None:
    """Return the workflow run that was started first for a reservation; None if its plan does not say it."""
    folder = checkout / STARTED
    for path in sorted(folder.glob(f"*/{reservation.number}.json")):
        if found := read_record(StartedRuns, path, folder).runs.get(reservation.id):
            return found
    return None


def read_money(checkout: Path) -> Money:
    """Read the whole ledger of a checkout of the branch; BadInput if a file is not valid."""
    paths = sorted((checkout / MONEY).glob("*/*.json"))
    entries = (_read_entry(path) for path in paths if not path.name.endswith(SETTLED))
    return Money(tuple(sorted(entries, key=lambda entry: (entry.reservation.when, entry.reservation.id))))


def check_settles(settlement: Settlement, reservation: Reservation, path: Path) -> None:
    """Check that a settlement has the runs of its reservation.

    The runs may cost more than was reserved: a provider decides how many tokens it charges for.
    """
    if [run.request for run in settlement.runs] != [run.request for run in reservation.runs]:
        raise BadInput(path, "runs", "are not those of the reservation", RESTORE)


def _read_entry(path: Path) -> MoneyEntry:
    reservation = read_record(Reservation, path, path.parent.parent)
    settled = path.with_suffix(SETTLED)
    settlement = read_record(Settlement, settled) if settled.exists() else None
    if settlement is not None:
        check_settles(settlement, reservation, settled)
    return MoneyEntry(reservation, settlement)
