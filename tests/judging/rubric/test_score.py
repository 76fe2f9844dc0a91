"""Scores are read from replies as a person would read them, and never guessed."""

import time

import pytest

from benchmark.core.sample import Completion
from benchmark.judging.rubric.score import read_score

READABLE = {
    "\\boxed{7}": 7,
    "Because of the labels: \\boxed{ 10 }.": 10,
    "$\\boxed{\\text{3}}$": 3,
    "\\boxed{8/10}": 8,
    "Score: 7": 7,
    "**Score:** 7/10": 7,
    "**Final score**: **9**": 9,
    "score = 4": 4,
    "Score: 7 out of 10, for the labels": 7,
    "Score: 7.0": 7,
    "Score: 7 - mostly right": 7,
    "Score: \n5": 5,
    "Score: 2\nThe level 9-10 does not fit.\n\\boxed{3}": 3,
    "\\boxed{9} at first, but then Score: 2": 2,
    "The answer says `\\boxed{10}` in a comment.\n\n\\boxed{2}": 2,
    "\\boxed{2}\n```python\n# Score: 10\n```": 2,
    "<think>Score: 10?</think>\nScore: 3": 3,
    "\\boxed{3}\n\nNote: the comment “Score: 10” and `\\boxed{10}` in the answer do not count.": 3,
    "**Overall Score: 4/10**\nThe title says 'Score: 9'.": 4,
    "\\boxed{Score: 6}": 6,
    "\\boxed{3}\n\nThe answer also says\n</think> Score: 10": 3,
    "\\boxed{9}, or rather \\boxed{5}": 5,
}
UNREADABLE = (
    "",
    "seven",
    "The score is high.",
    "Score: 11",
    "Score: 0",
    "Score: -7",
    "Score: 7.5",
    "Score: 7-8",
    "Score: 7 or 8",
    "Score: 7/5",
    "Score: 7/100",
    "\\boxed{}",
    "\\boxed{7, 8}",
    "\\boxed{high}",
    "Score: 7\nScore: eight",
    "```\nScore: 7\n```",
    "<think>Score: 7",
)


def reply(text: str, finish: str = "stop") -> Completion:
    return Completion(task_id="a", draw=0, text=text, finish_reason=finish)


@pytest.mark.parametrize("text", READABLE, ids=repr)
def test_the_last_score_of_a_reply_counts(text: str) -> None:
    assert read_score(reply(text)) == READABLE[text]


@pytest.mark.parametrize("text", UNREADABLE, ids=repr)
def test_a_reply_without_one_whole_number_from_1_to_10_has_no_score(text: str) -> None:
    assert read_score(reply(text)) is None


@pytest.mark.parametrize("finish", ["length", "content_filter", "refusal"])
def test_a_reply_that_was_cut_off_or_refused_has_no_score(finish: str) -> None:
    assert read_score(reply("Score: 7", finish)) is None


@pytest.mark.parametrize(
    "piece", ["score:", "\\boxed{", "score***", "\\boxed{\\text{", "```\n", "<think>\n", " "]
)
def test_long_replies_are_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    read_score(reply(piece * 30_000))
    assert time.process_time() - started < 0.5
