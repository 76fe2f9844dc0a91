"""Guess right options without pictures: no way to guess may be better, or worse, than chance."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from workshop.authoring.figures.sample import FigureSample, Question

#: Share of right options that chance finds.
CHANCE = 0.25

_QUANTILE = 2.576  #: of the normal distribution, for 99 %
_GRAM = 3
_WORD = re.compile(r"[A-Za-z_]+|\d+(?:\.\d+)?|[^\sA-Za-z_\d]")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_FIRST_COUNT = 1.0  #: added to each count of a word

#: A guesser rates each option; the highest is picked, and ties share the pick.
Rate = Callable[[Sequence[str]], Sequence[float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuessResult:
    """How often a way to guess finds the right option."""

    guesser: str
    hits: float  #: picks shared by ties count in part
    questions: int

    @property
    def rate(self) -> float:
        """The share of right picks."""
        return self.hits / self.questions

    @property
    def is_chance(self) -> bool:
        """Whether the rate is inside the 99 % interval around 25 %."""
        return self.is_within(self.questions)

    def is_within(self, questions: int) -> bool:
        """Return whether the rate is inside the 99 % interval of another number of questions.

        Of many ways to guess, some leave their interval by luck. A generator is better judged by more
        questions than a data set has, with the interval of the data set.
        """
        return abs(self.rate - CHANCE) <= _QUANTILE * math.sqrt(CHANCE * (1 - CHANCE) / questions)


def guess_results(samples: Sequence[FigureSample], operation: str = "") -> list[GuessResult]:
    """Return how often each way to guess is right, on the questions of an operation or on all.

    Args:
        samples: at least 100, so that the interval says something.
        operation: such as ``generate``; empty for all.
    """
    kept = [
        [question for question in sample.questions if operation in ("", question.operation)]
        for sample in samples
    ]
    questions = [question for of_sample in kept for question in of_sample]
    results = [_result(name, rate, questions) for name, rate in GUESSERS.items()]
    learnt = _bayes([question for of_sample in kept[::2] for question in of_sample])
    unseen = [question for of_sample in kept[1::2] for question in of_sample]
    return [*results, _result("naive Bayes", learnt, unseen)]


def _result(name: str, rate: Rate, questions: Sequence[Question]) -> GuessResult:
    hits = 0.0
    for question in questions:
        ratings = rate([question.right.text, *(option.text for option in question.wrong)])
        best = [place for place, rating in enumerate(ratings) if rating >= max(ratings) - 1e-9]
        hits += (0 in best) / len(best)
    return GuessResult(guesser=name, hits=hits, questions=len(questions))


def _lengths(texts: Sequence[str]) -> list[float]:
    return [float(len(text)) for text in texts]


def _likeness(texts: Sequence[str]) -> list[float]:
    """Return how near each option is to the centroid of all, in counts of three characters."""
    grams = [Counter(text[place : place + _GRAM] for place in range(max(1, len(text) - 2))) for text in texts]
    centroid: Counter[str] = Counter()
    for counts in grams:
        centroid.update(counts)
    return [_cosine(counts, centroid) for counts in grams]


def _cosine(first: Mapping[str, int], second: Mapping[str, int]) -> float:
    shared = sum(count * second.get(gram, 0) for gram, count in first.items())
    return shared / math.sqrt(_square(first) * _square(second))


def _square(counts: Mapping[str, int]) -> int:
    return sum(count * count for count in counts.values())


def _common_digits(texts: Sequence[str]) -> list[float]:
    """Return how common the digits of each option are among all options."""
    counts = Counter(letter for text in texts for letter in text if letter.isdigit())
    digits = [[letter for letter in text if letter.isdigit()] for text in texts]
    return [sum(counts[digit] for digit in row) / len(row) if row else 0.0 for row in digits]


def _agreement(texts: Sequence[str]) -> list[float]:
    """Return with how many other options each agrees, word by word: the vote of the majority."""
    words = [_WORD.findall(text) for text in texts]
    return [
        float(
            sum(word == other_word for other in words for word, other_word in zip(row, other, strict=False))
        )
        for row in words
    ]


def _sums(texts: Sequence[str]) -> list[float]:
    return [sum(float(number) for number in _NUMBER.findall(text)) for text in texts]


def _middles(texts: Sequence[str]) -> list[float]:
    """Return how near the sum of an option's numbers is to the middle of all four."""
    sums = _sums(texts)
    middle = sorted(sums)[1:3]
    return [-abs(value - sum(middle) / 2) for value in sums]


def _alphabet(texts: Sequence[str]) -> list[float]:
    return [float(sorted(texts).index(text)) for text in texts]


def _reversed(rate: Rate) -> Rate:
    return lambda texts: [-rating for rating in rate(texts)]


def _pairs() -> Iterator[tuple[str, Rate]]:
    ways: tuple[tuple[str, str, Rate], ...] = (
        ("longest", "shortest", _lengths),
        ("centroid", "odd one out", _likeness),
        ("most common digits", "least common digits", _common_digits),
        ("majority", "minority", _agreement),
        ("largest numbers", "smallest numbers", _sums),
        ("middle", "extreme", _middles),
        ("last in the alphabet", "first in the alphabet", _alphabet),
    )
    for high, low, rate in ways:
        yield high, rate
        yield low, _reversed(rate)


GUESSERS: Mapping[str, Rate] = dict(_pairs())


def _bayes(questions: Sequence[Question]) -> Rate:
    """Return a naive Bayes classifier on the words of options, trained on questions."""
    right = Counter(word for question in questions for word in set(_WORD.findall(question.right.text)))
    wrong = Counter(
        word
        for question in questions
        for option in question.wrong
        for word in set(_WORD.findall(option.text))
    )

    def rate(texts: Sequence[str]) -> list[float]:
        return [
            sum(
                math.log((right[word] + _FIRST_COUNT) / (wrong[word] / 3 + _FIRST_COUNT))
                for word in set(_WORD.findall(text))
            )
            for text in texts
        ]

    return rate
