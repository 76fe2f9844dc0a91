"""Reads the states that an answer has given to the generators of random numbers of a test.

A state is sent as the generator's kind, a list of whole numbers, and a stored normal deviate, if there is one
(normal deviates are computed in pairs). A state from the guest is checked against the table below before a
generator of the test gets it. The guest's half is in ``benchmark/sandbox/guest/random_states.py``.
"""

import random
from typing import Any

from benchmark.judging.codec.libraries import load

_WORDS = 624  #: number of 32-bit words of the Mersenne Twister; its state also has a position, at most 624
_WORD = 1 << 32
#: Kind → exclusive limits of its numbers. For numpy, only the default algorithm of each kind can be sent.
_LIMITS = {
    "Random": (*[_WORD] * _WORDS, _WORDS + 1),
    "RandomState": (*[_WORD] * _WORDS, _WORDS + 1, 2),
    "Generator": (1 << 128, 1 << 128, 2, _WORD),
}


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
        for number, limit in zip(numbers, _LIMITS[kind], strict=True)
    ):
        raise ValueError("the numbers of a state must be within their limits")
    if kind == "Random":
        value.setstate((random.Random.VERSION, tuple(numbers), gauss))
    elif kind == "RandomState":
        words = load("numpy").array(numbers[:_WORDS], "u4")
        value.set_state(("MT19937", words, *numbers[_WORDS:], gauss or 0.0))
    else:
        state, increment, waits, waiting = numbers
        value.bit_generator.state = {
            "bit_generator": "PCG64",
            "state": {"state": state, "inc": increment},
            "has_uint32": waits,
            "uinteger": waiting,
        }


def _kind(value: Any) -> str:
    """Return the kind of a generator that can be sent, and an empty text for any other value."""
    kind = type(value)
    if kind is random.Random:
        return "Random"
    if not str(kind.__module__).startswith("numpy.random"):
        return ""
    library = load("numpy").random
    if kind is library.Generator and type(value.bit_generator) is library.PCG64:
        return "Generator"
    if kind is library.RandomState and value.get_state(legacy=False)["bit_generator"] == "MT19937":
        return "RandomState"
    return ""
