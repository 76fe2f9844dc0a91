"""The plug point for APIs and model servers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.generation.wire.debug import Dump
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """How a provider reaches its model."""

    model: str  #: the provider's id of the model; a path for ``replay`` and ``python``
    base_url: str | None = None  #: None for the vendor's own address
    api_key: str | None = field(default=None, repr=False)  #: never shown, never written
    revision: str | None = None  #: commit of open weights
    timeout: float = 600.0  #: seconds for one call
    concurrency: int = 16  #: maximum number of calls in flight
    draws_per_call: int | None = None  #: as set in the config; None for the provider's default
    extra: Mapping[str, object] = field(default_factory=dict)  #: further fields of the body, sent unchanged
    detail: str | None = None  #: how finely pictures are read; None for the vendor's default
    dump: Dump | None = None  #: log of all HTTP traffic, for debugging
    server: Mapping[str, object] = field(default_factory=dict)  #: options of the server that ``local`` starts
    transport: object = None  #: takes the place of the network under the SDK's client; None for the network
    log: Path = Path("server.log")  #: file for the output of that server

    @property
    def keys(self) -> tuple[str, ...]:
        """The key, for hiding it in messages; empty without one."""
        return (self.api_key,) if self.api_key else ()


class Provider(Protocol):
    """Makes calls. Retries, rate limits, budget and files are handled by the generation loop.

    ``call`` may run many times at once in one event loop.
    """

    @property
    def name(self) -> str:
        """Its name in configs, such as ``openai``."""

    @property
    def draws_per_call(self) -> int:
        """Maximum number of answers per call."""

    @property
    def parameters(self) -> frozenset[str]:
        """Fields of ``Sampling`` that this API has; others are left out, or refused before the first call."""

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the SDK and the model server, by name."""

    async def open(self) -> None:
        """Prepare for calls; this may take minutes if a server has to be started.

        Raises:
            SightbenchError: if that fails.
        """

    async def call(self, request: Request) -> Reply:
        """Make one call, without retries and without leaving out a parameter or changing its value.

        Raises:
            CallFailed: a subclass from :mod:`benchmark.generation.wire.failure`, if no complete reply
                arrives.
        """

    async def close(self) -> None:
        """Close connections and stop a server that it started. Safe to call twice."""


class PackageMissing(BadInput):
    """The SDK of a provider is not installed; its extra has the name of the provider."""

    def __init__(self, name: str) -> None:
        super().__init__(f"provider {name}", "", "its package is not installed", install_extra(name))
