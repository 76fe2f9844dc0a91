"""The rules for panels: which runs are followed night by night, with which tasks and draws, and the cost.

Planning a night and accepting its plan both use these rules, so a plan cannot ask for anything else.
"""

import datetime
import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from benchmark.chain.plan.due_runs import SubmittedRun, error_line, is_replay, read_source
from benchmark.chain.plan.job import PanelPlan
from benchmark.chain.plan.policy import AssumedPrice, Policy, WatchedModels, needs_gpu
from benchmark.core.errors import BadInput
from benchmark.core.task import Task
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.price import POLICY_SOURCE, Price, Pricer, find_pricer
from benchmark.pipeline.generate.generate import estimate_stage
from benchmark.pipeline.generate.generation_plan import GenerationPlan, stages_of
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.pipeline.generate.submitted_model import plan_of_run
from benchmark.results.branch_record import read_record
from benchmark.results.money import WatchedVersion
from benchmark.results.nights import RECORD_NAME, Panel, PanelSample
from benchmark.results.status import RunName
from benchmark.suites import suite_of

#: Maximum tasks of a panel; of a larger data set, a sample of this size is drawn. A drop of five points needs
#: fewer (``scoring.nights.power``), even with 100 active series and the hardest spread of chances. So no
#: panel is smaller than its series needs, unless the data set is.
TASKS_LIMIT = 400
_SEED_DIGITS = 12  #: hexadecimal digits of a sample's seed
_SEED_LIMIT = 2**63  #: seeds of submissions are below it
_NOWHERE = Path(os.devnull, "completions.jsonl")  #: a file that cannot exist


def why_not_followed(submitted: SubmittedRun, policy: Policy) -> str:
    """Return why nights do not follow a run; empty if they do."""
    run, configs = submitted.run, submitted.models
    own = [is_replay(config) or needs_gpu(config) for config in configs]
    if submitted.name.slug in policy.sentinels:
        return "" if own and all(own) else "a sentinel may ask no model behind an API"
    if not own or any(own):
        return "not all of its answers come from models behind an API"
    if any(config.base_url is not None for config in configs):
        return "it asks another server than the provider's own"
    if run.setting in suite_of(run.suite).blind.settings:
        return "its setting shows no picture"
    if _entry_of(submitted, policy) is None:
        return "its model and suite are not on the watch list of policy.yml"
    return ""


def _entry_of(submitted: SubmittedRun, policy: Policy) -> WatchedModels | None:
    model, suite = submitted.run.model, submitted.run.suite
    return None if model is None else policy.watching(model.provider, model.model, suite)


def panel_plan(
    submitted: SubmittedRun, date: str, nightly: Path, policy: Policy, watched: WatchedVersion | None = None
) -> PanelPlan | str:
    """Return the panel that a night draws of a run, or why it draws none.

    ``watched`` is the run's model, if nobody has submitted it yet. The newest panel fixes the tasks as long
    as the data set is the same.
    """
    if why := why_not_followed(submitted, policy):
        return why
    if policy.budgets.nightly_usd <= 0:
        return "budgets.nightly_usd in policy.yml is 0"
    # Only of this request: an edited config is asked anew, even in the same night.
    if any(panel.result.request == submitted.request for panel in _newest_first(nightly, submitted, date)):
        return f"it already has a panel of {date}"
    newest = newest_panel(nightly, submitted)
    if watched is not None and newest is not None:
        return f"it was drawn in the night of {newest.night}"
    try:
        source, digest = read_source(submitted)
    except BadInput as error:  # the data set was not fetched
        return error_line(error)
    if newest is not None and newest.result.tasks.digest == digest:
        sample = newest.result.sample
    else:
        sample = first_sample(submitted.name, source.tasks)
    return PanelPlan(date=date, sample=sample, watched=watched)


def first_sample(series: RunName, tasks: Sequence[Task]) -> PanelSample:
    """Return the tasks of the first panel of a series: all, or the same share of each stratum.

    The strata are subsets with levels, or categories where there are none. Within a stratum, tasks are
    ordered by a digest of id and seed, which is made from the name of the series. So every version of Python
    draws the same ones.
    """
    if len(tasks) <= TASKS_LIMIT:
        return PanelSample(kind="all")
    seed = int(hashlib.sha256("\n".join(series.recorded).encode()).hexdigest()[:_SEED_DIGITS], 16)
    strata: dict[str, list[str]] = {}
    for task in tasks:
        named = [task.subset, task.level] if task.subset or task.level else list(task.categories[:1])
        name = PurePosixPath(*filter(None, named)).as_posix() if any(named) else "all"
        strata.setdefault(name, []).append(task.id)

    def order(task: str) -> str:
        return hashlib.sha256(f"{seed}:{task}".encode()).hexdigest()

    shares = _shares(strata).items()
    drawn = {name: sorted(sorted(strata[name], key=order)[:count]) for name, count in shares if count}
    return PanelSample(kind="stratified", seed=seed, strata=drawn)


def newest_panel(nightly: Path, submitted: SubmittedRun) -> Panel | None:
    """Return the newest panel of a run's series, or None before its first night."""
    return next(_newest_first(nightly, submitted), None)


def _newest_first(nightly: Path, submitted: SubmittedRun, date: str = "") -> Iterator[Panel]:
    name = submitted.name
    folder = nightly.joinpath(Panel.folder, name.suite, name.dataset, name.slug)
    paths = sorted(folder.glob(f"{date}*.json"), key=lambda path: path.name, reverse=True)
    for path in paths:
        if RECORD_NAME.fullmatch(path.name):
            panel = read_record(Panel, path, nightly)
            if panel.result.series == name:
                yield panel


def panel_questions(plan: GenerationPlan, panel: PanelPlan) -> GenerationPlan:
    """Return the request for a panel only: its tasks, each once, with a seed that only this night has."""
    days = datetime.date.fromisoformat(panel.date).toordinal()  # so no two nights have the same seed

    def tonight(_name: str, access: ModelAccess) -> ModelAccess:
        seed = access.sampling.seed
        own = None if seed is None else (seed + days) % _SEED_LIMIT
        return replace(access, sampling=replace(access.sampling, seed=own))

    asked = replace(plan, tasks=panel.chosen(plan.tasks), protocol=replace(plan.protocol, draws=1))
    return _with_models(asked, tonight)


def with_prices(plan: GenerationPlan, prices: Mapping[str, AssumedPrice], date: str) -> GenerationPlan:
    """Return a request whose models cost what the policy says, instead of what the price table says.

    What a reply says that it cost counts below the price only where the policy trusts it.

    Args:
        plan: the request.
        prices: by field of the model.
        date: YYYY-MM-DD, the day of the plan.
    """
    given = {
        name: Price(input_usd=price.input, output_usd=price.output, source=POLICY_SOURCE, date=date)
        for name, price in prices.items()
    }
    trusted = {name for name, price in prices.items() if price.trusts_cost}

    def priced(name: str, access: ModelAccess) -> ModelAccess:
        return replace(access, price=given.get(name, access.price), trusts_cost=name in trusted)

    return _with_models(plan, priced)


def _with_models(plan: GenerationPlan, change: Callable[[str, ModelAccess], ModelAccess]) -> GenerationPlan:
    """Return a request with each of its models changed; ``change`` gets the model's field in the run."""

    def changed(name: str, access: ModelAccess | None) -> ModelAccess | None:
        return None if access is None else change(name, access)

    return replace(
        plan,
        access=change("model", plan.access),
        coder=changed("coder", plan.coder),
        captioner=changed("captioner", plan.captioner),
    )


def highest_cost(
    submitted: SubmittedRun, panel: PanelPlan, prices: Mapping[str, AssumedPrice], *, batch: bool = False
) -> float | None:
    """Return the US dollars that a panel costs if each answer has the maximum length; needs no key.

    The cost is None if a price or the limit of an answer is unknown. ``prices`` are those of the policy.
    """
    whole = plan_of_run(submitted.folder, submitted.submission, submitted.index, out=_NOWHERE)
    plan = with_prices(panel_questions(whole, panel), prices, panel.date)
    asked = filter(None, (plan.access, plan.coder, plan.captioner))
    # Before prompts are made: a provider may list thousands of models.
    if not all(_pricer(access, batch) for access in asked):
        return None
    costs = []
    for stage in stages_of(plan):  # without its provider, whose packages the job that plans does not have
        access, present = stage.access, SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws)
        prompts = Prompts(plan.tasks, plan.prompt, folders=plan.folders, max_side=access.max_side)
        found = estimate_stage(stage, prompts, present, access.draws_per_call or 1, _pricer(access, batch))
        costs.append(found.cost_usd)
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def _pricer(access: ModelAccess, batch: bool) -> Pricer | None:
    vendor, url = PROVIDERS[access.provider].vendor, access.base_url
    return find_pricer(access.model, vendor=vendor, base_url=url, given=access.price, batch=batch)


def _shares(strata: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the tasks to draw from each stratum: shares rounded down, and the largest remainders up."""
    whole = sum(map(len, strata.values()))
    exact = {name: TASKS_LIMIT * len(tasks) / whole for name, tasks in sorted(strata.items())}
    counts = {name: int(share) for name, share in exact.items()}
    # By name where remainders are equal, so that every machine draws the same tasks.
    by_remainder = sorted(exact, key=lambda name: (counts[name] - exact[name], name))
    for name in by_remainder[: TASKS_LIMIT - sum(counts.values())]:
        counts[name] += 1
    return counts
