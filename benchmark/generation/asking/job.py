"""One file's worth of generation: what is asked of whom, within which limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from benchmark.generation.asking.ask import Messages
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Pricer
from benchmark.generation.wire.provider import Provider
from benchmark.generation.wire.request import Sampling


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationJob:
    """Everything that a run needs beside its file."""

    provider: Provider
    model: str  #: the provider's id
    sampling: Sampling
    messages: Messages
    may_drop: frozenset[str] = frozenset()  #: parameters that may be left out when the model refuses them
    dropped: frozenset[str] = frozenset()  #: those of ``may_drop`` that the API does not have at all
    limits: RateLimits = field(default_factory=RateLimits)
    patience: Patience = field(default_factory=Patience)
    pricer: Pricer | None = None
    budget_usd: float | None = None
    budget_name: tuple[str, str] = ("--budget", "")  #: file or option, and place in it, for messages
    spent_usd: float = 0.0  #: of the budget, by stages before this one
    shares_prompts: bool = True  #: False where each draw of a task has a prompt of its own
    config_file: str = "model config"  #: for messages
    config_place: str = ""  #: where in it the model is, such as ``runs[0].model``
    keys: tuple[str, ...] = ()  #: hidden in all that is written

    @property
    def draws_per_call(self) -> int:
        """Answers that one call asks for at most."""
        return self.provider.draws_per_call if self.shares_prompts else 1


def parameters(sampling: Sampling) -> Mapping[str, object]:
    """What is sent, by name; what is not sent is left out."""
    named = {name: getattr(sampling, name) for name in Sampling.__dataclass_fields__}
    sent = {name: value for name, value in named.items() if value not in (None, ())}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in sent.items()}


def without(sampling: Sampling, dropped: frozenset[str]) -> Sampling:
    """The same without some parameters."""
    empty: dict[str, object] = {name: () if name == "stop" else None for name in dropped}
    return replace(sampling, **empty)  # type: ignore[arg-type]  # names of its own fields
