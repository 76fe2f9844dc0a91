"""Choose the runner that generates a run: a hosted one, one with a GPU, or none for now."""

import re
import secrets
from dataclasses import dataclass

from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.job import PlannedRun, UnplannedRun
from benchmark.chain.plan.policy import Policy, RubricPolicy, needs_gpu, policy_violations, wanted_keys
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.wording import field_path
from benchmark.generation.batch.state import BATCHED
from benchmark.results.status import State, reason_of
from benchmark.suites import suite_of

_RANDOM_BYTES = 16
_LABEL = re.compile(r"sightbench-(?P<gpu>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)-[0-9a-f]{32}")


def new_label(gpu: str) -> str:
    """Return a new label for one job on a kind of GPU runner, such as ``sightbench-h200-<32 hex digits>``.

    A runner takes any queued job whose labels it has. So each GPU job gets a label of its own, which
    cannot be guessed, and ``lab/engines/gpu_runner.py`` registers a runner with this label only, for this job
    only. Nothing that is published before the job is queued, such as policy.yml, names a label that a
    stranger's workflow could ask for.
    """
    return f"sightbench-{gpu}-{secrets.token_hex(_RANDOM_BYTES)}"


def gpu_of_label(label: str) -> str | None:
    """Return the kind of GPU runner that a one-time label asks for; None for any other label."""
    found = _LABEL.fullmatch(label)
    return None if found is None else found["gpu"]


#: Labels of the runner that judges answers and that calls models behind an API.
HOSTED = ("ubuntu-24.04",)
#: The reason in the status of a run whose job waits for a GPU runner.
GPU_ABSENT = "it waits for a GPU runner, and goes on once one takes its job"


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """The runner and secrets for a run; both are empty if its answers were submitted.

    Referenced answers are fetched on a hosted runner, without a secret.
    """

    labels: tuple[str, ...]  #: labels of the runner; empty if the answers were submitted
    gpu: bool = False
    keys: tuple[str, ...] = ()  #: names of the secrets that the run needs


def unplanned_run(run: SubmittedRun | PlannedRun, state: State, reason: str) -> UnplannedRun:
    """Return the entry of a run that gets no job now."""
    return UnplannedRun(
        **run.name._asdict(), request=run.request, config=run.config, state=state, reason=reason_of(reason)
    )


def place_run(submitted: SubmittedRun, policy: Policy) -> PlacedRun | UnplannedRun:
    """Choose the runner for a run, from those that the policy of the base branch allows.

    A run that needs a GPU waits if the policy lists no such runner.
    """
    configs = submitted.models
    if not configs:
        return PlacedRun(() if submitted.run.reference is None else HOSTED)
    served = [config for config in configs if needs_gpu(config)]
    # The policy listed this model when its pull request was checked, and may list the model again later.
    if lacking := [config.model for config in served if policy.gpu_for(config) is None]:
        reason = f"{quote_value(lacking[0])} needs a GPU, but policy.yml lists no runner for it now"
        return unplanned_run(submitted, "waiting", reason)
    for broken in policy_violations(policy, submitted.run):
        place = field_path((*("runs", submitted.index), *broken.loc))
        return unplanned_run(submitted, "refused", f"{place}: {broken.problem}; fix: {broken.fix}")
    keys = tuple(dict.fromkeys(key for config in configs if (key := policy.key_for(config)) is not None))
    gpu = policy.gpu_for(served[0]) if served else None
    if gpu is None:
        return PlacedRun(HOSTED, keys=keys)
    return PlacedRun((new_label(gpu.name),), gpu=True, keys=keys)


def asks_api(submitted: SubmittedRun) -> bool:
    """Whether a run calls a model behind an API."""
    return any(not needs_gpu(config) and not is_replay(config) for config in submitted.models)


def is_paid(submitted: SubmittedRun) -> bool:
    """Whether a run calls a model with a key of ours.

    A server without a key costs us nothing, whatever it or its submission says about prices: otherwise
    anybody's server could use up the budget of a month.
    """
    return any(
        not needs_gpu(config) and not is_replay(config) and bool(wanted_keys(config))
        for config in submitted.models
    )


#: Smaller runs are asked call by call: who submits one waits for its row.
LARGE_RUN = 1000


def why_not_batched(submitted: SubmittedRun, samples: int | None, policy: Policy) -> str:
    """Return why a run is not asked in batches; empty if it is.

    Args:
        submitted: the run.
        samples: of the run; None for a panel of a night.
        policy: what the maintainers allow.
    """
    if not policy.batch:
        return "policy.yml does not allow batches"
    if not submitted.models:
        return "its answers were submitted"
    for config in submitted.models:
        if config.provider not in BATCHED:
            return f"the provider {config.provider} has no batch API"
        if config.base_url is not None:
            return f"{quote_value(config.base_url)} may have no batch API"
    if submitted.run.setting in suite_of(submitted.run.suite).asked.looking:
        return f"in {submitted.run.setting} a model needs replies at once"
    small = samples is not None and samples < LARGE_RUN
    return f"it has fewer than {LARGE_RUN:,} samples" if small else ""


def price_of(submitted: SubmittedRun, policy: Policy) -> float:
    """Return the US dollars that generating a run may cost at most; 0 if no paid model is called."""
    return policy.budgets.run_usd if is_paid(submitted) else 0.0


def budget_of(submitted: SubmittedRun, planned: PlannedRun, policy: Policy) -> float | None:
    """Return the US dollars that the job of a planned run may spend; None if no paid model is called.

    A panel may spend what is reserved for it. 0 means that no model may be asked, never "no limit".
    """
    if not is_paid(submitted):
        return None
    # The lower one, because the plan is data that other jobs passed on.
    return min(price_of(submitted, policy), planned.reserved_cents / 100)


def rubric_budget(planned: PlannedRun, policy: RubricPolicy) -> float:
    """Return the US dollars that the rubric job of a planned run may spend.

    Raises:
        BadInput: if nothing is reserved: 0 is never "no limit".
    """
    budget = min(policy.run_usd, planned.rubric_cents / 100)
    if budget <= 0:
        problem = f"nothing is reserved for scoring the answers of {planned.name}"
        raise BadInput("--plan", "rubric_cents", problem, "plan again")
    return budget
