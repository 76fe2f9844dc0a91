"""Records that the steps of a night write into folders, their way to the branch, and open alarms.

An alarm is open while the last decision of its series is ``regressed`` or ``improved``. A maintainer may
accept its level.
"""

import contextlib
import datetime
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.digest import digest_canonical
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.results.branch_record import read_record
from benchmark.results.git import Git, entries
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import (
    KINDS,
    RECORD_NAME,
    AnyRecord,
    Decision,
    Kind,
    NamedRecord,
    NewRecord,
    NightlyEvent,
    Panel,
    add_nightly,
    check_turns,
    read_records,
    without_repeated,
)
from benchmark.results.status import reason_of

_FIX = "run the step again, so that it writes its folder anew"


def day_of(text: str) -> datetime.date:
    """Return the day that ``--date`` names, today in UTC if it is empty; BadInput if it is not a date."""
    if not text:
        return datetime.datetime.now(datetime.UTC).date()
    # `fromisoformat` also reads 20260131 and 2026-W05-6, which no file name has.
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        with contextlib.suppress(ValueError):
            return datetime.date.fromisoformat(text)
    raise BadInput("--date", "", f"{quote_value(text)} is not a date", "write it like 2026-01-31")


def check_nightly_folder(folder: Path) -> None:
    """Check that the folder of a checkout exists; before the first night, only the checkout does.

    Raises:
        BadInput: if neither exists, or the folder has another name: then the option is probably wrong, and
            the night would seem to have no panels.
    """
    first = folder.name == NIGHTLY and folder.parent.is_dir() and not folder.exists()
    if not folder.is_dir() and not first:
        raise BadInput(folder, "", "is not a folder", "name the folder nightly of a checkout of the branch")


def records_of(nightly: Path, out: Path, kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the records of a kind in the checkout, and in ``out``, where earlier calls wrote them."""
    found = {
        record.id: record for folder in (nightly, out / NIGHTLY) for record in read_records(folder, kind)
    }
    return tuple(sorted(found.values(), key=lambda record: (record.night, record.id)))


def write_records(out: Path, records: Iterable[NamedRecord]) -> None:
    """Write records below ``OUT/nightly``, at their paths on the branch."""
    for record in records:
        write_atomic(record.path(out / NIGHTLY), record.to_bytes())


def read_found(folders: Sequence[Path]) -> tuple[NewRecord, ...]:
    """Read all records in folders.

    Each folder has the folder ``nightly`` of the branch's layout, or one folder per step that has it. A
    missing folder has no records, because a step that found nothing writes none.

    Raises:
        BadInput: if a file does not belong there, such as a panel, a record is damaged, or two decisions are
            about the same series and day.
    """
    found: dict[str, tuple[Path, AnyRecord]] = {}
    for folder in folders:
        if folder.exists() and not folder.is_dir():
            raise BadInput(folder, "", "is not a folder", "name the folder that a step wrote")
        for directory in (folder / NIGHTLY, *sorted(folder.glob(f"*/{NIGHTLY}"))):
            for path in sorted(directory.rglob("*")):
                # A link to a folder is not passed over as one: `_read_file` refuses it.
                if path.is_symlink() or not path.is_dir():
                    record = _read_file(path, directory)
                    # Two steps may find the same event.
                    found.setdefault(record.id, (path, record))
    for error in check_turns(each for each in found.values() if isinstance(each[1], Decision)):
        raise error
    return tuple(NewRecord(record) for _, record in found.values())


def _read_file(path: Path, directory: Path) -> AnyRecord:
    """Read a file of a folder ``nightly`` that a step wrote."""
    kind = KINDS.get(path.relative_to(directory).parts[0])
    if path.is_symlink() or not path.is_file():
        raise BadInput(path, "", "is not a regular file", _FIX)
    if kind is None:
        raise BadInput(path, "", "is in the wrong folder", _FIX)
    if kind is Panel:
        raise BadInput(path, "", "belongs to a nightly run", "remove it: `sightbench ci record` adds it")
    if not RECORD_NAME.fullmatch(path.name):
        raise BadInput(path, "", "is not the file of a record", _FIX)
    return read_record(kind, path, directory)


_CHANGES = {"regressed", "improved"}  #: outcomes of which each has an alarm


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm that is open after the last decision of its series."""

    decisions: tuple[Decision, ...]  #: all decisions of the series since it was opened, oldest first
    before: tuple[Decision, ...] = ()  #: earlier decisions, oldest first; at most the nights of a window

    @property
    def last(self) -> Decision:
        """The newest decision that found the change."""
        return next(found for found in reversed(self.decisions) if found.outcome != "unknown")

    @property
    def rise(self) -> bool:
        """Whether the series improved: drops from the new level are found once it is accepted."""
        return self.last.outcome == "improved"

    @property
    def since(self) -> str:
        """The day on which the alarm was opened."""
        return self.decisions[0].date

    @property
    def mark(self) -> str:
        """A name that no other alarm has: the key of the series, and the day."""
        return f"{series_key(self.last)}-{self.since}"


def series_key(decision: Decision) -> str:
    """Return a digest that names the series of a decision; all series of a model together have their own."""
    names = [] if decision.level == "model" else [list(name.recorded) for name in decision.names]
    return digest_canonical([decision.level, decision.slug, names])


def by_series(decisions: Iterable[Decision]) -> Mapping[str, tuple[Decision, ...]]:
    """Group decisions by their series, each group in the order in which its decisions take effect."""
    groups: dict[str, tuple[Decision, ...]] = {}
    # On the same day, a person's new baseline takes effect after what the rule decided.
    for decision in sorted(
        decisions, key=lambda each: (each.date, each.when, each.outcome == "new-baseline", each.id)
    ):
        key = series_key(decision)
        groups[key] = (*groups.get(key, ()), decision)
    return groups


def open_alarms(decisions: Iterable[Decision]) -> tuple[Alarm, ...]:
    """Return the open alarms, oldest first.

    A night that is ``unknown`` neither opens nor closes an alarm. Every other outcome than that of the alarm
    closes it: such an outcome only follows clean nights, a person's decision, a vanished model, or
    nights that were judged again. While its model is not listed, nothing is decided, and the alarm stays.
    """
    found = []
    for several in by_series(decisions).values():
        kept = {"unknown", *[each.outcome for each in several if each.outcome != "unknown"][-1:]}
        latest = []
        if kept & _CHANGES:
            latest = list(itertools.takewhile(lambda each: each.outcome in kept, reversed(several)))  # noqa: B023
        opened = tuple(itertools.dropwhile(lambda each: each.outcome == "unknown", reversed(latest)))
        if opened:
            # Imported here, because listing models works without scipy.
            from benchmark.scoring.nights.rule import WINDOWS

            found.append(Alarm(opened, several[: -len(opened)][-max(WINDOWS) :]))
    return tuple(sorted(found, key=lambda alarm: (alarm.since, alarm.last.slug, alarm.mark)))


def accept_level(alarm: Alarm, issue: str, *, by: str, when: str) -> Decision:
    """Return the decision that the present level of a series is its new baseline.

    The decision is dated after those of the alarm, and nothing in it depends on the clock: two runs that find
    the same closed issue make the same decision. ``issue`` is the address of the alarm's issue, which the
    maintainer ``by`` closed at ``when``, in UTC.
    """
    newest, number = alarm.decisions[-1], issue.rpartition("/")[2]
    return Decision.new(
        date=max(newest.date, when[:10]),
        when=max(newest.when, when),
        slug=newest.slug,
        level=newest.level,
        series=newest.series,
        outcome="new-baseline",
        reason=reason_of(
            f"{by} closed issue {number} while the alarm was open: the present level is accepted, and new"
            " nights make the baseline"
        ),
        cause="person",
        by=by,
        links={"issue": issue},
    )


FindAcceptance = Callable[[Alarm], Decision | None]  #: a person's acceptance of the present level, if any


@dataclass(slots=True)
class NightWriter:
    """Adds records to a checkout of the branch; the argument ``write`` of ``results.branch.publish``."""

    found: Sequence[NewRecord]
    accepted: FindAcceptance = lambda _alarm: None
    report: Callable[[str], None] = lambda _line: None  #: called with a line per record that is not added
    decided: list[Decision] = field(default_factory=list)  #: new baselines of the last attempt

    #: The paths of the branch that are checked out.
    needed = (f"{NIGHTLY}/{Decision.folder}", f"{NIGHTLY}/{NightlyEvent.folder}")

    def __call__(self, checkout: Path) -> str | None:
        """Add the records to a checkout, and return the message of the commit; None if there is nothing new.

        Raises:
            BadInput: if an existing file is not valid, or a record names another one that does not exist.
        """
        directory = checkout / NIGHTLY
        new = without_repeated(self.found, directory, self.report)
        known = {*record_paths(checkout), *(entry.record.id for entry in new)}
        for entry in new:
            for named in entry.record.references():
                if named.id not in known:
                    problem = f"there is no file with the id {named.id} below {NIGHTLY}/{named.folder}"
                    fix = "publish the records that it names first"
                    raise BadInput(entry.record.path(Path(NIGHTLY)), named.field, problem, fix)
        decisions = (entry.record for entry in new if isinstance(entry.record, Decision))
        all_decisions = {each.id: each for each in (*read_records(directory, Decision), *decisions)}
        answers = map(self.accepted, open_alarms(all_decisions.values()))
        self.decided = [decision for decision in answers if decision is not None]
        return add_nightly([*new, *map(NewRecord, self.decided)], checkout, self.report)


def record_paths(checkout: Path) -> Mapping[str, str]:
    """Return the path of each record of nights in the commit of a checkout, by id."""
    paths = [Path(entry.path) for entry in entries(Git(checkout), "HEAD", NIGHTLY, sizes=False)]
    # The names are DATE.ID.json.
    return {path.name.split(".")[1]: path.as_posix() for path in paths if RECORD_NAME.fullmatch(path.name)}
