"""The rules for panels: which runs are followed night by night, with which tasks and draws.

Planning a night and accepting its plan both use these rules, so a plan cannot ask for anything else.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.job import PanelPlan
from benchmark.chain.plan.policy import Policy, WatchedModels, needs_gpu
from benchmark.chain.plan.run_lookup import read_source
from benchmark.chain.plan.runners import models_of
from benchmark.chain.plan.watched import matches_watched
from benchmark.core.suite import suite_of
from benchmark.core.task import Task
from benchmark.results.branch_record import read_record
from benchmark.results.heads import RunName
from benchmark.results.money import WatchedVersion
from benchmark.results.nights import RECORD_NAME, Panel, PanelSample

#: Maximum tasks of a panel; of a larger data set, a sample of so many is drawn. A drop of five points needs
#: fewer (``scoring.night_power``), even with 100 active series and the hardest spread of chances. So no panel
#: is smaller than its series needs, unless the data set is.
TASKS_LIMIT = 575
_SEED_DIGITS = 12  #: hexadecimal digits of a sample's seed


def asks_an_api(submitted: SubmittedRun) -> bool:
    """Whether a run asks models behind an API only, and no file and no weights of our own."""
    configs = models_of(submitted)
    return bool(configs) and not any(is_replay(config) or needs_gpu(config) for config in configs)


def why_not_followed(submitted: SubmittedRun, policy: Policy) -> str:
    """Return why a run that asks an API has no series; empty if it is followed."""
    run = submitted.run
    if any(config.base_url is not None for config in models_of(submitted)):
        return "it asks another server than the provider's own"
    if run.setting and run.setting == suite_of(run.suite).blind:
        return "its setting is the blind one"
    if entry_of(submitted, policy) is None:
        return "its model and suite are not on the watch list of policy.yml"
    return ""


def entry_of(submitted: SubmittedRun, policy: Policy) -> WatchedModels | None:
    """Return the first entry of the watch list that covers the model and the suite of a run."""
    model, suite = submitted.run.model, submitted.run.suite
    if model is None:
        return None
    return next(
        (
            entry
            for entry in policy.watch
            if suite in entry.suites and matches_watched(entry, model.provider, model.model)
        ),
        None,
    )


def panel_plan(
    submitted: SubmittedRun,
    date: str,
    newest: Panel | None,
    entry: WatchedModels | None,
    watched: WatchedVersion | None = None,
) -> PanelPlan:
    """Return what a night asks of a run.

    Args:
        submitted: the run.
        date: the night.
        newest: the newest panel of the series, which fixes the tasks as long as the data set is the same.
        entry: the entry of the watch list that covers the run.
        watched: the model, if nobody has submitted it yet.

    Raises:
        BadInput: if this machine does not have the data set.
    """
    source, digest = read_source(submitted)
    if newest is not None and newest.result.tasks.digest == digest:
        sample = newest.result.sample
    else:
        sample = first_sample(submitted.name, source.tasks)
    price = None if entry is None else entry.price
    return PanelPlan(date=date, sample=sample, watched=watched, price=price)


def first_sample(series: RunName, tasks: Sequence[Task], limit: int = TASKS_LIMIT) -> PanelSample:
    """Return the tasks of the first panel of a series: all, or the same share of each stratum.

    The strata are subsets with levels, or categories where there are none. Within a stratum, tasks are
    ordered by a digest of seed and id, so every version of Python draws the same ones.

    Args:
        series: name of the series; the seed is made from it.
        tasks: all tasks of the data set.
        limit: maximum tasks of a panel.
    """
    if len(tasks) <= limit:
        return PanelSample(kind="all")
    seed = int(hashlib.sha256("\n".join(series).encode()).hexdigest()[:_SEED_DIGITS], 16)
    strata: dict[str, list[str]] = {}
    for task in tasks:
        strata.setdefault(_stratum(task), []).append(task.id)
    drawn = {
        name: sorted(sorted(strata[name], key=lambda task: _order(seed, task))[:count])
        for name, count in _shares(strata, limit).items()
        if count
    }
    return PanelSample(kind="stratified", seed=seed, strata=drawn)


def newest_panel(nightly: Path, submitted: SubmittedRun) -> Panel | None:
    """Return the newest panel of a run's series; None if there is none.

    Args:
        nightly: the folder ``nightly`` of a checkout of the branch of results.
        submitted: the run.

    Raises:
        BadInput: if a panel cannot be read; it never counts as absent.
    """
    return next(_newest_first(nightly, submitted), None)


def has_panel(nightly: Path, submitted: SubmittedRun, date: str) -> bool:
    """Whether the branch has a panel of a night that asked what the run requests now."""
    return any(
        panel.night == date and panel.result.request == submitted.request
        for panel in _newest_first(nightly, submitted, date)
    )


def _newest_first(nightly: Path, submitted: SubmittedRun, date: str = "") -> Iterator[Panel]:
    name = submitted.name
    folder = nightly.joinpath(Panel.folder, name.suite, name.dataset, name.slug)
    paths = sorted(folder.glob(f"{date}*.json"), key=lambda path: path.name, reverse=True)
    for path in paths:
        if RECORD_NAME.fullmatch(path.name):
            panel = read_record(Panel, path, nightly)
            if panel.result.series == name:
                yield panel


def _stratum(task: Task) -> str:
    named = [task.subset, task.level] if task.subset or task.level else list(task.categories[:1])
    return PurePosixPath(*filter(None, named)).as_posix() if any(named) else "all"


def _shares(strata: Mapping[str, Sequence[str]], limit: int) -> dict[str, int]:
    """Return the tasks to draw from each stratum: shares rounded down, and the largest remainders up."""
    whole = sum(map(len, strata.values()))
    exact = {name: limit * len(tasks) / whole for name, tasks in sorted(strata.items())}
    counts = {name: int(share) for name, share in exact.items()}
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], name))
    for name in by_remainder[: limit - sum(counts.values())]:
        counts[name] += 1
    return counts


def _order(seed: int, task: str) -> str:
    return hashlib.sha256(f"{seed}:{task}".encode()).hexdigest()
