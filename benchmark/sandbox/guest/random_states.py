"""Reads and changes the state of the generators of random numbers that a test passes."""

from typing import Any

from .shapes import Tag, generator_kind, set_state, state_of


def is_generator(kind: type) -> bool:
    """Whether a class is one of those that the test can pass."""
    return bool(generator_kind(kind))


def encode(value: Any) -> dict[str, object]:
    """Return a generator of the test with the state that it has now."""
    numbers, gauss = state_of(value)
    return {"t": Tag.RANDOM, "v": numbers, "kind": generator_kind(type(value)), "gauss": gauss}


def copy_state(target: Any, source: Any) -> None:
    """Give one generator the state of another of its kind."""
    set_state(target, *state_of(source))
