"""Carries out a plan: writes a complete file of completions with its manifest."""

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from benchmark.core.errors import BadInput
from benchmark.generation.asking.ask import TOKENS_PER_LOOK, MessageFactory, SamplesPresent
from benchmark.generation.asking.drive import ShowProgress, drive, open_provider
from benchmark.generation.asking.estimate import Estimate, add_estimates, estimate
from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import CompletionTotals, Tally
from benchmark.generation.batch.state import waiting_batches, write_state
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.record.manifest import Manifest, write_manifest
from benchmark.generation.record.store import SampleTexts
from benchmark.generation.wire.price import POLICY_SOURCE, Pricer
from benchmark.pipeline.generate.generation_file import (
    OpenCompletions,
    begin_manifest,
    current_manifest,
    end_manifest,
    open_completions,
    samples_present,
    totals_and_manifest,
    united_versions,
)
from benchmark.pipeline.generate.generation_plan import GenerationPlan, Stage
from benchmark.pipeline.generate.prepare import PreparedStage, server_url
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.suites import suite_of

_CHARACTERS_PER_TOKEN = 4  #: for guessing the length of an earlier stage's text


@dataclass(frozen=True, slots=True)
class GenerationListener:
    """Functions that show a run's progress to people."""

    on_estimate: Callable[[Estimate], None]
    on_progress: ShowProgress
    on_signal: Callable[[bool], None]  #: called for each signal; its argument is True from the second one on


class RunDisplay(Protocol):
    """Shows the progress of a run to people."""

    @property
    def listener(self) -> GenerationListener: ...  # noqa: D102


Listen = Callable[[GenerationPlan, tuple[PreparedStage, ...]], contextlib.AbstractContextManager[RunDisplay]]


def estimate_plan(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> Estimate:
    """Estimate a run, without the samples that are in its files already. Write nothing.

    Raises:
        BadInput: if a file is broken or belongs to another config.
    """
    parts = [_estimate(ready, samples_present(plan, ready.stage, ready.config)) for ready in prepared]
    return add_estimates(parts)


def generate(
    plan: GenerationPlan,
    prepared: tuple[PreparedStage, ...],
    listener: GenerationListener,
    seconds: float | None = None,
) -> Manifest:
    """Request all missing samples; each completion is written to ``plan.out`` as soon as it arrives.

    Args:
        plan: what to generate.
        prepared: its stages.
        listener: shows the progress.
        seconds: make no further call after this time; None for no limit.

    Returns:
        The manifest of the last stage.

    Raises:
        BadInput: if a file cannot be written, is in use or belongs to another config, if the server refuses
            the config or a task, or if the budget is used up.
        OurFailure: if samples are missing at the end; calling again requests only those.
        RunInterrupted: after Ctrl-C, or when the time is up.
    """
    until = None if seconds is None else time.monotonic() + seconds
    return asyncio.run(_generate(plan, prepared, listener, until))


def generate_unless_refused(
    plan: GenerationPlan,
    prepared: tuple[PreparedStage, ...],
    listen: Listen,
    seconds: float | None = None,
) -> None:
    """Generate like :func:`generate`; requests that the server refuses are not an error."""
    last: list[Tally] = []
    with listen(plan, prepared) as display:

        def on_progress(tally: Tally) -> None:
            last[:] = [tally]
            display.listener.on_progress(tally)

        try:
            generate(plan, prepared, replace(display.listener, on_progress=on_progress), seconds)
        except BadInput:
            if not last or not last[0].rejected or last[0].left != len(last[0].rejected):
                raise


async def _generate(
    plan: GenerationPlan,
    prepared: tuple[PreparedStage, ...],
    listener: GenerationListener,
    until: float | None,
) -> Manifest:
    async with contextlib.AsyncExitStack() as stack:
        files = [stack.enter_context(open_completions(plan, ready.stage, ready.config)) for ready in prepared]
        listener.on_estimate(
            add_estimates([_estimate(ready, file.have) for ready, file in zip(prepared, files, strict=True)])
        )
        opened: set[int] = set()
        spent = [_cost(file.tally.file, file.before) for file in files]
        manifest = files[-1].before
        for index, (ready, file) in enumerate(zip(prepared, files, strict=True)):
            if file.have.missing and id(ready.provider) not in opened:
                await stack.enter_async_context(open_provider(ready.provider))
                opened.add(id(ready.provider))
            earlier = prepared[index - 1].stage.path if index else None
            if file.have.missing:
                budget = _stage_budget(plan, prepared, spent, index)
                manifest = await _run(ready, file, job_of(ready, earlier, budget), listener, until)
                if file.tally.parked:  # a later stage needs the texts of this one
                    return manifest
            else:
                listener.on_progress(file.tally)
                manifest = current_manifest(file, ready.stage)
                write_state(ready.stage.path, None)  # which a run that was killed may have left
            spent[index] = _cost(file.tally.file, manifest)
        return manifest


@dataclass(frozen=True, slots=True)
class StageBudget:
    """The budget of a stage."""

    limit: float | None  #: US dollars; spending of other stages counts too
    elsewhere: float  #: US dollars that the other stages have spent
    name: tuple[str, str]  #: file or option with the limit, and its field, for error messages


def _stage_budget(
    plan: GenerationPlan, prepared: Sequence[PreparedStage], spent: Sequence[float], index: int
) -> StageBudget:
    """Return the limit that leaves less money: the command's for all stages, or the one in the config."""
    own = prepared[index].stage.access
    others = [other for other in range(len(prepared)) if other != index]
    config = (own.file, f"{own.place}.max_cost".lstrip("."))
    budgets = [
        StageBudget(plan.budget, plan.spent_usd + sum(spent[other] for other in others), ("--budget", "")),
        StageBudget(
            own.max_cost,
            sum(spent[other] for other in others if prepared[other].stage.access.place == own.place),
            config,
        ),
    ]
    return min(
        budgets, key=lambda budget: math.inf if budget.limit is None else budget.limit - budget.elsewhere
    )


def spent_so_far(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> float:
    """Return the US dollars that the files of a plan have cost so far, with calls that may still be billed.

    Raises:
        BadInput: if a file is broken or belongs to another config.
    """
    return sum(
        _cost(*known) + sum(batch.most_usd for batch in waiting_batches(ready.stage.path))
        for ready in prepared
        if (known := totals_and_manifest(plan, ready.stage, ready.config))
    )


@dataclass(frozen=True, slots=True)
class StageReport:
    """The completions in the file of a stage, and their cost, including those of killed runs."""

    model: str  #: the model that it asks
    completions: int
    wanted: int
    cost_usd: float | None  #: US dollars; None if the price is unknown
    unsure_usd: float  #: US dollars that may be billed in addition


def stage_reports(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> tuple[StageReport, ...]:
    """Return one report per stage whose file exists, read from the files themselves.

    Raises:
        BadInput: if a file is broken or belongs to another config.
    """
    reports = []
    for ready in prepared:
        if known := totals_and_manifest(plan, ready.stage, ready.config):
            totals, manifest = known
            cost = None if ready.pricer is None else totals.cost_usd
            model = ready.stage.access.model
            reports.append(StageReport(model, totals.completions, manifest.wanted, cost, manifest.unsure_usd))
    return tuple(reports)


def _cost(totals: CompletionTotals, manifest: Manifest) -> float:
    return totals.cost_usd + manifest.unsure_usd


async def _run(
    ready: PreparedStage,
    file: OpenCompletions,
    job: GenerationJob,
    listener: GenerationListener,
    until: float | None,
) -> Manifest:
    """Run one stage: its calls one by one, or in batches."""
    if ready.endpoint is None:
        return await _complete(ready, file, job, listener, until)
    from benchmark.pipeline.generate.batch import in_batches

    return await in_batches(
        ready, ready.endpoint, job, file.tally, lambda job: _complete(ready, file, job, listener, until)
    )


async def _complete(
    ready: PreparedStage,
    file: OpenCompletions,
    job: GenerationJob,
    listener: GenerationListener,
    until: float | None,
) -> Manifest:
    """Make the calls of a stage; write its manifest at the beginning and at the end."""
    manifest = begin_manifest(file, ready.stage, ready.pricer, ready.provider.versions)
    started = manifest

    def keep_reserve(dollars: float) -> None:
        write_manifest(ready.stage.path, started.model_copy(update={"unsure_usd": dollars}))

    run = GenerationRun(job, file.have, file.store, file.tally, keep_reserve)
    seconds = None if until is None else until - time.monotonic()
    try:
        await drive(run, listener.on_progress, listener.on_signal, seconds)
    finally:
        # An error here, such as from a full disk, would hide the run's own error, which says more.
        with contextlib.suppress(BadInput):
            # Which version of an API answers is known only after the calls.
            manifest.versions.update(united_versions(manifest.versions, ready.provider.versions))
            manifest = end_manifest(manifest, file, ready.stage, unsure_usd=run.budget.uncertain)
    return manifest


def job_of(ready: PreparedStage, earlier: Path | None, budget: StageBudget) -> GenerationJob:
    """Return the calls of a stage; ``earlier`` is the file of the stage before it."""
    stage, access = ready.stage, ready.stage.access
    messages: MessageFactory = ready.prompts.first
    if earlier is not None:
        texts = SampleTexts(earlier)
        messages = lambda task_id, draw: ready.prompts.second(task_id, texts.of(task_id, draw))  # noqa: E731
    return GenerationJob(
        provider=ready.provider,
        model=access.model,
        sampling=stage.sampling,
        messages=messages,
        look=ready.prompts.look if ready.prompts.calls > 1 else None,
        token_limits={
            each.id: each.within(ready.config.setting).max_tokens
            for each in suite_of(ready.config.suite).asked.protocols.values()
        },
        must_apply=access.must_apply,
        dropped=ready.dropped,
        url=server_url(access),
        timeout=access.timeout,
        limits=access.limits,
        patience=access.patience,
        pricer=ready.pricer,
        trusts_cost=access.trusts_cost,
        budget_usd=budget.limit,
        spent_usd=budget.elsewhere,
        budget_name=budget.name,
        shares_prompts=earlier is None and ready.prompts.calls == 1,
        # Other servers name their models as they like: a gateway by the id of who serves it, a server on this
        # machine by the path of its weights.
        checks_model=bool(PROVIDERS[access.provider].address)
        and (access.base_url is None or (access.price is not None and access.price.source == POLICY_SOURCE)),
        tier=access.extra.get("service_tier"),
        config_file=access.file,
        config_place=access.place,
        keys=ready.keys,
    )


def _estimate(ready: PreparedStage, have: SamplesPresent) -> Estimate:
    return estimate_stage(ready.stage, ready.prompts, have, ready.provider.draws_per_call, ready.pricer)


def estimate_stage(
    stage: Stage, prompts: Prompts, have: SamplesPresent, draws_per_call: int, pricer: Pricer | None
) -> Estimate:
    """Return what the missing samples of a stage cost at most, and how long they take."""
    # The text of the first stage is not known yet, so it counts with the maximum length.
    earlier = "x" * (_CHARACTERS_PER_TOKEN * (stage.protocol.max_tokens if stage.index else 0))
    guesses: dict[str, int] = {}
    calls = tokens = 0
    # In a second stage, and where a model looks closer, each draw has a prompt of its own, so each is a call.
    turns = prompts.calls
    for planned in have.planned_calls(1 if stage.index or turns > 1 else draws_per_call):
        if planned.task_id not in guesses:
            guesses[planned.task_id] = prompts.guess(planned.task_id, stage.index, earlier)
        calls += turns
        tokens += turns * guesses[planned.task_id] + sum(range(turns)) * TOKENS_PER_LOOK
    return estimate(
        samples=have.missing,
        calls=calls,
        tokens_in=tokens,
        turns=turns,
        tokens_limit=stage.sampling.tokens_limit,
        limits=stage.access.limits,
        pricer=pricer,
    )
