"""Turns a request into a reply: the script decides what to send, the API's module writes it."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from email.utils import formatdate
from typing import Any

from loopback import chat_completions, errors, generate_content, messages, responses, vendors, writing
from loopback.batches import BatchServer
from loopback.connection import Reply
from loopback.faults import (
    BadKey,
    Body,
    BrokenJson,
    Count,
    Cut,
    Drop,
    EmptyBody,
    Fault,
    Filtered,
    Hang,
    Html,
    NoChoices,
    NoUsage,
    PlainText,
    RateLimited,
    ResolvesTo,
    Slow,
    Status,
    UnknownModel,
)
from loopback.script import ListedModels, Script
from loopback.wire import (
    Api,
    ApiRequest,
    Choice,
    HttpRequest,
    InvalidRequest,
    Json,
    ServedRequest,
    Usage,
    WrittenAnswer,
)

#: Each module reads a request and writes the body and the headers of its answer.
WIRES: dict[Api, Any] = {
    "openai": chat_completions,
    "responses": responses,
    "google": generate_content,
    "anthropic": messages,
}
_JSON = {"content-type": "application/json"}
_HTML = {"content-type": "text/html; charset=utf-8"}
_PAGE = b"""<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>loopback</center></body></html>
"""


class RequestHandler:
    """Answers requests and records them. It runs in one event loop; other threads may read its lists."""

    def __init__(self, script: Script, writer: writing.Writer | None = None) -> None:
        self.script = script
        self.served: list[ServedRequest] = []
        self.others: list[str] = []  #: other requests, such as ``GET /v1/models``, and malformed ones
        self.most_at_once = 0
        self.list_requests: list[HttpRequest] = []  #: requests for a page of the scripted list of models
        self._writer = writer or writing.default_writer
        self._numbers = itertools.count(1)
        self._repetitions: Counter[str] = Counter()
        self._at_once = 0
        self.batches = BatchServer(self._answer_alone)

    async def _answer_alone(self, incoming: HttpRequest) -> Reply:
        reply, sent = await self.handle(incoming)
        sent()
        return reply

    async def handle(self, incoming: HttpRequest) -> tuple[Reply, Callable[[], None]]:
        """Return the reply to a request, and a function to call when all of it was sent."""
        if (reply := await self.batches.take(incoming, self.script.batching)) is not None:
            return reply, _nothing
        api = next((api for api, wire in WIRES.items() if wire.takes(incoming.path)), None)
        if api is None or incoming.method != "POST":
            self.others.append(f"{incoming.method} {incoming.path}")
            return self._other(incoming), _nothing
        number = next(self._numbers)
        request_id = f"{number:08d}"
        try:
            request = WIRES[api].read(incoming, json.loads(incoming.body))
        except (InvalidRequest, ValueError, KeyError, TypeError, AttributeError) as error:
            self.others.append(f"POST {incoming.path}: {error!r}")
            return json_reply(
                *errors.invalid(api, str(error), request_id), WIRES[api].headers(request_id)
            ), _nothing
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return await self._answer(WIRES[api], request, number, request_id)
        finally:
            self._at_once -= 1

    async def _answer(
        self, wire: Any, request: ApiRequest, number: int, request_id: str
    ) -> tuple[Reply, Callable[[], None]]:
        script = self.script
        self._repetitions[request.digest] += 1
        repetition = self._repetitions[request.digest]
        fault = self._fault(request, number, repetition)
        at = len(self.served)
        self.served.append(_served(request, number, repetition, request_id, fault))
        refused = vendors.STAND_INS[script.vendor](request) if script.vendor else None
        if script.may_not_think and vendors.thinks_not(request):
            script = replace(script, thinking="")
        request = vendors.as_answered(script.vendor, request)
        reply = json_reply(*refused, wire.headers(request_id)) if refused else None
        reply = reply or failure(wire, request, fault, request_id)
        if reply is None:
            choices = writing.choices(request, repetition, fault, script, self._writer)
            used = writing.usage(request, repetition, choices, script)
            late = fault.seconds if isinstance(fault, Slow) and not fault.dribbles else 0.0
            began = time.monotonic()
            await asyncio.sleep(0)
            while (left := began + self.script.seconds + late - time.monotonic()) > 0:
                await asyncio.sleep(min(left, 0.05))  # another script may have less
            sound = not isinstance(fault, NoChoices | BrokenJson | Cut | Drop | Count) or (
                isinstance(fault, Count) and fault.choices == request.n
            )
            price = writing.cost(used, script.prices)
            self._note(at, answered=sound, usage=used, cost_usd=price)
            body = wire.answer(_written(request_id, request, choices, used, fault, script))
            reply = delivered(body, fault, wire.headers(request_id))
        self._note(at, status=reply.status)
        return reply, lambda: self._note(at, whole=True)

    def _note(self, at: int, **known: Any) -> None:
        self.served[at] = replace(self.served[at], ended=time.monotonic(), **known)

    def _fault(self, request: ApiRequest, number: int, repetition: int) -> Fault | None:
        script = self.script
        if script.keys and request.key not in script.keys:
            return BadKey()
        if script.models and request.model not in script.models:
            return UnknownModel()
        if script.at_once is not None and self._at_once > script.at_once:
            return RateLimited()
        return next((rule.fault for rule in script.rules if rule.strikes(request, number, repetition)), None)

    def _other(self, incoming: HttpRequest) -> Reply:
        """Return the reply to a request for the list of models."""
        if incoming.method == "GET" and self.script.listed is not None:
            page = list_page(incoming, self.script.listed, self.list_requests)
            if page is not None:
                return page
            name = incoming.path.rpartition("/models/")[2]
            for entry in self.script.listed.models:
                if name in (entry.get("id"), str(entry.get("name")).removeprefix("models/")):
                    return json_reply(200, dict(entry), _JSON)
        if incoming.method == "GET" and incoming.path == "/v1/models":
            models = [{"id": name, "object": "model"} for name in sorted(self.script.models)]
            return json_reply(200, {"object": "list", "data": models}, _JSON)
        return json_reply(404, {"error": {"message": "Not found"}}, _JSON)


def _served(
    request: ApiRequest, number: int, repetition: int, request_id: str, fault: Fault | None
) -> ServedRequest:
    """Return the record of a request that has just arrived."""
    now = time.monotonic()
    return ServedRequest(
        **{field.name: getattr(request, field.name) for field in fields(request)},
        number=number,
        repetition=repetition,
        request_id=request_id,
        fault="" if fault is None else type(fault).__name__,
        began=now,
        ended=now,
    )


def _written(  # noqa: PLR0917
    request_id: str,
    request: ApiRequest,
    choices: list[Choice],
    used: Usage,
    fault: Fault | None,
    script: Script,
) -> WrittenAnswer:
    kept: tuple[Choice, ...] | None = tuple(choices)
    if isinstance(fault, NoChoices):
        kept = None if fault.missing else ()
    named = script.resolves.get(request.model, request.model)
    return WrittenAnswer(
        request_id=request_id,
        model=fault.model if isinstance(fault, ResolvesTo) else named,
        fingerprint="fp_changed" if isinstance(fault, ResolvesTo) else script.fingerprint,
        choices=kept,
        usage=None if isinstance(fault, NoUsage) else used,
        thinking=script.thinking,
        filtered=fault if isinstance(fault, Filtered) else None,
    )


def _nothing() -> None:
    pass


def json_reply(status: int, body: Json, headers: Mapping[str, str]) -> Reply:
    """Return a complete JSON reply."""
    return Reply(status=status, body=json.dumps(body).encode(), headers={**headers, **_JSON})


def failure(wire: Any, request: ApiRequest, fault: Fault | None, request_id: str) -> Reply | None:
    """Return the reply of a fault that gives no answer; None for other faults."""
    headers = wire.headers(request_id)
    match fault:
        case Hang():
            return Reply(status=0, body=b"", ending="hang")
        case Drop(after="request"):
            return Reply(status=0, body=b"", ending="drop")
        case Html():
            return Reply(status=200, body=_PAGE, headers={**headers, **_HTML})
        case EmptyBody():
            return Reply(status=200, body=b"", headers={**headers, **_JSON})
        case Body(body=body, encoding=encoding, status=status):
            encoded = {"content-encoding": encoding} if encoding else {}
            return Reply(status=status, body=body, headers={**headers, **_JSON, **encoded})
        case Status(html=True, code=code):
            return Reply(status=code, body=_PAGE, headers={**headers, **_HTML, **_wait(fault, request)})
        case _:
            worded = errors.problem(fault, request, request_id)
            return worded and json_reply(*worded, {**headers, **_wait(fault, request)})


def delivered(body: Json, fault: Fault | None, headers: Mapping[str, str]) -> Reply:
    """Return the reply with an answer, complete or broken by the fault."""
    reply = json_reply(200, body, headers)
    match fault:
        case Cut(chunked=chunked):
            return replace(reply, ending="cut", chunked=chunked)
        case Drop():
            return replace(reply, ending="drop after headers")
        case BrokenJson():
            return replace(reply, body=reply.body[: len(reply.body) // 2])
        case PlainText():
            return replace(reply, headers={**headers, "content-type": "text/plain"})
        case Slow(seconds=seconds, dribbles=True):
            return replace(reply, dribble=seconds)
        case _:
            return reply


def _wait(fault: Fault | None, request: ApiRequest) -> dict[str, str]:
    """Return the header with the wait or the redirect; Google's API has the wait in the body instead."""
    match fault:
        case Status(code=301 | 302 | 303 | 307 | 308, location=location):
            return {"location": location}
        case RateLimited(retry_date=float() | int() as seconds):
            return {"retry-after": formatdate(time.time() + seconds, usegmt=True)}
        case RateLimited(retry_after=str()) if request.api == "google":
            return {}
        case RateLimited(retry_after=str() as value) | Status(retry_after=str() as value):
            return {"retry-after": value}
        case _:
            return {}


def list_page(incoming: HttpRequest, listed: ListedModels, before: list[HttpRequest]) -> Reply | None:
    """Return a page of the list, or the reply of its fault; None if the path is not that of a list.

    Args:
        incoming: the request.
        listed: the script of the list.
        before: earlier requests for pages; this one is added.
    """
    api = _api_of_list(incoming)
    if api is None:
        return None
    mark = incoming.query.get({"google": "pageToken", "anthropic": "after_id"}.get(api, "after"), "")
    number = int(mark.rpartition("-")[2]) if mark else 0
    repeated = any((other.path, other.query) == (incoming.path, incoming.query) for other in before)
    before.append(incoming)
    fault = None if listed.passing and repeated else listed.faults.get(number)
    request = ApiRequest(api=api, key="", model="m", prompt=())
    wire = WIRES[api]
    broken = failure(wire, request, fault, "list")
    if broken is not None:
        return broken
    size = len(listed.models) if api == "openai" else listed.per_page
    entries = [dict(entry) for entry in listed.models[number * size : (number + 1) * size]]
    more = listed.repeats or (number + 1) * size < len(listed.models)
    mark = f"page-{1 if listed.repeats else number + 1}" if more else ""
    body = _list_body(api, entries, mark)
    return json_reply(200, body, _JSON) if fault is None else delivered(body, fault, _JSON)


def _api_of_list(incoming: HttpRequest) -> Api | None:
    if incoming.path == "/v1beta/models":
        return "google"
    if incoming.path != "/v1/models":
        return None
    return "anthropic" if "anthropic-version" in incoming.headers else "openai"


def _list_body(api: Api, entries: list[Json], mark: str) -> Json:
    match api:
        case "google":
            return {**({"models": entries} if entries else {}), **({"nextPageToken": mark} if mark else {})}
        case "anthropic":
            return {"data": entries, "has_more": bool(mark), "first_id": None, "last_id": mark or None}
        case "openai" | "responses":
            return {"object": "list", "data": entries}
