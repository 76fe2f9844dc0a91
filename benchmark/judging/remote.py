"""Stand-ins on the host for what lives in the guest."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from benchmark.sandbox.host.channel import OffProtocol

if TYPE_CHECKING:
    from benchmark.judging.session import Session


def handle_of(value: object) -> int | None:
    """The handle number of a stand-in for an object, None for everything else."""
    if not isinstance(value, Remote):
        return None
    number = value.sightbench_on().get("handle")
    return number if isinstance(number, int) else None


#: What Python or a test looks up by a name of this form, and the guest answers.
_ANSWERED = frozenset({"__name__", "__doc__", "__next__", "__enter__", "__exit__"})


class Remote:
    """A function, class or object of the answer.

    It is equal to itself only. Where the task asks for a class, two of the answer's objects are compared by
    the answer's own methods, and ``in`` asks them; elsewhere ``in`` compares here, element after element.
    """

    def __init__(self, session: "Session", on: dict[str, object], shown: str) -> None:
        for name, value in (("session", session), ("on", on), ("shown", shown)):
            object.__setattr__(self, f"_Remote__{name}", value)

    __session: "Session"
    __on: dict[str, object]
    __shown: str

    def sightbench_on(self) -> dict[str, object]:
        """How requests name it."""
        return self.__on

    def sightbench_shown(self) -> str:
        """How details name it."""
        return self.__shown

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Run it in the guest; what comes back is plain, or another stand-in."""
        return self.__session.call(self, args, kwargs)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__") and name not in _ANSWERED:
            raise AttributeError(name)  # what Python itself looks for is answered here or not at all
        value = self.__session.operate("getattr", self, name)
        if isinstance(value, Remote):
            object.__setattr__(value, "_Remote__shown", f"{self.__shown}.{name}")
        return value

    def __setattr__(self, name: str, value: object) -> None:
        self.__session.operate("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self.__session.operate("delattr", self, name)

    def __getitem__(self, key: object) -> object:
        return self.__session.operate("getitem", self, key)

    def __setitem__(self, key: object, value: object) -> None:
        self.__session.operate("setitem", self, key, value)

    def __delitem__(self, key: object) -> None:
        self.__session.operate("delitem", self, key)

    def __contains__(self, item: object) -> bool:
        if self.__session.by_class:
            return self.__session.operate("contains", self, item) is True
        return any(one is item or one == item for one in self)

    def __len__(self) -> int:
        return self.__whole(self.__session.operate("len", self))

    def __bool__(self) -> bool:
        return self.__session.operate("truth", self) is True

    def __iter__(self) -> Iterator[object]:
        iterator = self.__session.operate("iter", self)
        if not isinstance(iterator, Remote):
            raise self.__session.faulted(OffProtocol())
        return iterator

    def __next__(self) -> object:
        return self.__session.operate("next", self)

    def __int__(self) -> int:
        return self.__whole(self.__session.operate("int", self))

    def __float__(self) -> float:
        value = self.__session.operate("float", self)
        return value if isinstance(value, float) else float(self.__whole(value))

    def __str__(self) -> str:
        return str(self.__session.operate("str", self))

    def __repr__(self) -> str:
        return str(self.__session.operate("repr", self))

    def __eq__(self, other: object) -> bool:
        if self is other or not self.__session.by_class or handle_of(other) is None:
            return self is other
        return self.__session.operate("eq", self, other) is True

    def __lt__(self, other: object) -> object:
        return self.__by_class("lt", other)

    def __le__(self, other: object) -> object:
        return self.__by_class("le", other)

    def __gt__(self, other: object) -> object:
        return self.__by_class("gt", other)

    def __ge__(self, other: object) -> object:
        return self.__by_class("ge", other)

    def __add__(self, other: object) -> object:
        return self.__by_class("add", other)

    def __sub__(self, other: object) -> object:
        return self.__by_class("sub", other)

    def __mul__(self, other: object) -> object:
        return self.__by_class("mul", other)

    def __radd__(self, other: object) -> object:
        return self.__by_class("radd", other)

    def __rsub__(self, other: object) -> object:
        return self.__by_class("rsub", other)

    def __rmul__(self, other: object) -> object:
        return self.__by_class("rmul", other)

    def __truediv__(self, other: object) -> object:
        return self.__by_class("truediv", other)

    def __floordiv__(self, other: object) -> object:
        return self.__by_class("floordiv", other)

    def __mod__(self, other: object) -> object:
        return self.__by_class("mod", other)

    def __pow__(self, other: object) -> object:
        return self.__by_class("pow", other)

    def __matmul__(self, other: object) -> object:
        return self.__by_class("matmul", other)

    def __neg__(self) -> object:
        return self.__by_class("neg")

    def __abs__(self) -> object:
        return self.__by_class("abs")

    def __hash__(self) -> int:
        return self.__whole(self.__by_class("hash")) if self.__session.by_class else id(self)

    def __enter__(self) -> object:
        return self.__getattr__("__enter__")()  # type: ignore[operator]  # a stand-in for the method

    def __exit__(self, *_: object) -> None:
        self.__getattr__("__exit__")(None, None, None)  # type: ignore[operator]  # likewise

    def __by_class(self, operator: str, *others: object) -> object:
        """An operator that would show the answer what the test compares with, unless the task is a class."""
        if not self.__session.by_class:
            raise TypeError(f"a {self.__shown} of the answer has no operator {operator} here")
        return self.__session.operate(operator, self, *others)

    def __whole(self, value: object) -> int:
        if type(value) is not int:
            raise self.__session.faulted(OffProtocol())
        return value
