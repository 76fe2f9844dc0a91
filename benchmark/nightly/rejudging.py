"""Judges kept completions of panels again after a change of a suite, of the judge or of the guest.

The old panels stay. A new panel has the night of its draws and today's versions, so the series goes on with
the new ones, and nothing is compared across the break.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.jobs.scoring import JudgingPlace, check_machine
from benchmark.chain.plan.run_lookup import error_line
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.files.atomic import write_atomic
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline import sources
from benchmark.pipeline.judge.evaluate import drawing_versions
from benchmark.pipeline.rows.panel_again import check_tasks, panel_completions, rejudge_panel
from benchmark.pipeline.rows.row_files import Fetch
from benchmark.pipeline.sources import TaskSource
from benchmark.results.heads import RunName
from benchmark.results.nightly.named import record_bytes, record_path
from benchmark.results.nightly.panel import Panel, completions_name
from benchmark.results.status import reason_of
from benchmark.sandbox.host.probe import guest_versions

_SHOWN_ID = 12
#: A series, a night and a stage: what is judged once per basis.
Turn = tuple[RunName, str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RejudgedPanels:
    """What was judged again, and what was not."""

    judged: tuple[tuple[Panel, Panel], ...]  #: old and new panel
    impossible: tuple[Panel, ...]  #: panels whose completions or tasks are not here
    failed: tuple[Panel, ...]  #: panels that this machine failed to judge
    left: int  #: due panels beyond the limit


@dataclass(slots=True)
class TodaysTasks:
    """The data sets and versions on this machine, each loaded once."""

    guest: Mapping[str, str]
    _known: dict[tuple[str, str], tuple[TaskSource, str] | str] = field(default_factory=dict)

    def source(self, panel: Panel) -> TaskSource:
        """Return the data set of a panel.

        Raises:
            BadInput: if it is not on this machine, or belongs to no suite.
        """
        found = self._of(panel)
        if isinstance(found, str):
            raise BadInput(f"{panel.result.suite} {panel.result.dataset}", "", found, "import it")
        return found[0]

    def is_current(self, panel: Panel) -> bool:
        """Whether the panel was judged by today's judge and guest, on today's tasks of today's suite.

        A panel whose data set is not here is not current: nobody knows.
        """
        found, result = self._of(panel), panel.result
        if isinstance(found, str) or found[0].suite is None:
            return False
        versions = result.versions
        return (
            versions.suite == found[0].suite.version
            and versions.judge == JUDGE_VERSION
            and versions.guest == {**self.guest, **drawing_versions(found[0].tasks)}
            and result.tasks.digest == found[1]
        )

    def _of(self, panel: Panel) -> tuple[TaskSource, str] | str:
        name = (panel.result.suite, panel.result.dataset)
        if name not in self._known:
            try:
                source = sources.from_suite(*name, f"panel {panel.id[:_SHOWN_ID]}")
            except BadInput as error:
                self._known[name] = f"its tasks are not on this machine: {error.problem}"
            else:
                self._known[name] = (source, tasks_digest(source.tasks))
        return self._known[name]


def outdated_panels(panels: Iterable[Panel], today: TodaysTasks) -> tuple[Panel, ...]:
    """Return the panels to judge again, oldest night first.

    Of each series, night and stage, this is the panel with the newest versions, unless one is current. The
    oldest come first, so that the first baseline of the new basis is complete first and does not move.
    """
    newest: dict[Turn, Panel] = {}
    done: set[Turn] = set()
    for panel in panels:
        turn = (panel.result.series, panel.result.date, panel.result.stage)
        if today.is_current(panel):
            done.add(turn)
        elif turn not in newest or _age(panel) > _age(newest[turn]):
            newest[turn] = panel
    due = (panel for turn, panel in newest.items() if turn not in done)
    return tuple(sorted(due, key=lambda panel: (panel.night, panel.result.series, panel.result.stage)))


def rejudge_panels(
    panels: Sequence[Panel],
    nightly: Path,
    out: Path,
    today: TodaysTasks,
    *,
    limit: int,
    fetch: Fetch | None,
    place: JudgingPlace,
    commit: str = "",
    links: Mapping[str, str] | None = None,
    report: Callable[[str], None] = lambda _line: None,
) -> RejudgedPanels:
    """Judge panels again, and write each new panel with its completions as soon as it is judged.

    One panel stops no other. A panel that cannot be judged does not count for the limit, so that it never
    keeps others from being judged.

    Args:
        panels: the outdated panels, in the order in which they are judged.
        nightly: the folder ``nightly`` of a checkout of the branch, with the panels.
        out: the folder ``nightly`` for new files.
        today: the data sets on this machine.
        limit: maximum number of panels to judge.
        fetch: downloads completions that are not next to their panel.
        place: where to judge.
        commit: commit of the code; empty if unknown.
        links: links to the workflow run, by label.
        report: called with one line per panel.

    Raises:
        BadInput: if a variable may hold a secret.
        SandboxFailure: if the sandbox lets something through, such as network access.
    """
    if panels:
        check_machine(place.environment)
    judged: list[tuple[Panel, Panel]] = []
    impossible: list[Panel] = []
    failed: list[Panel] = []
    left = len(panels)
    for panel in panels:
        if len(judged) >= limit:
            break
        left -= 1
        name = record_path(Path(), panel).as_posix()
        try:
            source = today.source(panel)
            check_tasks(panel, source)
            new, data = rejudge_panel(
                panel,
                source,
                panel_completions(panel, _place_of(panel, nightly, out), fetch=fetch),
                executor=place.executor,
                commit=commit,
                links=links,
                stage=place.stage,
            )
        except SightbenchError as error:
            (impossible if isinstance(error, BadInput) else failed).append(panel)
            report(f"{name}: not judged again: {reason_of(error_line(error))}")
            continue
        path = record_path(out, new)
        write_atomic(path.with_name(completions_name(new)), data)
        write_atomic(path, record_bytes(new))
        judged.append((panel, new))
        report(f"{name}: judged again: {new.id[:_SHOWN_ID]}")
    return RejudgedPanels(judged=tuple(judged), impossible=tuple(impossible), failed=tuple(failed), left=left)


def _place_of(panel: Panel, nightly: Path, out: Path) -> Path:
    """Return the file of a panel, which an earlier call of this command may have written."""
    path = record_path(nightly, panel)
    return path if path.exists() else record_path(out, panel)


def todays_tasks() -> TodaysTasks:
    """Return the data sets and versions on this machine."""
    return TodaysTasks(guest_versions())


def _age(panel: Panel) -> tuple[int, int, str]:
    versions = panel.result.versions
    return versions.suite, versions.judge, panel.run.started
