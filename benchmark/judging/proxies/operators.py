"""Operators of the answer's objects: which run in the guest and which the host decides.

The answer must not decide a comparison with a value of the test. So the operators of an object depend on its
origin:

- **made** by the test, by calling a class that the task asks for. Its operators are what is tested, so they
  run in the guest with any operand. In a task for a function they are not what is tested: a made object is
  compared in the guest with other made objects only, and combined with a plain value it becomes mixed.
- **given** by the answer. If the task asks for a class, its operators run in the guest with other objects of
  the answer as operands. The result of an operator with a plain value of the test is a mixed object.
- **mixed**: the test can use it in further operators and read its items and attributes, but cannot convert it
  to a number or a truth value. Otherwise the answer could make ``abs(result - expected) < 1e-9`` true.

If the task asks for no class, no operator of an object accepts a plain value. A given object whose class
extends a plain type (``class Stack(list)``) is compared as that plain value, on the host. When the answer
returns a made object once more, the object counts as given from then on.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import NoReturn

from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.proxies.plain_stand_ins import plain_of
from benchmark.judging.proxies.reference import Origin, Reference, handle_of, origin_of


class Operators(Reference):
    """The operators of a stand-in. The table at the end of this module adds the regular ones."""

    __slots__ = ()
    #: numpy's own operators leave objects with this mark to the methods here.
    __array_ufunc__ = None

    def __bool__(self) -> bool:
        return self.__convert("truth") is True

    def __len__(self) -> int:
        return self.__as_int(self.__convert("len"))

    def __int__(self) -> int:
        return self.__as_int(self.__convert("int"))

    def __index__(self) -> int:
        return self.__as_int(self.__convert("index"))

    def __float__(self) -> float:
        value = plain_of(self.__convert("float"))
        return value if isinstance(value, float) else float(self.__as_int(value))

    def __complex__(self) -> complex:
        value = plain_of(self.__convert("complex"))
        return value if isinstance(value, complex) else self.sightbench_reject_reply()

    def __bytes__(self) -> bytes:
        value = plain_of(self.__convert("bytes"))
        return value if isinstance(value, bytes) else self.sightbench_reject_reply()

    def __hash__(self) -> int:
        if not self.sightbench_session().class_task:
            return hash(tuple(self.sightbench_target().values()))  # an address would differ from run to run
        return self.__as_int(self.sightbench_ask("hash"))

    def __compare(self, operator: str, other: object) -> object:
        """Apply a comparison, in the guest only if the answer may decide it."""
        made = self.sightbench_origin() is Origin.MADE
        if handle_of(other) is not None:
            allowed = self.sightbench_session().class_task or (made and origin_of(other) is Origin.MADE)
        elif made:
            allowed = self.sightbench_session().class_task
        else:
            return self.__by_plain_value(operator, other)
        return self.__ask_guest(operator, other) if allowed else self.__without_answer(operator, other)

    def __combine(self, operator: str, *others: object) -> object:
        """Apply a binary operator that returns a new value."""
        made = self.sightbench_origin() is Origin.MADE
        plain = any(handle_of(other) is None for other in others)
        if plain and not made and (self.sightbench_extends or not self.sightbench_session().class_task):
            return self.__by_plain_value(operator, *others)
        decides = made and self.sightbench_session().class_task
        mixed = (plain and not decides) or self.__mixes(*others)
        value = self.__ask_guest(operator, *others)
        if value is self and made and operator in IN_PLACE:
            return self
        return self.__as_mixed(value) if mixed else value

    def __by_plain_value(self, operator: str, *others: object) -> object:
        """Apply the operator of the plain value that the object extends, on the host."""
        value = self.sightbench_ask("plain") if self.sightbench_extends else self
        if isinstance(value, Reference):
            return self.__without_answer(operator, *others)
        found: object = getattr(value, f"__{operator}__", lambda *_: NotImplemented)(*others)
        if found is value and operator in IN_PLACE:
            self.sightbench_ask("become", value)
            return self
        return found

    def __without_answer(self, operator: str, *others: object) -> object:
        """Apply an operator without the answer; the other operand may implement the reflected operator."""
        reflected = getattr(type(others[0]), f"__{_REFLECTED.get(operator) or 'r' + operator}__", None)
        if isinstance(reflected, FunctionType) and not isinstance(others[0], Reference):
            return NotImplemented
        if operator in _IDENTITY_RESULTS:
            return (self is others[0]) is _IDENTITY_RESULTS[operator]
        if operator in IN_PLACE or (operator in {"mul", "rmul"} and isinstance(others[0], Sequence)):
            return NotImplemented  # Python tries another method
        label = self.sightbench_label()
        raise TypeError(f"{label} of the answer does not support {operator} with a value of the test")

    def __unary(self, operator: str, *more: object) -> object:
        """Apply an operator that has the object as its only operand."""
        mixed = self.__mixes()
        value = self.sightbench_ask(operator, *more)
        return self.__as_mixed(value) if mixed else value

    def __convert(self, operator: str) -> object:
        if self.__mixes():
            self.__refuse()
        return self.sightbench_ask(operator)

    def __mixes(self, *others: object) -> bool:
        return any(origin_of(operand) is Origin.MIXED for operand in (self, *others))

    def __as_mixed(self, value: object) -> object:
        if not isinstance(value, Reference):
            return value if value is NotImplemented else self.__refuse()
        value.sightbench_set_origin(Origin.MIXED)
        return value

    def __refuse(self) -> NoReturn:
        label = self.sightbench_label()
        problem = "was combined with a value of the test, so it cannot become a plain value"
        raise TypeError(f"{label} of the answer {problem}")

    def __ask_guest(self, operator: str, *others: object) -> object:
        try:
            return self.sightbench_ask(operator, *others)
        except NotEncodableError:
            return NotImplemented  # the other operand may implement it

    def __as_int(self, value: object) -> int:
        value = plain_of(value)
        return value if type(value) is int else self.sightbench_reject_reply()


def _forward_to(name: str, operator: str) -> Callable[..., object]:
    def method(self: Operators, *others: object) -> object:
        result: object = getattr(self, f"_Operators__{name}")(operator, *others)
        return result

    return method


#: Comparison → the comparison that Python tries on the other operand. Other operators get an r in front.
_REFLECTED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
#: Result of comparing an object with itself.
_IDENTITY_RESULTS = {"eq": True, "ne": False}
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
_UNARY = ("neg", "pos", "abs", "invert", "round", "trunc", "floor", "ceil")
_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul")
_BITWISE = ("and", "or", "xor", "lshift", "rshift")
IN_PLACE = tuple(f"i{name}" for name in (*_ARITHMETIC, *_BITWISE) if name != "divmod")
_METHOD_OF_OPERATOR = {
    **dict.fromkeys(_COMPARISONS, "compare"),
    **dict.fromkeys(_UNARY, "unary"),
    **{f"{side}{name}": "combine" for name in (*_ARITHMETIC, *_BITWISE) for side in ("", "r")},
    **dict.fromkeys(IN_PLACE, "combine"),
}
for _name, _target in _METHOD_OF_OPERATOR.items():
    setattr(Operators, f"__{_name}__", _forward_to(_target, _name))
