"""Reads scores from replies: when they arrive, and again when a published file is verified."""

from collections.abc import Iterable, Mapping

from benchmark.core.sample import Completion, SampleKey
from benchmark.judging.rubric.score import read_score
from benchmark.results.rubric import StepReply

#: An empty first reply is asked for again, once.
ELEMENTS, ELEMENTS_AGAIN, SCORE = "elements", "elements-again", "score"


def again_step(number: int) -> str:
    """Return the name of the step that asks for a score once more, counted from 1."""
    return f"again-{number}"


def by_sample(replies: Iterable[StepReply]) -> dict[SampleKey, dict[str, Completion]]:
    """Return the replies by sample, then by step."""
    found: dict[SampleKey, dict[str, Completion]] = {}
    for step, reply in replies:
        found.setdefault(reply.key, {})[step] = reply
    return found


def score_of(replies: Mapping[str, Completion], repeats: int) -> int | None:
    """Return the first score that can be read among the replies to one sample.

    Args:
        replies: replies by step.
        repeats: how often a score was asked for again, at most.
    """
    steps = (SCORE, *map(again_step, range(1, repeats + 1)))
    scores = (read_score(replies[step]) for step in steps if step in replies)
    return next((score for score in scores if score is not None), None)
