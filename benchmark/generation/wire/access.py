"""How to reach a model: the model config as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.key_hosts import OWN_PREFIX, is_secret_name, may_receive, own_variable, server_host
from benchmark.core.provider import vendor_keys
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
    may_drop: frozenset[str] = frozenset()
    draws_per_call: int | None = None
    max_side: int | None = None  #: px of a picture's longest side; None for no scaling
    limits: RateLimits = field(default_factory=RateLimits)
    patience: Patience = field(default_factory=Patience)
    timeout: float = 600.0  #: seconds for one call
    price: Price | None = None
    max_cost: float | None = None  #: US dollars
    extra: Mapping[str, object] = field(default_factory=dict)
    server: Mapping[str, object] = field(default_factory=dict)
    file: str = "model config"  #: file that holds the config, for error messages
    place: str = ""  #: field of that file with the config, such as ``runs[0].model``
    folder: Path = Path()  #: folder that relative paths in the config start from

    def field_error(self, name: str, problem: str, fix: str) -> BadInput:
        """Return the error for a field of the config."""
        return BadInput(self.file, f"{self.place}.{name}".lstrip("."), problem, fix)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key, the environment variable that holds it, and the host that receives it."""

    value: str = field(repr=False)
    variable: str
    host: str


def api_key(
    access: ModelAccess,
    environment: Mapping[str, str],
    lent: Mapping[str, str] | None = None,
    *,
    required: bool = True,
) -> ApiKey | None:
    """Return the API key of a model from the environment; None if its server needs none.

    A vendor's variable is sent only to that vendor's hosts. Any other host gets only a variable whose name
    begins with ``SIGHTBENCH_KEY_``, or one that is lent to it.

    Args:
        access: the model config.
        environment: the environment variables.
        lent: variables that the user lends by hand, each with the exact host.
        required: whether an unset variable is an error; if not, None is returned for it.

    Raises:
        BadInput: if the variable may not be sent to this host, is required and not set, or does not
            hold a key. The message does not show its value.
    """
    host = server_host(access.provider, access.base_url)
    if not host:
        return None
    vendor = vendor_keys(access.provider, access.base_url)
    names = (access.api_key_env,) if access.api_key_env is not None else vendor
    if not names:
        return None
    if refused := next((name for name in names if not may_receive(host, name, lent or {})), None):
        problem = f"the environment variable {refused} may not be sent to {host}"
        fix = f"put the key of this server into {own_variable(refused)}, or lend it: --lend {refused}={host}"
        if not may_receive(host, refused, {refused: host}):
            fix = f"put the key of this server into a variable of its own, {OWN_PREFIX}…"
        raise access.field_error("api_key_env", problem, fix)
    name = next((variable for variable in names if environment.get(variable, "").strip()), None)
    if name is None and not required:
        return None
    if name is None:
        wanted = " or ".join(names)
        fix = f"export {names[0]}=…; never write the key itself into a file"
        raise access.field_error("api_key_env", f"the environment variable {wanted} is not set", fix)
    key = environment[name].strip()
    if not key.isprintable() or not key.isascii() or " " in key:
        problem = f"the environment variable {name} does not hold a valid key"
        fix = "remove spaces, line ends and other characters that are not part of the key"
        raise access.field_error("api_key_env", problem, fix)
    return ApiKey(key, name, host)


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
            problem = f"is {quote_value(own)}, but the protocol {protocol.id} sets {quote_value(value)}"
            raise access.field_error(f"parameters.{name}", problem, "remove it, or name another protocol")
    return replace(
        given,
        temperature=float(protocol.temperature),
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
