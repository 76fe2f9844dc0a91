"""One request to GitHub's API and its answer: where the token may go, how much may come back."""

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmark.core.errors import BadInput, shown

PUBLIC_API = "https://api.github.com"
ANSWER_LIMIT = 32 << 20  #: bytes of a JSON answer
_VERSION = "2022-11-28"
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_REDIRECTS_LIMIT = 3

Query = Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiRequest:
    """What is asked."""

    method: str
    address: str  #: a path such as ``/repos/o/r``, or an address that the API itself named
    query: Query | None = None
    body: Mapping[str, object] | None = None  #: sent as JSON
    data: bytes | None = None  #: sent as it is
    accept: str = "application/vnd.github+json"
    limit: int = ANSWER_LIMIT  #: bytes of the answer

    def __str__(self) -> str:
        """For messages: without the query, which may be long."""
        return f"{self.method} {urlsplit(self.address).path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiReply:
    """What came back."""

    status: int
    headers: Mapping[str, str]  #: names in lower case
    content: bytes
    next: str | None = None  #: address of the next page
    location: str | None = None  #: where to ask instead


class NoReplyError(Exception):
    """There was no answer, or none that can be taken.

    Args:
        why: in words.
        sent: whether the request may have arrived.
        final: whether asking again would bring the same.
    """

    def __init__(self, why: str, *, sent: bool, final: bool = False) -> None:
        self.sent, self.final = sent, final
        super().__init__(why)


class ApiConnections:
    """Connections to the API.

    Args:
        token: sent to the API and nowhere else; empty for none.
        url: of the API.
        timeout: seconds for an answer.

    Raises:
        BadInput: for an address that would carry the token in the clear, and without the extra `github`.
    """

    def __init__(self, token: str, url: str, timeout: float) -> None:
        if importlib.util.find_spec("httpx2") is None:
            fix = 'pip install "sightbench[github]"'
            raise BadInput("this command", "", "needs httpx2, not installed here", fix)
        import httpx2

        self._token = token
        self._url = _checked(url)
        self._client = httpx2.Client(timeout=timeout, follow_redirects=False)

    def close(self) -> None:
        """Close all connections."""
        self._client.close()

    def send(self, request: ApiRequest) -> ApiReply:
        """Send a request; where a read is sent elsewhere, follow, without the token unless it is the API.

        Raises:
            NoReplyError: when no answer came, or not one that can be taken.
        """
        url = self._url + request.address if request.address.startswith("/") else request.address
        query = request.query
        for _ in range(_REDIRECTS_LIMIT + 1):
            reply = self._once(request, url, query)
            if reply.status not in _REDIRECTS or request.method != "GET" or reply.location is None:
                return reply
            url, query = reply.location, None
            if not url.startswith("https://") and not self._is_ours(url):
                break
        raise NoReplyError("was sent on and on, or to an address without https", sent=True, final=True)

    def _once(self, request: ApiRequest, url: str, query: Query | None) -> ApiReply:
        import httpx2

        headers = {"User-Agent": "sightbench", "Accept": request.accept, "X-GitHub-Api-Version": _VERSION}
        if self._token and self._is_ours(url):
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
                        why = f"answered with more than {request.limit:,} bytes"
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
            raise NoReplyError(f"cannot be reached: {error}", sent=False) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NoReplyError(f"broke off: {type(error).__name__}: {error}", sent=True) from None

    def _is_ours(self, url: str) -> bool:
        """Whether an address is the API's: its own host, or the one where it takes uploads."""
        own, other = urlsplit(self._url), urlsplit(url)
        if (own.scheme, own.netloc) == (other.scheme, other.netloc):
            return True
        first, _, domain = own.netloc.partition(".")
        return first == "api" and (other.scheme, other.netloc) == (own.scheme, f"uploads.{domain}")


def _checked(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme != "https" and (parts.scheme != "http" or parts.hostname not in _LOOPBACK):
        raise BadInput("GITHUB_API_URL", "", f"{shown(url)} is not https", f"such as {PUBLIC_API}")
    return url.rstrip("/")
