"""What a row says about answers that were cut, refused or empty."""

from dataclasses import replace

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.extraction.own import extract
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import endings_of, make_row

from ..conftest import IDENTITY, task

_RIGHT = "```python\ndef f(x):\n    return 2 * x\n```"
#: Text, finish reason and tokens for thinking of each answer.
_ANSWERS = (
    (_RIGHT, "stop", 5),
    (_RIGHT, "length", 7),
    ("", "length", 1024),
    ("I think that", "length", None),
    ("I cannot help with that.", "refusal", 0),
    ("", "content_filter", None),
    (" \n", "stop", 30),
    ("no code", None, None),
)


@pytest.fixture(scope="module")
def judged() -> Evaluation:
    tasks = tuple(task(f"t{number}") for number in range(len(_ANSWERS)))
    completions = tuple(
        Completion(task_id=each.id, draw=0, text=text, finish_reason=reason, tokens_thinking=thinking)
        for each, (text, reason, thinking) in zip(tasks, _ANSWERS, strict=True)
    )
    rule = ExtractionRule("own", extract)
    return evaluate(tasks, completions, rule=rule, executor=LocalPool(1))


@pytest.mark.gate
def test_cut_refused_and_empty_answers_are_counted_apart(judged: Evaluation) -> None:
    cut, endings = endings_of(judged)
    assert cut == ["t1#0", "t2#0", "t3#0"]
    assert endings is not None
    assert (endings.refused, endings.empty, endings.tokens_thinking) == (2, 1, 1066)


@pytest.mark.gate
def test_the_upper_end_counts_each_cut_answer_as_passed(judged: Evaluation) -> None:
    """A cut answer with all of its code passes as any other does."""
    _, endings = endings_of(judged)
    assert endings is not None
    scores = {score.metric: score.value for score in judged.scores if not score.category}
    upper = {score.metric: score.value for score in endings.if_cut_passed}
    assert (scores["pass@1"], upper["pass@1"]) == (0.25, 0.5)


def test_a_description_that_took_thought_counts(judged: Evaluation) -> None:
    first = Completion(task_id="t0", draw=0, text="a circle", tokens_thinking=100)
    _, endings = endings_of(judged, [first])
    assert endings is not None
    assert endings.tokens_thinking == 1166


def test_nothing_is_claimed_if_no_completion_says_why_it_ended(judged: Evaluation) -> None:
    silent = [replace(completion, finish_reason=None) for completion in judged.completions]
    found = replace(judged, completions=silent)
    assert endings_of(found) == (None, None)
    run = make_row(found, IDENTITY)[0].model_dump(mode="json", by_alias=True)["run"]
    assert not {"cut", "endings"} & run.keys(), "a row without them is written as before"


def test_the_id_of_a_row_does_not_depend_on_them(judged: Evaluation) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert (row.run.cut, row.run.endings) == endings_of(judged)
    assert not {"cut", "endings"} & row.result.model_dump().keys()
