"""All files of nights that pages show: panels, decisions, events and lists of models.

A panel is read and checked completely once; the cache then has its light form under the digest of its file,
in one entry per folder of panels. Entries can be computed again at any time.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from typing import Any

from benchmark.core.digest import sha256_hex
from benchmark.core.verdict import Status
from benchmark.files import regenerated
from benchmark.files.bounded import read_bytes
from benchmark.results.heads import RunName
from benchmark.results.nights import (
    NIGHTLY_LIMIT,
    RECORD_NAME,
    Decision,
    ModelsSeen,
    NightlyEvent,
    Panel,
    parse_record,
    read_records,
)

_FORMAT = 1  #: version of the cache's format; entries of another version are written again
_MISSING = "missing"


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
        outcomes="".join(_letter(result.statuses[task][0]) for task in tasks),
    )


def read_night_panels(directory: Path, cache: Path | None) -> tuple[NightPanel, ...]:
    """Read the panels below the folder ``nightly``, oldest first; none if it does not exist.

    Args:
        directory: the folder ``nightly`` of a checkout of the branch of results.
        cache: folder of the cache, which is updated; None means no cache.

    Raises:
        BadInput: if a panel is not valid.
    """
    found = [
        panel
        for folder in sorted((directory / Panel.folder).glob("*/*/*"))
        for panel in _read_folder(directory, folder, cache)
    ]
    if cache is not None:
        regenerated.prune(cache)
    return tuple(sorted(found, key=lambda panel: (panel.date, panel.stage, panel.series, panel.id)))


def _read_folder(directory: Path, folder: Path, cache: Path | None) -> Iterator[NightPanel]:
    place = folder.relative_to(directory).as_posix()
    entry = None if cache is None else regenerated.entry_path(cache, sha256_hex(place.encode()))
    known = {} if entry is None else _read_entry(entry)
    now: dict[str, NightPanel] = {}
    for path in sorted(folder.glob("*.json")):
        if not RECORD_NAME.fullmatch(path.name):
            continue  # the signature of a panel
        data = read_bytes(path, NIGHTLY_LIMIT)
        digest = sha256_hex(data)
        panel = known.get(digest)
        if panel is None or path.name != f"{panel.date}.{panel.id}.json" or not _is_place(panel, place):
            panel = light_panel(parse_record(Panel, data, path, directory))
        now[digest] = panel
    if entry is not None and now.keys() != known.keys():
        regenerated.write(entry, json.dumps(_record(now), separators=(",", ":")).encode())
    yield from now.values()


def _is_place(panel: NightPanel, place: str) -> bool:
    series = panel.series
    return place == f"{Panel.folder}/{series.suite}/{series.dataset}/{series.slug}"


def _letter(status: str) -> str:
    return "P" if status == Status.PASSED else "M" if status == _MISSING else "F"


def _record(panels: Mapping[str, NightPanel]) -> dict[str, object]:
    """Return the entry of a folder: panels by digest of their file, and each list of tasks once."""
    tasks = {panel.basis: panel.tasks for panel in panels.values()}
    fields = (
        "id",
        "series",
        "basis",
        "date",
        "stage",
        "provider",
        "model",
        "suite_version",
        "judge_version",
        "resolved",
        "outcomes",
    )
    lines = {digest: {name: getattr(panel, name) for name in fields} for digest, panel in panels.items()}
    return {"format": _FORMAT, "tasks": tasks, "panels": lines}


def _read_entry(path: Path) -> dict[str, NightPanel]:
    """Read an entry of the cache; empty if there is no usable one."""
    try:
        record = json.loads(regenerated.read(path))
        if record["format"] != _FORMAT:
            return {}
        tasks = {basis: tuple(map(intern, names)) for basis, names in record["tasks"].items()}
        return {digest: _panel_of(line, tasks) for digest, line in record["panels"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _panel_of(line: dict[str, Any], tasks: Mapping[str, tuple[str, ...]]) -> NightPanel:
    texts = {"series": RunName(*line["series"]), "resolved": tuple(line["resolved"])}
    return NightPanel(**{**line, **texts, "tasks": tasks[line["basis"]]})


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
