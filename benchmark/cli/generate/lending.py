"""The option `--lend NAME=HOST`: environment variables that may be sent to a host as an API key."""

import re
from collections.abc import Mapping, Sequence

import click

from benchmark.core.errors import BadInput, quote_value
from benchmark.generation.providers.keys import is_foreign_secret, key_domain

_LENT = re.compile(r"([A-Z][A-Z0-9_]{1,63})=([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|::1)")


def lent_keys(given: Sequence[str]) -> Mapping[str, str]:
    """Return the lent variables, each with its host in lower case.

    Raises:
        BadInput: if a value is not NAME=HOST, lends a variable twice, or lends one that may not be lent.
    """
    lent: dict[str, str] = {}
    for value in given:
        match = _LENT.fullmatch(value)
        if match is None:
            # Only what stands before the =: behind it somebody may have written the key itself.
            problem = f"{quote_value(value.partition('=')[0])} is not followed by = and a host"
            fix = "write the name of a variable and a host without a port, such as ACME_KEY=api.acme.example"
            raise BadInput("--lend", "", problem, fix)
        name, host = match[1], match[2].lower()
        if (home := key_domain(name)) is not None:
            problem = f"{name} is the key for {home} and is sent to no other host"
            raise BadInput("--lend", "", problem, "use another variable for the key of this server")
        if is_foreign_secret(name):
            problem = f"{name} is a secret of another program and is never sent to a model's server"
            raise BadInput("--lend", "", problem, "use another variable for the key of this server")
        if lent.setdefault(name, host) != host:
            raise BadInput("--lend", "", f"lends {name} to two hosts", "leave one of them out")
    return lent


lend_option = click.option(
    "--lend",
    multiple=True,
    metavar="NAME=HOST",
    callback=lambda _context, _option, given: lent_keys(given),
    help="Let a config send this environment variable to this host; may be repeated. Without it, a host other"
    " than the vendor's gets only variables named SIGHTBENCH_KEY_….",
)
