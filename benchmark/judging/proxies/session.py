"""The conversation with one child that runs one answer."""

import contextlib
import json
import secrets
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import FrameType

from benchmark.judging.codec import depth
from benchmark.judging.codec.decoding import OWN_CLASSES_LIMIT, HostDecoder
from benchmark.judging.codec.encoding import HostEncoder, NotEncodableError
from benchmark.judging.codec.instances import HostInstances, InstanceSnapshot, are_same, shallow_items
from benchmark.judging.proxies.answer_exceptions import (
    RaisedInGuest,
    class_name,
    escaped_stop,
    make_exception,
    set_exception_fields,
)
from benchmark.judging.proxies.console import Console
from benchmark.judging.proxies.host_fault import HostFault
from benchmark.judging.proxies.operators import IN_PLACE
from benchmark.judging.proxies.outcomes import Outcome
from benchmark.judging.proxies.questions import GuestQuestions
from benchmark.judging.proxies.reference import Origin, Reference, handle_of, reference_to
from benchmark.judging.proxies.remembered import RememberedReplies
from benchmark.judging.proxies.remote import CallableRemote, Remote
from benchmark.judging.proxies.stand_ins import StandIns, builtin_exception
from benchmark.judging.proxies.watched_containers import WatchedContainers
from benchmark.sandbox.host.channel import Channel, GuestFault, GuestLate, OffProtocol

_SHOWN_CHARACTERS = 300  #: maximum characters of an exception's text
#: Operators that may raise StopIteration.
_LOOP_ENDING = frozenset({"next", "send", "throw"})
_NOTHING = contextlib.nullcontext()
#: Types whose values are remembered as they are.
_SCALARS = frozenset({type(None), bool, int, float, complex, str, bytes})
#: Operators that may raise StopAsyncIteration.
_ASYNC_LOOP_ENDING = frozenset({"advance"})


@dataclass(slots=True)
class Call:
    """A call with its arguments as they were sent, because the call may change the originals."""

    target: Reference
    args: list[object]
    kwargs: dict[str, object]
    instances: HostInstances  #: makes copies of the instances among the arguments
    returned: list[object] = field(default_factory=list)  #: the result, or empty as long as there is none


class Session:
    """The conversation with one child that runs one answer.

    Args:
        channel: the connection to the child.
        class_task: whether the task asks for a class, so that objects may compare by their own methods.
        exact: libraries that the test uses, whose values it gets as they are; see :mod:`..codec.libraries`.
        test_module: name of the module of the test, whose classes travel.
    """

    def __init__(
        self,
        channel: Channel,
        *,
        class_task: bool = False,
        exact: Collection[str] = (),
        test_module: str = "",
    ) -> None:
        self._channel = channel
        #: Held during a request, because a test may call the answer from several threads.
        self.lock = threading.RLock()
        self.waiting_threads: list[int] = []  #: threads of the test that wait for the end of a request
        #: Whether a thread of the test waited when the answer was late: the answer may wait for its call.
        self.late_to_threads = False
        self.exact = exact
        self.class_task = class_task
        #: Methods that objects of the answer lack for the test; see :mod:`..checks.result_type`.
        self.compared_by_host: Collection[str] = frozenset()
        #: Methods that the host computes from an object's items; see the same module.
        self.counted_by_host: Collection[str] = frozenset()
        #: Whether a context manager of the answer may suppress an exception that ends a block in a frame.
        self.may_suppress: Callable[[BaseException, FrameType], bool] = lambda _error, _frame: False
        #: The fault that ended the conversation. It decides the result, even if the test caught it.
        self.fault: GuestFault | None = None
        #: An assertion that failed in a function of the test that the answer called, even if it was caught.
        self.failed_assertion: AssertionError | None = None
        #: Whether the test has called or used anything of the answer.
        self.answer_used = False
        #: The last call of the test; None if a thread of the test made it, because their order varies.
        self.last_call: Call | None = None
        self.thread = threading.get_ident()
        #: Number of calls that the test made, without those of its functions that the answer called.
        self.calls = 0
        self._answering = 0  #: number of questions of the guest that are being answered
        #: Whether the answer was sent to the guest. A fault before that is not the answer's.
        self.load_begun = False
        self._requests = 0
        self._found: dict[int, object] = {}  #: instances of the task's classes in the last reply
        self._lent: list[object] = []
        self.stand_ins = StandIns(self)
        self.instances = HostInstances(test_module=test_module)
        #: What the test has redirected; set when the test begins.
        self.console: Console | None = None
        self._watched = WatchedContainers()
        self._replies = RememberedReplies(self._ask, self.record_fault)
        self._handed = 0  #: how often a message handed the answer an object of its own or a function
        #: Instances of the task's classes as the guest knows them.
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

    def entry(self, name: str, *, is_class: bool = False) -> CallableRemote:
        """Return the stand-in for a module-level name of the answer.

        Args:
            name: the name.
            is_class: whether the task asks for this class, so that the test makes its objects.
        """
        return self.stand_ins.entry(name, is_class=is_class)

    @depth.converting
    def call(self, target: Reference, args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
        """Call a function, class or method of the answer; repeat its changes to the arguments on the host."""
        self.answer_used = True
        self.calls += not self._answering
        self._write_back()
        if not (args or kwargs or self.class_task) and (view := self._replies.view_of(target)) is not None:
            return self._call_view(target, *view)
        handed, encoder = self._handed, self._encoder()
        call = Call(
            target,
            [encoder.encode(value) for value in args],
            {name: encoder.encode(value) for name, value in kwargs.items()},
            HostInstances(self.instances),
        )
        self.last_call = call if threading.get_ident() == self.thread else None
        waiting = self._instances_part(encoder)  # may hand the answer objects of its own, in fields
        acts = "handle" in target.sightbench_target() or self._handed != handed
        request: dict[str, object] = {
            "op": "call",
            "on": target.sightbench_target(),
            "args": call.args,
            "kwargs": call.kwargs,
        }
        request |= self._redirected(encoder) | waiting
        with self._replies.during_call(acts=acts) if acts or self._replies.any else _NOTHING:
            try:
                result = self._request(request, encoder.containers, target)["ok"]
            except (StopIteration, StopAsyncIteration) as error:
                raise escaped_stop(error) from None
        call.returned.append(result)
        return result

    def _call_view(self, method: Reference, target: Reference, name: str) -> object:
        """Call a method that shows a mapping, which is a look."""
        if self._watched_instances.changed():
            self._replies.forget()
        call = Call(method, [], {}, HostInstances(self.instances))
        self.last_call = call if threading.get_ident() == self.thread else None
        call.returned.append(self._replies.view(target, name, method))
        return call.returned[0]

    @depth.converting
    def operate(self, operator: str, target: Reference, *args: object) -> object:
        """Apply one of the guest's operators to an object in the guest.

        In a task for a function, the same question gets the same reply until the test acts.
        """
        self.answer_used = True
        self._write_back()
        if self._watched_instances.changed():
            self._replies.forget()
        if self.class_task:
            value = self._ask("iter" if operator == "within" else operator, target, args).get()
        else:
            value = self._replies.reply(operator, target, args)
        self._watched.watch(target, operator, args, value)
        return value

    def _ask(
        self, operator: str, target: Reference, args: tuple[object, ...], *, keep: bool = False
    ) -> Outcome:
        """Ask the guest, and return its value or the exception that the answer raised.

        Args:
            operator: the guest's operator.
            target: its first operand.
            args: the other operands.
            keep: whether the outcome is handed out more than once.
        """
        encoder = self._encoder()
        encoded = [encoder.encode(value) for value in args]
        request: dict[str, object] = {"op": operator, "on": target.sightbench_target(), "args": encoded}
        request |= self._redirected(encoder) | self._instances_part(encoder)
        received = self._channel.received
        try:
            reply = self._request(request, encoder.containers, target)
        except RaisedInGuest as error:
            stops = isinstance(error, StopIteration) and operator not in _LOOP_ENDING
            if stops or (isinstance(error, StopAsyncIteration) and operator not in _ASYNC_LOOP_ENDING):
                return Outcome(error=escaped_stop(error))
            return Outcome(error=error, size=self._channel.received - received)
        value, size = reply["ok"], self._channel.received - received
        if not keep or type(value) in _SCALARS or handle_of(value) is not None or self._found:
            return Outcome(value, size=size)
        text, containers = json.dumps(reply["encoded"]), encoder.containers
        return Outcome(
            value, size=size, text=text, again=lambda: self._decoder(containers).decode(json.loads(text))
        )

    def _instances_part(self, encoder: HostEncoder) -> dict[str, object]:
        """Return the part of a request with waiting instances, and those that the test has changed."""
        encoder.add_changed(self._watched_instances.changed())
        self._watched_instances = InstanceSnapshot()
        return _waiting(encoder)

    def _redirected(self, encoder: HostEncoder) -> dict[str, object]:
        """Return the part of a request that says which input and output the test has redirected."""
        return {} if self.console is None else self.console.request_part(encoder.encode)

    def _decoder(self, arguments: Sequence[object] = ()) -> HostDecoder:
        return HostDecoder(self.stand_ins.make, arguments, self._lent, self.instances, self.exact)

    def _encoder(self) -> HostEncoder:
        return HostEncoder(self._reference_to, self._lend, self.instances)

    def _reference_to(self, value: object) -> dict[str, object] | None:
        reference = reference_to(value)
        self._handed += reference is not None
        return reference

    def _lend(self, value: object) -> int:
        self._handed += 1
        self._lent.append(value)
        return len(self._lent) - 1

    def _write_back(self) -> None:
        """Give the guest the content of the containers that the test has changed; this is an act."""
        for owner, *place in self._watched.changed():
            self._replies.forget()
            encoder = self._encoder()
            refill = {
                "op": "refill",
                "on": owner.sightbench_target(),
                "args": [encoder.encode(part) for part in place],
            }
            with contextlib.suppress(RaisedInGuest):
                self._request(refill | _waiting(encoder))

    def _request(
        self, request: dict[str, object], arguments: Sequence[object] = (), target: Reference | None = None
    ) -> dict[str, object]:
        """Send a request, apply the reply's changes to the arguments, and return the decoded reply."""
        if self.fault is not None:
            raise self.fault
        # The identifier is random, so the answer cannot write a reply before it has read the request.
        request["id"] = secrets.token_hex(8)
        self._requests += 1
        try:
            self._channel.send(request)
            reply = self._reply_to(request["id"], arguments)
            decoder = self._decoder(arguments)
            if self.console is not None:
                self.console.write(reply.get("printed"))
            if "named" in reply:
                self.stand_ins.set_handle(*reply["named"])  # type: ignore[misc]  # must be a pair, else a fault
            if "error" not in reply:
                reply["encoded"] = reply["ok"]
                reply["ok"] = self._decode_result(reply["ok"], decoder, str(request["op"]), target)
            else:
                error = self._decode_exception(reply["error"], decoder)
            for number, content in reply.get("changed", []):  # type: ignore[attr-defined]  # else a fault
                decoder.change(number, content)
            decoder.fill_waiting(reply.get("instances", []))
            self._found = decoder.found
            self._watched_instances = InstanceSnapshot(
                self.instances.synchronised_instances() or self._found.values()
            )
        except GuestFault as fault:
            raise self.record_fault(fault) from fault
        except Exception as failure:
            if isinstance(failure, RaisedInGuest):
                raise
            raise self.record_fault(HostFault(failure)) from failure
        if "error" in reply:
            raise error
        return reply

    def _decode_result(
        self, encoded: object, decoder: HostDecoder, operator: str, target: Reference | None
    ) -> object:
        """Decode the value of a reply, and record whether the test has made the object in it."""
        before = None if target is None else target.sightbench_origin()
        self.stand_ins.forget_newest()
        value = decoder.decode(encoded)
        if target is None or not isinstance(value, Remote):
            return value
        if operator == "call" and self.stand_ins.is_newest(value) and target.sightbench_is_class():
            value.sightbench_set_origin(Origin.MADE)
        elif operator in IN_PLACE and value is target and before is Origin.MADE:
            value.sightbench_set_origin(before)
        return value

    def _reply_to(self, identifier: object, arguments: Sequence[object]) -> dict[str, object]:
        """Return the reply to a request, after answering the questions that the guest sends before it."""
        questions = GuestQuestions()
        while True:
            message = self._channel.receive()
            if not isinstance(message, dict):
                raise OffProtocol
            if "ask" in message:
                answer = self._answer_question(message, questions, arguments)
                self._channel.send({"reply_to": message.get("number"), **answer})
            elif message.get("id") == identifier:
                self.failed_assertion = self.failed_assertion or questions.failed_assertion
                return message
            else:
                raise OffProtocol

    def _answer_question(
        self, message: dict[str, object], questions: GuestQuestions, arguments: Sequence[object]
    ) -> dict[str, object]:
        """Call a function of the test for the answer, and return its result or exception as a message."""
        decoder = self._decoder(arguments)
        function = decoder.decode({"t": "function", "v": message["ask"]})
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
        if self.console is not None:
            self.console.write(message.get("printed"))
        self._answering += 1
        requests, handed = self._requests, self._handed
        self._replies.answer_asks()
        try:
            with depth.of_lent_function():
                value = function(*positional, **keywords)
        except NotEncodableError:
            raise
        except Exception as error:  # noqa: BLE001 - the test's function may raise any exception
            if isinstance(error, RaisedInGuest):
                if error.sightbench_number is not None:  # the answer's own exception goes back as that object
                    return {"error": {"t": "handle", "v": error.sightbench_number}}
            elif isinstance(error, AssertionError):
                questions.record_failure(error)
            encoder = self._encoder()
            answer = {"error": encoder.exception(error)}
            return answer | _changed(encoder, named, arguments, watched)
        else:
            questions.record_success()
            encoder = self._encoder()
            answer = {"ok": encoder.encode(value)}
            return answer | _changed(encoder, named, arguments, watched)
        finally:
            self._answering -= 1
            if self._handed != handed:
                self._replies.forget()
            informed = bool(positional or keywords or requests != self._requests)
            questions.record_call(function, informed=informed)

    def _decode_exception(self, report: object, decoder: HostDecoder) -> RaisedInGuest:
        """Return the exception that the guest reports, of a class that the test can catch by name."""
        if not isinstance(report, dict):
            raise OffProtocol
        own = report.get("own", [])[:OWN_CLASSES_LIMIT]
        members = [self._decode_exception(part, decoder) for part in report.get("group", ())]
        base = self.stand_ins.exception_class(own, builtin_exception(report.get("bases"), members))
        error = make_exception(
            base,
            class_name(report),
            str(report.get("text"))[:_SHOWN_CHARACTERS],
            str(report.get("stage")),
            members=members,
            message=str(report.get("message")),
        )
        if members:
            error.args = (str(report.get("message")), members)
        elif "args" in report:
            error.args = tuple(map(decoder.decode, report["args"]))
        if "cause" in report:
            error.__cause__ = self._decode_exception(report["cause"], decoder)
        if "state" in report:
            for name, value in report["state"].items():
                if name.isidentifier() and not hasattr(error, name):
                    setattr(error, name, decoder.decode(value))
        number = report.get("handle")
        error.sightbench_number = number if type(number) is int else None
        set_exception_fields(error)
        return error

    def record_fault(self, fault: GuestFault) -> GuestFault:
        """Record that the conversation broke, and return the first fault of the conversation."""
        if self.fault is None and isinstance(fault, GuestLate):
            self.late_to_threads = bool(self.waiting_threads)
        self.fault = self.fault or fault
        return self.fault


def _waiting(encoder: HostEncoder) -> dict[str, object]:
    """Return the part of a message with the instances that its encoder has left for the end."""
    waiting = encoder.waiting()
    return {"instances": waiting} if waiting else {}


def _changed(
    encoder: HostEncoder,
    named: Mapping[int, list[object]],
    arguments: Sequence[object],
    watched: InstanceSnapshot,
) -> dict[str, object]:
    """Return the part of an answer with what the test's function has changed.

    Args:
        encoder: encodes the answer.
        named: containers of the request that the question named: number → items before.
        arguments: containers of the request.
        watched: instances of the task's classes that the question named.
    """
    changed = [
        number for number, before in named.items() if not are_same(shallow_items(arguments[number]), before)
    ]
    contents = encoder.contents(changed, arguments)
    encoder.add_changed(watched.changed())
    return ({"changed": contents} if contents else {}) | _waiting(encoder)
