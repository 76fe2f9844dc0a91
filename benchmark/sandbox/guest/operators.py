"""The operators that requests can name, as functions."""

import builtins
import collections
import copy
import keyword
import math
import operator
from collections.abc import Callable
from typing import Any

from . import arrays, random_states
from .shapes import BINARY

#: Functions of modules that requests name as their modules do.
_OF_MODULES = (
    (
        builtins,
        "getattr setattr delattr dir len iter next reversed str repr format bytes int float complex hash",
    ),
    (builtins, "round pow divmod"),
    (operator, "getitem setitem delitem contains truth index eq ne lt le gt ge neg pos abs invert ipow"),
    (math, "trunc floor ceil"),
    (copy, "copy deepcopy"),
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
    **{name: getattr(module, name) for module, names in _OF_MODULES for name in names.split()},
    "become": _become,
    "refill": _refill,
    "plain": lambda value: value,
    "attribute of method": lambda value, method, name: getattr(getattr(value, method), name),
    "is_mapping": lambda value: hasattr(type(value), "keys"),
    "send": lambda generator, value: generator.send(value),
    "throw": lambda generator, error: generator.throw(error),
    "close": lambda generator: generator.close(),
    "isinstance": lambda kind, value: isinstance(value, kind),
    "issubclass": lambda kind, other: issubclass(other, kind),
    "rpow": _reflected(pow),
    "rdivmod": _reflected(divmod),
}
for _name in BINARY:
    _function = getattr(operator, f"{_name}_" if keyword.iskeyword(_name) else _name)
    OPERATORS |= {
        _name: _function,
        f"r{_name}": _reflected(_function),
        f"i{_name}": getattr(operator, f"i{_name}"),
    }
