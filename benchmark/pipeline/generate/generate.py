"""From a plan to a complete file of completions with its manifest."""

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.generation.asking.ask import MessageFactory, SamplesPresent
from benchmark.generation.asking.drive import ShowProgress, drive, open_provider
from benchmark.generation.asking.estimate import Estimate, add_estimates, estimate
from benchmark.generation.asking.job import GenerationJob
from benchmark.generation.asking.run import GenerationRun
from benchmark.generation.asking.tally import CompletionTotals
from benchmark.generation.record.manifest import Manifest
from benchmark.generation.record.texts import SampleTexts
from benchmark.pipeline.generate.generation_file import (
    OpenCompletions,
    begin_manifest,
    end_manifest,
    known_of,
    look_into,
    opened_file,
    up_to_date,
)
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage

_CHARACTERS_A_TOKEN = 4  #: in a guess of how long the text of an earlier stage is


@dataclass(frozen=True, slots=True)
class GenerationListener:
    """Who is told what happens; all of it is for people."""

    estimated: Callable[[Estimate], None]
    told: ShowProgress
    asked_to_stop: Callable[[bool], None]


def estimated(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> Estimate:
    """What a run would ask for, what is there already left out. Writes nothing.

    Raises:
        BadInput: for a file that is broken or belongs to another config.
    """
    return add_estimates([_estimate(one, look_into(plan, one.stage, one.config)) for one in prepared])


def generate(
    plan: GenerationPlan,
    prepared: tuple[PreparedStage, ...],
    listener: GenerationListener,
    seconds: float | None = None,
) -> Manifest:
    """Ask for everything that is missing; what comes is in ``plan.out`` at once.

    Args:
        plan: what is generated.
        prepared: its stages.
        listener: is told what happens.
        seconds: after which no further call is made; None for ever.

    Returns:
        The manifest of the last stage.

    Raises:
        BadInput: for a file that cannot be written, is in use or belongs to another config, for what the
            server refuses, and when the budget is reached.
        OurFailure: when samples are missing at the end. The same call goes on from there.
        Interrupted: by Ctrl-C, or when the seconds are over.
    """
    until = None if seconds is None else time.monotonic() + seconds
    return asyncio.run(_generate(plan, prepared, listener, until))


async def _generate(
    plan: GenerationPlan,
    prepared: tuple[PreparedStage, ...],
    listener: GenerationListener,
    until: float | None,
) -> Manifest:
    async with contextlib.AsyncExitStack() as stack:
        files = [stack.enter_context(opened_file(plan, one.stage, one.config)) for one in prepared]
        listener.estimated(
            add_estimates([_estimate(one, file.have) for one, file in zip(prepared, files, strict=True)])
        )
        ready: set[int] = set()
        spent = [_spent(file.tally.file, file.before) for file in files]
        manifest = files[-1].before
        for index, (one, file) in enumerate(zip(prepared, files, strict=True)):
            if file.have.missing and id(one.provider) not in ready:
                await stack.enter_async_context(open_provider(one.provider))
                ready.add(id(one.provider))
            earlier = prepared[index - 1].stage.path if index else None
            if file.have.missing:
                allowed = _allowed(plan, prepared, spent, index)
                manifest = await _run(one, file, _job(one, earlier, allowed), listener, until)
            else:
                listener.told(file.tally)
                manifest = up_to_date(file, one.stage)
            spent[index] = _spent(file.tally.file, manifest)
        return manifest


@dataclass(frozen=True, slots=True)
class _Allowed:
    """What a stage may spend: the narrower one of the command's limit and the config's."""

    limit: float | None  #: US dollars, of what has been spent elsewhere as well
    elsewhere: float  #: US dollars
    name: tuple[str, str]  #: file or option, and place in it


def _allowed(
    plan: GenerationPlan, prepared: Sequence[PreparedStage], spent: Sequence[float], index: int
) -> _Allowed:
    """The command's limit holds for everything, a config's for the stages that it answers."""
    own = prepared[index].stage.access
    others = [other for other in range(len(prepared)) if other != index]
    config = (own.file, f"{own.place}.max_cost".lstrip("."))
    found = [
        _Allowed(plan.budget, plan.spent_usd + sum(spent[other] for other in others), ("--budget", "")),
        _Allowed(
            own.max_cost,
            sum(spent[other] for other in others if prepared[other].stage.access.place == own.place),
            config,
        ),
    ]
    return min(found, key=lambda one: math.inf if one.limit is None else one.limit - one.elsewhere)


def spent(plan: GenerationPlan, prepared: tuple[PreparedStage, ...]) -> float:
    """US dollars that the files of a plan have cost until now, with what may be on the bill beside them.

    Raises:
        BadInput: for a file that is broken or belongs to another config.
    """
    return sum(_spent(*known) for one in prepared if (known := known_of(plan, one.stage, one.config)))


def _spent(totals: CompletionTotals, manifest: Manifest) -> float:
    return totals.cost_usd + manifest.unsure_usd


async def _run(
    one: PreparedStage,
    file: OpenCompletions,
    job: GenerationJob,
    listener: GenerationListener,
    until: float | None,
) -> Manifest:
    """One stage, with its manifest at the beginning and at the end."""
    manifest = begin_manifest(file, one.stage, one.pricer, one.provider.versions)
    run = GenerationRun(job, file.have, file.store, file.tally)
    seconds = None if until is None else until - time.monotonic()
    try:
        await drive(run, listener.told, listener.asked_to_stop, seconds)
    finally:
        # A second error would hide the first, which says more: a disk that is full is full here too.
        with contextlib.suppress(BadInput):
            manifest = end_manifest(manifest, file, one.stage, unsure_usd=run.budget.uncertain)
    return manifest


def _job(one: PreparedStage, earlier: Path | None, allowed: _Allowed) -> GenerationJob:
    stage, access = one.stage, one.stage.access
    messages: MessageFactory = one.prompts.first
    if earlier is not None:
        texts = SampleTexts(earlier)
        messages = lambda task_id, draw: one.prompts.second(task_id, texts.of(task_id, draw))  # noqa: E731
    return GenerationJob(
        provider=one.provider,
        model=access.model,
        sampling=stage.sampling,
        messages=messages,
        may_drop=access.may_drop,
        dropped=one.dropped,
        limits=access.limits,
        patience=access.patience,
        pricer=one.pricer,
        budget_usd=allowed.limit,
        spent_usd=allowed.elsewhere,
        budget_name=allowed.name,
        shares_prompts=earlier is None,
        config_file=access.file,
        config_place=access.place,
        keys=one.keys,
    )


def _estimate(one: PreparedStage, have: SamplesPresent) -> Estimate:
    stage, provider = one.stage, one.provider
    limit = stage.sampling.tokens_limit
    earlier = "x" * (_CHARACTERS_A_TOKEN * (stage.protocol.max_tokens if stage.index else 0))
    guesses: dict[str, int] = {}
    calls = tokens = 0
    for ask in have.planned_calls(1 if stage.index else provider.draws_per_call):
        if ask.task_id not in guesses:
            guesses[ask.task_id] = one.prompts.guess(ask.task_id, stage.index, earlier)
        calls += 1
        tokens += guesses[ask.task_id]
    return estimate(
        samples=have.missing,
        calls=calls,
        tokens_in=tokens,
        tokens_limit=limit,
        limits=stage.access.limits,
        pricer=one.pricer,
    )
