"""Operators of the answer's objects, and when they may decide.

What a test may do with an object depends on where it comes from, for the answer must not decide a comparison
with a value of the test:

- **made** by the test, which has called a class that the task asks for: its operators are what is tested, so
  they may meet every value.
- **given** by the answer: where the task asks for a class, its operators may meet the answer's other objects.
  What they make of a plain value of the test is
- **mixed**: it may go on in a formula, and be asked for items and attributes, but it turns into no number and
  no truth. Else ``abs(result - expected) < 1e-9`` would hold as the answer likes.

Where the task asks for no class, an object meets plain values in no operator at all. A given one of a class
that extends a plain type (``class Stack(list)``) meets them as that plain value, here. An object is never
taken for more than it was when it last came from the answer.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import NoReturn

from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.proxies.plain_stand_ins import plain_of
from benchmark.judging.proxies.reference import Origin, Reference, handle_of, standing_of


class Operators(Reference):
    """The operators of a stand-in; those that need no word of their own follow from a table below."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.__converted("truth") is True

    def __len__(self) -> int:
        return self.__whole(self.__converted("len"))

    def __int__(self) -> int:
        return self.__whole(self.__converted("int"))

    def __index__(self) -> int:
        return self.__whole(self.__converted("index"))

    def __float__(self) -> float:
        value = plain_of(self.__converted("float"))
        return value if isinstance(value, float) else float(self.__whole(value))

    def __complex__(self) -> complex:
        value = plain_of(self.__converted("complex"))
        return value if isinstance(value, complex) else self.sightbench_off_protocol()

    def __bytes__(self) -> bytes:
        value = plain_of(self.__converted("bytes"))
        return value if isinstance(value, bytes) else self.sightbench_off_protocol()

    def __hash__(self) -> int:
        if not self.sightbench_session().by_class:
            return id(self)
        return self.__whole(self.sightbench_ask("hash"))

    def __compared(self, operator: str, other: object) -> object:
        """A comparison; where the answer may not decide it, Python goes on by itself."""
        made = self.sightbench_standing() is Origin.MADE
        if handle_of(other) is not None:
            allowed = self.sightbench_session().by_class or (made and standing_of(other) is Origin.MADE)
        elif made:
            allowed = True
        else:
            return self.__as_value(operator, other)
        return self.__asked(operator, other) if allowed else self.__left(operator, other)

    def __combined(self, operator: str, *others: object) -> object:
        """An operator of two that gives a new value."""
        made = self.sightbench_standing() is Origin.MADE
        plain = any(handle_of(other) is None for other in others)
        if plain and not made and (self.sightbench_extends or not self.sightbench_session().by_class):
            return self.__as_value(operator, *others)
        mixed = (plain and not made) or self.__mixes(*others)
        value = self.__asked(operator, *others)
        return self.__mixed(value) if mixed else value

    def __as_value(self, operator: str, *others: object) -> object:
        """The operator of the plain value that the object extends; the answer takes no part in it."""
        value = self.sightbench_ask("plain") if self.sightbench_extends else self
        if isinstance(value, Reference):
            return self.__left(operator, *others)
        found: object = getattr(value, f"__{operator}__", lambda *_: NotImplemented)(*others)
        if found is value and operator in IN_PLACE:
            self.sightbench_ask("become", value)
            return self
        return found

    def __left(self, operator: str, *others: object) -> object:
        """An operator in which the answer has no say; the other operand may have one."""
        reflected = getattr(type(others[0]), f"__{_REFLECTED.get(operator) or 'r' + operator}__", None)
        if isinstance(reflected, FunctionType) and not isinstance(others[0], Reference):
            return NotImplemented
        if operator in _SAME:
            return (self is others[0]) is _SAME[operator]
        if operator in IN_PLACE or (operator in {"mul", "rmul"} and isinstance(others[0], Sequence)):
            return NotImplemented  # Python has another way
        shown = self.sightbench_shown()
        raise TypeError(f"{shown} of the answer has no {operator} with a value of the test")

    def __alone(self, operator: str, *more: object) -> object:
        """An operator of the object alone."""
        mixed = self.__mixes()
        value = self.sightbench_ask(operator, *more)
        return self.__mixed(value) if mixed else value

    def __converted(self, operator: str) -> object:
        if self.__mixes():
            self.__refuse()
        return self.sightbench_ask(operator)

    def __mixes(self, *others: object) -> bool:
        return any(standing_of(one) is Origin.MIXED for one in (self, *others))

    def __mixed(self, value: object) -> object:
        if not isinstance(value, Reference):
            return value if value is NotImplemented else self.__refuse()
        value.sightbench_stand(Origin.MIXED)
        return value

    def __refuse(self) -> NoReturn:
        shown = self.sightbench_shown()
        raise TypeError(f"{shown} of the answer has met a value of the test: that gives no plain value")

    def __asked(self, operator: str, *others: object) -> object:
        try:
            return self.sightbench_ask(operator, *others)
        except NotEncodableError:
            return NotImplemented  # the other one may know

    def __whole(self, value: object) -> int:
        value = plain_of(value)
        return value if type(value) is int else self.sightbench_off_protocol()


def _method(rule: str, operator: str) -> Callable[..., object]:
    def method(self: Operators, *others: object) -> object:
        found: object = getattr(self, f"_Operators__{rule}")(operator, *others)
        return found

    return method


#: What Python asks the other operand for; else it is the name with an r in front.
_REFLECTED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
#: What these say of one object that meets itself.
_SAME = {"eq": True, "ne": False}
_COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")
_ALONE = ("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil")
_COMBINED = ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul")
_BITS = ("and", "or", "xor", "lshift", "rshift")
IN_PLACE = tuple(f"i{name}" for name in (*_COMBINED, *_BITS) if name != "divmod")
_TABLE = {
    **dict.fromkeys(_COMPARED, "compared"),
    **dict.fromkeys(_ALONE, "alone"),
    **{f"{side}{name}": "combined" for name in (*_COMBINED, *_BITS) for side in ("", "r")},
    **dict.fromkeys(IN_PLACE, "combined"),
}
for _name, _rule in _TABLE.items():
    setattr(Operators, f"__{_name}__", _method(_rule, _name))
