"""Samples find their answers by task and draw, in whatever order these arrive."""

from collections.abc import Callable

from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import Task
from benchmark.extraction.own import extract
from benchmark.pipeline.judge.evaluate import AnsweredSamples


def answer(code: str) -> Answer:
    return Answer(code=code, program=code)


def test_each_sample_has_the_first_answer_that_was_put(make_task: Callable[..., Task]) -> None:
    given = Sample(task=make_task("b"), draw=0, answer=answer("given"))
    raw = [RawSample(task=make_task("a"), draw=draw, text="x", extraction=extract) for draw in (1, 0)]
    answered = AnsweredSamples([raw[0], given, raw[1]])
    assert list(answered.unanswered()) == [0, 2]
    for key, code in ((("a", 0), "zero"), (("b", 0), "ignored"), (("a", 1), "one"), (("a", 0), "late")):
        answered.put(answered.place(key), answer(code))
    assert [sample.answer.code for sample in answered] == ["one", "given", "zero"]
    assert [sample.key for sample in answered] == [("a", 1), ("b", 0), ("a", 0)]
    assert list(answered.unanswered()) == []
