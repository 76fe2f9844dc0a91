"""Objects of the answer in a task for a class: their methods and operators run in the guest.

Such an object returns plain values or further such objects. The answer must not decide a comparison with a
value of the test. So an object equals, orders against or contains a plain value only if the starter code
lists that comparison in the object's class; without it, the host compares the value with the plain value that
the object extends, or with the items of a loop over it.

An object is **made** if the test called the class that is the entry point, until the answer hands it out by
whatever way; else it is **given**. With plain values both have the operators that the starter code lists in
their class, and all if it lists no methods. Any other is refused before the guest is asked: it would learn
the expected value, and a test that tries again would get it back. What an operator makes of a given object
and a plain value is **mixed**: it has further operators, items and attributes, but no number, truth value or
comparison with plain values. Otherwise the answer could make ``abs(result - expected) < 1e-9`` true.

If the starter code lists methods, a given object lacks the methods of text, lists, sets and other plain
values that are not among them, and an object of no class of the starter code has no methods.
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
from benchmark.sandbox.guest.shapes import BINARY, Can

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
_BINARY = (*BINARY, "divmod", "pow")
#: Operator that returns a number, a truth value or bytes → type of the result.
_NUMBERS: dict[str, type] = {"truth": bool, "len": int, "int": int, "index": int, "float": float}
_NUMBERS |= {"complex": complex, "bytes": bytes}
#: Methods that make an object; a starter code that lists only these says nothing about its operators.
_CONSTRUCTORS = frozenset({"__init__", "__new__", "__post_init__"})
_Kind = TypeVar("_Kind")
IN_PLACE = tuple(f"i{name}" for name in _BINARY if name != "divmod")


class Origin(enum.IntEnum):
    """The origin of an object, which decides what its operators may do."""

    MADE = 0  #: the test made it by calling the class that is the entry point
    CALLED = 1  #: the test made it by calling another class; in-place operators keep it, else it is given
    GIVEN = 2  #: the answer handed it out
    MIXED = 3  #: an operator returned it for a given object and a plain value of the test


class Live(ContextManager, AsyncContextManager, Reference):
    """An object of the answer that keeps its methods."""

    __slots__ = ("__listed", "__origin")
    #: Name of the builtin type that the object extends, if values of that type are sent as plain data.
    sightbench_extends = ""
    #: With this mark, numpy's operators leave an object to the methods below.
    __array_ufunc__ = None
    __origin: Origin
    __listed: frozenset[str] | None  #: what the starter code lists for its class; None for a foreign class

    def __init__(
        self, session: Conversation, target: str | int, label: str, listed: frozenset[str] | None
    ) -> None:
        super().__init__(session, target, label)
        self.sightbench_set_origin(Origin.GIVEN)
        object.__setattr__(self, "_Live__listed", listed)

    def sightbench_origin(self) -> Origin:
        """Return the object's origin."""
        return self.__origin

    def sightbench_set_origin(self, origin: Origin) -> None:
        """Set the object's origin."""
        object.__setattr__(self, "_Live__origin", origin)

    def sightbench_add_listed(self, listed: frozenset[str]) -> None:
        """Add methods that the starter code lists for the class by which the test made the object."""
        object.__setattr__(self, "_Live__listed", listed | (self.__listed or frozenset()))

    def __getattr__(self, name: str) -> object:
        if name.startswith("__") and name.endswith("__") and name not in _FORWARDED_NAMES:
            raise AttributeError(name)  # special methods exist only if a class on the host defines them
        session = self.sightbench_session()
        if name == "_typ" or (session.exact and _is_library(sys._getframe(1).f_globals.get("__name__", ""))):
            raise AttributeError(name)  # np.sum(x) would return what x.sum() says; pandas reads _typ
        value = self.sightbench_ask("getattr", name)
        is_function = callable(value) and not issubclass(type(value), type)  # ``__class__`` may lie
        if is_function or self.__origin is Origin.MIXED:
            like_a_value = name in METHODS_OF_VALUES and session.defined and name not in (self.__listed or ())
            if like_a_value and self.__origin is not Origin.MADE:
                raise AttributeError(f"{self.sightbench_label()} of the answer is not a value with {name}()")
            if self.__listed is None and self.__starter_lists_methods():
                raise AttributeError(f"the task does not name the class of {self.sightbench_label()}")
        return value

    def __dir__(self) -> list[str]:
        names = self.sightbench_ask("dir")
        return list(map(str, names)) if isinstance(names, list) else self.sightbench_reject_reply()

    def __setitem__(self, key: object, value: object) -> None:
        self.sightbench_ask("setitem", key, value)

    def __delitem__(self, key: object) -> None:
        self.sightbench_ask("delitem", key)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Live) or "__contains__" in (self.__listed or ()):
            return self.sightbench_ask("contains", item) is True
        plain: Any = self.__plain()
        if plain is not self:
            return item in plain
        # Identity first, as in Python's own `in`: NaN does not equal itself.
        return any(found is item or found == item for found in self.sightbench_loop("iter"))

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
        if form and self.__origin is Origin.MIXED:
            self.__refuse()  # f"{result - expected:.2f}" is a number
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
            self.__refuse(is_final=operator != "len")  # list() asks for the length as a hint, and goes on
        return self.__convert_to(_NUMBERS[operator], operator)

    def __compare(self, operator: str, other: object) -> object:
        """Apply a comparison, in the guest only if the answer may decide it."""
        is_mixed = self.__origin is Origin.MIXED
        if isinstance(other, Live) or (self.__lists(_defining(operator)) and not is_mixed):
            return self.__ask_guest(operator, other)
        plain = self if is_mixed else self.__plain()
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
        is_made = self.__origin is Origin.MADE
        if any(not isinstance(other, Live) for other in others):
            lists_none = not self.__starter_lists_methods()
            allowed = self.__lists({f"__{operator}__", f"__{_stem(operator)}__"}) or (is_made and lists_none)
            if not allowed and (plain := self.__plain()) is not self:
                found = _apply(operator, plain, *others)
                # `stack += [1]` has changed the host's copy of a list: the guest's object gets its items.
                if found is plain and operator in IN_PLACE:
                    self.sightbench_ask("become", plain)
                    return self
                return found
            if not allowed and not lists_none:
                return NotImplemented  # the other operand may implement it
            is_mixed = not is_made
        else:
            is_mixed = any(isinstance(one, Live) and one.__origin is Origin.MIXED for one in (self, *others))
        value = self.__ask_guest(operator, *others)
        if value is self and operator in IN_PLACE and self.__origin <= Origin.CALLED:
            return self
        return self.__as_mixed(value) if is_mixed else value

    def __unary(self, operator: str, *more: object) -> object:
        """Apply an operator that has the object as its only operand."""
        value = self.sightbench_ask(operator, *more)
        return self.__as_mixed(value) if self.__origin is Origin.MIXED else value

    def __as_mixed(self, value: object) -> object:
        if not isinstance(value, Live):
            return value if value is NotImplemented else self.__refuse()
        value.sightbench_set_origin(Origin.MIXED)
        return value

    def __refuse(self, *, is_final: bool = True) -> NoReturn:
        """Fail the test, even if it catches the error: the answer may know the expected value by now."""
        session, label = self.sightbench_session(), self.sightbench_label()
        problem = "was combined with a value of the test, so it cannot become a plain value"
        error = TypeError(f"{label} of the answer {problem}")
        if is_final:
            session.failed_assertion = session.failed_assertion or error
        raise error

    def __lists(self, names: set[str]) -> bool:
        """Whether the starter code lists one of these methods in the object's class."""
        return self.__listed is not None and not self.__listed.isdisjoint(names)

    def __starter_lists_methods(self) -> bool:
        return not self.sightbench_session().defined <= _CONSTRUCTORS

    def __plain(self) -> object:
        """Return the value of the builtin type that the object extends, or the object itself."""
        if self.sightbench_extends and self.__origin is Origin.MIXED:
            self.__refuse()
        return self.sightbench_ask("plain") if self.sightbench_extends else self

    def __ask_guest(self, operator: str, *others: object) -> object:
        try:
            return self.sightbench_ask(operator, *others)
        except NotEncodableError:
            return NotImplemented  # the other operand may implement it


def _is_library(module: str) -> bool:
    return module.startswith(("numpy.", "pandas."))


def _stem(operator: str) -> str:
    """Return the operator without the ``r`` or ``i`` of its reflected and in-place forms."""
    return operator if operator in _BINARY else operator[1:]


def _apply(name: str, plain: object, *others: object) -> object:
    """Apply an operator to a plain value that an object extends, on the host."""
    if name not in IN_PLACE and name[:1] == "r" and name[1:] in _BINARY:
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


# Python looks up special methods in the class only, so `__getattr__` cannot forward them.
for _target, _names in {
    "compare": tuple(_REFLECTED),
    "number": tuple(name for name in _NUMBERS if name != "truth"),
    "unary": _UNARY,
    "combine": (*_BINARY, *(f"r{name}" for name in _BINARY), *IN_PLACE),
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


_BASES: dict[str, type[Live]] = {Can.CALL: CallableLive, Can.ITER: IterableLive, Can.AWAIT: AwaitableLive}


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
