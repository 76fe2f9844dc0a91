"""All files of nights that pages show: panels, decisions, events and lists of models."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import intern

from benchmark.core.verdict import Status
from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, Panel, read_records
from benchmark.results.status import RunName


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPanel:
    """What one night drew for one series: the first draw of each task."""

    id: str
    series: RunName
    basis: str  #: panels of two bases are never compared; see ``PanelResult.basis``
    date: str
    stage: int
    provider: str
    model: str  #: requested model id
    suite_version: int
    judge_version: int
    resolved: tuple[str, ...]  #: model ids that the server reported, sorted
    tasks: tuple[str, ...]  #: ids, sorted
    outcomes: str  #: one letter per task: P passed, F failed, M missing

    @property
    def passed(self) -> int:
        """Number of tasks whose draw passed."""
        return self.outcomes.count("P")

    @property
    def missing(self) -> int:
        """Number of tasks without a verdict."""
        return self.outcomes.count("M")

    @property
    def judged(self) -> int:
        """Number of tasks with a verdict."""
        return len(self.outcomes) - self.missing


_LETTERS: Mapping[str, str] = {Status.PASSED: "P", "missing": "M"}


def light_panel(panel: Panel) -> NightPanel:
    """Return the light form of a panel."""
    result = panel.result
    tasks = tuple(map(intern, sorted(result.statuses)))
    return NightPanel(
        id=panel.id,
        series=result.series,
        basis=result.basis,
        date=result.date,
        stage=result.stage,
        provider=result.provider,
        model=result.model,
        suite_version=result.versions.suite,
        judge_version=result.versions.judge,
        resolved=tuple(sorted(result.resolved_models)),
        tasks=tasks,
        outcomes="".join(_LETTERS.get(result.statuses[task][0], "F") for task in tasks),
    )


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
        kinds = (self.panels, self.decisions, self.events, self.models)
        return max((record.date for kind in kinds for record in kind), default="")


def read_nightly(directory: Path | None) -> NightlyRecords:
    """Read the folder ``nightly`` of a checkout of the branch of results; a missing one has no records.

    Raises:
        BadInput: if a file is not valid.
    """
    if directory is None or not directory.is_dir():
        return NightlyRecords()
    panels = [  # folder by folder, so that few whole panels are in memory
        light_panel(panel)
        for folder in (directory / Panel.folder).glob("*/*/*")
        for panel in read_records(directory, Panel, *folder.parts[-3:])
    ]
    decisions = read_records(directory, Decision)
    return NightlyRecords(
        panels=tuple(sorted(panels, key=lambda panel: (panel.date, panel.stage, panel.series, panel.id))),
        decisions=tuple(sorted(decisions, key=lambda decision: (decision.date, decision.when))),
        events=read_records(directory, NightlyEvent),
        models=read_records(directory, ModelsSeen),
    )
