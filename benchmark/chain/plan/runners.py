"""Where a run is generated: on a hosted runner, on one with a GPU, or nowhere for now."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from benchmark.chain.plan.due_runs import SubmittedRun, is_replay
from benchmark.chain.plan.policy import Policy, needs_gpu, not_lent
from benchmark.files.wording import field_path
from benchmark.generation.wire.access import VENDOR_KEYS
from benchmark.results.status import State
from benchmark.submissions.schema import ModelConfig

#: Labels of the runner that judges, and that asks models behind an API.
HOSTED = ("ubuntu-24.04",)


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run that can be generated, or needs not be."""

    labels: tuple[str, ...]  #: of the runner; empty where the answers are there already
    gpu: bool = False
    keys: tuple[str, ...] = ()  #: names of the secrets that it needs


@dataclass(frozen=True, slots=True)
class UnplacedRun:
    """A run that cannot be generated."""

    state: State
    reason: str


def place(one: SubmittedRun, policy: Policy, there: Collection[str] | None = None) -> PlacedRun | UnplacedRun:
    """Where a run is generated, by what the base branch lends.

    What needs a GPU waits where the repository has no such runner at all, and while its runner is not there:
    a job for it would keep all others of its workflow run waiting.

    Args:
        one: the run.
        policy: of the base branch.
        there: names of the kinds of GPU runner that take jobs now; None stands for all of the policy.
    """
    configs = models_of(one)
    if not configs:
        return PlacedRun(())
    served = [config for config in configs if needs_gpu(config)]
    if served and not policy.gpus:
        return UnplacedRun("waiting", "it needs a GPU, and policy.yml names no runner that has one")
    for broken in not_lent(policy, one.run):
        at = field_path((*("runs", one.index), *broken.loc))
        return UnplacedRun("refused", f"{at}: {broken.problem}; fix: {broken.fix}")
    keys = tuple(dict.fromkeys(key for config in configs for key in _key_of(config, policy)))
    gpu = policy.gpu_for(served[0]) if served else None
    if gpu is None:
        return PlacedRun(HOSTED, keys=keys)
    if there is not None and gpu.name not in there:
        return UnplacedRun("waiting", f"it needs the GPU runner {gpu.name}, and none is there now")
    return PlacedRun(tuple(gpu.labels), gpu=True, keys=keys)


def _key_of(config: ModelConfig, policy: Policy) -> Sequence[str]:
    """The secret for a model, of those that the policy lends."""
    vendor = () if config.base_url is not None else VENDOR_KEYS.get(config.provider, ())
    wanted = vendor if config.api_key_env is None else (config.api_key_env,)
    return [name for name in wanted if name in policy.keys][:1]


def price_of(one: SubmittedRun, policy: Policy) -> float:
    """US dollars that generating a run may cost at most; 0 where nothing is to be paid."""
    paid = [config for config in models_of(one) if not needs_gpu(config) and not is_replay(config)]
    return policy.budgets.run_usd if paid else 0.0


def models_of(one: SubmittedRun) -> Sequence[ModelConfig]:
    """The models that a run asks: none, one, or two where another one writes the program."""
    return [config for config in (one.run.model, one.run.coder) if config is not None]
