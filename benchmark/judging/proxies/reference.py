"""What a stand-in knows of the object in the guest that it stands for."""

import enum
from collections.abc import Callable, Mapping
from types import FrameType
from typing import NoReturn, Protocol

from benchmark.judging.proxies.plain_stand_ins import PlainStandIn
from benchmark.sandbox.host.channel import GuestFault, OffProtocol


class Conversation(Protocol):
    """What stand-ins need of the session with their guest; see :class:`.session.Session`."""

    by_class: bool
    may_take: Callable[[BaseException, FrameType], bool]

    def call(self, target: "Reference", args: tuple[object, ...], kwargs: Mapping[str, object]) -> object:
        """Call a function, class or method of the answer; changed arguments are changed here as well."""
        ...

    def operate(self, operator: str, target: "Reference", *args: object) -> object:
        """Apply one of the guest's operators to an object there."""
        ...

    def faulted(self, fault: GuestFault) -> GuestFault:
        """Record that the conversation broke, and return the first fault."""
        ...


class Origin(enum.IntEnum):
    """Where an object comes from; :mod:`.operators` says what follows from it."""

    MADE = 0  #: the test has made it by calling a class that the task asks for
    GIVEN = 1  #: the answer has handed it out
    MIXED = 2  #: an operator has made it of something given and of a plain value of the test


class Reference:
    """A name of the answer's module, or the number of a handle.

    The names of its methods start with the project's: all others are the answer's.
    """

    __slots__ = ("__makes", "__on", "__session", "__shown", "__standing", "__weakref__")
    #: Name of the builtin type that the object extends, if it is one of those that travel by value.
    sightbench_extends = ""
    __makes: bool
    __on: dict[str, object]
    __session: Conversation
    __shown: str
    __standing: Origin

    def __init__(
        self, session: Conversation, on: dict[str, object], shown: str, *, makes: bool = False
    ) -> None:
        start = {"on": on, "session": session, "shown": shown, "standing": Origin.GIVEN, "makes": makes}
        for name, value in start.items():
            object.__setattr__(self, f"_Reference__{name}", value)

    def sightbench_makes(self) -> bool:
        """Whether the task says that it is a class, so that the test makes what a call of it gives."""
        return self.__makes

    def sightbench_on(self) -> dict[str, object]:
        """How requests name it."""
        return self.__on

    def sightbench_session(self) -> Conversation:
        """The conversation with the child that holds it."""
        return self.__session

    def sightbench_shown(self) -> str:
        """How details name it."""
        return self.__shown

    def sightbench_show(self, shown: str) -> None:
        """Name it so from now on."""
        object.__setattr__(self, "_Reference__shown", shown)

    def sightbench_standing(self) -> Origin:
        """Where it comes from."""
        return self.__standing

    def sightbench_stand(self, standing: Origin) -> None:
        """Take it for this from now on."""
        object.__setattr__(self, "_Reference__standing", standing)

    def sightbench_ask(self, operator: str, *others: object) -> object:
        """What one of the guest's operators gives for it."""
        return self.__session.operate(operator, self, *others)

    def sightbench_off_protocol(self) -> NoReturn:
        """End the conversation: the guest gave what no operator gives."""
        raise self.__session.faulted(OffProtocol())


def handle_of(value: object) -> int | None:
    """The handle number of a stand-in for an object, None for everything else and for names of the module."""
    if isinstance(value, Reference):
        number = value.sightbench_on().get("handle")
    elif isinstance(value, PlainStandIn):
        number = value.sightbench_number
    else:  # of a class of exceptions, if anything
        number = vars(value).get("sightbench_number") if isinstance(value, type) else None
    return number if isinstance(number, int) else None


def reference_to(value: object) -> dict[str, object] | None:
    """How a message names a stand-in, None for everything else.

    Raises:
        TypeError: for the class of stand-ins: what the test would have sent is not here.
    """
    if isinstance(value, type) and "sightbench_stands_in" in vars(value):
        raise TypeError(f"the class {value.__name__} of the answer is not here")
    if isinstance(value, Reference) and "name" in value.sightbench_on():
        return {"t": "name", "v": value.sightbench_on()["name"]}
    number = handle_of(value)
    if number is None:
        return None
    shown = value.sightbench_shown() if isinstance(value, Reference) else ""
    return {"t": "handle", "v": number, "type": shown}


def standing_of(value: object) -> Origin:
    """Where a value comes from that has a handle."""
    return value.sightbench_standing() if isinstance(value, Reference) else Origin.GIVEN
