"""The HTTP underneath an SDK: what came back is judged by its bytes, whatever the SDK made of them.

SDKs hand HTML out as a string, an error object with status 200 as a completion without choices, an empty body
as an empty answer, and raise nothing (research: providers). So each call remembers its last response here.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmark.files.bounded import MIB
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.failure import Cause, Outage

if TYPE_CHECKING:
    import httpx2

    from benchmark.generation.wire.debug import Dump

#: Of a body, bytes; 128 answers of 16,000 tokens have about an eighth of it.
LARGEST = 64 * MIB
_SHOWN_BYTES = 4000
_CONNECT_SECONDS = 20.0
NO_KEY = "none"  #: what SDKs are given in place of a key, since they take no client without one
_KEY_HEADERS = frozenset({"authorization", "x-api-key", "x-goog-api-key"})
_PLAIN_HEADERS = re.compile(
    r"host|connection|accept|accept-encoding|content-type|content-length|transfer-encoding|user-agent"
    r"|anthropic-version|x-goog-api-client|x-stainless-.*",
    re.IGNORECASE,
)


@dataclass(slots=True)
class LastResponse:
    """The last response of a call; ``status`` is None when there was none."""

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None  #: None when it did not arrive whole

    def json(self) -> dict[str, object]:
        """The body as a JSON object.

        Raises:
            Outage: when it is none.
        """
        body = self.body or b""
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            raise self.unusable(_what(body, self.headers)) from None
        if isinstance(value, list) and len(value) == 1:  # one of Google's two layouts of errors
            value = value[0]
        if not isinstance(value, dict):
            raise self.unusable("JSON that is no object")
        return value

    @property
    def text(self) -> str:
        """The beginning of a body that is words; empty for a page."""
        body = self.body or b""
        if not body.strip() or _is_page(body, self.headers):
            return ""
        return body[:_SHOWN_BYTES].decode("utf-8", "replace")

    def unusable(self, what: str) -> Outage:
        """The failure for a body that is no whole reply."""
        reason = f"the server sent {what}"
        return Outage(reason, cause=Cause.BODY, unsure=True, status=self.status, request_id=self.request_id)

    @property
    def request_id(self) -> str | None:
        """The id under which the server knows the call."""
        for name in ("x-request-id", "request-id", "x-goog-request-id"):
            if value := self.headers.get(name):
                return value
        return None


_current: ContextVar[LastResponse | None] = ContextVar("sightbench_exchange", default=None)


@contextmanager
def exchange() -> Iterator[LastResponse]:
    """Remember what a client of :func:`client` receives within this context."""
    found = LastResponse()
    token = _current.set(found)
    try:
        yield found
    finally:
        _current.reset(token)


def client(*, seconds: float, url: str, key: str | None, dump: "Dump | None") -> "httpx2.AsyncClient":
    """An HTTP client for an SDK.

    Redirects are not followed: an SDK would take the key along to whoever the server names. Headers that an
    SDK takes from the environment (tokens, organisations, whatever ``…_CUSTOM_HEADERS`` holds) are not sent.

    Args:
        seconds: without a byte from the server, before a call is given up.
        url: of the server; one on this machine is never asked through a proxy.
        key: the only one that is sent.
        dump: where every exchange is written, keys hidden.
    """
    import httpx2

    async def asked(request: "httpx2.Request") -> None:
        for name in _unasked(request.headers, key):
            del request.headers[name]
        found = _current.get()
        if found is not None:
            found.status, found.body = None, None
        if dump is not None:
            dump.request(request.method, str(request.url), dict(request.headers), request.content)

    async def answered(response: "httpx2.Response") -> None:
        found = _current.get()
        if found is not None:
            found.status, found.headers = response.status_code, response.headers
        body = await _whole(response)
        if found is not None:
            found.body = body
        if dump is not None:
            dump.response(response.status_code, dict(response.headers), body)

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=30.0),
        event_hooks={"request": [asked], "response": [answered]},
        follow_redirects=False,
        trust_env=not is_loopback(url),
    )


def _unasked(headers: Mapping[str, str], key: str | None) -> list[str]:
    """Headers that nobody here has asked for."""
    found = []
    for name, value in headers.items():
        if name.lower() in _KEY_HEADERS:
            if value.removeprefix("Bearer ") != (key or NO_KEY):
                found.append(name)
        elif not _PLAIN_HEADERS.fullmatch(name):
            found.append(name)
    return found


async def _whole(response: "httpx2.Response") -> bytes:
    """The body, decompressed.

    Raises:
        Outage: for one that no model writes, before it fills the memory.
        httpx2.TransportError: for one that is cut short.
    """
    pieces, size = [], 0
    async for piece in response.aiter_bytes():
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST:
            found = LastResponse(status=response.status_code, headers=response.headers)
            raise found.unusable(f"a body of more than {LARGEST // MIB} MiB")
    body = b"".join(pieces)
    response._content = body  # as its aread() does; the SDK may look at it as well
    return body


def _is_page(body: bytes, headers: Mapping[str, str]) -> bool:
    start = body.lstrip()[:15].lower()
    return start.startswith((b"<!doctype", b"<html")) or "html" in headers.get("content-type", "")


def _what(body: bytes, headers: Mapping[str, str]) -> str:
    if not body.strip():
        return "an empty body"
    if _is_page(body, headers):
        return "an HTML page"
    return "a body that is no JSON"
