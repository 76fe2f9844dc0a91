"""Which panels may be added although evaluate.yml did not make them: those judged again.

The job that judged them again ran answers, so nothing in them is believed but the statuses: what was asked
and answered must be that of a panel on the branch, and the versions must be those of this code.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.tasks import tasks_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline import sources
from benchmark.pipeline.rows.panel_again import panel_completions
from benchmark.pipeline.rows.row_files import Fetch
from benchmark.results.nightly.completions import read_completions
from benchmark.results.nightly.files import NewRecord
from benchmark.results.nightly.named import record_path
from benchmark.results.nightly.panel import Panel, PanelResult
from benchmark.suites import SUITES

#: Fields of a result that judging again leaves as they are.
_KEPT = ("series", "provider", "model", "request", "prompt", "date", "stage")
#: Fields of a run that judging again leaves as they are.
_KEPT_RUN = ("tokens_in", "tokens_out", "generation", "row")


def why_not_again(
    new: NewRecord,
    known: Sequence[Panel],
    nightly: Path,
    fetch: Fetch | None,
    links: Mapping[str, str] | None = None,
) -> str:
    """Return why a panel is not one of the branch that was judged again; empty if it is.

    Args:
        new: the panel, with its completions.
        known: the panels of its night on the branch.
        nightly: the folder ``nightly`` of a checkout of the branch.
        fetch: downloads completions that are not on the branch; None for no download.
        links: links of this workflow run. A panel that names another run would settle what that run spent.
    """
    why = "the branch has no panel of this night with the same request"
    for old in known:
        if isinstance(new.record, Panel) and _same(_KEPT, old.result, new.record.result):
            if new.record.run.links not in (old.run.links, {**old.run.links, **(links or {})}):
                why = "its links are neither those of the panel that is there nor of this workflow run"
            elif not (why := _why_not(old, new, new.record, nightly, fetch)):
                return ""
    return why


def _why_not(old: Panel, new: NewRecord, panel: Panel, nightly: Path, fetch: Fetch | None) -> str:
    before, result, today = old.result, panel.result, SUITES.get(panel.result.suite)
    versions = result.versions
    if today is None or (versions.suite, versions.judge) != (today.version, JUDGE_VERSION):
        return f"its versions (suite {versions.suite}, judge {versions.judge}) are not those of this code"
    wrong = {
        "it has the versions and tasks of the panel that is there": before.basis == result.basis,
        "its cost, tokens, row or record of the generation are not those of the panel that is there": bool(
            panel.run.cost_usd
        )
        or not _same(_KEPT_RUN, old.run, panel.run),
        "its sample, draws or rule of extraction are not those of the panel that is there": (
            result.extraction.name != before.extraction.name or not _same_sample(before, result)
        ),
    }
    if any(wrong.values()):
        return next(why for why, holds in wrong.items() if holds)
    return (
        _why_other_tasks(before, result)
        or _why_more_verdicts(before, result)
        or _why_other_answers(old, new, panel, nightly, fetch)
    )


def _why_more_verdicts(before: PanelResult, after: PanelResult) -> str:
    for task, drawn in after.statuses.items():
        earlier = before.statuses[task]
        if any(was == "missing" != now for was, now in zip(earlier, drawn, strict=True)):
            return "it has verdicts of draws that are missing in the panel that is there"
    return ""


def _same_sample(before: PanelResult, after: PanelResult) -> bool:
    """Whether a result has the same draws of the same tasks, apart from removed tasks."""
    left = after.statuses.keys()
    strata = {name: [task for task in drawn if task in left] for name, drawn in before.sample.strata.items()}
    return (
        left <= before.statuses.keys()
        and before.completions.draws == after.completions.draws
        and (before.sample.kind, before.sample.seed) == (after.sample.kind, after.sample.seed)
        and {name: drawn for name, drawn in strata.items() if drawn} == after.sample.strata
    )


def _why_other_tasks(before: PanelResult, result: PanelResult) -> str:
    """Return why the tasks are not those of today's data set; empty if they are, or it is not here."""
    try:
        tasks = sources.from_suite(result.suite, result.dataset, "the panel").tasks
    except BadInput:
        return ""
    ids = {task.id for task in tasks}
    stems = {task.id: task.stem for task in tasks if task.id in result.statuses and task.family != task.id}
    found = (result.tasks.count, result.tasks.digest, result.tasks.stems)
    right = found == (len(tasks), tasks_digest(tasks), stems)
    if right and result.statuses.keys() == before.statuses.keys() & ids:
        return ""
    return "its tasks are not those of the data set as it is today"


def _why_other_answers(old: Panel, new: NewRecord, panel: Panel, nightly: Path, fetch: Fetch | None) -> str:
    """Compare the completions of two panels; those of removed tasks are left out."""
    if old.result.completions.digest == panel.result.completions.digest:
        same = _same(("resolved_models", "fingerprints"), old.result, panel.result)
        return "" if same else "it counts other names of servers than the panel that is there"
    other = "its completions are not those of the panel that is there"
    if new.completions is None:
        return other
    try:
        kept = panel_completions(old, record_path(nightly, old), fetch=fetch).completions
        given = _read(panel, new.completions)
    except BadInput as error:
        return f"its completions cannot be compared: {error.problem}"
    wanted = {one.key: one for one in kept if one.task_id in panel.result.statuses}
    if wanted != {one.key: one for one in given}:
        return other
    for name in ("resolved_models", "fingerprints"):
        if _more(getattr(panel.result, name), getattr(old.result, name)):
            return "it counts other names of servers than the panel that is there"
    return ""


def _more(counts: Mapping[str, int], than: Mapping[str, int]) -> bool:
    return any(number > than.get(name, 0) for name, number in counts.items())


def _read(panel: Panel, data: bytes) -> tuple[Completion, ...]:
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        file = Path(folder) / "completions.jsonl.gz"
        file.write_bytes(data)
        return read_completions(panel, file)


def _same(names: Sequence[str], one: object, other: object) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in names)
