"""Call GitHub's REST API: read pages, respect rate limits, retry, and report errors without the token.

Documented at https://docs.github.com/rest; the version is 2022-11-28.
"""

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from benchmark.chain.github.exchange import (
    PUBLIC_API,
    ApiConnections,
    ApiReply,
    ApiRequest,
    NoReplyError,
    Query,
)
from benchmark.core.errors import OurFailure, quote_value
from benchmark.core.secret import redact

PAGES_LIMIT = 200  #: maximum pages of one list
_PAGE = 100  #: items per page
_MESSAGE_LIMIT = 300  #: maximum characters of an error message of the API
_ERRORS_FROM = 400
_FORBIDDEN, _NOT_FOUND, _TOO_MANY = 403, 404, 429
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
_NUMBER = re.compile(r"[0-9]{1,12}")

Answer = TypeVar("Answer")


class ApiModel(BaseModel):
    """Base class of values that are read from a reply; fields that are not declared are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class ApiError(OurFailure):
    """A request to GitHub that failed.

    Args:
        request: method and path.
        status: HTTP status; 0 if there was no reply.
        problem: what went wrong.
        fix: what to do.
    """

    def __init__(self, request: object, status: int, problem: str, fix: str = "") -> None:
        self.status = status
        code = f"HTTP {status}: " if status else ""
        super().__init__(f"GitHub: {request}: {code}{problem}", fix)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitPolicy:
    """How long to wait for replies and between retries."""

    seconds: float = 180.0  #: time limit for all attempts of one request together
    first: float = 1.0  #: seconds before the second attempt; doubles with each attempt
    timeout: float = 30.0  #: seconds to wait for a reply
    clock: Callable[[], float] = time.time  #: seconds since 1970, as in the server's rate limits
    sleep: Callable[[float], None] = time.sleep


class RestApi:
    """The REST API. Use it in a ``with`` block, or call :meth:`close`.

    Args:
        token: sent to the API and nowhere else; empty for none.
        url: address of the API.
        waiting: how long to wait for replies and between retries.

    Raises:
        BadInput: if the address would send the token unencrypted, or the extra `github` is not installed.
    """

    def __init__(self, token: str = "", url: str = PUBLIC_API, waiting: WaitPolicy | None = None) -> None:
        self._token = token
        self._waiting = waiting or WaitPolicy()
        self._exchange = ApiConnections(token, url, self._waiting.timeout)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, waiting: WaitPolicy | None = None
    ) -> "RestApi":
        """Use the token in ``GITHUB_TOKEN`` or ``GH_TOKEN``, and the address in ``GITHUB_API_URL``."""
        token = environment.get("GITHUB_TOKEN") or environment.get("GH_TOKEN") or ""
        return cls(token.strip(), environment.get("GITHUB_API_URL") or PUBLIC_API, waiting)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def has_token(self) -> bool:
        """Whether requests carry a token."""
        return bool(self._token)

    def close(self) -> None:
        """Close all connections."""
        self._exchange.close()

    def get(self, what: type[Answer], path: str, query: Query | None = None) -> Answer:
        """Return the object at ``path``.

        Raises:
            ApiError: if the request fails, or the reply has another shape.
        """
        request = ApiRequest(method="GET", address=path, query=query)
        return self._read(what, request, self.send(request).content)

    def find(self, what: type[Answer], path: str, query: Query | None = None) -> Answer | None:
        """Return the object at ``path``; None if it does not exist or this token may not see it.

        Raises:
            ApiError: if the request fails in another way, or the reply has another shape.
        """
        try:
            return self.get(what, path, query)
        except ApiError as error:
            if error.status == _NOT_FOUND:
                return None
            raise

    def pages(
        self, item: type[Answer], path: str, query: Query | None = None, *, within: str = ""
    ) -> Iterator[Answer]:
        """Yield all items of a list, page by page.

        Args:
            item: type of the items.
            path: path of the list.
            query: parameters of the query, not yet encoded.
            within: field of the reply that holds the list; empty if the reply is the list.

        Raises:
            ApiError: if a request fails, a reply has another shape, or the list has more than 200 pages.
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
            if not self._exchange.is_api(reply.next):
                problem = f"the next page is on another server, {quote_value(urlsplit(reply.next).netloc)}"
                raise ApiError(request, 0, problem, "check GITHUB_API_URL")
            request = ApiRequest(method="GET", address=reply.next)
        raise ApiError(request, 0, f"the list has more than {PAGES_LIMIT} pages", "narrow the query")

    def write(self, what: type[Answer], method: str, path: str, body: Mapping[str, object]) -> Answer:
        """Create or change something, and return it.

        Raises:
            ApiError: if the change failed, or may have failed.
        """
        request = ApiRequest(method=method, address=path, body=body)
        return self._read(what, request, self.send(request).content)

    def send(self, request: ApiRequest) -> ApiReply:
        """Send a request and retry it if that is safe.

        Requests that may be done twice are repeated after an error of the server or the network. Any other
        request is repeated only if it was certainly not done: no connection, or refused for the rate limit.

        Raises:
            ApiError: if the request does not end with a status below 400.
        """
        ends, pause = self._waiting.clock() + self._waiting.seconds, self._waiting.first
        while True:
            reply, error = self._try(request)
            if reply is not None and reply.status < _ERRORS_FROM:
                return reply
            wait = self._wait(reply, pause) if _may_repeat(request, reply, error) else None
            if wait is None or self._waiting.clock() + wait > ends:
                problem, fix = self._failure(reply, error, wait)
                raise ApiError(request, reply.status if reply else 0, problem, fix)
            self._waiting.sleep(wait)
            pause *= 2

    def _try(self, request: ApiRequest) -> tuple[ApiReply | None, NoReplyError | None]:
        try:
            return self._exchange.send(request), None
        except NoReplyError as error:
            return None, error

    def _wait(self, reply: ApiReply | None, pause: float) -> float:
        """Return the seconds until the next attempt: as the server says, else ``pause`` with some jitter."""
        if reply is not None:
            after = reply.headers.get("retry-after", "")
            if _NUMBER.fullmatch(after):
                return float(after)
            reset = reply.headers.get("x-ratelimit-reset", "")
            if reply.headers.get("x-ratelimit-remaining") == "0" and _NUMBER.fullmatch(reset):
                return max(float(reset) - self._waiting.clock(), 0.0) + 1
        return pause * random.uniform(0.75, 1.25)  # noqa: S311 - not a secret

    def _failure(
        self, reply: ApiReply | None, error: NoReplyError | None, wait: float | None
    ) -> tuple[str, str]:
        """Return the problem and the fix of a failed request, each on one line and without the token."""
        if reply is None:
            why = redact(str(error), [self._token])
            return quote_value(why), "check the network and GITHUB_API_URL, then try again"
        message = quote_value(redact(_message(reply.content), [self._token]))
        if wait is not None and _is_rate_limited(reply):
            return message, f"wait for the rate limit and try again in {wait:.0f} s"
        return message, _LATER if reply.status in _SERVER_FAULTS else _FIXES.get(reply.status, _LATER)

    def _read(self, what: type[Answer], request: ApiRequest, content: bytes) -> Answer:
        try:
            return TypeAdapter(what).validate_json(content)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ": ".join([*(str(part) for part in first["loc"]), first["msg"]])
            problem = f"the reply has an unexpected shape: {quote_value(place)}"
            raise ApiError(request, 0, problem, "check GITHUB_API_URL") from None


def _may_repeat(request: ApiRequest, reply: ApiReply | None, error: NoReplyError | None) -> bool:
    """Whether repeating a request may help and does no harm."""
    if reply is None:
        return error is not None and not error.final and (request.method in _REPEATABLE or not error.sent)
    return _is_rate_limited(reply) or (reply.status in _SERVER_FAULTS and request.method in _REPEATABLE)


def _is_rate_limited(reply: ApiReply) -> bool:
    """Whether a request was refused because of a rate limit; then it was not carried out."""
    if reply.status == _TOO_MANY:
        return True
    spent = reply.headers.get("x-ratelimit-remaining") == "0" or "retry-after" in reply.headers
    # The secondary rate limit may be named in the message only.
    return reply.status == _FORBIDDEN and (spent or b"rate limit" in reply.content.lower())


def _message(content: bytes) -> str:
    try:
        found = json.loads(content)["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        found = content[:_MESSAGE_LIMIT].decode("utf-8", "replace")
    return str(found)[:_MESSAGE_LIMIT] or "no reason given"
