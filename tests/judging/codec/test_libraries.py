"""Values of libraries, and states of random generators, are read back or are the answer's fault."""

import copy
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample
from benchmark.judging.codec import libraries, random_states
from benchmark.judging.codec.decoding import (
    HostDecoder,
    SympyExpression,
    SympyFloat,
    SympyInteger,
    SympyRational,
)
from benchmark.judging.judge import Judge
from benchmark.sandbox.guest import random_states as guest
from benchmark.sandbox.host.channel import OffProtocol
from tests.case_files import read_text
from tests.sampling import gate_of

LOADED = read_text("programs/load_libraries.py")


@pytest.fixture
def fresh() -> Iterator[None]:
    libraries.load.cache_clear()
    yield
    libraries.load.cache_clear()


@pytest.mark.gate
def test_libraries_are_loaded_with_one_thread_and_without_pyarrow() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=False)
    assert done.stdout == "1 False python\n", done.stderr


@gate_of("judging")
@pytest.mark.usefixtures("fresh")
def test_a_missing_library_is_named_with_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "installed_libraries", lambda _: {})
    task = Task(id="t", entry_point="f", check=FunctionCheck(tests=("import numpy\nassert f(1) == 1",)))
    judge = Judge()
    try:
        outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code="f = int", program="f = int")))
    finally:
        judge.close()
    assert isinstance(outcome, MissingSample)
    assert "numpy is not installed; it is part of the extra `scientific`" in outcome.reason


def test_an_exact_number_never_equals_a_float() -> None:
    assert SympyInteger(2) == 2
    assert SympyInteger(2) != 2.0
    assert SympyRational(1, 2) == Fraction(1, 2)
    assert SympyRational(1, 2) != 0.5


def test_a_float_never_equals_a_whole_number() -> None:
    assert SympyFloat(2.0) == 2.0
    assert SympyFloat(2.0) != 2


def test_an_expression_equals_only_itself() -> None:
    root = SympyExpression(2**0.5)
    assert root != 2**0.5
    assert root == root  # noqa: PLR0124 - this comparison is tested


def test_symbolic_numbers_calculate_like_plain_numbers() -> None:
    assert SympyInteger(2) + 1 == 3
    assert abs(SympyExpression(1.5) - 1.5) < 1e-9
    assert sorted([SympyFloat(2.5), SympyInteger(1), SympyRational(3, 2)]) == [1, Fraction(3, 2), 2.5]
    assert len({SympyInteger(2), 2}) == 1


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
