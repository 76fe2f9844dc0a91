"""Choose whether a model scores the answers of a run by rubrics, next to the judge."""

from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.job import MINUTES_LIMIT, MatrixJob, PlannedRun, job_id
from benchmark.chain.plan.policy import POLICY_FILE
from benchmark.chain.plan.rubric_policy import JUDGE_KEY, RubricPolicy
from benchmark.chain.plan.run_lookup import RunSize
from benchmark.chain.plan.runners import HOSTED
from benchmark.core.errors import BadInput
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.submitted_model import access_of

_PLACE = "rubric.model"


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricChoice:
    """What scoring the answers of a run by a model may cost, or why no model scores them."""

    usd: float = 0.0  #: 0: no model scores them
    why_not: str | None = None  #: why, although the policy wants it; None if it does not


NO_RUBRIC = RubricChoice()


def choose_rubric(
    submitted: SubmittedRun, size: RunSize, policy: RubricPolicy | None, spent: float
) -> RubricChoice:
    """Return whether a model scores the answers of a run. A run is never held up for it.

    Args:
        submitted: the run.
        size: its data set.
        policy: the model and its budget; None if the policy names none.
        spent: US dollars of this month, spent or reserved for other runs.
    """
    if policy is None or not wants_rubric(policy, submitted, size):
        return NO_RUBRIC
    if spent + policy.run_usd > policy.month_usd:
        limit = f"rubric.month_usd in policy.yml, {policy.month_usd:g} US dollars,"
        return RubricChoice(why_not=f"{limit} is spent, or set aside for other runs")
    return RubricChoice(usd=policy.run_usd)


def wants_rubric(policy: RubricPolicy, submitted: SubmittedRun, size: RunSize) -> bool:
    """Whether the policy lets a model score the answers of a run, and a rubric fits each task."""
    return size.draws_figures and policy.chooses(submitted.run.suite, submitted.run.dataset)


def rubric_job(submitted: SubmittedRun) -> MatrixJob:
    """Return the job in which a model scores the answers of a run."""
    return MatrixJob(
        id=job_id("rubric", submitted.name.slug, submitted.request),
        kind="rubric",
        slug=submitted.name.slug,
        run=submitted.index,
        request=submitted.request,
        minutes=MINUTES_LIMIT,
        runs_on=list(HOSTED),
    )


def judge_access(policy: RubricPolicy) -> ModelAccess:
    """Return the model that scores, with the one key that its server may get."""
    config = policy.model.model_copy(update={"api_key_env": JUDGE_KEY})
    return access_of(config, POLICY_FILE, _PLACE, Path())


def rubric_budget(policy: RubricPolicy, planned: PlannedRun) -> float:
    """Return the US dollars that the rubric job of a planned run may spend.

    Raises:
        BadInput: if nothing is reserved: 0 is never "no limit".
    """
    budget = min(policy.run_usd, planned.rubric_cents / 100)
    if budget <= 0:
        problem = f"nothing is reserved for scoring the answers of {planned.name}"
        raise BadInput("--plan", "rubric_cents", problem, "plan again")
    return budget
