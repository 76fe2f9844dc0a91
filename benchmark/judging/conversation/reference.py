"""References to what stays in the guest: the entry point, and the objects that a test makes of it."""

from collections.abc import Callable, Collection, Mapping
from types import FrameType, FunctionType
from typing import NoReturn, Protocol

from benchmark.sandbox.host.channel import GuestFault, OffProtocol


class Conversation(Protocol):
    """The part of a :class:`.session.Session` that references and values of the answer use."""

    exact: Collection[str]
    methods: frozenset[str] | None  #: for an entry point ``X().method``: what the test may call; else None
    defined: frozenset[str]  #: methods that the starter code lists in its classes
    failed_assertion: Exception | None  #: what decides the verdict, even if the test catches it
    may_suppress: Callable[[BaseException, FrameType], bool]

    def call(
        self, target: object, args: tuple[object, ...], kwargs: Mapping[str, object], method: str = ""
    ) -> object:
        """Call a function, class or method of the answer; repeat its changes to the arguments on the host."""

    def operate(self, operator: str, target: object, *args: object) -> object:
        """Apply one of the guest's operators to an object in the guest."""

    def record_fault(self, fault: GuestFault) -> GuestFault:
        """Record that the conversation broke, and return the first fault of the conversation."""


class Reference:
    """A reference to an object in the guest, by a name of the answer's module or by a number.

    Its methods start with ``sightbench_``, because all other names belong to the answer.
    """

    __slots__ = ("__label", "__session", "__target", "__weakref__")
    __label: str
    __session: Conversation
    __target: str | int

    def __init__(self, session: Conversation, target: str | int, label: str) -> None:
        for name, value in {"session": session, "target": target, "label": label}.items():
            # A plain assignment would set the attribute in the guest.
            object.__setattr__(self, f"_Reference__{name}", value)

    def sightbench_target(self) -> str | int:
        """Return the name or number that requests use for the object."""
        return self.__target

    def sightbench_session(self) -> Conversation:
        """Return the conversation with the child that holds the object."""
        return self.__session

    def sightbench_label(self) -> str:
        """Return the text that verdict details use for the object."""
        return self.__label

    def sightbench_ask(self, operator: str, *others: object) -> object:
        """Apply one of the guest's operators to the object and return the result."""
        return self.__session.operate(operator, self, *others)

    def sightbench_reject_reply(self) -> NoReturn:
        """End the conversation, because the guest replied with a value that the operator cannot return."""
        raise self.__session.record_fault(OffProtocol())

    def __setattr__(self, name: str, value: object) -> None:
        self.sightbench_ask("setattr", name, value)

    def __delattr__(self, name: str) -> None:
        self.sightbench_ask("delattr", name)


#: Special names of a function that a test may read.
READABLE = frozenset(
    f"__{name}__"
    for name in (
        *("name", "qualname", "doc", "module", "dict", "annotations", "wrapped", "self", "func"),
        *("code", "closure", "defaults", "kwdefaults"),
    )
)


class Method:
    """A method of an object in the guest, which is looked up when it is called."""

    def __init__(self, owner: Reference, name: str) -> None:
        self.sightbench_owner = owner
        self.__name__ = name

    __doc__ = property(lambda self: self.__getattr__("__doc__"))  # the docstring of the answer's method

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the method in the guest."""
        return self.sightbench_owner.sightbench_session().call(
            self.sightbench_owner, args, kwargs, self.__name__
        )

    def __getattr__(self, name: str) -> object:
        if name not in READABLE:
            raise AttributeError(name)
        return self.sightbench_owner.sightbench_ask("attribute of method", self.__name__, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Method):
            return NotImplemented
        return self.sightbench_owner is other.sightbench_owner and self.__name__ == other.__name__

    def __hash__(self) -> int:
        return hash((id(self.sightbench_owner), self.__name__))


class Entry(Reference):
    """The answer's entry point, whose calls and attributes give values."""

    __slots__ = ()

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the entry point in the guest."""
        return self.sightbench_session().call(self, args, kwargs)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name not in READABLE:
            raise AttributeError(name)  # special methods exist only if a class on the host defines them
        return self.sightbench_ask("getattr", name)


class Made(Reference):
    """An object that a test made of the class in ``X().method``; its methods return values.

    Only methods that the task names can be called. So a method never returns the object itself as a value.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        session = self.sightbench_session()
        if name in (session.methods or ()):
            return Method(self, name)
        value = self.sightbench_ask("getattr", name)
        if callable(value) and not isinstance(value, type):  # classes here are exceptions of the host
            raise AttributeError(f"the task does not name a method {name!r}")  # noqa: TRY004 - as for a missing name
        return value


def _forwarding_property(name: str) -> property:
    """Return a property that reads a special attribute in the guest."""

    def read(self: Reference) -> object:
        return self.sightbench_ask("getattr", name)

    return property(read)


#: Special attributes that an object reads in the guest, although its class here has them.
SPECIAL = {
    name: _forwarding_property(name) for name in ("__doc__", "__module__", "__dict__", "__annotations__")
}


def entry_class(name: str) -> type[Entry]:
    """Return the class of the reference to an entry point; ``inspect`` takes it for a function."""
    pretended = {} if name[:1].isupper() else {"__class__": property(lambda _: FunctionType)}
    return type(name, (Entry,), {"__slots__": (), **SPECIAL, **pretended})
