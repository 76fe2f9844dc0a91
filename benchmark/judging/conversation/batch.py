"""Sends all requests of a test at once, and runs the test over the replies.

A test that only asks for calls with literal arguments needs no conversation: its requests are known before
it runs. They travel with the answer's program. The guest serves them one by one, in order, sends one reply
each and stops at the first exception. Then the test runs: each request that it makes must be the next one in
the plan, to the byte, and takes the next reply. So replies pass the same checks, and a call that hangs or
ends the process fails the test when the test comes to it.

A test that makes any other request raises :class:`Replay`, and is run once more, call by call.
"""

import itertools
import marshal
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.judging.conversation.reference import Method, Reference
from benchmark.judging.conversation.session import ObjectRules, Session
from benchmark.sandbox.guest import shapes
from benchmark.sandbox.guest.shapes import METHOD, Tag
from benchmark.sandbox.host.channel import Channel, GuestFault

#: Maximum requests of a batch: the replies wait in the socket, which holds some 270 of them.
REQUESTS_LIMIT = 250
BYTES_LIMIT = 1 << 20  #: maximum bytes of these requests, which are kept
#: Time to wait for the replies to all requests before the test runs: one wake-up instead of one per reply.
_WAIT_SECONDS = 0.05
_NESTED = frozenset({list, dict, set, tuple, frozenset})


class Replay(GuestFault):
    """The test made a request that was not the next one in its plan."""

    def __init__(self) -> None:
        super().__init__("the test left its plan")


@dataclass(frozen=True, slots=True)
class CallPlan:
    """The requests of a test, in order."""

    #: What :func:`_fingerprint` returns of each; of one that reads a method, the object and the name.
    requests: tuple[bytes | tuple[object, ...], ...]
    messages: tuple[
        bytes, ...
    ]  #: what the guest gets of each; nothing of one that the next message stands for


@dataclass(frozen=True, slots=True)
class LiteralCall:
    """A call that a test makes with literal arguments."""

    on: int | None  #: place of the call that made the object; None for the entry point
    method: str  #: name of the method of that object, or empty
    args: tuple[object, ...]
    kwargs: Mapping[str, object]


def plan_of(
    calls: Sequence[LiteralCall], name: str, *, is_class: bool, rules: ObjectRules, exact: Sequence[str]
) -> CallPlan | None:
    """Return the requests that a session makes for calls; None if there are too many, or one fails here.

    Args:
        calls: the calls of the test.
        name: name of the entry point.
        is_class: whether objects of the entry point keep their methods.
        rules: what objects the test can get.
        exact: libraries that the test uses.
    """
    session = _PlanningSession(rules, exact)
    entry = session.entry(name, is_class=is_class)
    made: dict[int, Any] = {}  #: place of a call → the object that it makes
    patterns: dict[tuple[int | None, str], list[dict[str, object]]] = {}  #: object and method → its requests
    requests: list[dict[str, object]] = []
    try:
        for place, call in enumerate(calls):
            target = entry if call.on is None else made[call.on]
            pattern = patterns.get((call.on, call.method))
            if pattern is None:
                session.requests = pattern = []
                function = getattr(target, call.method) if call.method else target
                made[place] = function(*call.args, **call.kwargs)
                if "make" not in pattern[-1]:  # each object has a number of its own
                    patterns[call.on, call.method] = pattern
            requests += pattern[:-1]
            requests.append(pattern[-1] | {"args": call.args, "kwargs": tuple(call.kwargs.items())})
        if len(requests) > REQUESTS_LIMIT:
            return None
        messages = tuple(itertools.starmap(_message, itertools.pairwise(({"op": ""}, *requests))))
        if sum(map(len, messages)) > BYTES_LIMIT:
            return None
        return CallPlan(
            tuple(
                (request["on"], *request["args"]) if _reads_method(request) else _fingerprint(request)  # type: ignore[misc]  # a tuple
                for request in requests
            ),
            messages,
        )
    except (AttributeError, TypeError, ValueError, GuestFault):
        return None


def _fingerprint(request: Mapping[str, object]) -> bytes:
    """Return bytes that two requests share only if they are equal, types included.

    Raises:
        ValueError: for values that no literal has.
    """
    return marshal.dumps([*request.items()], 2)  # later versions depend on who else refers to a value


def _reads_method(request: Mapping[str, object]) -> bool:
    return request["op"] == "getattr"


def _message(before: Mapping[str, object], request: dict[str, object]) -> bytes:
    """Return a request as the guest gets it; one that reads a method is part of the next, which calls it."""
    if _reads_method(request):
        return b""
    reads = {"reads": True} if _reads_method(before) else {}
    return shapes.request(request | reads, "", tuple(_containers(request)))


class _PlanningSession(Session):
    """Notes the requests of planned calls. The replies are those of an answer with ordinary methods."""

    def __init__(self, rules: ObjectRules, exact: Sequence[str]) -> None:
        super().__init__(None, rules=rules, exact=exact)  # type: ignore[arg-type]  # nothing is sent
        self.answer_used = True  # the timer of the test goes on
        self.requests: list[dict[str, object]] = []
        self._reply: dict[str, object] = {}
        self._objects = 0

    def _prepare(self, request: dict[str, object]) -> tuple[str, bytes, Sequence[object]]:
        self.requests.append(request)
        result: object = METHOD if _reads_method(request) else None
        if "make" in request:
            result = {"t": Tag.OBJECT, "v": 2 * self._objects + 1, "type": request["on"], "live": True}
            self._objects += 1
        self._reply = {"ok": result}
        return "", b"", ()

    def _exchange(self, *_: object) -> dict[str, Any]:
        return self._reply


class BatchSession(Session):
    """A conversation whose requests after the answer's program are those of a plan.

    Args:
        channel: the connection to the child.
        plan: the requests.
        others: arguments of :class:`Session`.
    """

    def __init__(self, channel: Channel, plan: CallPlan, **others: Any) -> None:
        super().__init__(channel, **others)
        self._plan = plan
        self._batch = ""  #: identifier of the program's request, once it is sent
        self._left = 0  #: number of messages without a reply so far
        #: Requests without a reply so far, the next one at the end.
        self._unread: list[bytes | tuple[object, ...]] = []
        self._reads = False  #: whether the test has read the method that the present request calls

    @property
    def has_unread(self) -> bool:
        """Whether the guest may have served requests that the test did not make."""
        return bool(self._unread)

    def operate(self, operator: str, target: object, *args: object) -> object:
        """Apply an operator; one message reads a method and calls it, and is sent when the test calls it."""
        if operator == "getattr" and self._batch and self.fault is None and isinstance(target, Reference):
            read = (target.sightbench_target(), *args)
            if self._unread and self._unread[-1] == read:  # the call checks the rest
                self._unread.pop()
                self._reads = True
                return Method(target, str(args[0]))
        return super().operate(operator, target, *args)

    def _prepare(self, request: dict[str, object]) -> tuple[str, bytes, Sequence[object]]:
        if request["op"] == "load":
            messages = tuple(filter(None, self._plan.messages))
            prepared, self._left = super()._prepare(request | {"then": messages}), len(messages)
            self._batch, self._unread = prepared[0], [*reversed(self._plan.requests)]
            return prepared
        if not self._batch:
            return super()._prepare(request)
        if not self._is_next(request):
            raise self.record_fault(Replay())
        self._left -= 1
        return (
            shapes.identifier_in_batch(self._batch, self._left),
            b"",
            _Containers(lambda: _containers(request)),
        )

    def _is_next(self, request: Mapping[str, object]) -> bool:
        """Whether a request is the next one of the plan, and nothing else would travel with it."""
        redirects = self.console is not None and self.console.request_part()
        if redirects or threading.get_ident() != self.thread or self._watched_instances.changed():
            return False
        try:
            return bool(self._unread) and self._unread.pop() == _fingerprint(request)
        except ValueError:
            return False

    def _exchange(self, body: bytes, identifier: str, arguments: Sequence[object]) -> dict[str, Any]:
        if not self._batch:
            return super()._exchange(body, identifier, arguments)
        if body:
            self._channel.send_bytes(body)
            self._channel.wait_for_end(_WAIT_SECONDS)
        reply = self._reply_to(identifier, arguments)
        is_read, self._reads = self._reads, False
        if "error" in reply:
            if is_read and reply["error"] is None:
                raise Replay
            self._unread.clear()  # the guest has stopped
        return reply


class _Containers(Sequence[object]):
    """The containers of a request, found when a reply first names one: few replies do."""

    def __init__(self, find: Callable[[], list[object]]) -> None:
        self._find = find
        self._found: list[object] | None = None

    def _all(self) -> list[object]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __getitem__(self, place: Any) -> Any:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())


def _containers(request: Mapping[str, object]) -> list[object]:
    """Return the lists, dicts and sets in the arguments of a request, outer ones first, each once."""
    found: dict[int, object] = {}
    waiting: list[Any] = [request["args"], request.get("kwargs", ())]
    for part in waiting:  # it grows
        if id(part) not in found:
            if type(part) in (list, dict, set):
                found[id(part)] = part
            parts = part.items() if isinstance(part, dict) else part
            waiting += [inner for inner in parts if type(inner) in _NESTED]
    return [*found.values()]
