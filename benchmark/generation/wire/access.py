"""How to reach a model: the model config as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import is_secret_name
from benchmark.core.suite import DrawProtocol
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Price
from benchmark.generation.wire.request import Sampling


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAccess:
    """The model config of a submission; the schema of submissions describes its fields."""

    provider: str
    model: str
    base_url: str | None = None
    api_key_env: str | None = None
    revision: str | None = None
    sampling: Sampling = field(default_factory=Sampling)  #: parameters that the protocol does not set
    must_apply: frozenset[str] = frozenset()
    detail: str | None = None  #: detail of pictures; None for the vendor's default
    draws_per_call: int | None = None
    max_side: int | None = None  #: px of a picture's longest side; None for no scaling
    limits: RateLimits = field(default_factory=RateLimits)
    patience: Patience = field(default_factory=Patience)
    timeout: float = 600.0  #: seconds for one call
    price: Price | None = None
    trusts_cost: bool = True  #: whether a call costs what its reply says, also if that is below the price
    max_cost: float | None = None  #: US dollars
    extra: Mapping[str, object] = field(default_factory=dict)
    server: Mapping[str, object] = field(default_factory=dict)
    file: str = "model config"  #: file that holds the config, for error messages
    place: str = ""  #: field of that file with the config, such as ``runs[0].model``
    folder: Path = Path()  #: folder that relative paths in the config start from

    def field_error(self, name: str, problem: str, fix: str) -> BadInput:
        """Return the error for a field of the config."""
        return BadInput(self.file, f"{self.place}.{name}".lstrip("."), problem, fix)


def environment_secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the values of variables that are named like secrets: a user's own code may read any of them."""
    return tuple(value.strip() for name, value in environment.items() if is_secret_name(name))


def sampling_of(protocol: DrawProtocol, access: ModelAccess) -> Sampling:
    """Return the sampling that is sent: the protocol's parameters plus those of the config.

    Raises:
        BadInput: if the config sets a parameter to another value than the protocol, since the completions
            would then not follow their protocol.
    """
    given = access.sampling
    # Models that think may refuse every temperature, so a protocol may leave it to the vendor.
    temperature = None if protocol.temperature is None else float(protocol.temperature)
    set_by_protocol: dict[str, object] = {
        "temperature": temperature,
        "top_p": protocol.top_p,
        "top_k": protocol.top_k,
        "max_tokens": protocol.max_tokens,
        "stop": protocol.stop,
    }
    for name, value in set_by_protocol.items():
        own = getattr(given, name)
        if own not in (None, ()) and own != value:
            sets = "leaves it to the vendor" if value is None else f"sets {quote_value(value)}"
            problem = f"is {quote_value(own)}, but the protocol {protocol.id} {sets}"
            raise access.field_error(f"parameters.{name}", problem, "remove it, or name another protocol")
    return replace(
        given,
        temperature=temperature,
        # A top_p of 1 changes nothing, and some models refuse top_p together with temperature.
        top_p=None if protocol.top_p == 1 else protocol.top_p,
        top_k=protocol.top_k,
        max_tokens=protocol.max_tokens,
        stop=protocol.stop,
    )


def recorded_url(base_url: str | None) -> str | None:
    """Return the address for a manifest: ``loopback`` for a server on this machine, whatever its port."""
    if base_url is None:
        return None
    return "loopback" if is_loopback(base_url) else base_url
