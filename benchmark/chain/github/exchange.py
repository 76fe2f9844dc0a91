"""Send one request to GitHub's API. The token goes to the API only, and the reply is limited in size."""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.install import install_extra

PUBLIC_API = "https://api.github.com"
ANSWER_LIMIT = 32 << 20  #: maximum bytes of a JSON reply
_VERSION = "2022-11-28"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_REDIRECTS_LIMIT = 3

Query = Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRequest:
    """A request to the API."""

    method: str
    address: str  #: a path such as ``/repos/o/r``, or an address that the API returned
    query: Query | None = None
    body: Mapping[str, object] | None = None  #: sent as JSON
    data: bytes | None = None  #: sent unchanged
    accept: str = "application/vnd.github+json"
    limit: int = ANSWER_LIMIT  #: maximum bytes of the reply

    def __str__(self) -> str:
        """Return method and path for messages, without the query, which may be long."""
        return f"{self.method} {urlsplit(self.address).path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiReply:
    """A reply of the API."""

    status: int
    headers: Mapping[str, str]  #: names in lower case
    content: bytes
    next: str | None = None  #: address of the next page of a list
    location: str | None = None  #: address of a redirect


class NoReplyError(Exception):
    """A request without a reply, or with one that cannot be used.

    Args:
        why: the reason, for messages.
        sent: whether the request may have reached the server.
        final: whether repeating the request would fail in the same way.
    """

    def __init__(self, why: str, *, sent: bool, final: bool = False) -> None:
        self.sent, self.final = sent, final
        super().__init__(why)


class ApiConnections:
    """Connections to the API.

    Args:
        token: sent to the API and nowhere else; empty for none.
        url: address of the API.
        timeout: seconds to wait for a reply.

    Raises:
        BadInput: if the address would send the token unencrypted, or the extra `github` is not installed.
    """

    def __init__(self, token: str, url: str, timeout: float) -> None:
        if importlib.util.find_spec("httpx2") is None:
            fix = install_extra("github")
            raise BadInput("this command", "", "needs httpx2, which is not installed", fix)
        import httpx2

        self._token = token
        self._url = _check_url(url)
        self._client = httpx2.Client(timeout=timeout, follow_redirects=False)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def send(self, request: ApiRequest) -> ApiReply:
        """Send a request. Other servers get only GETs, without the token; redirects of a GET are followed.

        Raises:
            NoReplyError: if there is no reply, or none that can be used.
        """
        url = self._url + request.address if request.address.startswith("/") else request.address
        if request.method != "GET" and not self.is_api(url):
            raise NoReplyError(f"this is another server, {urlsplit(url).netloc}", sent=False, final=True)
        query = request.query
        for _ in range(_REDIRECTS_LIMIT + 1):
            reply = self._once(request, url, query)
            if reply.status not in _REDIRECTS or request.method != "GET" or reply.location is None:
                return reply
            url, query = reply.location, None
            if not url.startswith("https://") and not self.is_api(url):
                break
        why = "too many redirects, or a redirect to an address without https"
        raise NoReplyError(why, sent=True, final=True)

    def _once(self, request: ApiRequest, url: str, query: Query | None) -> ApiReply:
        import httpx2

        headers = {"User-Agent": "sightbench", "Accept": request.accept, "X-GitHub-Api-Version": _VERSION}
        if self._token and self.is_api(url):
            headers["Authorization"] = f"Bearer {self._token}"
        if request.data is not None:
            headers["Content-Type"] = "application/octet-stream"
        try:
            with self._client.stream(
                request.method, url, params=query, headers=headers, json=request.body, content=request.data
            ) as answer:
                chunks, size = [], 0
                for chunk in answer.iter_bytes():
                    size += len(chunk)
                    if size > request.limit:
                        why = f"the reply has more than {request.limit:,} bytes"
                        raise NoReplyError(why, sent=True, final=True)
                    chunks.append(chunk)
                following = answer.next_request
                return ApiReply(
                    status=answer.status_code,
                    headers={name.lower(): value for name, value in answer.headers.items()},
                    content=b"".join(chunks),
                    next=answer.links.get("next", {}).get("url"),
                    location=None if following is None else str(following.url),
                )
        except httpx2.ConnectError as error:
            raise NoReplyError(f"cannot connect: {error}", sent=False) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NoReplyError(f"connection failed: {type(error).__name__}: {error}", sent=True) from None

    def is_api(self, url: str) -> bool:
        """Whether an address belongs to the API: its own host, or its host for uploads."""
        own, other = urlsplit(self._url), urlsplit(url)
        if (own.scheme, own.netloc) == (other.scheme, other.netloc):
            return True
        first, _, domain = own.netloc.partition(".")
        return first == "api" and (other.scheme, other.netloc) == (own.scheme, f"uploads.{domain}")


def _check_url(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" and (parts.scheme != "http" or parts.hostname not in _LOOPBACK):
        raise BadInput("GITHUB_API_URL", "", f"{quote_value(url)} is not https", f"set it to {PUBLIC_API}")
    return url.rstrip("/")
