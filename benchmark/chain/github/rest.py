"""Call GitHub's REST API: read pages, respect rate limits, retry, and report errors without the token.

The token goes to the API only, and replies are limited in size. The API is documented at
https://docs.github.com/rest; the version is 2022-11-28.
"""

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Self, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.install import check_modules
from benchmark.core.secret import redact
from benchmark.generation.wire.transport import certificates

PUBLIC_API = "https://api.github.com"
ANSWER_LIMIT = 32 << 20  #: maximum bytes of a JSON reply
PAGES_LIMIT = 200  #: maximum pages of one list
_VERSION = "2022-11-28"
_TIMEOUT = 30.0  #: seconds to wait for a reply
_FIRST_PAUSE = 1.0  #: seconds before the second attempt; doubles with each attempt
_PAGE = 100  #: items per page
_MESSAGE_LIMIT = 300  #: maximum characters of an error message of the API
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_REDIRECTS_LIMIT = 3
_SERVER_FAULTS = frozenset({500, 502, 503, 504})
#: Methods that can be repeated without harm, because a second request changes nothing more.
_REPEATABLE = frozenset({"GET", "PUT", "PATCH", "DELETE"})
_FIXES = {
    401: "the token is invalid or expired: set another one in GITHUB_TOKEN",
    403: "compare the permissions of the token with those that https://docs.github.com/rest names for this"
    " request; the token of a workflow can never change or tag workflow files",
    404: "check the name, and whether the token may see it",
    410: "turn this feature on in the settings of the repository",
    422: "check the values: GitHub refused them",
}
_LATER = "try again later; if it fails again, https://www.githubstatus.com says whether GitHub is down"
_NETWORK = "check the network and GITHUB_API_URL, then try again"
_NUMBER = re.compile(r"[0-9]{1,12}")

Answer = TypeVar("Answer")
Query = Mapping[str, str | int]


class ApiModel(BaseModel):
    """Base class of values that are read from a reply; fields that are not declared are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class ApiError(OurFailure):
    """A request to GitHub that failed; whatever asks GitHub may raise it. Its status is 0 without a reply."""

    limited = False  #: whether the rate limit was spent

    def __init__(self, request: object, status: int, problem: str, fix: str = "") -> None:
        self.status = status
        code = f"HTTP {status}: " if status else ""
        super().__init__(f"GitHub: {request}: {code}{problem}", fix)


def none_if(ask: Callable[[], Answer], *statuses: int) -> Answer | None:
    """Return what ``ask`` returns; None if GitHub answers it with one of these HTTP statuses."""
    try:
        return ask()
    except ApiError as error:
        if error.status not in statuses:
            raise
        return None


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


@dataclass(frozen=True, slots=True)
class ApiReply:
    """A reply of the API."""

    status: int
    headers: Mapping[str, str]  #: names in any case
    content: bytes
    next: str | None  #: address of the next page of a list


class RestApi:
    """The REST API. Use it in a ``with`` block, which closes all connections.

    Every request raises :class:`ApiError` if it fails, or if its reply has an unexpected shape.

    Args:
        token: sent to the API and nowhere else; empty for none.
        url: address of the API.
        seconds: time limit for all attempts of one request together.

    Raises:
        BadInput: if the address would send the token unencrypted, or the extra `github` is not installed.
    """

    def __init__(self, token: str = "", url: str = PUBLIC_API, *, seconds: float = 180.0) -> None:
        check_modules("this command", {"github": ("httpx2",)})
        import httpx2

        parts = urlsplit(url)
        if parts.scheme != "https" and (parts.scheme != "http" or parts.hostname not in _LOOPBACK):
            fix = f"set it to {PUBLIC_API}"
            raise BadInput("GITHUB_API_URL", "", f"{quote_value(url)} is not https", fix)
        self._token, self._url, self._seconds = token, url.rstrip("/"), seconds
        self._client = httpx2.Client(timeout=_TIMEOUT, follow_redirects=False, verify=certificates())

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Use the token in ``GITHUB_TOKEN`` or ``GH_TOKEN``, and the address in ``GITHUB_API_URL``."""
        token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or ""
        return cls(token.strip(), environment.get("GITHUB_API_URL") or PUBLIC_API)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def has_token(self) -> bool:
        """Whether requests carry a token."""
        return bool(self._token)

    def get(self, what: type[Answer], path: str, query: Query | None = None) -> Answer:
        """Return the object at ``path``."""
        request = ApiRequest(method="GET", address=path, query=query)
        return self._read(what, request, self.send(request).content)

    def find(self, what: type[Answer], path: str, query: Query | None = None) -> Answer | None:
        """Return the object at ``path``; None if it does not exist or this token may not see it."""
        return none_if(lambda: self.get(what, path, query), HTTPStatus.NOT_FOUND)

    def pages(
        self, item: type[Answer], path: str, query: Query | None = None, *, within: str = ""
    ) -> Iterator[Answer]:
        """Yield all items of a list, page by page; more than 200 pages are an error.

        ``within`` is the field of the reply that holds the list; empty if the reply is the list.
        """
        request = ApiRequest(method="GET", address=path, query={"per_page": _PAGE, **(query or {})})
        for _ in range(PAGES_LIMIT):
            reply = self.send(request)
            content = reply.content
            if within:
                page = self._read(dict[str, object], request, content)
                content = json.dumps(page.get(within)).encode()
            yield from self._read(list[item], request, content)  # type: ignore[valid-type]  # at run time it is a type
            if reply.next is None:
                return
            if not self._is_api(reply.next):
                problem = f"the next page is on another server, {quote_value(urlsplit(reply.next).netloc)}"
                raise ApiError(request, 0, problem, "check GITHUB_API_URL")
            request = ApiRequest(method="GET", address=reply.next)
        raise ApiError(request, 0, f"the list has more than {PAGES_LIMIT} pages", "narrow the query")

    def write(self, what: type[Answer], method: str, path: str, body: Mapping[str, object]) -> Answer:
        """Create or change something, and return it. After a failure, that may have happened all the same."""
        request = ApiRequest(method=method, address=path, body=body)
        return self._read(what, request, self.send(request).content)

    def send(self, request: ApiRequest) -> ApiReply:
        """Send a request and retry it if that is safe; redirects of a GET are followed.

        Requests that may be done twice are repeated after an error of the server or the network. Any other
        request is repeated only if it was certainly not carried out: no connection, or refused for the rate
        limit. Other servers than the API's get only GETs, without the token.

        Raises:
            ApiError: if the request does not end with a status below 400.
        """
        import httpx2

        ends, pause = time.time() + self._seconds, _FIRST_PAUSE
        repeatable = request.method in _REPEATABLE
        while True:
            # The jobs of a matrix meet an outage together, and should not come back together.
            wait = pause * random.uniform(0.75, 1.25)  # noqa: S311 - not a secret
            try:
                reply = self._exchange(request)
            except httpx2.ConnectError as error:
                failure, again = self._failure(request, 0, f"cannot connect: {error}", _NETWORK), True
            except (httpx2.HTTPError, httpx2.InvalidURL) as error:
                why = f"connection failed: {type(error).__name__}: {error}"
                failure, again = self._failure(request, 0, why, _NETWORK), repeatable
            else:
                if reply.status < HTTPStatus.BAD_REQUEST:
                    return reply
                limited, fault = _is_rate_limited(reply), reply.status in _SERVER_FAULTS
                wait = self._requested_wait(reply) or wait
                fix = _LATER if fault else _FIXES.get(reply.status, _LATER)
                if limited:
                    fix = f"wait for the rate limit and try again in {wait:.0f} s"
                failure = self._failure(request, reply.status, _message(reply.content), fix)
                failure.limited = limited
                again = limited or (fault and repeatable)
            if not again or time.time() + wait > ends:
                raise failure
            time.sleep(wait)
            pause *= 2

    def _exchange(self, request: ApiRequest) -> ApiReply:
        """Send a request once, follow its redirects, and read the reply up to its limit."""
        url = self._url + request.address if request.address.startswith("/") else request.address
        if request.method != "GET" and not self._is_api(url):
            raise self._failure(request, 0, f"not the server of the API: {urlsplit(url).netloc}", _NETWORK)
        query = request.query
        # Not by the client: here it is certain that the token does not follow to the server of an asset.
        for _ in range(_REDIRECTS_LIMIT + 1):
            headers = {"User-Agent": "sightbench", "Accept": request.accept, "X-GitHub-Api-Version": _VERSION}
            if self._token and self._is_api(url):
                headers["Authorization"] = f"Bearer {self._token}"
            if request.data is not None:
                headers["Content-Type"] = "application/octet-stream"
            with self._client.stream(
                request.method, url, params=query, headers=headers, json=request.body, content=request.data
            ) as answer:
                if request.method != "GET" or answer.next_request is None:
                    content = bytearray()
                    for chunk in answer.iter_bytes():
                        content += chunk
                        if len(content) > request.limit:
                            why = f"the reply has more than {request.limit:,} bytes"
                            raise self._failure(request, 0, why, _NETWORK)
                    following = answer.links.get("next", {}).get("url")
                    return ApiReply(answer.status_code, answer.headers, bytes(content), following)
                # The address of a redirect has a query of its own, such as the signature of an asset.
                url, query = str(answer.next_request.url), None
            if not url.startswith("https://") and not self._is_api(url):
                break
        why = "too many redirects, or a redirect to an address without https"
        raise self._failure(request, 0, why, _NETWORK)

    def _is_api(self, url: str) -> bool:
        """Whether an address is on the API's host or on its host for uploads."""
        own, other = urlsplit(self._url), urlsplit(url)
        if (own.scheme, own.netloc) == (other.scheme, other.netloc):
            return True
        first, _, domain = own.netloc.partition(".")
        return first == "api" and (other.scheme, other.netloc) == (own.scheme, f"uploads.{domain}")

    def _requested_wait(self, reply: ApiReply) -> float | None:
        """Return the seconds until the next attempt, if the server names them."""
        after = reply.headers.get("retry-after", "")
        if _NUMBER.fullmatch(after):
            return float(after)
        reset = reply.headers.get("x-ratelimit-reset", "")
        if reply.headers.get("x-ratelimit-remaining") == "0" and _NUMBER.fullmatch(reset):
            # The time is in whole seconds: one more, so that the limit has ended.
            return max(float(reset) - time.time(), 0.0) + 1
        return None

    def _failure(self, request: ApiRequest, status: int, problem: str, fix: str) -> ApiError:
        """Return the error of a failed request, on one line and without the token."""
        return ApiError(request, status, quote_value(redact(problem, [self._token])), fix)

    def _read(self, what: type[Answer], request: ApiRequest, content: bytes) -> Answer:
        try:
            return TypeAdapter(what).validate_json(content)
        except ValidationError as error:
            # Without the input: a reply may repeat what only this token may see.
            first = error.errors(include_url=False, include_input=False)[0]
            place = ": ".join([*(str(part) for part in first["loc"]), first["msg"]])
            problem = f"the reply has an unexpected shape: {quote_value(place)}"
            raise ApiError(request, 0, problem, "check GITHUB_API_URL") from None


def _is_rate_limited(reply: ApiReply) -> bool:
    """Whether a request was refused because of a rate limit; then it was not carried out."""
    if reply.status == HTTPStatus.TOO_MANY_REQUESTS:
        return True
    spent = reply.headers.get("x-ratelimit-remaining") == "0" or "retry-after" in reply.headers
    # Only the message may show that the secondary rate limit was spent.
    return reply.status == HTTPStatus.FORBIDDEN and (spent or b"rate limit" in reply.content.lower())


def _message(content: bytes) -> str:
    try:
        found = json.loads(content)["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        found = content[:_MESSAGE_LIMIT].decode("utf-8", "replace")
    return str(found)[:_MESSAGE_LIMIT] or "no reason given"
