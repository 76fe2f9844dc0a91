"""Which environment variable may be sent as an API key to which host."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from benchmark.core.provider import providers

OWN_PREFIX = "SIGHTBENCH_KEY_"  #: variables with this prefix may be sent to any host that a config names
#: Secrets of other programs. They are never sent to a model's server, even if a user lends them.
_NEVER = re.compile(
    r"(?:AWS|AZURE|STRIPE|GH|GITLAB|GITHUB|ACTIONS|RUNNER|SSH|MYSQL|REDIS|DOCKER|NPM|PYPI|TWINE|VAULT)_.*"
    r"|PGPASSWORD|.*(?:DATABASE_URL|AUTH_TOKEN|SECRET_KEY|SECRET_ACCESS_KEY|PRIVATE_KEY|PASSWORD|PASSWD|CREDENTIALS)"
)

#: Names of variables that usually hold secrets.
_SECRET = re.compile(rf"^{OWN_PREFIX}|(?:KEY|TOKEN|SECRET|PASSWORD)S?$", re.IGNORECASE)


def is_secret_name(variable: str) -> bool:
    """Whether an environment variable is named like a secret."""
    return _SECRET.search(variable) is not None


def server_host(provider: str, base_url: str | None) -> str:
    """Return the host that receives a provider's requests, in lower case; empty if it has no server."""
    known = providers().get(provider)
    if known is None or not known.address:
        return ""
    return (urlsplit(known.address if base_url is None else base_url).hostname or "").lower()


def key_domain(variable: str) -> str | None:
    """Return the only domain that may receive the key in a vendor's variable; None for other variables."""
    return next(
        (
            keys[variable]
            for provider in providers().values()
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
    return variable.startswith(OWN_PREFIX) or lent.get(variable) == host
