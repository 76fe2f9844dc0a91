"""Which environment variable may be sent as an API key to which host, and the key of a model."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from benchmark.core.secret import OWN_PREFIX
from benchmark.generation.providers import PROVIDERS

if TYPE_CHECKING:
    from benchmark.generation.wire.access import ModelAccess

#: Secrets of other programs. They are never sent to a model's server, even if a user lends them.
_NEVER = re.compile(
    r"(?:AWS|AZURE|STRIPE|GH|GITLAB|GITHUB|ACTIONS|RUNNER|SSH|MYSQL|REDIS|DOCKER|NPM|PYPI|TWINE|VAULT)_.*"
    r"|PGPASSWORD|.*(?:DATABASE_URL|AUTH_TOKEN|SECRET_KEY|SECRET_ACCESS_KEY|PRIVATE_KEY|PASSWORD|PASSWD|CREDENTIALS)"
)


def vendor_keys(provider: str, base_url: str | None = None) -> tuple[str, ...]:
    """Return the variables that hold a vendor's key; none for another address than the vendor's."""
    known = PROVIDERS.get(provider)
    return () if known is None or base_url is not None else tuple(known.keys)


def all_vendor_keys() -> frozenset[str]:
    """Return the variables that hold the keys of all providers' vendors."""
    return frozenset(name for provider in PROVIDERS.values() for name in provider.keys)


def server_host(provider: str, base_url: str | None) -> str:
    """Return the host that receives a provider's requests, in lower case; empty if it has no server."""
    known = PROVIDERS.get(provider)
    if known is None or not known.address:
        return ""
    return (urlsplit(known.address if base_url is None else base_url).hostname or "").lower()


def key_domain(variable: str) -> str | None:
    """Return the only domain that may receive the key in a vendor's variable; None for other variables."""
    return next(
        (
            keys[variable]
            for provider in PROVIDERS.values()
            for keys in (provider.keys, provider.other_keys)
            if variable in keys
        ),
        None,
    )


def is_within(host: str, domain: str) -> bool:
    """Whether a host is the domain or one of its subdomains."""
    return host == domain or host.endswith(f".{domain}")


def is_foreign_secret(variable: str) -> bool:
    """Whether a variable is a secret of another program, such as AWS_SECRET_ACCESS_KEY."""
    if may_be_submitted(variable):
        return False
    return _NEVER.fullmatch(variable) is not None


def may_be_submitted(variable: str) -> bool:
    """Whether a variable may be sent without being lent by hand: a vendor's, or one with our prefix."""
    return key_domain(variable) is not None or variable.startswith(OWN_PREFIX)


def own_variable(variable: str) -> str:
    """Return the name with our prefix that a variable should have instead, such as SIGHTBENCH_KEY_ACME."""
    return OWN_PREFIX + variable.removesuffix("_KEY").removesuffix("_API")


def may_receive(host: str, variable: str, lent: Mapping[str, str]) -> bool:
    """Whether a host may receive the key in a variable.

    Args:
        host: the host, in lower case.
        variable: name of the environment variable.
        lent: variables that the user lends by hand, each with the exact host.
    """
    if not host or is_foreign_secret(variable):
        return False
    if (domain := key_domain(variable)) is not None:
        return is_within(host, domain)
    # A vendor's key goes to all its subdomains, a lent one to one host: its domain may have other users.
    return variable.startswith(OWN_PREFIX) or lent.get(variable) == host


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key, the environment variable that holds it, and the host that receives it."""

    value: str = field(repr=False)
    variable: str
    host: str


def api_key(
    access: "ModelAccess",
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
    # A line end in a header would make h11 raise an error whose text shows the key.
    if not key.isprintable() or not key.isascii() or " " in key:
        problem = f"the environment variable {name} does not hold a valid key"
        fix = "remove spaces, line ends and other characters that are not part of the key"
        raise access.field_error("api_key_env", problem, fix)
    return ApiKey(key, name, host)
