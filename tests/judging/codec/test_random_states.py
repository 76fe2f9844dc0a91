"""Generators of random numbers cross to the answer and back by their state, and no other data becomes one."""

import copy
import random
from typing import Any

import pytest

from benchmark.judging.codec import random_states
from benchmark.judging.codec.decoding import HostDecoder
from benchmark.sandbox.guest import random_states as guest
from benchmark.sandbox.host.channel import OffProtocol

np = pytest.importorskip("numpy", reason="numpy is an extra")
MAKERS = (random.Random, np.random.default_rng, np.random.RandomState)


def draws(generator: Any) -> list[float]:
    gauss = generator.gauss(0, 1) if isinstance(generator, random.Random) else generator.normal()
    return [generator.random() for _ in range(3)] + [gauss]


@pytest.mark.parametrize("make", MAKERS)
def test_a_generator_keeps_its_state_there_and_back(make: Any) -> None:
    generator = make(4)
    draws(generator)  # after an odd number of normal deviates, the generator stores another one
    there = copy.deepcopy(generator)
    assert type(there) is type(generator)
    twin = copy.deepcopy(generator)
    assert draws(there) == draws(twin)
    HostDecoder(None, [generator]).change(0, guest.encode(there))  # type: ignore[arg-type]  # no object of the answer
    assert draws(generator) == draws(twin)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "Other"},
        {"kind": ["Random"]},
        {"v": []},
        {"v": "0" * 625},
        {"gauss": "0.5"},
        {"gauss": {"t": "float", "v": "nan"}},
        *({"first": first} for first in (-1, 1 << 200, 1.0, True, None, [1])),
        *({"last": last} for last in (-1, 1 << 32, "0")),
        {"more": 0},
    ],
    ids=str,
)
def test_an_invalid_state_is_the_answers_fault_and_changes_nothing(make: Any, wrong: dict[str, Any]) -> None:
    generator, before = make(4), guest.encode(make(4))
    content: dict[str, Any] = guest.encode(make(5))
    numbers = content["v"]
    if "first" in wrong:
        numbers[0] = wrong["first"]
    elif "last" in wrong:
        numbers[-1] = wrong["last"]
    elif "more" in wrong:
        numbers.append(wrong["more"])
    else:
        content |= wrong
    with pytest.raises(OffProtocol):
        HostDecoder(None, [generator]).change(0, content)  # type: ignore[arg-type]  # no object of the answer
    assert guest.encode(generator) == before


def test_a_state_changes_no_other_argument_and_is_no_result() -> None:
    state = guest.encode(random.Random(4))  # noqa: S311 - any generator
    for argument in ([], {}, random.SystemRandom(), None, np.zeros(625)):
        with pytest.raises(OffProtocol):
            HostDecoder(None, [argument], exact=("numpy",)).change(0, state)  # type: ignore[arg-type]  # no object of the answer
    with pytest.raises(OffProtocol):
        HostDecoder(None, [], exact=("numpy",)).decode(state)  # type: ignore[arg-type]  # no object of the answer


def test_other_generators_are_not_sent() -> None:
    class Loaded(random.Random):
        """A subclass may compute its numbers in another way."""

    others = (random.SystemRandom(), Loaded(4), np.random.Generator(np.random.MT19937(4)), random)
    assert not any(map(random_states.is_generator, others))
