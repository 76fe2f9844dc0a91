"""Scores are read from replies as a person would read them, and never guessed."""

import time

import pytest

from benchmark.core.sample import Completion
from benchmark.pipeline.rubric.rubrics import read_score
from tests.case_files import read_cases

CASES = read_cases("texts/scores.yaml")
READABLE, UNREADABLE = CASES["readable"], CASES["unreadable"]


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
    "piece", ["score:", "\\boxed{", "score***", "\\boxed{\\text{", "boxed(", "```\n", "<think>\n", " "]
)
def test_long_replies_are_read_in_linear_time(piece: str) -> None:
    started = time.process_time()
    read_score(reply(piece * 30_000))
    assert time.process_time() - started < 0.5
