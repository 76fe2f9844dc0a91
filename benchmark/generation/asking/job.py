"""The settings of one generation run: provider, model, sampling, limits and budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from benchmark.generation.asking.ask import LookFactory, MessageFactory, PlannedCall
from benchmark.generation.prompts.message import Message
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Pricer
from benchmark.generation.wire.provider import Provider
from benchmark.generation.wire.request import Request, Sampling


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationJob:
    """Everything that a run needs apart from its file."""

    provider: Provider
    model: str  #: the provider's id of the model
    sampling: Sampling
    messages: MessageFactory
    look: LookFactory | None = None  #: None if a sample is a single call
    token_limits: Mapping[str, int] = field(default_factory=dict)  #: of the suite's protocols, by id
    must_apply: frozenset[str] = frozenset()  #: parameters whose refusal ends the run
    dropped: frozenset[str] = frozenset()  #: parameters that the API does not have
    url: str = ""  #: address of the server; empty if the provider has none
    timeout: float = 600.0  #: seconds after which the provider gives up a call
    limits: RateLimits = field(default_factory=RateLimits)
    patience: Patience = field(default_factory=Patience)
    pricer: Pricer | None = None
    trusts_cost: bool = True  #: whether a call costs what its reply says, also if that is below the price
    budget_usd: float | None = None
    budget_name: tuple[str, str] = ("--budget", "")  #: file or option, and its field, for error messages
    spent_usd: float = 0.0  #: US dollars of the budget that earlier stages spent
    shares_prompts: bool = True  #: False if each draw of a task has a prompt of its own
    checks_model: bool = False  #: whether an answer by another model than ``model`` ends the run
    tier: object = None  #: service tier that the config asks for
    config_file: str = "model config"  #: file with the model config, for error messages
    config_place: str = ""  #: field of that file with the model, such as ``runs[0].model``
    keys: tuple[str, ...] = ()  #: API keys; they are removed from everything that is written

    @property
    def draws_per_call(self) -> int:
        """Maximum number of answers per call."""
        return self.provider.draws_per_call if self.shares_prompts else 1


def request_of(
    job: GenerationJob, planned: PlannedCall, messages: tuple[Message, ...], dropped: frozenset[str]
) -> Request:
    """Return the request of a planned call, without the parameters in ``dropped``."""
    sampling = without_parameters(job.sampling, dropped)
    if sampling.seed is not None:
        # With one seed for all calls of a task, a server may send the same answer for every draw.
        sampling = replace(sampling, seed=sampling.seed + planned.draw)
    return Request(
        model=job.model,
        messages=messages,
        sampling=sampling,
        draws=planned.draws,
        task_id=planned.task_id,
        draw=planned.draw,
    )


def sent_parameters(sampling: Sampling) -> Mapping[str, object]:
    """Return the parameters that are sent, by name; unset ones are left out."""
    fields = {name: getattr(sampling, name) for name in Sampling.__dataclass_fields__}
    # Not by truth value: a temperature of 0 is sent.
    sent = {name: value for name, value in fields.items() if value not in (None, ())}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in sent.items()}


def without_parameters(sampling: Sampling, dropped: frozenset[str]) -> Sampling:
    """Return the sampling without some parameters; ``n`` is not one of its fields."""
    empty: dict[str, object] = {name: () if name == "stop" else None for name in dropped - {"n"}}
    return replace(sampling, **empty)  # type: ignore[arg-type]  # the names are fields of Sampling
