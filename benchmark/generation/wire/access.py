"""Where a model is and how it is reached: a model config as a value."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.suite import DrawProtocol
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Price
from benchmark.generation.wire.request import Sampling

#: Provider → variables that hold the vendor's key; the first that is set counts.
VENDOR_KEYS: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "google-legacy": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
}
_SECRET = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD)S?$", re.IGNORECASE)
#: Provider → vendor, as the price table calls it.
VENDORS: Mapping[str, str] = {
    "openai": "openai",
    "anthropic": "anthropic",
    "google": "google",
    "google-legacy": "google",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAccess:
    """What a submission says of its model; see the schema of submissions for the fields."""

    provider: str
    model: str
    base_url: str | None = None
    api_key_env: str | None = None
    revision: str | None = None
    sampling: Sampling = field(default_factory=Sampling)  #: beside what the protocol says
    may_drop: frozenset[str] = frozenset()
    draws_per_call: int | None = None
    max_side: int | None = None  #: px of a picture's longest side; None: as it is
    limits: RateLimits = field(default_factory=RateLimits)
    patience: Patience = field(default_factory=Patience)
    timeout: float = 600.0  #: seconds for one call
    price: Price | None = None
    max_cost: float | None = None  #: US dollars
    extra: Mapping[str, object] = field(default_factory=dict)
    server: Mapping[str, object] = field(default_factory=dict)
    file: str = "model config"  #: where it stands, for messages
    place: str = ""  #: where in that file, such as ``runs[0].model``
    folder: Path = Path()  #: that paths in it are relative to

    def wrong(self, name: str, problem: str, fix: str) -> BadInput:
        """The error for one of its fields."""
        return BadInput(self.file, f"{self.place}.{name}".lstrip("."), problem, fix)


def key_of(access: ModelAccess, environment: Mapping[str, str]) -> str | None:
    """The key for a model, from the environment; None for a server that needs none.

    The vendor's own variable counts only where the vendor's own server is asked: a config that names another
    one does not get that key.

    Raises:
        BadInput: when the variable is not set, or does not hold a key; its value is not shown.
    """
    vendor = () if access.base_url is not None else VENDOR_KEYS.get(access.provider, ())
    names = (access.api_key_env,) if access.api_key_env is not None else vendor
    if not names:
        return None
    name = next((one for one in names if environment.get(one, "").strip()), None)
    if name is None:
        wanted = " or ".join(names)
        fix = f"export {names[0]}=…; the key itself never goes into a file"
        raise access.wrong("api_key_env", f"the environment variable {wanted} is not set", fix)
    key = environment[name].strip()
    if not key.isprintable() or not key.isascii() or " " in key:
        problem = f"the environment variable {name} holds what is no key"
        raise access.wrong("api_key_env", problem, "no spaces, no line ends, no other signs than a key has")
    return key


def own_secrets(environment: Mapping[str, str]) -> tuple[str, ...]:
    """What is secret by the name of its variable: for code of a user's own, which takes what it wants."""
    return tuple(value.strip() for name, value in environment.items() if _SECRET.search(name))


def sampling_of(protocol: DrawProtocol, access: ModelAccess) -> Sampling:
    """What is sent: the protocol's parameters, and beside them those of the config.

    Raises:
        BadInput: for a parameter of the config that the protocol sets to something else: the completions
            would not be what their protocol says.
    """
    given = access.sampling
    set_by_protocol: dict[str, object] = {
        "temperature": float(protocol.temperature),
        "top_p": protocol.top_p,
        "top_k": protocol.top_k,
        "max_tokens": protocol.max_tokens,
        "stop": protocol.stop,
    }
    for name, value in set_by_protocol.items():
        own = getattr(given, name)
        if own not in (None, ()) and own != value:
            problem = f"{shown(own)} is not what the protocol {protocol.id} says: {shown(value)}"
            raise access.wrong(f"parameters.{name}", problem, "remove it, or name another protocol")
    return replace(
        given,
        temperature=float(protocol.temperature),
        top_p=None if protocol.top_p == 1 else protocol.top_p,  # some models refuse it beside temperature
        top_k=protocol.top_k,
        max_tokens=protocol.max_tokens,
        stop=protocol.stop,
    )


def recorded_url(base_url: str | None) -> str | None:
    """The address as it stands in a manifest: a server on this machine is the same on every port."""
    if base_url is None:
        return None
    return "loopback" if is_loopback(base_url) else base_url
