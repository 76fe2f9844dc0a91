"""All files of nights that pages show: panels, decisions, events and lists of models."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.leaderboard.rows.night_panels import NightPanel, read_night_panels
from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, read_records


@dataclass(frozen=True, slots=True, kw_only=True)
class NightlyRecords:
    """The records of all nights, each kind oldest first."""

    panels: tuple[NightPanel, ...] = ()
    decisions: tuple[Decision, ...] = ()
    events: tuple[NightlyEvent, ...] = ()
    models: tuple[ModelsSeen, ...] = ()

    @property
    def last(self) -> str:
        """The date of the newest record; empty if there are none."""
        return max(
            (
                record.date
                for kind in (self.panels, self.decisions, self.events, self.models)
                for record in kind
            ),
            default="",
        )

    @property
    def newest_lists(self) -> Mapping[str, ModelsSeen]:
        """The newest list of models of each provider."""
        return {seen.provider: seen for seen in sorted(self.models, key=lambda seen: (seen.date, seen.when))}


def read_nightly(directory: Path | None, cache: Path | None) -> NightlyRecords:
    """Read the folder ``nightly`` of a checkout of the branch of results; a missing one has no records.

    Raises:
        BadInput: if a file is not valid.
    """
    if directory is None or not directory.is_dir():
        return NightlyRecords()
    return NightlyRecords(
        panels=read_night_panels(directory, None if cache is None else cache / "nights"),
        decisions=tuple(
            sorted(read_records(directory, Decision), key=lambda decision: (decision.date, decision.when))
        ),
        events=read_records(directory, NightlyEvent),
        models=read_records(directory, ModelsSeen),
    )
