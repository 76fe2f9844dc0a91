"""The record of a provider, which its module provides: everything that depends on the provider's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

#: Who runs the model; ``unknown`` if that depends on the address or the file.
Deployment = Literal["self_deployed", "externally_managed", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRecord:
    """A way to ask models. Leave out what a provider does not have, such as a server."""

    name: str  #: in configs, such as ``openai``
    make: Callable[[Any], Any]  #: takes an ``Endpoint``, imports the SDK, and returns a ``Provider``
    extra: str = ""  #: extra of ``pyproject.toml`` with its SDK and the price table
    address: str = ""  #: address of its server, used without a base_url
    #: Environment variables with the vendor's key, each with the only domain that may receive it; the first
    #: one that is set is used, and workflows have the first one only.
    keys: Mapping[str, str] = field(default_factory=dict)
    other_keys: Mapping[str, str] = field(default_factory=dict)  #: keys of other vendors with this API
    vendor: str = ""  #: name of the vendor in the price table
    lists_models: bool = False  #: whether its server lists its models
    deployment: Deployment = "unknown"  #: without a base_url
    submitted: bool = True  #: whether a submission may name it


def providers() -> Mapping[str, ProviderRecord]:
    """Return all providers by name.

    They are plug-ins: no module outside their folder names one, and they are imported when one is needed.
    """
    found: Mapping[str, ProviderRecord] = import_module("benchmark.generation.providers").PROVIDERS
    return found


def vendor_keys(provider: str, base_url: str | None = None) -> tuple[str, ...]:
    """Return the variables that hold a vendor's key; none for another address than the vendor's."""
    known = providers().get(provider)
    return () if known is None or base_url is not None else tuple(known.keys)


def all_vendor_keys() -> frozenset[str]:
    """Return the variables that hold the keys of all providers' vendors."""
    return frozenset(name for provider in providers().values() for name in provider.keys)


def listing_providers() -> tuple[str, ...]:
    """Return the providers whose servers list their models, in order of name."""
    return tuple(name for name, provider in providers().items() if provider.lists_models)
