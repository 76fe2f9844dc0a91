"""The operators that requests can name, as functions."""

import collections
import copy
import keyword
import math
import operator
from collections.abc import Callable
from typing import Any

from . import arrays, random_states

_BINARY = (
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "matmul",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
)


def _reflected(function: Callable[..., object]) -> Callable[[object, object], object]:
    """Return the reflected operator, with the object as its right operand."""
    return lambda right, left: function(left, right)


def _become(container: Any, content: Any) -> None:
    """Replace the content of a container by that of another, with the methods of the builtin type."""
    kind = type(content)
    if kind in (list, bytearray):
        kind.__setitem__(container, slice(None), content)
        return
    if arrays.is_array(kind):
        kind.__setitem__(container, Ellipsis, content)
        return
    if random_states.is_generator(kind):
        random_states.copy_state(container, content)
        return
    kind.clear(container)
    (kind.extend if kind is collections.deque else kind.update)(container, content)


def _refill(target: object, operator_: str, key: object, content: object) -> None:
    """Replace the content of a container read from ``target`` by the content of the test's copy."""
    _become(OPERATORS[operator_](target, key), content)


#: Name in requests → function. An attack among the test cases replaces these, so the name OPERATORS stays.
OPERATORS: dict[str, Callable[..., object]] = {
    "getattr": getattr,
    "setattr": setattr,
    "delattr": delattr,
    "dir": dir,
    "getitem": operator.getitem,
    "setitem": operator.setitem,
    "delitem": operator.delitem,
    "become": _become,
    "refill": _refill,
    "plain": lambda value: value,
    "attribute of method": lambda value, method, name: getattr(getattr(value, method), name),
    "is_mapping": lambda value: hasattr(type(value), "keys"),
    "contains": operator.contains,
    "len": len,
    "iter": iter,
    "next": next,
    "reversed": reversed,
    "send": lambda generator, value: generator.send(value),
    "throw": lambda generator, error: generator.throw(error),
    "close": lambda generator: generator.close(),
    "truth": operator.truth,
    "str": str,
    "repr": repr,
    "format": format,
    "bytes": bytes,
    "int": int,
    "index": operator.index,
    "float": float,
    "complex": complex,
    "hash": hash,
    "isinstance": lambda kind, value: isinstance(value, kind),
    "issubclass": lambda kind, other: issubclass(other, kind),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": operator.abs,
    "invert": operator.invert,
    "round": round,
    "trunc": math.trunc,
    "floor": math.floor,
    "ceil": math.ceil,
    "pow": pow,
    "rpow": _reflected(pow),
    "ipow": operator.ipow,
    "divmod": divmod,
    "rdivmod": _reflected(divmod),
}
for _name in _BINARY:
    _function = getattr(operator, f"{_name}_" if keyword.iskeyword(_name) else _name)
    OPERATORS |= {
        _name: _function,
        f"r{_name}": _reflected(_function),
        f"i{_name}": getattr(operator, f"i{_name}"),
    }
