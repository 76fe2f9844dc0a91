"""Reads the states that an answer has given to the generators of random numbers of a test.

A state from the guest is checked against the table of :mod:`benchmark.sandbox.guest.shapes` before a
generator of the test gets it.
"""

import sys
from typing import Any

from benchmark.sandbox.guest.shapes import GENERATORS, Random, generator_kind, set_state


def is_generator(value: object) -> bool:
    """Whether a value is a generator of random numbers whose state can be sent; subclasses are not."""
    return _kind(value) != ""


def replace(value: Any, content: dict[str, Any]) -> None:
    """Copy to a generator of the test the state that its copy in the guest has now."""
    kind, numbers, gauss = _kind(value), content["v"], content["gauss"]
    if content["kind"] != kind or type(numbers) is not list or not (gauss is None or type(gauss) is float):
        raise TypeError("must be the state of a generator of the same kind")
    if not all(
        type(number) is int and 0 <= number < limit
        for number, limit in zip(numbers, GENERATORS[kind], strict=True)
    ):
        raise ValueError("the numbers of a state must be within their limits")
    set_state(value, numbers, gauss)


def _kind(value: Any) -> str:
    """Return the kind of a generator that can be sent, and an empty text for any other value."""
    kind, is_default = generator_kind(type(value)), True  # whether it has the default algorithm of its kind
    if kind == Random.GENERATOR:
        is_default = type(value.bit_generator) is sys.modules["numpy.random"].PCG64
    elif kind == Random.LEGACY:
        is_default = value.get_state(legacy=False)["bit_generator"] == "MT19937"
    return kind if is_default else ""
