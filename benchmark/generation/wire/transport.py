"""The HTTP client under an SDK: it records the bytes of each response, whatever the SDK makes of them.

SDKs return HTML as a string, an error object with status 200 as a completion without choices, and an empty
body as an empty answer, all without an error. So each call keeps its last response here.
"""

import functools
import json
import re
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput
from benchmark.files.bounded import MIB
from benchmark.generation.wire.address import is_loopback
from benchmark.generation.wire.failure import Cause, ModelMisconfigured, Outage, WebPage

if TYPE_CHECKING:
    import ssl

    import httpx2

    from benchmark.generation.wire.debug import Dump
    from benchmark.generation.wire.provider import Endpoint

#: Maximum bytes of a body; 128 answers of 16,000 tokens need about an eighth of that.
MAX_BODY_BYTES = 64 * MIB
_SHOWN_BYTES = 4000
_CONNECT_SECONDS = 20.0
NO_KEY = "none"  #: given to SDKs when there is no key, because they create no client without one
_KEY_HEADERS = frozenset({"authorization", "x-api-key", "x-goog-api-key"})
_PLAIN_HEADERS = re.compile(
    r"host|connection|accept|accept-encoding|content-type|content-length|transfer-encoding|user-agent"
    r"|anthropic-version|x-goog-api-client|x-stainless-.*",
    re.IGNORECASE,
)


@dataclass(slots=True)
class LastResponse:
    """The last response of a call; ``status`` is None if there was none."""

    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None  #: None if it did not arrive completely

    def json(self) -> dict[str, object]:
        """Return the body as a JSON object.

        Raises:
            Outage: if the body is not a JSON object.
        """
        body = self.body or b""
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            if not body.strip():
                raise self.unusable("an empty body") from None
            if _is_page(body, self.headers):
                raise self.unusable("an HTML page", WebPage) from None
            raise self.unusable("a body that is not JSON") from None
        if isinstance(value, list) and len(value) == 1:  # one of Google's two error layouts
            value = value[0]
        if not isinstance(value, dict):
            raise self.unusable("JSON that is not an object")
        return value

    @property
    def text(self) -> str:
        """The beginning of a text body; empty for an HTML page."""
        body = self.body or b""
        if not body.strip() or _is_page(body, self.headers):
            return ""
        return body[:_SHOWN_BYTES].decode("utf-8", "replace")

    def unusable(self, what: str, kind: type[Outage] = Outage) -> Outage:
        """Return the failure for a body that is not a valid reply."""
        reason = f"the server sent {what}"
        return kind(reason, cause=Cause.BODY, unsure=True, status=self.status, request_id=self.request_id)

    @property
    def request_id(self) -> str | None:
        """The server's id of the call."""
        for name in ("x-request-id", "request-id", "x-goog-request-id"):
            if value := self.headers.get(name):
                return value
        return None


_current: ContextVar[LastResponse | None] = ContextVar("sightbench_exchange", default=None)


@contextmanager
def record_response() -> Iterator[LastResponse]:
    """Record the last response that a client of :func:`http_client` receives within this context."""
    last = LastResponse()
    token = _current.set(last)
    try:
        yield last
    finally:
        _current.reset(token)


@dataclass(slots=True)
class RequestCount:
    """Counts HTTP requests, also those that a provider or an SDK adds to a call by itself."""

    most: int  #: a further request is not sent
    made: int = 0
    is_exceeded: bool = False  #: whether a further request was wanted

    def add(self) -> None:
        """Count a request that is about to be sent.

        Raises:
            ModelMisconfigured: if it would be one too many.
        """
        if self.made >= self.most:
            self.is_exceeded = True
            raise ModelMisconfigured(f"it would take more than {self.most} requests", fix="ask another model")
        self.made += 1


_counting: ContextVar[RequestCount | None] = ContextVar("sightbench_requests", default=None)


@contextmanager
def count_requests(count: RequestCount) -> Iterator[None]:
    """Count, and limit, the requests that clients of :func:`http_client` send within this context."""
    token = _counting.set(count)
    try:
        yield
    finally:
        _counting.reset(token)


def client_options(endpoint: "Endpoint", url: str) -> dict[str, Any]:
    """Return the arguments of an asynchronous client of OpenAI's or Anthropic's SDK, which does not retry.

    Args:
        endpoint: how the model is reached.
        url: address of the server.
    """
    return {
        "api_key": endpoint.api_key or NO_KEY,
        "base_url": url,
        "max_retries": 0,
        "timeout": endpoint.timeout,
        "http_client": http_client(
            seconds=endpoint.timeout,
            url=url,
            key=endpoint.api_key,
            dump=endpoint.dump,
            transport=endpoint.transport,
        ),
    }


def http_client(
    *, seconds: float, url: str, key: str | None, dump: "Dump | None", transport: object = None
) -> "httpx2.AsyncClient":
    """Return an HTTP client for an SDK.

    Redirects are not followed: an SDK would send the key to the new address. Headers that an SDK takes from
    the environment (tokens, organisations, the content of ``…_CUSTOM_HEADERS``) are not sent.

    Args:
        seconds: give up after this time without a byte from the server.
        url: address of the server; a server on this machine is never reached through a proxy.
        key: the only API key that is sent.
        dump: log of all requests and responses, keys hidden.
        transport: takes the place of the network; None for the network.
    """
    import httpx2

    async def on_request(request: "httpx2.Request") -> None:
        for name in _unwanted_headers(request.headers, key):
            del request.headers[name]
        last = _current.get()
        if last is not None:
            # An SDK may send a second request, which must not be judged by the first response.
            last.status, last.body = None, None
        if (count := _counting.get()) is not None:
            count.add()
        if dump is not None:
            dump.request(request.method, str(request.url), dict(request.headers), request.content)

    async def on_response(response: "httpx2.Response") -> None:
        last = _current.get()
        if last is not None:
            last.status, last.headers = response.status_code, response.headers
        body = await _read_body(response)
        if last is not None:
            last.body = body
        if dump is not None:
            dump.response(response.status_code, dict(response.headers), body)

    _check_proxies(url)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(seconds, connect=min(seconds, _CONNECT_SECONDS)),
        # By default 100 connections: further calls would wait for one, and count that as time of the server.
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=30.0),
        event_hooks={"request": [on_request], "response": [on_response]},
        follow_redirects=False,
        trust_env=not is_loopback(url) and transport is None,
        transport=cast("httpx2.AsyncBaseTransport | None", transport),
        verify=certificates(),
    )


def _check_proxies(url: str) -> None:
    """Check that the proxies that the environment names can be used for a server.

    Raises:
        BadInput: for a SOCKS proxy, and for a value that is not an address.
    """
    if is_loopback(url):
        return
    # For a SOCKS proxy, httpx2 raises an ImportError about a package when the client is made.
    for scheme, proxy in urllib.request.getproxies().items():
        if scheme not in ("http", "https", "all"):
            continue
        name = f"{scheme.upper()}_PROXY"
        try:
            parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            parts, usable = None, False
        if not usable:
            what = (
                "is a SOCKS proxy"
                if parts is not None and parts.scheme.startswith("socks")
                else "is not usable"
            )
            fix = "set it to an HTTP proxy, such as http://proxy.example:3128, or unset it"
            raise BadInput("environment", name, f"{what}, so no server can be reached", fix)


@functools.cache
def certificates() -> "ssl.SSLContext":
    """Return the trusted certificates with which servers are checked; they are read once, which takes 20 ms.

    ``SSL_CERT_FILE`` and ``SSL_CERT_DIR`` replace those of the system.
    """
    import httpx2

    found: ssl.SSLContext = httpx2.create_ssl_context()
    return found


def _unwanted_headers(headers: Mapping[str, str], key: str | None) -> list[str]:
    """Return the headers to remove before a request is sent: those that the SDK added by itself."""
    unwanted = []
    for name, value in headers.items():
        if name.lower() in _KEY_HEADERS:
            if value.removeprefix("Bearer ") != (key or NO_KEY):
                unwanted.append(name)
        elif not _PLAIN_HEADERS.fullmatch(name):
            unwanted.append(name)
    return unwanted


async def _read_body(response: "httpx2.Response") -> bytes:
    """Return the decompressed body.

    Raises:
        Outage: if the body is too large for a reply; it is not read to its end.
        httpx2.TransportError: if the body is cut short.
    """
    pieces, size = [], 0
    async for piece in response.aiter_bytes():
        pieces.append(piece)
        size += len(piece)
        if size > MAX_BODY_BYTES:
            last = LastResponse(status=response.status_code, headers=response.headers)
            raise last.unusable(f"a body of more than {MAX_BODY_BYTES // MIB} MiB")
    body = b"".join(pieces)
    response._content = body  # as aread() does, so that the SDK can read it too
    return body


def _is_page(body: bytes, headers: Mapping[str, str]) -> bool:
    start = body.lstrip()[:15].lower()
    return start.startswith((b"<!doctype", b"<html")) or "html" in headers.get("content-type", "")
