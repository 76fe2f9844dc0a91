"""Add the records of a night to the branch of results, and the decisions of people who closed an issue."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.nightly.found_records import decision_turn, record_file
from benchmark.nightly.issues.alarms import Acceptance, Alarm, accept_level, open_alarms
from benchmark.results.git import Git
from benchmark.results.layout import NIGHTLY
from benchmark.results.nightly.decision import Decision
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.files import RECORD_NAME, NewRecord, add_nightly, read_records
from benchmark.results.objects import entries

#: Returns who accepted the present level of a series, if anybody did.
FindAcceptance = Callable[[Alarm], Acceptance | None]


@dataclass(slots=True)
class NightWriter:
    """Adds records to a checkout of the branch, as ``results.branch.publish`` asks for.

    Args:
        found: the records.
        accepted: asks who accepted the present level of a series; None without a repository.
        report: called with one line per record that is not added.
    """

    found: Sequence[NewRecord]
    accepted: FindAcceptance | None = None
    report: Callable[[str], None] = lambda _line: None
    decided: list[Decision] = field(default_factory=list)  #: new baselines of the last attempt

    #: The paths of the branch that are checked out.
    needed = (f"{NIGHTLY}/{Decision.folder}", f"{NIGHTLY}/{NightlyEvent.folder}")

    def __call__(self, checkout: Path) -> str | None:
        """Add the records to a checkout, and return the message of the commit; None if there is nothing new.

        Raises:
            BadInput: if an existing file is not valid, or a record names another one that does not exist.
        """
        directory = checkout / NIGHTLY
        known = record_paths(checkout)
        decisions = read_records(directory, Decision)
        events = read_records(directory, NightlyEvent)
        new = self._without_repeated(decisions, events)
        self._check_references(new, known)
        self.decided = []
        if self.accepted is not None:
            both = {
                one.id: one
                for one in (*decisions, *(n.record for n in new if isinstance(n.record, Decision)))
            }
            for alarm in open_alarms(both.values()):
                if (acceptance := self.accepted(alarm)) is not None:
                    self.decided.append(accept_level(alarm, acceptance))
        return add_nightly([*new, *map(NewRecord, self.decided)], checkout, self.report)

    def _without_repeated(
        self, decisions: Sequence[Decision], events: Sequence[NightlyEvent]
    ) -> list[NewRecord]:
        """Leave out decisions and events that another run of this night has recorded already."""
        turns = {decision_turn(decision): decision for decision in decisions}
        seen = {_event_turn(event): event for event in events}
        kept: list[NewRecord] = []
        for entry in self.found:
            record = entry.record
            if isinstance(record, Decision):
                before = turns.get(decision_turn(record))
                if before is not None and before.id != record.id:
                    self.report(f"{record_file(record)}: not added, because this day was decided already")
                    continue
            kept.append(entry)
        named = {event for n in kept if isinstance(n.record, Decision) for event in n.record.events}
        return [
            entry
            for entry in kept
            if not isinstance(entry.record, NightlyEvent)
            or entry.record.id in named
            or seen.get(_event_turn(entry.record), entry.record).id == entry.record.id
        ]

    @staticmethod
    def _check_references(new: Sequence[NewRecord], panels: Mapping[str, str]) -> None:
        """Refuse records that name a record that is neither on the branch nor found.

        ``panels`` has the ids of all records on the branch.
        """
        known = {*panels, *(entry.record.id for entry in new)}
        for entry in new:
            for named in entry.record.references():
                if named.id not in known:
                    problem = f"there is no file with the id {named.id} below {NIGHTLY}/{named.folder}"
                    fix = "publish the records that it names first"
                    raise BadInput(record_file(entry.record), named.field, problem, fix)


def record_paths(checkout: Path) -> Mapping[str, str]:
    """Return the path of each record of nights in the commit of a checkout, by id."""
    listed = entries(Git(checkout), "HEAD", NIGHTLY)
    names = (entry.path for entry in listed)
    return {
        path.rpartition("/")[2].split(".")[1]: path
        for path in names
        if RECORD_NAME.fullmatch(path.rpartition("/")[2])
    }


def _event_turn(event: NightlyEvent) -> str:
    """Return the content of an event without the time and the list of models at which it was found."""
    return event.model_dump_json(exclude={"id", "when", "models", "links"})
