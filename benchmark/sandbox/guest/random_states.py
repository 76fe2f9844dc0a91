"""Reads and changes the state of the generators of random numbers that a test passes.

The host's half, ``benchmark/judging/codec/random_states.py``, explains the format.
"""

import sys
from typing import Any


def is_generator(kind: type) -> bool:
    """Whether a class is one of those that the test can pass."""
    return bool(_name(kind))


def encode(value: Any) -> dict[str, object]:
    """Return a generator of the test with the state that it has now."""
    kind = _name(type(value))
    gauss: float | None = None
    if kind == "Random":
        _, words, gauss = value.getstate()
        numbers = list(words)
    elif kind == "RandomState":
        _, words, position, waits, gauss = value.get_state(legacy=True)
        numbers = [*words.tolist(), int(position), int(waits)]
    else:
        state = value.bit_generator.state
        numbers = [state["state"]["state"], state["state"]["inc"], state["has_uint32"], state["uinteger"]]
    return {"t": "random", "v": numbers, "kind": kind, "gauss": gauss}


def copy_state(target: Any, source: Any) -> None:
    """Give one generator the state of another of its kind."""
    match _name(type(target)):
        case "Random":
            target.setstate(source.getstate())
        case "RandomState":
            target.set_state(source.get_state())
        case _:
            target.bit_generator.state = source.bit_generator.state


def _name(kind: type) -> str:
    standard, numpy = sys.modules.get("random"), sys.modules.get("numpy.random")
    if standard is not None and kind is standard.Random:
        return "Random"
    if numpy is not None and kind in (numpy.Generator, numpy.RandomState):
        return kind.__name__
    return ""
