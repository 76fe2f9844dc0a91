"""Turns a request into a reply: the script decides what to send, the API's module writes it."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from loopback import chat_completions, generate_content, messages, model_lists, writing
from loopback.connection import Reply
from loopback.counts import ServedRequest
from loopback.delivery import JSON, delivered, failure, json_reply
from loopback.faults import (
    BadKey,
    BrokenJson,
    ContextOverflow,
    Count,
    Cut,
    Drop,
    Fault,
    Filtered,
    NoChoices,
    NoUsage,
    RateLimited,
    ResolvesTo,
    Slow,
    UnknownModel,
)
from loopback.script import Script, prompt_tokens
from loopback.wire import ApiRequest, Choice, HttpRequest, InvalidRequest, Usage, Wire, WrittenAnswer

WIRES: tuple[Wire, ...] = tuple(cast(Wire, api) for api in (chat_completions, generate_content, messages))


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
        self._reserve: float | None = None  # requests allowed at the time _since
        self._since = 0.0

    async def handle(self, incoming: HttpRequest) -> tuple[Reply, Callable[[], None]]:
        """Return the reply to a request, and a function to call when all of it was sent."""
        wire = next((wire for wire in WIRES if wire.takes(incoming.path)), None)
        if wire is None or incoming.method != "POST":
            self.others.append(f"{incoming.method} {incoming.path}")
            return self._other(incoming), _nothing
        number = next(self._numbers)
        request_id = f"{number:08d}"
        try:
            request = wire.read(incoming, json.loads(incoming.body))
        except (InvalidRequest, ValueError, KeyError, TypeError, AttributeError) as error:
            self.others.append(f"POST {incoming.path}: {error!r}")
            return json_reply(*wire.invalid(str(error), request_id), wire.headers(request_id)), _nothing
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return await self._answer(wire, request, number, request_id)
        finally:
            self._at_once -= 1

    async def _answer(
        self, wire: Wire, request: ApiRequest, number: int, request_id: str
    ) -> tuple[Reply, Callable[[], None]]:
        script = self.script
        self._repetitions[request.digest] += 1
        repetition = self._repetitions[request.digest]
        fault = self._fault(request, number, repetition)
        at = len(self.served)
        self.served.append(_served(request, number, repetition, request_id, fault))
        reply = failure(wire, request, fault, request_id)
        if reply is None:
            choices = writing.choices(request, repetition, fault, script, self._writer)
            used = writing.usage(request, repetition, choices, script)
            late = fault.seconds if isinstance(fault, Slow) and not fault.dribbles else 0.0
            await asyncio.sleep(script.seconds + late)
            sound = not isinstance(fault, NoChoices | BrokenJson | Cut | Drop | Count) or (
                isinstance(fault, Count) and fault.choices == request.n
            )
            price = writing.cost(used, script.prices)
            self._note(at, choices=len(choices), answered=sound, usage=used, cost_usd=price)
            body = wire.answer(_written(request_id, request, choices, used, fault, script))
            reply = delivered(body, fault, wire.headers(request_id), compressed=script.gzip)
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
        if not self._room():
            return RateLimited()
        if script.context_tokens is not None and prompt_tokens(request) > script.context_tokens:
            return ContextOverflow()
        return next((rule.fault for rule in script.rules if rule.strikes(request, number, repetition)), None)

    def _room(self) -> bool:
        """Whether the limits allow one more request."""
        most, rate = self.script.at_once, self.script.per_second
        if most is not None and self._at_once > most:
            return False
        if rate is None:
            return True
        now = time.monotonic()
        full = max(1.0, rate)
        self._reserve = (
            full if self._reserve is None else min(full, self._reserve + (now - self._since) * rate)
        )
        self._since = now
        if self._reserve < 1:
            return False
        self._reserve -= 1
        return True

    def _other(self, incoming: HttpRequest) -> Reply:
        """Return the reply to a request for the health or the list of models."""
        if incoming.method == "GET" and incoming.path in ("/health", "/v1/health"):
            return json_reply(200, {"status": "ok"}, JSON)
        if incoming.method == "GET" and self.script.listed is not None:
            page = model_lists.page(incoming, self.script.listed, self.list_requests)
            if page is not None:
                return page
        if incoming.method == "GET" and incoming.path == "/v1/models":
            names = sorted(self.script.models or {"loopback"})
            models = [{"id": name, "object": "model"} for name in names]
            return json_reply(200, {"object": "list", "data": models}, JSON)
        return json_reply(404, {"error": {"message": "Not found"}}, JSON)


def _served(
    request: ApiRequest, number: int, repetition: int, request_id: str, fault: Fault | None
) -> ServedRequest:
    """Return the record of a request that has just arrived."""
    now = time.monotonic()
    return ServedRequest(
        number=number,
        api=request.api,
        key=request.key,
        model=request.model,
        digest=request.digest,
        repetition=repetition,
        prompt=request.prompt,
        pictures=request.pictures,
        order="".join(piece.kind[0] for piece in request.prompt),
        n=request.n,
        parameters=request.parameters,
        request_id=request_id,
        fault="" if fault is None else type(fault).__name__,
        status=0,
        choices=0,
        answered=False,
        usage=None,
        cost_usd=0.0,
        whole=False,
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
    model, fingerprint = script.resolves.get(request.model, request.model), script.fingerprint
    if isinstance(fault, NoChoices):
        kept = None if fault.missing else ()
    elif isinstance(fault, ResolvesTo):
        model, fingerprint = fault.model, fault.fingerprint
    return WrittenAnswer(
        request_id=request_id,
        model=model,
        fingerprint=fingerprint,
        choices=kept,
        usage=None if isinstance(fault, NoUsage) else used,
        thinking=script.thinking,
        filtered=fault if isinstance(fault, Filtered) else None,
    )


def _nothing() -> None:
    pass
