"""What a panel asks a model, and what that costs at most."""

from dataclasses import replace
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import PanelPlan
from benchmark.core.provider import providers
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.estimate import estimate
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.price import Price, Pricer, find_pricer
from benchmark.pipeline.generate.generation_plan import GenerationPlan, Stage, stages_of
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.pipeline.generate.submitted_model import plan_of_run

_SEED_LIMIT = 2**63  #: seeds of submissions are below it
_EARLIER = 4  #: characters of an earlier stage's text per token


def panel_questions(plan: GenerationPlan, panel: PanelPlan) -> GenerationPlan:
    """Return the plan that asks for a panel only: its tasks, each once, with a seed of its night's own.

    A model without a known price has that of the watch list.
    """

    def tonight(access: ModelAccess) -> ModelAccess:
        seed = access.sampling.seed
        own = None if seed is None else (seed + panel.first_seed) % _SEED_LIMIT
        price = access.price if _pricer(access) else _assumed_price(panel)
        return replace(access, sampling=replace(access.sampling, seed=own), price=price)

    return replace(
        plan,
        tasks=panel.chosen(plan.tasks),
        protocol=replace(plan.protocol, draws=1),
        access=tonight(plan.access),
        coder=None if plan.coder is None else tonight(plan.coder),
        captioner=None if plan.captioner is None else tonight(plan.captioner),
    )


def highest_cost(submitted: SubmittedRun, panel: PanelPlan) -> float | None:
    """Return the US dollars that a panel costs if each answer is as long as it may be; needs no key.

    It is None if a price or the limit of an answer is unknown.

    Raises:
        BadInput: if the data set, the prompt or a picture is missing.
    """
    whole = plan_of_run(
        submitted.folder, submitted.submission, submitted.index, out=Path("completions.jsonl")
    )
    plan = panel_questions(whole, panel)
    costs = [_stage_cost(plan, stage) for stage in stages_of(plan)]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def _pricer(access: ModelAccess) -> Pricer | None:
    vendor = providers()[access.provider].vendor
    return find_pricer(access.model, vendor=vendor, base_url=access.base_url, given=access.price)


def _assumed_price(panel: PanelPlan) -> Price | None:
    if panel.price is None:
        return None
    return Price(
        input_usd=panel.price.input, output_usd=panel.price.output, source="policy.yml", date=panel.date
    )


def _stage_cost(plan: GenerationPlan, stage: Stage) -> float | None:
    access = stage.access
    pricer = _pricer(access)
    if pricer is None:
        return None
    prompts = Prompts(plan.tasks, plan.prompt, folders=plan.folders, max_side=access.max_side)
    earlier = "x" * (_EARLIER * stage.protocol.max_tokens if stage.index else 0)
    together = 1 if stage.index or access.draws_per_call is None else access.draws_per_call
    calls = list(
        SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws).planned_calls(together)
    )
    found = estimate(
        samples=sum(call.draws for call in calls),
        calls=len(calls),
        tokens_in=sum(prompts.guess(call.task_id, stage.index, earlier) for call in calls),
        tokens_limit=stage.sampling.tokens_limit,
        limits=access.limits,
        pricer=pricer,
    )
    return found.cost_usd
