"""Ways to guess are found where they work, and are chance where options are alike."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.sample import FigureSample, Option, Question
from benchmark.authoring.figures.types import pie
from benchmark.core.draws import Draws

MADE = pie.make(Draws("tests of guesses"), "axes")


def samples(right: Callable[[Draws], str], wrong: Callable[[Draws], str]) -> list[FigureSample]:
    """Return 200 samples with one question each, whose options the functions draw."""
    made = []
    for number in range(200):
        draws = Draws("guesses", number)
        first, second, third = (Option(text=wrong(draws)) for _ in range(3))
        question: Question = replace(
            MADE.questions[-1], right=Option(text=right(draws)), wrong=(first, second, third)
        )
        made.append(replace(MADE, questions=(question,)))
    return made


def letters(draws: Draws) -> str:
    return draws.text("abcdef", draws.integer(20, 40))


def test_options_that_are_alike_are_not_guessed() -> None:
    assert [
        result.guesser for result in guess_results(samples(letters, letters)) if not result.is_chance
    ] == []


@pytest.mark.parametrize(
    ("guesser", "right"),
    [
        ("longest", lambda draws: letters(draws) + "abcdef"),
        ("shortest", lambda draws: letters(draws)[:19]),
        ("odd one out", lambda draws: draws.text("uvwxyz", 30)),
        ("naive Bayes", lambda draws: letters(draws) + " always"),
        ("largest numbers", lambda draws: f"{letters(draws)} {draws.integer(1, 9)}"),
    ],
)
def test_options_that_give_themselves_away_are_guessed(guesser: str, right: Callable[[Draws], str]) -> None:
    results = {result.guesser: result for result in guess_results(samples(right, letters))}
    assert results[guesser].rate > 0.4
    assert not results[guesser].is_chance


def test_the_centre_of_chained_changes_is_guessed() -> None:
    """The right list, and three that change one number of it: what the ways of :mod:`options` avoid."""
    made = []
    for number in range(200):
        values = Draws("chain", number).integers(6, 10, 99)
        text = str(values)
        wrong = [str([*values[:at], 7, *values[at + 1 :]]) for at in (1, 3, 5)]
        first, second, third = (Option(text=changed) for changed in wrong)
        question = replace(MADE.questions[-1], right=Option(text=text), wrong=(first, second, third))
        made.append(replace(MADE, questions=(question,)))
    rates = {result.guesser: result.rate for result in guess_results(made)}
    assert rates["centroid"] > 0.9
    assert rates["majority"] > 0.9


def test_questions_of_an_operation_are_rated_alone() -> None:
    assert guess_results([MADE] * 100, "annotate")[0].questions == 200
