"""Reads the list of models of one provider; any failure makes the list unknown."""

import asyncio
from collections.abc import Mapping
from dataclasses import asdict
from typing import cast

from benchmark.core.errors import SightbenchError
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.providers import make_provider
from benchmark.generation.wire.access import ModelAccess, api_key
from benchmark.generation.wire.model_list import LIST_PATIENCE, ListingProvider, ModelList, read_models
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.provider import Endpoint
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.named import NO_ID
from benchmark.results.status import reason_of

_TIMEOUT_SECONDS = 60.0  #: for one page


def list_models(
    provider: str,
    environment: Mapping[str, str],
    *,
    base_url: str | None = None,
    patience: Patience = LIST_PATIENCE,
) -> ModelList:
    """Read the list of models of a provider. Never raises for a fault of the server, or for a missing key.

    Args:
        provider: one whose record says that it lists its models.
        environment: environment variables; the vendor's key is sent to the vendor's host only.
        base_url: another address, which gets no key.
        patience: number of attempts per page, and waits between them.
    """
    access = ModelAccess(provider=provider, model="", base_url=base_url, file=f"models of {provider}")
    try:
        key = api_key(access, environment)
        endpoint = Endpoint(
            model="",
            base_url=base_url,
            api_key=None if key is None else key.value,
            timeout=_TIMEOUT_SECONDS,
            concurrency=1,
        )
        return asyncio.run(_read(provider, endpoint, patience))
    except SightbenchError as error:
        return ModelList((), getattr(error, "problem", None) or str(error))


def models_seen(provider: str, listed: ModelList, *, date: str, when: str) -> ModelsSeen:
    """Return the record of a list.

    Args:
        provider: the provider.
        listed: the list.
        date: the night.
        when: when the list was read.
    """
    why = listed.why_incomplete
    fields = {
        "id": NO_ID,
        "date": date,
        "when": when,
        "provider": provider,
        "state": "complete" if why is None else "unknown",
        "reason": None if why is None else reason_of(why),
        "models": [asdict(model) for model in listed.models],
    }
    return ModelsSeen.model_validate(fields).with_its_id()


async def _read(provider: str, endpoint: Endpoint, patience: Patience) -> ModelList:
    client = make_provider(provider, endpoint)
    async with open_provider(client):
        return await read_models(cast(ListingProvider, client), patience)
