"""Judge attacks and unusual right answers once more, in a random order and with two workers.

This takes a sample of them, and the weekly run takes all. The session ``tests`` judges them
in alphabetical order with one worker. A case that left something behind for the next one, or that disturbed
the other worker, would show here.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

from benchmark.core.verdict import Outcome
from tests.sampling import chosen

from ..judging import test_attacks as attacks
from ..judging import test_right as right

SEED = 20261120
ATTACKS = [name for name in attacks.CASES if chosen(name, 8)]
RIGHT = [name for name in right.CASES if chosen(name, 8)]


def shuffled(names: Sequence[str]) -> list[str]:
    names = list(names)
    random.Random(SEED).shuffle(names)  # noqa: S311 - an order, not a secret
    return names


@pytest.fixture(scope="module")
def attacked() -> Iterator[attacks.Run]:
    canaries = attacks.Canaries()
    yield attacks.judge_cases(shuffled(ATTACKS), canaries, workers=2)
    canaries.close()


@pytest.fixture(scope="module")
def answered() -> tuple[Mapping[str, Outcome], Sequence[Outcome]]:
    return right.judge_cases(shuffled(RIGHT), workers=2)


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_does_not_pass_in_another_order(name: str, attacked: attacks.Run) -> None:
    attacks.assert_attack_failed(name, attacked.attacks[name])


def test_honest_answers_around_attacks_in_another_order_keep_their_verdicts(attacked: attacks.Run) -> None:
    attacks.assert_sentinels_keep_their_verdicts(attacked)


def test_no_canary_is_touched_in_another_order(attacked: attacks.Run) -> None:
    assert list(attacked.traces) == []


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_answer_passes_in_another_order(
    name: str, answered: tuple[Mapping[str, Outcome], Sequence[Outcome]]
) -> None:
    right.assert_passed(answered[0][name])


def test_a_wrong_answer_between_right_ones_in_another_order_stays_wrong(
    answered: tuple[Mapping[str, Outcome], Sequence[Outcome]],
) -> None:
    right.assert_all_wrong(answered[1])
