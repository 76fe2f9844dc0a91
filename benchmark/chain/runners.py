"""Where a run is generated: on a hosted runner, on one with a GPU, or nowhere for now."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmark.chain.due import Asked
from benchmark.results.status import State
from benchmark.submissions.schema import ModelConfig

#: Labels of the runner that judges, and that asks models behind an API.
HOSTED = ("ubuntu-24.04",)
#: The provider that serves open weights, on the machine of the job.
_SERVES = "local"


@dataclass(frozen=True, slots=True)
class Placed:
    """A run that can be generated, or needs not be."""

    labels: tuple[str, ...]  #: of the runner; empty where the answers are there already
    gpu: bool = False


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A run that cannot be generated."""

    state: State
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Runners:
    """What the policy of the base branch grants."""

    gpu: tuple[str, ...] = ()  #: labels of a runner with a GPU; empty where there is none
    refused: Callable[[Asked], str] = lambda _asked: (
        ""
    )  #: why a run must not be generated; empty where it may

    def place(self, one: Asked) -> Placed | Unplaced:
        """Where a run is generated."""
        configs = models_of(one)
        if not configs:
            return Placed(())
        if reason := self.refused(one):
            return Unplaced("refused", reason)
        if not any(config.provider == _SERVES for config in configs):
            return Placed(HOSTED)
        if not self.gpu:
            return Unplaced("waiting", "it needs a GPU, and policy.yml names no runner that has one")
        return Placed(self.gpu, gpu=True)


def models_of(one: Asked) -> Sequence[ModelConfig]:
    """The models that a run asks: none, one, or two where another one writes the program."""
    return [config for config in (one.run.model, one.run.coder) if config is not None]
