"""The contexts and the wrong options of samples, and ways to guess them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from benchmark.core.draws import Draws
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain, domains
from workshop.authoring.figures.guessing import guess_results
from workshop.authoring.figures.options import Change, wrong_by_changes
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample, Option, Question
from workshop.suites.mathopeval.families.types import pie

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


def test_there_are_at_least_twenty_domains() -> None:
    assert len({domain.name for domain in domains()}) >= 20


@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.name)
def test_values_and_names_of_a_domain_do_not_tell_themselves_apart(domain: Domain) -> None:
    values = domain.values(Draws("test", domain.name), 12)
    assert len(set(values)) == 12
    assert len({len(literal(value)) for value in [*values, domain.low, domain.high]}) == 1
    assert all(domain.low <= value <= domain.high for value in values)
    assert len(set(domain.categories)) >= 8
    assert max(map(len, domain.categories)) <= 9
    assert len(set(domain.series)) == 3
    assert domain.x_label != "Year" or domain.x_start + 32 * domain.x_step <= 2025


def test_values_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnfitError):
        domains()[0].values(Draws("test"), 5, gap=40)


Rows = tuple[tuple[str, int], ...]

RIGHT: Rows = (("a", 1), ("b", 2), ("c", 3))
CHANGES: list[Change[Rows]] = [
    Change(lambda rows: (rows[1], rows[0], rows[2]), "a is before b", moves=True),
    Change(lambda rows: ((rows[0][0], 9), *rows[1:]), "a has 1"),
    Change(lambda rows: (rows[0], (rows[1][0], rows[2][1]), (rows[2][0], rows[1][1])), "b has 2, c has 3"),
]


def test_every_option_has_as_much_in_common_with_the_others() -> None:
    for number in range(20):
        wrong, _ = wrong_by_changes(Draws("order of changes", number), RIGHT, CHANGES)
        options = [RIGHT, *wrong]
        counts = Counter(row for rows in options for row in rows)
        assert len({sum(counts[row] for row in rows) for rows in options}) == 1, options
