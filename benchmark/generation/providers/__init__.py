"""All providers by name; an SDK is imported only when its provider is created."""

import pkgutil
from importlib import import_module

from benchmark.core.provider import ProviderRecord
from benchmark.generation.wire.provider import Endpoint, Provider

_RECORDS: list[ProviderRecord] = [
    import_module(f"{__name__}.{module.name}").PROVIDER for module in pkgutil.iter_modules(__path__)
]
PROVIDERS = {record.name: record for record in _RECORDS}


def make_provider(name: str, endpoint: Endpoint) -> Provider:
    """Create a provider, and import its SDK.

    Raises:
        BadInput: if the SDK is not installed, or the endpoint does not fit.
    """
    provider: Provider = PROVIDERS[name].make(endpoint)
    return provider
