"""The plug point for APIs and engines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from benchmark.core.errors import BadInput
from benchmark.generation.wire.debug import Dump
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """Where a provider finds its model."""

    model: str  #: the provider's id of the model; a path for ``replay`` and ``python``
    base_url: str | None = None  #: None for the vendor's own address
    api_key: str | None = field(default=None, repr=False)  #: never shown, never written
    revision: str | None = None  #: of open weights
    timeout: float = 600.0  #: seconds for one call
    concurrency: int = 16  #: calls that may be under way at the same time
    draws_per_call: int | None = None  #: as the config says; None for the provider's own
    extra: Mapping[str, object] = field(default_factory=dict)  #: fields of the body, sent as they are
    dump: Dump | None = None  #: where all HTTP is written, for people who look for a fault
    server: Mapping[str, object] = field(default_factory=dict)  #: how ``local`` starts its server
    log: Path = Path("server.log")  #: where the output of such a server goes


class Provider(Protocol):
    """Makes calls, one at a time each; retries, rate, budget and files belong to others.

    ``call`` may run many times at once in one event loop.
    """

    @property
    def name(self) -> str:
        """As in configs, such as ``openai``."""

    @property
    def draws_per_call(self) -> int:
        """Answers that one call may ask for."""

    @property
    def parameters(self) -> frozenset[str]:
        """Fields of ``Sampling`` that this API has; another one is refused before the first call."""

    @property
    def versions(self) -> Mapping[str, str]:
        """Of the SDK and the engine, by name."""

    async def open(self) -> None:
        """Make ready what calls need; may take minutes where a server has to be started.

        Raises:
            SightbenchError: when that fails.
        """

    async def call(self, request: Request) -> Reply:
        """Make one call. It is not repeated here, and no parameter is left out or changed.

        Raises:
            CallFailed: one of :mod:`benchmark.generation.wire.failure`, for all that is no whole reply.
        """

    async def close(self) -> None:
        """Free what it holds: connections, a server that it started. Safe to call twice."""


def missing_package(name: str, extra: str) -> BadInput:
    """The error for an SDK that is not installed."""
    return BadInput(
        f"provider {name}", "", "its package is not installed", f"python -m pip install 'sightbench[{extra}]'"
    )


#: Makes a provider; its SDK is imported then and not before.
ProviderFactory = Callable[[Endpoint], Provider]
