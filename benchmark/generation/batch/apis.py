"""The batch APIs of OpenAI (and of servers with the same API), Anthropic and Google.

Each sends many calls at once, says whether they have ended, and returns a reply per call, in any order.
"""

import datetime
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import httpx2

from benchmark.generation.batch.parking import BatchReply, ParkedCall
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.body import list_or_empty, mapping_or_empty, printable_name
from benchmark.generation.wire.failure import Cause, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.sdk import ReceivedBody, receive
from benchmark.generation.wire.transport import NO_KEY, http_client, record_response

_LINES = "application/jsonl"
#: Statuses after which a call is asked again: the server was busy, or broke off.
_PASSING = frozenset({408, 409, 425, 429})
_SERVER_ERRORS = 500  #: the lowest of their statuses
_MOST_CALLS = 1000  #: per batch, so that all replies fit into one body
_MIB = 1 << 20
_AROUND = 200  #: bytes that are written around a request


@dataclass(frozen=True, slots=True)
class BatchStatus:
    """How far a batch is."""

    ended: bool
    problem: str = ""  #: why the vendor refused the whole batch; nothing of it is billed


class Batches:
    """A batch API; used as an asynchronous context manager by :mod:`benchmark.pipeline.generate.batch`.

    Args:
        endpoint: the server and the key.
    """

    provider: ClassVar[str]  #: name in configs
    most_calls = _MOST_CALLS  #: calls of one batch
    most_bytes = 90 * _MIB  #: of all requests of one batch

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._url = (endpoint.base_url or PROVIDERS[self.provider].address).rstrip("/")
        self._client = http_client(
            seconds=endpoint.timeout, url=self._url, key=endpoint.api_key, dump=endpoint.dump
        )

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def send(self, calls: Sequence[ParkedCall], name: str) -> str:
        """Send calls with one path and one version as a batch; return the vendor's id.

        Raises:
            CallFailed: if no valid reply arrives; the batch may have begun if the failure is ``unsure``.
        """
        raise NotImplementedError

    async def find(self, name: str, calls: int, began: str, known: Collection[str]) -> str | None:
        """Return the id of a batch whose reply never arrived; None if the vendor has none like it.

        Args:
            name: our name for it.
            calls: number of its calls.
            began: UTC, just before it was sent.
            known: ids of other batches, none of which it can be.
        """
        raise NotImplementedError

    async def look(self, batch: str) -> BatchStatus:
        """Return how far a batch is."""
        raise NotImplementedError

    async def replies(self, batch: str) -> Mapping[str, BatchReply]:
        """Return the replies of a batch that has ended, by id of the call.

        Calls that expired, were cancelled or met a passing failure are left out: they were not answered.
        """
        raise NotImplementedError

    def _headers(self) -> dict[str, str]:
        raise NotImplementedError

    async def _ask(self, method: str, path: str, **options: Any) -> ReceivedBody:
        headers = self._headers() | options.pop("headers", {})
        return await receive(
            lambda: self._client.request(method, f"{self._url}{path}", headers=headers, **options),
            self._endpoint,
        )

    async def _lines(self, path: str) -> Iterator[Mapping[str, object]]:
        """Read a file of JSON lines; what is not an object becomes an empty one."""
        with record_response() as response:
            try:
                await self._client.get(f"{self._url}{path}", headers=self._headers())
            except httpx2.TransportError as error:
                reason = f"the results broke off: {type(error).__name__}"
                raise Outage(reason, cause=Cause.CONNECTION) from None
        if response.status != httpx2.codes.OK or response.body is None:
            raise Outage(
                f"the results cannot be read (status {response.status})",
                cause=Cause.SERVER,
                status=response.status,
            )
        return (_object(line) for line in response.body.splitlines() if line.strip())


class _OpenAIBatches(Batches):
    """``/v1/batches``: a file of requests in, a file of replies and one of errors out."""

    provider = "openai"

    async def send(self, calls: Sequence[ParkedCall], name: str) -> str:
        path = f"/v1{calls[0].path.rpartition('/v1')[2]}"
        lines = b"".join(
            b'{"custom_id":"%b","method":"POST","url":"%b","body":%b}\n'
            % (call.id.encode(), path.encode(), call.body)
            for call in calls
        )
        files = {"file": (f"{name}.jsonl", lines, _LINES)}
        uploaded = await self._ask("POST", "/files", data={"purpose": "batch"}, files=files)
        fields = {
            "input_file_id": _id_of(uploaded),
            "endpoint": path,
            "completion_window": "24h",
            "metadata": {"sightbench": name},
        }
        return _id_of(await self._ask("POST", "/batches", json=fields))

    async def find(self, name: str, calls: int, began: str, known: Collection[str]) -> str | None:  # noqa: ARG002 - it has our name
        found = await self._ask("GET", "/batches?limit=100")
        for entry in map(mapping_or_empty, list_or_empty(found.body.get("data"))):
            if mapping_or_empty(entry.get("metadata")).get("sightbench") == name:
                return printable_name(entry.get("id"))
        return None

    async def look(self, batch: str) -> BatchStatus:
        body = (await self._ask("GET", f"/batches/{batch}")).body
        if body.get("status") == "failed":
            first = [*list_or_empty(mapping_or_empty(body.get("errors")).get("data")), {}][0]
            return BatchStatus(ended=True, problem=_message(first))
        return BatchStatus(ended=body.get("status") in ("completed", "expired", "cancelled"))

    async def replies(self, batch: str) -> Mapping[str, BatchReply]:
        body = (await self._ask("GET", f"/batches/{batch}")).body
        names = [printable_name(body.get(field)) for field in ("output_file_id", "error_file_id")]
        found: dict[str, BatchReply] = {}
        for name in filter(None, names):
            for line in await self._lines(f"/files/{name}/content"):
                response = mapping_or_empty(line.get("response"))
                _take(found, line.get("custom_id"), response.get("status_code"), response.get("body"))
        return found

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._endpoint.api_key or NO_KEY}"}


class _AnthropicBatches(Batches):
    """``/v1/messages/batches``: requests in the body, replies in a file of lines."""

    provider = "anthropic"
    _PATH = "/v1/messages/batches"
    _STATUSES: ClassVar[Mapping[str, int]] = {
        "invalid_request_error": 400,
        "authentication_error": 401,
        "billing_error": 402,
        "permission_error": 403,
        "not_found_error": 404,
        "request_too_large": 413,
    }

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(endpoint)
        self._version = "2023-06-01"

    async def send(self, calls: Sequence[ParkedCall], name: str) -> str:  # noqa: ARG002 - it takes no names
        self._version = calls[0].version or self._version
        lines = b",".join(b'{"custom_id":"%b","params":%b}' % (call.id.encode(), call.body) for call in calls)
        headers = {"content-type": "application/json"}
        return _id_of(
            await self._ask("POST", self._PATH, content=b'{"requests":[%b]}' % lines, headers=headers)
        )

    async def find(self, name: str, calls: int, began: str, known: Collection[str]) -> str | None:  # noqa: ARG002 - it keeps no name
        found = await self._ask("GET", f"{self._PATH}?limit=100")
        for entry in map(mapping_or_empty, list_or_empty(found.body.get("data"))):
            counts = mapping_or_empty(entry.get("request_counts")).values()
            number = sum(count for count in counts if isinstance(count, int))
            found_id = printable_name(entry.get("id"))
            if number == calls and found_id not in known and _is_after(entry.get("created_at"), began):
                return found_id
        return None

    async def look(self, batch: str) -> BatchStatus:
        body = (await self._ask("GET", f"{self._PATH}/{batch}")).body
        return BatchStatus(ended=body.get("processing_status") == "ended")

    async def replies(self, batch: str) -> Mapping[str, BatchReply]:
        found: dict[str, BatchReply] = {}
        for line in await self._lines(f"{self._PATH}/{batch}/results"):
            result = mapping_or_empty(line.get("result"))
            if result.get("type") == "succeeded":
                _take(found, line.get("custom_id"), 200, result.get("message"))
            elif result.get("type") == "errored":
                error = mapping_or_empty(result.get("error"))
                kind = mapping_or_empty(error.get("error")).get("type")
                _take(found, line.get("custom_id"), self._STATUSES.get(str(kind), 500), error)
        return found

    def _headers(self) -> dict[str, str]:
        return {"x-api-key": self._endpoint.api_key or NO_KEY, "anthropic-version": self._version}


class _GoogleBatches(Batches):
    """``models/NAME:batchGenerateContent`` with its requests in the body."""

    provider = "google"
    most_bytes = 18 * _MIB  #: the API takes 20 MB
    #: HTTP statuses of Google's numbers of errors; others are passing failures.
    _STATUSES: ClassVar[Mapping[object, int]] = {3: 400, 5: 404, 7: 403, 9: 400, 11: 400, 12: 400, 16: 401}

    async def send(self, calls: Sequence[ParkedCall], name: str) -> str:
        path = calls[0].path.replace(":generateContent", ":batchGenerateContent")
        requests = b",".join(
            b'{"request":%b,"metadata":{"key":"%b"}}' % (call.body, call.id.encode()) for call in calls
        )
        body = b'{"batch":{"displayName":"%b","inputConfig":{"requests":{"requests":[%b]}}}}' % (
            name.encode(),
            requests,
        )
        headers = {"content-type": "application/json"}
        return _id_of(await self._ask("POST", path, content=body, headers=headers), "name")

    async def find(self, name: str, calls: int, began: str, known: Collection[str]) -> str | None:  # noqa: ARG002 - it has our name
        found = await self._ask("GET", "/v1beta/batches?pageSize=100")
        for entry in map(mapping_or_empty, list_or_empty(found.body.get("operations"))):
            if mapping_or_empty(entry.get("metadata")).get("displayName") == name:
                return printable_name(entry.get("name"))
        return None

    async def look(self, batch: str) -> BatchStatus:
        body = (await self._ask("GET", f"/v1beta/{batch}")).body
        if body.get("done") and "error" in body:
            return BatchStatus(ended=True, problem=_message(body["error"]))
        # One that was cancelled or has expired may have no result at all.
        state = str(mapping_or_empty(body.get("metadata")).get("state")).removeprefix("BATCH_STATE_")
        ended = body.get("done") is True or state in {"SUCCEEDED", "FAILED", "CANCELLED", "EXPIRED"}
        return BatchStatus(ended=ended)

    async def replies(self, batch: str) -> Mapping[str, BatchReply]:
        body = (await self._ask("GET", f"/v1beta/{batch}")).body
        output = mapping_or_empty(
            body.get("response") or mapping_or_empty(body.get("metadata")).get("output")
        )
        inlined = mapping_or_empty(output.get("inlinedResponses")).get("inlinedResponses")
        found: dict[str, BatchReply] = {}
        for entry in map(mapping_or_empty, list_or_empty(inlined)):
            key, error = mapping_or_empty(entry.get("metadata")).get("key"), entry.get("error")
            if error is None:
                _take(found, key, 200, entry.get("response"))
            else:
                number = mapping_or_empty(error).get("code")
                status = self._STATUSES.get(number, number if number in range(400, 500) else 500)
                _take(found, key, status, {"error": {**mapping_or_empty(error), "code": status}})
        return found

    def _headers(self) -> dict[str, str]:
        return {"x-goog-api-key": self._endpoint.api_key or NO_KEY}


_APIS = {kind.provider: kind for kind in (_OpenAIBatches, _AnthropicBatches, _GoogleBatches)}


def batches_of(provider: str, endpoint: Endpoint) -> Batches:
    """Return the batch API of one of the providers in ``BATCHED``."""
    return _APIS[provider](endpoint)


def groups(calls: Iterable[ParkedCall], most_calls: int, most_bytes: int) -> Iterator[list[ParkedCall]]:
    """Yield the calls in groups for one batch each: of one path and version, and not too large."""
    by_kind: dict[tuple[str, str], list[ParkedCall]] = {}
    for call in calls:
        by_kind.setdefault((call.path, call.version), []).append(call)
    for same in by_kind.values():
        group: list[ParkedCall] = []
        size = 0
        for call in same:
            need = len(call.body) + _AROUND
            if group and (len(group) == most_calls or size + need > most_bytes):
                yield group
                group, size = [], 0
            group.append(call)
            size += need
        yield group


def _take(found: dict[str, BatchReply], name: object, status: object, body: object) -> None:
    """Keep a reply, unless it says that the call should be repeated."""
    if not (isinstance(name, str) and isinstance(status, int) and isinstance(body, Mapping)):
        return
    if status < _SERVER_ERRORS and status not in _PASSING:
        found[name] = BatchReply(status, json.dumps(body).encode())


def _id_of(received: ReceivedBody, field: str = "id") -> str:
    name = received.body.get(field)
    if not isinstance(name, str) or not name or printable_name(name) != name:
        raise received.response.unusable(f"no usable {field} of a batch")
    return name


def _message(error: object) -> str:
    return printable_name(mapping_or_empty(error).get("message")) or "no reason given"


def _object(line: bytes) -> Mapping[str, object]:
    try:
        return mapping_or_empty(json.loads(line))
    except (ValueError, RecursionError):
        return {}


def _is_after(moment: object, began: str) -> bool:
    """Whether a vendor's time is not more than a minute before one of ours."""
    try:
        then = datetime.datetime.fromisoformat(str(moment))
        ours = datetime.datetime.fromisoformat(began)
        return then >= ours - datetime.timedelta(minutes=1)
    except (ValueError, TypeError):
        return False
