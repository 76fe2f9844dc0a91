"""Calls that wait for a batch: an SDK makes them as always, but their requests are kept instead of sent.

When the batch has ended, the same call is made again and gets its reply from the results, so that parsing,
refused parameters and costs are those of any other call.
"""

import hashlib
import json
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

import httpx2

from benchmark.generation.wire.failure import Parked
from benchmark.generation.wire.provider import Provider
from benchmark.generation.wire.reply import Reply
from benchmark.generation.wire.request import Request

_VERSION = "anthropic-version"
_sample: ContextVar[str] = ContextVar("sightbench_batched_sample", default="")


@dataclass(frozen=True, slots=True)
class ParkedCall:
    """A request that was not sent."""

    id: str  #: 40 hexadecimal digits, from sample and request
    path: str  #: of the address
    version: str  #: of the API, if the request names one
    body: bytes  #: JSON


@dataclass(frozen=True, slots=True)
class BatchReply:
    """What a batch returned for one of its calls."""

    status: int  #: HTTP status
    body: bytes


@dataclass(slots=True)
class Parking:
    """Takes the place of the network under an SDK's HTTP client; see ``transport`` of ``Endpoint``."""

    replies: dict[str, BatchReply] = field(default_factory=dict)  #: by id of the call
    waiting: frozenset[str] = frozenset()  #: ids of calls in batches that have not ended
    calls: dict[str, ParkedCall] = field(default_factory=dict)  #: calls for the next batch, by id

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the reply of a batch, once: a call that is repeated after it needs another one.

        Raises:
            Parked: if no batch has replied to this call.
        """
        body = await request.aread()
        path, version = request.url.path, request.headers.get(_VERSION, "")
        parts = (_sample.get().encode("utf-8", "surrogatepass"), path.encode(), version.encode(), body)
        name = hashlib.sha256(b"\0".join(parts)).hexdigest()[:40]
        if (reply := self.replies.pop(name, None)) is not None:
            return httpx2.Response(
                reply.status, headers={"content-type": "application/json"}, content=reply.body
            )
        if name not in self.waiting:
            self.calls[name] = ParkedCall(name, path, version, body)
        raise Parked(is_sent=name in self.waiting)

    async def aclose(self) -> None:
        """Do nothing: there is no connection."""


class BatchedProvider:
    """A provider whose client has a :class:`Parking`: it tells calls of different samples apart."""

    def __init__(self, provider: Provider, parking: Parking) -> None:
        self._provider, self.parking = provider, parking
        self.name, self.parameters = provider.name, provider.parameters
        self.draws_per_call = provider.draws_per_call

    @property
    def versions(self) -> Mapping[str, str]:
        """Versions of the SDK, and of the API once it has answered."""
        return self._provider.versions

    async def open(self) -> None:
        """Open the provider."""
        await self._provider.open()

    async def call(self, request: Request) -> Reply:
        """Make one call.

        Raises:
            CallFailed: as the provider; :class:`Parked` if the call waits for a batch.
        """
        _sample.set(json.dumps([request.task_id, request.draw, request.draws]))
        return await self._provider.call(request)

    async def close(self) -> None:
        """Close the provider."""
        await self._provider.close()
