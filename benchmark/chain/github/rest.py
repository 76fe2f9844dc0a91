"""GitHub's REST API as values: pages, rate limits and retries, and errors without a word of the token.

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

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from benchmark.chain.github.exchange import (
    PUBLIC_API,
    ApiConnections,
    ApiReply,
    ApiRequest,
    NoReplyError,
    Query,
)
from benchmark.core.errors import OurFailure, shown
from benchmark.core.secret import redact

PAGES_LIMIT = 200  #: of one list
_PAGE = 100
_SAID_CHARACTERS = 300
_ERRORS_FROM = 400
_FORBIDDEN, _NOT_FOUND, _TOO_MANY = 403, 404, 429
_SERVER_FAULTS = frozenset({500, 502, 503, 504})
#: Repeating these does no harm: the second time nothing is left to do.
_REPEATABLE = frozenset({"GET", "PUT", "PATCH", "DELETE"})
_FIXES = {
    401: "the token is not valid (any more): give another in GITHUB_TOKEN",
    403: "give the job, or the token, the right that this takes",
    404: "check the name; what a token may not see is not found either",
    410: "it is switched off in the repository's settings",
    422: "GitHub refuses the values",
}
_NUMBER = re.compile(r"[0-9]{1,12}")

Answer = TypeVar("Answer")


class ApiModel(BaseModel):
    """Base of what is read of an answer; what else it holds is left aside."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class ApiError(OurFailure):
    """GitHub did not do what it was asked.

    Args:
        request: method and path.
        status: of HTTP; 0 where there was no answer.
        said: what came back.
        fix: what to do.
    """

    def __init__(self, request: object, status: int, said: str, fix: str = "") -> None:
        self.status = status
        code = f"HTTP {status}: " if status else ""
        super().__init__(f"GitHub: {request}: {code}{said}", fix)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitPolicy:
    """How long is waited, and by which clock."""

    seconds: float = 180.0  #: for all retries of one request together
    first: float = 1.0  #: before the second attempt; doubles with each
    timeout: float = 30.0  #: for an answer
    clock: Callable[[], float] = time.time  #: as the server's limits are given: seconds since 1970
    sleep: Callable[[float], None] = time.sleep


class RestApi:
    """The API; a context, or closed by hand.

    Args:
        token: sent to the API and nowhere else; empty for none.
        url: of the API.
        waiting: patience with rate limits and faults.

    Raises:
        BadInput: for an address that would carry the token in the clear, and without the extra `github`.
    """

    def __init__(self, token: str = "", url: str = PUBLIC_API, waiting: WaitPolicy | None = None) -> None:
        self._token = token
        self._waiting = waiting or WaitPolicy()
        self._exchange = ApiConnections(token, url, self._waiting.timeout)

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, waiting: WaitPolicy | None = None
    ) -> "RestApi":
        """As workflows say it: ``GITHUB_TOKEN`` (or ``GH_TOKEN``) and ``GITHUB_API_URL``."""
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
        """Whether requests say who asks."""
        return bool(self._token)

    def close(self) -> None:
        """Close all connections."""
        self._exchange.close()

    def get(self, what: type[Answer], path: str, query: Query | None = None) -> Answer:
        """What stands at ``path``.

        Raises:
            ApiError: when it cannot be had, or is of another shape.
        """
        request = ApiRequest(method="GET", address=path, query=query)
        return self._read(what, request, self.send(request).content)

    def find(self, what: type[Answer], path: str, query: Query | None = None) -> Answer | None:
        """The same; None where nothing is there, or nothing that this token may see."""
        try:
            return self.get(what, path, query)
        except ApiError as error:
            if error.status == _NOT_FOUND:
                return None
            raise

    def pages(
        self, item: type[Answer], path: str, query: Query | None = None, *, within: str = ""
    ) -> Iterator[Answer]:
        """All items of a list, page by page.

        Args:
            item: what each must be.
            path: of the list.
            query: to be encoded.
            within: the field of the answer that holds the list; empty where the answer is the list.

        Raises:
            ApiError: as :meth:`get`, and for a list of more than 200 pages.
        """
        request = ApiRequest(method="GET", address=path, query={"per_page": _PAGE, **(query or {})})
        for _ in range(PAGES_LIMIT):
            reply = self.send(request)
            content = reply.content
            if within:
                page = self._read(dict[str, object], request, content)
                content = json.dumps(page.get(within)).encode()
            yield from self._read(list[item], request, content)  # type: ignore[valid-type]  # it is one, at run time
            if reply.next is None:
                return
            request = ApiRequest(method="GET", address=reply.next)
        raise ApiError(request, 0, f"more than {PAGES_LIMIT} pages", "ask for less")

    def write(self, what: type[Answer], method: str, path: str, body: Mapping[str, object]) -> Answer:
        """Ask for a change, and read what came of it.

        Raises:
            ApiError: when it was not done, or nobody knows whether it was.
        """
        request = ApiRequest(method=method, address=path, body=body)
        return self._read(what, request, self.send(request).content)

    def send(self, request: ApiRequest) -> ApiReply:
        """One request with all its retries.

        A read, and what may be done twice, is repeated after a fault of the server or of the network;
        anything else only where it was surely not done: refused for the rate, or never connected.

        Raises:
            ApiError: for everything that does not end in a status below 400.
        """
        ends, pause = self._waiting.clock() + self._waiting.seconds, self._waiting.first
        while True:
            reply, error = self._try(request)
            if reply is not None and reply.status < _ERRORS_FROM:
                return reply
            wait = self._wait(reply, pause) if _may_repeat(request, reply, error) else None
            if wait is None or self._waiting.clock() + wait > ends:
                raise ApiError(request, reply.status if reply else 0, *self._told(reply, error, wait))
            self._waiting.sleep(wait)
            pause *= 2

    def _try(self, request: ApiRequest) -> tuple[ApiReply | None, NoReplyError | None]:
        try:
            return self._exchange.send(request), None
        except NoReplyError as error:
            return None, error

    def _wait(self, reply: ApiReply | None, pause: float) -> float:
        """Seconds until the next attempt, as the server says it, else with some chance in it."""
        if reply is not None:
            after = reply.headers.get("retry-after", "")
            if _NUMBER.fullmatch(after):
                return float(after)
            reset = reply.headers.get("x-ratelimit-reset", "")
            if reply.headers.get("x-ratelimit-remaining") == "0" and _NUMBER.fullmatch(reset):
                return max(float(reset) - self._waiting.clock(), 0.0) + 1
        return pause * random.uniform(0.75, 1.25)  # noqa: S311 - no secret

    def _told(
        self, reply: ApiReply | None, error: NoReplyError | None, wait: float | None
    ) -> tuple[str, str]:
        """What went wrong and what to do, on one line and without the token."""
        if reply is None:
            why = redact(str(error), [self._token])
            return shown(why), "check the network and GITHUB_API_URL, then repeat it"
        said = shown(redact(_message(reply.content), [self._token]))
        if wait is not None and _limited(reply):
            return said, f"the limit of requests is used up; repeat it in {wait:.0f} s"
        return said, "repeat it later" if reply.status in _SERVER_FAULTS else _FIXES.get(reply.status, "")

    def _read(self, what: type[Answer], request: ApiRequest, content: bytes) -> Answer:
        try:
            return TypeAdapter(what).validate_json(content)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ": ".join([*(str(part) for part in first["loc"]), first["msg"]])
            said = f"answered in another shape: {shown(place)}"
            raise ApiError(request, 0, said, "check GITHUB_API_URL") from None


def _may_repeat(request: ApiRequest, reply: ApiReply | None, error: NoReplyError | None) -> bool:
    """Whether asking again may help, and does no harm."""
    if reply is None:
        return error is not None and not error.final and (request.method in _REPEATABLE or not error.sent)
    return _limited(reply) or (reply.status in _SERVER_FAULTS and request.method in _REPEATABLE)


def _limited(reply: ApiReply) -> bool:
    """Whether there were too many requests: nothing was done then."""
    if reply.status == _TOO_MANY:
        return True
    spent = reply.headers.get("x-ratelimit-remaining") == "0" or "retry-after" in reply.headers
    # The secondary limit may say it in words only.
    return reply.status == _FORBIDDEN and (spent or b"rate limit" in reply.content.lower())


def _message(content: bytes) -> str:
    try:
        found = json.loads(content)["message"]
    except (ValueError, KeyError, TypeError, RecursionError):
        found = content[:_SAID_CHARACTERS].decode("utf-8", "replace")
    return str(found)[:_SAID_CHARACTERS] or "no word why"
