"""From a request to a reply: the script decides, the API's format words it."""

import asyncio
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from loopback import chat_completions, generate_content, messages, writing
from loopback.connection import Reply
from loopback.counts import Served
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
from loopback.wire import Asked, Choice, Incoming, Invalid, Usage, Wire, Written

WIRES: tuple[Wire, ...] = tuple(cast(Wire, one) for one in (chat_completions, generate_content, messages))


class Answering:
    """Holds what was served. Lives in one event loop; its lists only grow, so others may look at them."""

    def __init__(self, script: Script, writer: writing.Writer | None = None) -> None:
        self.script = script
        self.served: list[Served] = []
        self.others: list[str] = []  #: other requests, as ``GET /v1/models``, and malformed ones
        self.most_at_once = 0
        self._writer = writer or writing.default_writer
        self._numbers = itertools.count(1)
        self._askings: Counter[str] = Counter()
        self._at_once = 0
        self._reserve: float | None = None  # requests that may still come, as of _since
        self._since = 0.0

    async def handle(self, incoming: Incoming) -> tuple[Reply, Callable[[], None]]:
        """The reply to a request, and what to call when it was sent whole."""
        wire = next((one for one in WIRES if one.takes(incoming.path)), None)
        if wire is None or incoming.method != "POST":
            self.others.append(f"{incoming.method} {incoming.path}")
            return self._other(incoming), _nothing
        number = next(self._numbers)
        request_id = f"{number:08d}"
        try:
            asked = wire.read(incoming, json.loads(incoming.body))
        except (Invalid, ValueError, KeyError, TypeError, AttributeError) as error:
            self.others.append(f"POST {incoming.path}: {error!r}")
            return json_reply(*wire.invalid(str(error), request_id), wire.headers(request_id)), _nothing
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            return await self._answer(wire, asked, number, request_id)
        finally:
            self._at_once -= 1

    async def _answer(
        self, wire: Wire, asked: Asked, number: int, request_id: str
    ) -> tuple[Reply, Callable[[], None]]:
        script = self.script
        self._askings[asked.digest] += 1
        asking = self._askings[asked.digest]
        fault = self._fault(asked, number, asking)
        at = len(self.served)
        self.served.append(_served(asked, number, asking, request_id, fault))
        reply = failure(wire, asked, fault, request_id)
        if reply is None:
            choices = writing.choices(asked, asking, fault, script, self._writer)
            used = writing.usage(asked, asking, choices, script)
            late = fault.seconds if isinstance(fault, Slow) and not fault.dribbles else 0.0
            await asyncio.sleep(script.seconds + late)
            sound = not isinstance(fault, NoChoices | BrokenJson | Cut | Drop | Count) or (
                isinstance(fault, Count) and fault.choices == asked.n
            )
            price = writing.cost(used, script.prices)
            self._note(at, choices=len(choices), answered=sound, usage=used, cost_usd=price)
            body = wire.answer(_written(request_id, asked, choices, used, fault, script))
            reply = delivered(body, fault, wire.headers(request_id), compressed=script.gzip)
        self._note(at, status=reply.status)
        return reply, lambda: self._note(at, whole=True)

    def _note(self, at: int, **known: Any) -> None:
        self.served[at] = replace(self.served[at], ended=time.monotonic(), **known)

    def _fault(self, asked: Asked, number: int, asking: int) -> Fault | None:
        script = self.script
        if script.keys and asked.key not in script.keys:
            return BadKey()
        if script.models and asked.model not in script.models:
            return UnknownModel()
        if not self._room():
            return RateLimited()
        if script.context_tokens is not None and prompt_tokens(asked) > script.context_tokens:
            return ContextOverflow()
        return next((rule.fault for rule in script.rules if rule.strikes(asked, number, asking)), None)

    def _room(self) -> bool:
        """Whether the limits let one more request in."""
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

    def _other(self, incoming: Incoming) -> Reply:
        """Health and the list of models."""
        if incoming.method == "GET" and incoming.path in ("/health", "/v1/health"):
            return json_reply(200, {"status": "ok"}, JSON)
        if incoming.method == "GET" and incoming.path == "/v1/models":
            models = [{"id": one, "object": "model"} for one in sorted(self.script.models or {"loopback"})]
            return json_reply(200, {"object": "list", "data": models}, JSON)
        return json_reply(404, {"error": {"message": "Not found"}}, JSON)


def _served(asked: Asked, number: int, asking: int, request_id: str, fault: Fault | None) -> Served:
    """What is known when a request arrives."""
    now = time.monotonic()
    return Served(
        number=number,
        api=asked.api,
        key=asked.key,
        model=asked.model,
        digest=asked.digest,
        asking=asking,
        prompt=asked.prompt,
        pictures=asked.pictures,
        order="".join(one.kind[0] for one in asked.prompt),
        n=asked.n,
        parameters=asked.parameters,
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
    request_id: str, asked: Asked, choices: list[Choice], used: Usage, fault: Fault | None, script: Script
) -> Written:
    kept: tuple[Choice, ...] | None = tuple(choices)
    model, fingerprint = script.resolves.get(asked.model, asked.model), script.fingerprint
    if isinstance(fault, NoChoices):
        kept = None if fault.missing else ()
    elif isinstance(fault, ResolvesTo):
        model, fingerprint = fault.model, fault.fingerprint
    return Written(
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
