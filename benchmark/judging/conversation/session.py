"""The conversation with one child that runs one answer."""

import contextlib
import enum
import secrets
import signal
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from benchmark.judging.codec import depth
from benchmark.judging.codec.decoding import HostDecoder
from benchmark.judging.codec.encoding import NotEncodableError, PersistentId, encode
from benchmark.judging.codec.instances import HostInstances, InstanceSnapshot, are_same, shallow_items
from benchmark.judging.conversation.answer_values import (
    CLASSES_PER_SESSION,
    AnswerClasses,
    AnswerValue,
    is_copied,
)
from benchmark.judging.conversation.console import Console, WatchedContainers
from benchmark.judging.conversation.describe import clip, describe, describe_arguments
from benchmark.judging.conversation.exceptions import AnswerExceptions, RaisedInGuest, escaped_stop
from benchmark.judging.conversation.live_objects import IN_PLACE, CallableLive, Live, Origin, live_class
from benchmark.judging.conversation.reference import Entry, Made, Method, Reference, entry_class
from benchmark.sandbox.guest.shapes import METHOD, Can, Header, Id, Tag
from benchmark.sandbox.host.channel import Channel, GuestFault, GuestLate, OffProtocol

#: Operators that may raise StopIteration, and those that may raise StopAsyncIteration.
_LOOP_ENDING, _ASYNC_LOOP_ENDING = frozenset({"next", "send", "throw"}), frozenset({"advance"})
#: Fields of a reply with a result only, and types of results that need no decoding.
_PLAIN_REPLY, _SCALARS = {"id", "ok"}, frozenset({bool, float, int, str, type(None)})
#: Requests that prepare the guest. The replies to all others give the test something of the answer.
_BEFORE_USE = frozenset({"preamble", "share", "load"})


class HostFault(GuestFault):
    """Our code raised an exception while it sent, received, decoded or encoded a message.

    The answer may have caused it, so :mod:`benchmark.judging.checks.blame` decides. Like every fault of the
    conversation, it is not an ``Exception``: a test cannot catch it by mistake.
    """

    def __init__(self, error: Exception) -> None:
        self.error = error
        #: Whether the exception is one that a malformed message causes.
        self.is_malformed = isinstance(
            error, ArithmeticError | AttributeError | LookupError | TypeError | ValueError
        )
        reason = f"the judge cannot handle a message of the answer ({type(error).__name__})"
        super().__init__(OffProtocol().reason if self.is_malformed else reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRules:
    """Which objects a test can get from the answer; without any rule it gets plain values only."""

    #: For an entry point ``X().method``: the methods of X that the test may call; else None.
    methods: frozenset[str] | None = None
    #: Whether the starter code has a class whose methods the answer writes, so that its objects keep them.
    open_classes: bool = False
    entry_class: bool = False  #: whether the starter code defines the entry point as a class
    #: Class of the starter code → methods that it lists or inherits from another class of the starter code.
    listed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    plain_results: frozenset[str] = (
        frozenset()
    )  #: functions and methods that return plain values by the starter code


@dataclass(slots=True)
class Call:
    """A call of the answer, for the detail of a verdict."""

    label: str  #: what was called
    args: tuple[object, ...]
    kwargs: Mapping[str, object]
    returned: list[object] = field(default_factory=list)  #: the result, or empty as long as there is none
    before: str | None = None  #: the arguments before the call changed them, if it did

    def note_arguments(self) -> None:
        """Keep a description of the arguments before the call changes them."""
        with contextlib.suppress(Exception):  # ``repr`` of a class of the test may fail
            self.before = self.before or describe_arguments(self.args, self.kwargs)

    def text(self) -> str:
        """Describe the call and its result, if there is one: ``f(1, x=2) gave 3``."""
        self.note_arguments()
        arguments = "…" if self.before is None else self.before
        gave = "".join(f" gave {describe(value)}" for value in self.returned)
        return clip(f"{self.label}({arguments})") + gave


class GuestQuestions:
    """The answer's calls of the test's functions during one request, and assertions that fail in them.

    Such an assertion fails the test, even if the answer catches it. Otherwise the answer could try argument
    after argument until the assertion holds. One case is excused: the answer called a single function,
    without arguments, until it stopped failing. Then it passed nothing that it could have tried out.
    """

    def __init__(self) -> None:
        self._first: AssertionError | None = None
        self._last_failed = False
        self._only: Callable[..., object] | None = None
        self._only_retries = True

    @property
    def failed_assertion(self) -> AssertionError | None:
        """The first assertion that failed, unless it is excused."""
        return self._first if self._last_failed or not self._only_retries else None

    def record_call(self, function: Callable[..., object], *, informed: bool) -> None:
        """Record that the answer called a function.

        The call is ``informed`` if the answer passed anything, as arguments or in replies to its requests.
        """
        self._only = self._only or function
        self._only_retries = self._only_retries and not informed and function is self._only

    def record_failure(self, error: AssertionError) -> None:
        """Record that an assertion failed in the function."""
        self._first = self._first or error
        self._last_failed = True

    def record_success(self) -> None:
        """Record that the function returned without an error."""
        self._last_failed = False


class Session:
    """The conversation with one child that runs one answer.

    Args:
        channel: the connection to the child.
        rules: what objects the test can get.
        exact: libraries that the test uses, whose values it gets as they are; see :mod:`..codec.libraries`.
        test_module: name of the module of the test, whose classes travel.
    """

    def __init__(
        self,
        channel: Channel,
        *,
        rules: ObjectRules | None = None,
        exact: Collection[str] = (),
        test_module: str = "",
    ) -> None:
        self._channel = channel
        #: Held during a request, because a test may call the answer from several threads.
        self.lock = threading.RLock()
        self.waiting_threads: list[int] = []  #: threads of the test that wait for the end of a request
        #: Whether a thread of the test waited when the answer was late: the answer may wait for its call.
        self.late_to_threads = False
        self.is_too_deep = False  #: whether the test has ended with a RecursionError of its own
        self.exact = exact
        self._rules = rules or ObjectRules()
        #: Classes of the answer that the task asks for: their objects keep their methods.
        self._classes: set[str] = set()
        self._live = (
            False  #: whether objects of the answer's classes keep their methods in the present request
        )
        self.methods, self.defined = self._rules.methods, frozenset().union(*self._rules.listed.values())
        #: Own name of a class of which the test has made an object → the name by which it called the class.
        self._aliases: dict[str, str] = {}
        #: Whether a context manager of the answer may suppress an exception that ends a block in a frame.
        self.may_suppress: Callable[[BaseException, FrameType], bool] = lambda _error, _frame: False
        #: The fault that ended the conversation. It decides the result, even if the test caught it.
        self.fault: GuestFault | None = None
        #: What fails the test even if it is caught: an assertion that failed in a function of the test that
        #: the answer called, or a use of an object that may know an expected value.
        self.failed_assertion: Exception | None = None
        #: Whether the test has sent the answer a request. What it does from then on may follow from a reply.
        self.answer_used = False
        #: Whether the test evaluated a text of the answer, or tried to; see :mod:`..checks.text_guard`.
        self.text_evaluated = False
        #: Name of the class of the last object that a call returned although it is not a plain value.
        self.own_class = ""
        #: The last call of the test; None if a thread made it, because the order of threads varies.
        self.last_call: Call | None = None
        self.thread = threading.get_ident()
        self._answering = 0  #: number of questions of the guest that are being answered
        #: Whether the answer was sent to the guest. A fault before that is not the answer's.
        self.load_begun = False
        self._requests = 0
        self._lent: list[object] = []
        self.exceptions = AnswerExceptions()
        self._exception_numbers: dict[type, int] = {}
        self.classes = AnswerClasses(self)
        self.instances = HostInstances(test_module=test_module)
        self._references: dict[int, Reference] = {}
        #: Values of the answer's own objects in this request; a later request makes them anew.
        self._values: dict[int, object] = {}
        self._attributes: dict[object, object] = {}  #: attributes that were read since the last call
        self._live_classes: dict[object, type[Live]] = {}
        self._newest: Live | None = None
        self._newest_name = ""  #: own name of the class of the newest object
        self._labels: dict[int, str] = {}  #: how verdicts name a function of the answer, by id
        #: What the test has redirected; set when the test begins.
        self.console: Console | None = None
        self._watched = WatchedContainers(self._reference_to)
        #: Objects that both sides know, as the guest knows them.
        self._watched_instances = InstanceSnapshot()

    @depth.converting
    def run_preamble(self, preamble: str) -> None:
        """Run the task's preamble before the answer is loaded, so that an error in it is the task's fault."""
        self._request({"op": "preamble", "preamble": preamble})

    @depth.converting
    def load(self, program: str) -> None:
        """Run the answer's module, and raise any exception of it as a :class:`RaisedInGuest`."""
        self.load_begun = True
        exact = {"exact": [*self.exact]} if self.exact else {}
        self._request({"op": "load", "program": program, **exact})

    @depth.converting
    def share(self, classes: Mapping[str, object], starter: str) -> frozenset[str]:
        """Let instances of the task's classes travel; return the names of those whose instances can.

        Args:
            classes: name of each class in the answer's module → the task's class.
            starter: source of these classes, which runs in the answer's module before the answer.
        """
        ways = {name: self.instances.share(name, kind) for name, kind in classes.items()}
        ways = {name: way for name, way in ways.items() if way}
        if ways:
            self._request({"op": "share", "ways": ways, "starter": starter})
        return frozenset(ways)

    def entry(self, name: str, *, is_class: bool = False) -> Entry | CallableLive:
        """Return the reference to a name of the answer's module; objects of a class keep their methods."""
        if is_class:
            self._classes.add(name)
            kind = live_class(name, "", (Can.CALL, Can.ITER), None, None)
            assert issubclass(kind, CallableLive)  # noqa: S101 - a class can be called
            return kind(self, name, name, frozenset())
        return entry_class(name)(self, name, name)

    @depth.converting
    def call(
        self, target: object, args: tuple[object, ...], kwargs: Mapping[str, object], method: str = ""
    ) -> object:
        """Call a function, class or method of the answer; repeat its changes to the arguments on the host."""
        self._attributes = {}
        self._write_back()
        on = self._target(target)
        label = self._label(target) + (f".{method}" if method else "")
        call = Call(label, args, kwargs)
        self.last_call = call if threading.get_ident() == self.thread else None
        request: dict[str, object] = {"op": "call", "on": on, "args": args, "kwargs": tuple(kwargs.items())}
        if method:
            request["method"] = method
        makes_class = not method and on in self._classes
        makes_entry = not method and self.methods is not None and isinstance(target, Entry)
        if makes_class or makes_entry:
            request["make"] = True
        live = label.rpartition(".")[2] not in self._rules.plain_results
        try:
            reply = self._request(request, live=live, made=label if makes_entry else "", call=call)
        except (StopIteration, StopAsyncIteration) as error:
            raise escaped_stop(error) from None
        result = reply["ok"]
        if isinstance(result, Live) and makes_class and result is self._newest:
            result.sightbench_set_origin(Origin.MADE if self._rules.entry_class else Origin.CALLED)
            if on in self._rules.listed:  # the answer may write ``class Vec`` and ``Vector = Vec``
                self._aliases.setdefault(self._newest_name, str(on))
                result.sightbench_add_listed(self._rules.listed[str(on)])
        if is_copied(type(result)):
            self.own_class = type(result).__name__
        call.returned.append(result)
        return result

    @depth.converting
    def operate(self, operator: str, target: object, *args: object) -> object:
        """Apply one of the guest's operators to an object in the guest."""
        self._write_back()
        if operator != "getattr" or not isinstance(target, Entry | Made):
            self._attributes = {}
        elif (target, *args) in self._attributes:
            return self._attributes[target, *args]
        before = target.sightbench_origin() if isinstance(target, Live) else None
        try:
            reply = self._request({"op": operator, "on": self._target(target), "args": args})
        except RaisedInGuest as error:
            stops = isinstance(error, StopIteration) and operator not in _LOOP_ENDING
            if stops or (isinstance(error, StopAsyncIteration) and operator not in _ASYNC_LOOP_ENDING):
                raise escaped_stop(error) from None
            raise
        if reply["method"] and isinstance(target, Reference):
            return Method(target, str(args[0]))
        value = reply["ok"]
        if operator in IN_PLACE and isinstance(target, Live) and value is target and before is not None:
            target.sightbench_set_origin(before)
        if operator == "getattr" and isinstance(value, AnswerValue):
            self._labels[id(value)] = f"{self._label(target)}.{args[0]}"
        self._watched.watch(target, operator, args, value)
        if operator == "getattr" and isinstance(target, Entry | Made):
            self._attributes[target, *args] = value
        return value

    def _note_use(self, operation: object) -> None:
        """Record that the test uses the answer, unless it only loads it."""
        if not self.answer_used and operation not in _BEFORE_USE:
            self.answer_used = True
            signal.setitimer(signal.ITIMER_PROF, 0)  # ends a test that is slow without the answer

    def number_of(self, value: object) -> int | None:
        """Return the number of an object that stays in the guest, and None for any other value."""
        if isinstance(value, Reference):
            number = value.sightbench_target()
            return number if isinstance(number, int) else None
        if isinstance(value, RaisedInGuest):
            return value.sightbench_number
        if isinstance(value, AnswerValue):
            return value.sightbench_number
        return self._exception_numbers.get(value) if isinstance(value, type) else None

    def _target(self, target: object) -> str | int | None:
        return target.sightbench_target() if isinstance(target, Reference) else self.number_of(target)

    def _label(self, target: object) -> str:
        if isinstance(target, Reference):
            return target.sightbench_label()
        return self._labels.get(id(target), f"<{type(target).__name__}>")

    def known_object(self, number: int) -> object:
        """Return the value whose fields have changed; in :class:`AnswerObjects`."""
        return (
            self._values[number] if number in self._values else self.instances.find_or_make(number, None)[0]
        )

    def make_object(self, number: int, described: Mapping[str, Any]) -> tuple[object, bool | None]:
        """Return the object with a number, and whether it is new; None if it has no fields here."""
        known = self._references.get(number)
        if isinstance(known, Made):
            return known, None
        if isinstance(known, Live) and self._live:
            known.sightbench_set_origin(max(known.sightbench_origin(), Origin.GIVEN))
            return known, None
        if self._live and described.get("live") is True and not self.instances.knows(number):
            made = self._newest = self._references[number] = self._make_live(number, described)
            return made, None
        if self.instances.knows(number):
            return self.instances.find_or_make(number, None)
        if number in self._values:
            return self._values[number], False
        kind = self.classes.kind(described)
        value = self.instances.make_value(number, kind, stays=not is_copied(kind))
        if is_copied(kind):
            self._values[number] = value
        return value, True

    def _make_live(self, number: int, described: Mapping[str, Any]) -> Live:
        name, extends = described["type"], str(described.get("as", ""))
        can = frozenset(map(str, described.get("can", ())))
        value = self.classes.kind(described) if described.get("dataclass") else None
        listed, self._newest_name = self._listed(described), str(name)
        key = (name, extends, can, value)
        if key not in self._live_classes and len(self._live_classes) >= CLASSES_PER_SESSION:
            return Live(self, number, "<object>", listed)
        if key not in self._live_classes:
            own: object = None
            if value is not None:
                own_class = live_class(name, "", (Can.CALL,), None, None)
                own = own_class(self, described["of"], str(name), None if listed is None else frozenset())
            self._live_classes[key] = live_class(name, extends, can, value, own)
        return self._live_classes[key](self, number, f"<{self._live_classes[key].__name__}>", listed)

    def _listed(self, described: Mapping[str, Any]) -> frozenset[str] | None:
        """Return the methods that the starter code lists for an object's class; None for a foreign class.

        The guest names the class and those that it extends. It may lie, but no more than by handing out an
        object of the class that it names. A class itself compares by its metaclass, which nothing lists.
        """
        is_class = described.get("is_class") is True
        names = [*described.get("bases", ()), *(() if is_class else (described["type"],))]
        listed = self._rules.listed
        found = [listed.get(name if name in listed else self._aliases.get(name, "")) for name in names]
        known = [methods for methods in found if methods is not None]
        return frozenset().union(*([] if is_class else known)) if known else None

    def exception_class(self, number: int, described: Mapping[str, Any]) -> type[BaseException]:
        """Return the host's class for an exception class of the answer."""
        kind = self.exceptions.kind_of(described)
        if kind.__module__ != "builtins":
            self._exception_numbers.setdefault(kind, number)
        return kind

    def _decoder(self, arguments: Sequence[object] = ()) -> HostDecoder:
        return HostDecoder(self, arguments, self._lent, self.instances, self.exact)

    def _reference_to(self, value: object) -> PersistentId | None:
        """Return the persistent id of what stays in the guest, and None for any other value."""
        if isinstance(value, Method):
            return Id.METHOD, value.sightbench_owner, value.__name__
        if isinstance(value, Reference) and isinstance(value.sightbench_target(), str):
            return Id.NAME, value.sightbench_label()
        if isinstance(value, enum.Enum) and type(value) in self.classes.numbers:
            named = value.name in type(value).__members__
            return Id.ENUM, self.classes.numbers[type(value)], value.name if named else value.value
        number = self.number_of(value)
        if is_copied(type(value)):
            self._values[number or 0] = value
            value.sightbench_items.pop(id(value), None)  # type: ignore[attr-defined]  # the answer may change them
        if number is None:
            return None
        return Id.OBJECT, number, isinstance(value, AnswerValue), self._label(value)

    def _lend(self, value: object) -> int:
        self._lent.append(value)
        return len(self._lent) - 1

    def _write_back(self) -> None:
        """Give the guest the content of the containers that the test has changed, before the next request."""
        if not self._answering:
            self._values = {}
        for owner, *place in self._watched.changed():
            # The answer may have dropped the container (`del self.items`): the test's next statement goes on.
            with contextlib.suppress(RaisedInGuest):
                self._request({"op": "refill", "on": self._target(owner), "args": tuple(place)})

    def _request(
        self,
        request: dict[str, object],
        *,
        live: bool = True,
        made: str = "",
        call: Call | None = None,
    ) -> dict[str, object]:
        """Send a request, apply the reply's changes to the arguments, and return the decoded reply.

        Args:
            request: the request, without what the test has redirected.
            live: whether objects of the answer's classes keep their methods, in a task for a class.
            made: label of the class of which the request makes an object whose methods give values; or empty.
            call: the call that the request makes, for the details of a verdict; or None.
        """
        is_live = live and bool(self._classes or self._rules.open_classes)
        identifier, body, arguments = self._prepare(request | ({"live": True} if is_live else {}))
        # A test with `except BaseException` may have caught the fault and goes on.
        if self.fault is not None:
            raise self.fault
        self._requests += 1
        self._note_use(request["op"])
        before, self._live = self._live, is_live
        try:
            reply = self._exchange(body, identifier, arguments)
            error = self._apply(reply, request, arguments, made, call)
        except GuestFault as fault:
            raise self.record_fault(fault) from fault
        except Exception as failure:
            if isinstance(failure, RaisedInGuest):
                raise
            raise self.record_fault(HostFault(failure)) from failure
        finally:
            self._live = before
        if error is not None:
            raise error
        return reply

    def _exchange(self, body: bytes, identifier: str, arguments: Sequence[object]) -> dict[str, Any]:
        """Send a request and return its reply, which is not decoded yet."""
        self._channel.send_bytes(body)
        return self._reply_to(identifier, arguments)

    def _apply(
        self,
        reply: dict[str, Any],
        request: Mapping[str, object],
        arguments: Sequence[object],
        made: str,
        call: Call | None,
    ) -> RaisedInGuest | None:
        """Decode a reply and apply its changes to the arguments; return the exception that it reports."""
        if call is not None and (reply.get("changed") or self.instances.names):
            call.note_arguments()
        if reply.keys() == _PLAIN_REPLY and type(reply["ok"]) in _SCALARS:
            self._newest, reply["method"] = None, False
            self._watched_instances = InstanceSnapshot(self.instances.synchronised_instances())
            return None
        error = None
        decoder = self._decoder(arguments)
        if self.console is not None:
            self.console.write(reply.get("printed"))
        if "error" not in reply:
            self._newest = None
            reply["method"] = request["op"] == "getattr" and reply["ok"] == METHOD
            if not reply["method"]:
                reply["ok"] = self._made(reply["ok"], made) or decoder.decode(reply["ok"])
        else:
            error = self.exceptions.make(reply["error"], decoder.decode)
        # After an error too: a function may change its argument and then raise.
        for number, content in reply.get("changed", []):
            decoder.change(number, content)
        decoder.fill_waiting(reply.get("instances", []))
        self._watched_instances = InstanceSnapshot(
            self.instances.synchronised_instances() or decoder.found.values()
        )
        return error

    def _prepare(self, request: dict[str, object]) -> tuple[str, bytes, Sequence[object]]:
        """Return the identifier of a request, the message to send, and the request's containers.

        The message has the test's redirections and changes.
        """
        # The identifier is random, so the answer cannot write a reply before it has read the request.
        identifier = secrets.token_hex(8)
        if self.console is not None:
            request |= self.console.request_part()
        body, containers = encode(
            request,
            self._reference_to,
            self._lend,
            header=(Header.REQUEST, identifier),
            instances=self.instances,
            changed_instances=self._watched_instances.changed(),
        )
        self._watched_instances = InstanceSnapshot()
        return identifier, body, containers

    def _made(self, encoded: object, label: str) -> Made | None:
        """Return the object that a call of X in ``X().method`` has made, and None if it made none."""
        match encoded:
            case {"t": Tag.OBJECT, "v": int(number), "live": True} if label and not self.instances.knows(
                number
            ):
                made = self._references.setdefault(number, Made(self, number, f"{label}()"))
                return made if isinstance(made, Made) else None
            case _:
                return None

    def _reply_to(self, identifier: object, arguments: Sequence[object]) -> dict[str, object]:
        """Return the reply to a request, after answering the questions that the guest sends before it."""
        questions = GuestQuestions()
        while True:
            message = self._channel.receive()
            if not isinstance(message, dict):
                raise OffProtocol
            if "ask" in message:
                self._channel.send_bytes(self._answer_question(message, questions, arguments))
            elif message.get("id") == identifier:
                self.failed_assertion = self.failed_assertion or questions.failed_assertion
                return message
            else:
                raise OffProtocol

    def _answer_question(
        self, message: dict[str, object], questions: GuestQuestions, arguments: Sequence[object]
    ) -> bytes:
        """Call a function of the test for the answer, and return its result or exception as a message."""
        decoder = self._decoder(arguments)
        function = decoder.decode({"t": Tag.FUNCTION, "v": message["ask"]})
        args, kwargs = message.get("args"), message.get("kwargs")
        if not callable(function) or not isinstance(args, list) or not isinstance(kwargs, dict):
            raise OffProtocol
        positional = [decoder.decode(value) for value in args]
        keywords = {str(name): decoder.decode(value) for name, value in kwargs.items()}
        named: dict[int, list[object]] = {}
        for number, content in message.get("changed", []):  # type: ignore[attr-defined]  # else a fault
            decoder.change(number, content)
            named[number] = shallow_items(arguments[number])
        decoder.fill_waiting(message.get("instances", []))
        watched = InstanceSnapshot(self.instances.synchronised_instances() or decoder.found.values())
        self._watched_instances = watched
        if self.console is not None:
            self.console.write(message.get("printed"))
        self._answering += 1
        requests = self._requests
        try:
            with depth.of_lent_function():
                value = function(*positional, **keywords)
        # For `blame` to decide, and not for the answer to catch.
        except NotEncodableError:
            raise
        except Exception as error:  # noqa: BLE001 - the test's function may raise any exception
            if isinstance(error, AssertionError) and not isinstance(error, RaisedInGuest):
                questions.record_failure(error)
            answer: dict[str, object] = {"error": error}
        else:
            questions.record_success()
            answer = {"ok": value}
        finally:
            self._answering -= 1
            passed = any(message.get(part) for part in ("args", "kwargs", "changed", "instances", "printed"))
            informed = passed or requests != self._requests
            questions.record_call(function, informed=informed)
        changed = [
            number
            for number, before in named.items()
            if not are_same(shallow_items(arguments[number]), before)
        ]
        return encode(
            answer,
            self._reference_to,
            self._lend,
            header=(Header.REPLY, message.get("number")),
            instances=self.instances,
            changed_instances=watched.changed(),
            arguments=arguments,
            changed=changed,
        )[0]

    def record_fault(self, fault: GuestFault) -> GuestFault:
        """Record that the conversation broke, and return the first fault of the conversation."""
        if self.fault is None and isinstance(fault, GuestLate):
            self.late_to_threads = bool(self.waiting_threads)
        self.fault = self.fault or fault
        return self.fault
