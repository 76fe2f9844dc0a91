"""References to functions, classes and objects in the guest: the data of a stand-in."""

import enum
from collections.abc import Callable, Collection, Mapping
from types import FrameType
from typing import NoReturn, Protocol

from benchmark.judging.proxies.plain_stand_ins import PlainStandIn
from benchmark.sandbox.host.channel import GuestFault, OffProtocol


class Conversation(Protocol):
    """The part of a :class:`.session.Session` that stand-ins use."""

    class_task: bool
    exact: Collection[str]
    compared_by_host: Collection[str]
    counted_by_host: Collection[str]
    may_suppress: Callable[[BaseException, FrameType], bool]

    def call(self, target: "Reference", args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
        """Call a function, class or method of the answer; repeat its changes to the arguments on the host."""
        ...

    def operate(self, operator: str, target: "Reference", *args: object) -> object:
        """Apply one of the guest's operators to an object in the guest."""
        ...

    def record_fault(self, fault: GuestFault) -> GuestFault:
        """Record that the conversation broke, and return the first fault of the conversation."""
        ...


class Origin(enum.IntEnum):
    """The origin of an object, which decides what its operators may do; see :mod:`.operators`."""

    MADE = 0  #: the test made it by calling a class that the task asks for
    GIVEN = 1  #: the answer returned it
    MIXED = 2  #: an operator returned it for a given object and a plain value of the test


class Reference:
    """A reference to an object in the guest, by a name of the answer's module or by a handle number.

    Its methods start with ``sightbench_``, because all other names belong to the answer.
    """

    __slots__ = ("__is_class", "__label", "__origin", "__session", "__target", "__weakref__")
    #: Name of the builtin type that the object extends, if values of that type are sent as plain data.
    sightbench_extends = ""
    __is_class: bool
    __label: str
    __origin: Origin
    __session: Conversation
    __target: dict[str, object]

    def __init__(
        self, session: Conversation, target: dict[str, object], label: str, *, is_class: bool = False
    ) -> None:
        fields = {
            "is_class": is_class,
            "label": label,
            "origin": Origin.GIVEN,
            "session": session,
            "target": target,
        }
        for name, value in fields.items():
            object.__setattr__(self, f"_Reference__{name}", value)

    def sightbench_is_class(self) -> bool:
        """Whether the task asks for this class, so that the objects it returns are made by the test."""
        return self.__is_class

    def sightbench_target(self) -> dict[str, object]:
        """Return the name or handle that requests use for the object."""
        return self.__target

    def sightbench_session(self) -> Conversation:
        """Return the conversation with the child that holds the object."""
        return self.__session

    def sightbench_label(self) -> str:
        """Return the text that verdict details use for the object."""
        return self.__label

    def sightbench_set_label(self, label: str) -> None:
        """Set the text that verdict details use for the object."""
        object.__setattr__(self, "_Reference__label", label)

    def sightbench_origin(self) -> Origin:
        """Return the object's origin."""
        return self.__origin

    def sightbench_set_origin(self, origin: Origin) -> None:
        """Set the object's origin."""
        object.__setattr__(self, "_Reference__origin", origin)

    def sightbench_ask(self, operator: str, *others: object) -> object:
        """Apply one of the guest's operators to the object and return the result."""
        return self.__session.operate(operator, self, *others)

    def sightbench_reject_reply(self) -> NoReturn:
        """End the conversation, because the guest replied with a value that the operator cannot return."""
        raise self.__session.record_fault(OffProtocol())


def handle_of(value: object) -> int | None:
    """Return the handle number of a stand-in; None for names of the module and for any other value."""
    if isinstance(value, Reference):
        number = value.sightbench_target().get("handle")
    elif isinstance(value, PlainStandIn):
        number = value.sightbench_number
    else:  # only classes of exceptions carry a number too
        number = vars(value).get("sightbench_number") if isinstance(value, type) else None
    return number if isinstance(number, int) else None


def reference_to(value: object) -> dict[str, object] | None:
    """Return how messages name a stand-in, and None for any other value.

    Raises:
        TypeError: if the value is a class of stand-ins, for which messages have no name.
    """
    if isinstance(value, type) and "sightbench_stands_in" in vars(value):
        raise TypeError(f"the class {value.__name__} of the answer is not here")
    if isinstance(value, Reference) and "name" in value.sightbench_target():
        return {"t": "name", "v": value.sightbench_target()["name"]}
    number = handle_of(value)
    if number is None:
        return None
    label = value.sightbench_label() if isinstance(value, Reference) else ""
    return {"t": "handle", "v": number, "type": label}


def origin_of(value: object) -> Origin:
    """Return the origin of a value that has a handle."""
    return value.sightbench_origin() if isinstance(value, Reference) else Origin.GIVEN
