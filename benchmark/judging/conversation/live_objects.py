"""Objects of the answer in a task for a class: their methods and operators run in the guest.

Such an object returns plain values or further such objects. The answer must not decide a comparison with a
value of the test. So an object equals, orders against or contains a plain value only if the starter code
defines that comparison; without it, the host compares the value with the plain value that the object extends,
or with the items of a loop over it.

An object is **made** by the test if the test called the class, else **given** by the answer. A given object
that meets a plain value in an operator which the starter code does not define becomes **mixed**: it has
further operators, items and attributes, but no number or truth value. Otherwise the answer could make
``abs(result - expected) < 1e-9`` true. A given object also lacks the methods of text, lists, sets and
other plain values, if the starter code lists the methods of the class and these are not among them.
"""

import builtins
import enum
import operator as operators
import sys
from collections.abc import Callable, Collection, Iterator
from types import FunctionType
from typing import Any, NoReturn, TypeVar

from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.codec.instances import METHODS_OF_VALUES
from benchmark.judging.conversation.answer_values import (
    AsyncContextManager,
    ContextManager,
    identifier,
    wait_for,
)
from benchmark.judging.conversation.reference import READABLE, SPECIAL, Conversation, Reference

#: Special names (with double underscores) that an object looks up in the guest.
_FORWARDED_NAMES = READABLE | frozenset(
    f"__{name}__"
    for name in (
        *("slots", "members", "flags", "mro", "base", "bases", "subclasses", "abstractmethods", "call"),
        *("cause", "context", "notes", "next", "enter", "exit", "aiter", "anext", "aenter", "aexit"),
    )
)
_PLAIN = (str, bytes, list, tuple, dict, set, frozenset, int, float, complex)
#: Comparison → the comparison that Python tries on the other operand.
_REFLECTED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_UNARY = ("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil")
_BINARY = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
#: Operator that returns a number, a truth value or bytes → type of the result.
_NUMBERS: dict[str, type] = {"truth": bool, "len": int, "int": int, "index": int, "float": float}
_NUMBERS |= {"complex": complex, "bytes": bytes}
_Kind = TypeVar("_Kind")
_IN_PLACE = tuple(f"i{name}" for name in _BINARY if name != "divmod")


class Origin(enum.IntEnum):
    """The origin of an object, which decides what its operators may do."""

    MADE = 0  #: the test made it by calling a class that the task asks for
    GIVEN = 1  #: the answer returned it
    MIXED = 2  #: an operator returned it for a given object and a plain value of the test


class Live(ContextManager, AsyncContextManager, Reference):
    """An object of the answer that keeps its methods."""

    __slots__ = ("__origin",)
    #: Name of the builtin type that the object extends, if values of that type are sent as plain data.
    sightbench_extends = ""
    #: With this mark, numpy's operators leave an object to the methods below.
    __array_ufunc__ = None
    __origin: Origin

    def __init__(self, session: Conversation, target: str | int, label: str) -> None:
        super().__init__(session, target, label)
        object.__setattr__(self, "_Live__origin", Origin.GIVEN)

    def sightbench_origin(self) -> Origin:
        """Return the object's origin."""
        return self.__origin

    def sightbench_set_origin(self, origin: Origin) -> None:
        """Set the object's origin."""
        object.__setattr__(self, "_Live__origin", origin)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__") and name not in _FORWARDED_NAMES:
            raise AttributeError(name)  # special methods exist only if a class on the host defines them
        session = self.sightbench_session()
        if name == "_typ" or (session.exact and _is_library(sys._getframe(1).f_globals.get("__name__", ""))):
            raise AttributeError(name)  # np.sum(x) would return what x.sum() says; pandas reads _typ
        refused = name in METHODS_OF_VALUES and session.defined and name not in session.defined
        if refused and self.__origin is not Origin.MADE:
            raise AttributeError(f"{self.sightbench_label()} of the answer is not a value with {name}()")
        return self.sightbench_ask("getattr", name)

    def __dir__(self) -> list[str]:
        names = self.sightbench_ask("dir")
        return list(map(str, names)) if isinstance(names, list) else self.sightbench_reject_reply()

    def __setitem__(self, key: object, value: object) -> None:
        self.sightbench_ask("setitem", key, value)

    def __delitem__(self, key: object) -> None:
        self.sightbench_ask("delitem", key)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Live) or "__contains__" in self.sightbench_session().defined:
            return self.sightbench_ask("contains", item) is True
        plain: Any = self.__plain()
        return item in (self.sightbench_loop("iter") if plain is self else plain)

    def __reversed__(self) -> Iterator[object]:
        return self.sightbench_loop("reversed")

    def __next__(self) -> object:
        return self.sightbench_ask("next")

    def __aiter__(self) -> object:
        return self.__method("__aiter__")

    async def __anext__(self) -> object:
        return await self.__method("__anext__")

    def __method(self, name: str) -> Any:
        return self.sightbench_session().call(self, (), {}, name)

    def __str__(self) -> str:
        return self.__convert_to(str, "str")

    def __repr__(self) -> str:
        return self.__convert_to(str, "repr")

    def __format__(self, form: str) -> str:
        return self.__convert_to(str, "format", form)

    def __copy__(self) -> object:
        return self.sightbench_ask("copy")

    def __deepcopy__(self, _: object) -> object:
        return self.sightbench_ask("deepcopy")

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, Reference) and self.sightbench_ask("isinstance", value) is True

    def __subclasscheck__(self, other: object) -> bool:
        return isinstance(other, Reference) and self.sightbench_ask("issubclass", other) is True

    def __mro_entries__(self, _: object) -> NoReturn:
        raise NotEncodableError(
            f"a test extends {self.sightbench_label()}, a class that stays with the answer"
        )

    def __bool__(self) -> bool:
        value = self.__number("truth")
        return value if type(value) is bool else self.sightbench_reject_reply()

    def __hash__(self) -> int:
        return self.__convert_to(int, "hash")

    def sightbench_loop(self, operator: str) -> Iterator[object]:
        """Return an iterator that the guest makes: ``iter`` or ``reversed``."""
        iterator = self.sightbench_ask(operator)
        if not hasattr(type(iterator), "__next__"):
            self.sightbench_reject_reply()
        return iterator  # type: ignore[return-value]  # checked above

    def __convert_to(self, kind: type[_Kind], operator: str, *more: object) -> _Kind:
        value = self.sightbench_ask(operator, *more)
        return value if isinstance(value, kind) else self.sightbench_reject_reply()

    def __number(self, operator: str) -> object:
        if self.__origin is Origin.MIXED:
            self.__refuse()
        return self.__convert_to(_NUMBERS[operator], operator)

    def __compare(self, operator: str, other: object) -> object:
        """Apply a comparison, in the guest only if the answer may decide it."""
        defined = self.sightbench_session().defined
        if isinstance(other, Live) or not defined.isdisjoint(_defining(operator)):
            return self.__ask_guest(operator, other)
        plain = self.__plain()
        if plain is not self:
            return _apply(operator, plain, other)
        reflected = getattr(type(other), f"__{_REFLECTED[operator]}__", None)
        if isinstance(reflected, FunctionType) and not isinstance(other, Reference):
            return NotImplemented  # a class of the test compares itself
        if operator in ("eq", "ne"):
            return operator == "ne"
        label = self.sightbench_label()  # NotImplemented would count as true
        raise TypeError(f"{label} of the answer does not support {operator} with a value of the test")

    def __combine(self, operator: str, *others: object) -> object:
        """Apply a binary operator that returns a new value."""
        made = self.__origin is Origin.MADE
        with_plain = any(not isinstance(other, Live) for other in others)
        decides = made or f"__{operator}__" in self.sightbench_session().defined
        if with_plain and not decides and (plain := self.__plain()) is not self:
            found = _apply(operator, plain, *others)
            if found is plain and operator in _IN_PLACE:
                self.sightbench_ask("become", plain)
                return self
            return found
        mixed = any(
            isinstance(operand, Live) and operand.__origin is Origin.MIXED for operand in (self, *others)
        )
        value = self.__ask_guest(operator, *others)
        if value is self and operator in _IN_PLACE:
            return self
        return self.__as_mixed(value) if mixed or (with_plain and not decides) else value

    def __unary(self, operator: str, *more: object) -> object:
        """Apply an operator that has the object as its only operand."""
        value = self.sightbench_ask(operator, *more)
        return self.__as_mixed(value) if self.__origin is Origin.MIXED else value

    def __as_mixed(self, value: object) -> object:
        if not isinstance(value, Live):
            return value if value is NotImplemented else self.__refuse()
        value.sightbench_set_origin(Origin.MIXED)
        return value

    def __refuse(self) -> NoReturn:
        label = self.sightbench_label()
        problem = "was combined with a value of the test, so it cannot become a plain value"
        raise TypeError(f"{label} of the answer {problem}")

    def __plain(self) -> object:
        """Return the value of the builtin type that the object extends, or the object itself."""
        return self.sightbench_ask("plain") if self.sightbench_extends else self

    def __ask_guest(self, operator: str, *others: object) -> object:
        try:
            return self.sightbench_ask(operator, *others)
        except NotEncodableError:
            return NotImplemented  # the other operand may implement it


def _is_library(module: str) -> bool:
    return module.startswith(("numpy.", "pandas."))


def _apply(name: str, plain: object, *others: object) -> object:
    """Apply an operator to a plain value that an object extends, on the host."""
    if name not in _IN_PLACE and name[:1] == "r" and name[1:] in _BINARY:
        name, plain, others = name[1:], others[0], (plain,)
    found: Any = {"divmod": divmod, "pow": pow, "and": operators.and_, "or": operators.or_}.get(name)
    result: object = (found or getattr(operators, name))(plain, *others)
    return result


def _defining(operator: str) -> set[str]:
    """Return the methods by which a starter code defines a comparison."""
    if operator in ("eq", "ne"):
        return {"__eq__", f"__{operator}__"}
    return {f"__{operator}__", f"__{_REFLECTED[operator]}__", "total_ordering"}


def _forward_to(name: str, operator: str) -> Callable[..., object]:
    def method(self: Live, *others: object) -> object:
        result: object = getattr(self, f"_Live__{name}")(operator, *others)
        return result

    return method


for _target, _names in {
    "compare": tuple(_REFLECTED),
    "number": tuple(name for name in _NUMBERS if name != "truth"),
    "unary": _UNARY,
    "combine": (*_BINARY, *(f"r{name}" for name in _BINARY), *_IN_PLACE),
}.items():
    for _name in _names:
        setattr(Live, f"__{_name}__", _forward_to(_target, _name))


class CallableLive(Live):
    """An object that can be called; ``callable`` looks for the method."""

    __slots__ = ()

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the object in the guest, and return a value or another object."""
        return self.sightbench_session().call(self, args, kwargs)


class IterableLive(Live):
    """An object that has items; ``hasattr(x, "__iter__")`` looks for the method."""

    __slots__ = ()

    def __getitem__(self, key: object) -> object:
        return self.sightbench_ask("getitem", key)

    def __iter__(self) -> Iterator[object]:
        return self.sightbench_loop("iter")


class AwaitableLive(Live):
    """An object that can be awaited."""

    __slots__ = ()

    def __await__(self) -> Any:
        return wait_for(self.sightbench_session(), self)


_BASES: dict[str, type[Live]] = {"call": CallableLive, "iter": IterableLive, "await": AwaitableLive}


def live_class(
    name: object, extends: str, can: Collection[str], value: type | None, own: object
) -> type[Live]:
    """Make the class of the objects of one class of the answer.

    Args:
        name: name of the answer's class.
        extends: name of the builtin type that it extends; or empty.
        can: what its objects can do: ``call``, ``iter``, ``await``.
        value: the class of its values on the host if it is a dataclass, whose fields these objects show.
        own: the reference to a dataclass itself, which ``dataclasses.replace`` calls.
    """
    bases = tuple(kind for ability, kind in _BASES.items() if ability in can) or (Live,)
    inside: dict[str, object] = {"__slots__": (), **SPECIAL}
    kind = getattr(builtins, extends, None)
    if value is not None:
        inside["__dataclass_fields__"] = vars(value)["__dataclass_fields__"]
        inside["__class__"] = property(lambda _: own)
    elif isinstance(kind, type):
        inside["__class__"] = property(lambda _: kind)
        inside["sightbench_extends"] = extends if issubclass(kind, (*_PLAIN, bytearray)) else ""
    return type(identifier(name), bases, inside)
