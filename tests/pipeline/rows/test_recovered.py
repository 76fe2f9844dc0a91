"""Counts of repaired answers in a row, in its verdicts and in the output of a run."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import ExtractionRule
from benchmark.extraction.own import extract
from benchmark.files.verdicts import read_verdicts, write_verdicts
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import make_row, recovered_counts
from benchmark.suites.humaneval_v.suite import SUITE as HUMANEVAL_V

from ..conftest import IDENTITY, task

_RIGHT = "def f(x):\n    return 2 * x\n"
#: Answers to four tasks: in form, and out of form: right, wrong, and without code.
_TEXTS = (
    f"```python\n{_RIGHT}```",
    f"Here it is:\n{_RIGHT}",
    f"Here it is:\n{_RIGHT.replace('2', '3')}",
    "I do not know.",
)


def judged_by(rule: ExtractionRule) -> Evaluation:
    tasks = tuple(task(f"t{number}") for number in range(len(_TEXTS)))
    texts = zip(tasks, _TEXTS, strict=True)
    completions = tuple(Completion(task_id=each.id, draw=0, text=text) for each, text in texts)
    return evaluate(tasks, completions, rule=rule, executor=LocalPool(1))


@pytest.fixture(scope="module")
def judged() -> Evaluation:
    return judged_by(ExtractionRule("own", extract))


@pytest.mark.gate
def test_repaired_answers_are_counted_and_count_as_none_in_the_second_score(judged: Evaluation) -> None:
    found = recovered_counts(judged)
    assert found is not None
    assert (found.answers, found.passed, found.steps) == (2, 1, {"text-around": 2})
    scores = {score.metric: score.value for score in judged.scores if not score.category}
    without = {score.metric: score.value for score in found.without}
    assert (scores["pass@1"], without["pass@1"]) == (0.5, 0.25)
    assert without["share:no_answer"] == 0.75


@pytest.mark.gate
def test_a_row_of_ci_which_has_no_samples_has_the_same_second_score(judged: Evaluation) -> None:
    assert recovered_counts(replace(judged, samples=())) == recovered_counts(judged)


def test_the_row_has_the_counts_but_its_id_does_not_depend_on_them(judged: Evaluation) -> None:
    row, _ = make_row(judged, IDENTITY)
    assert row.run.recovered == recovered_counts(judged)
    assert "recovered" not in row.result.model_dump()


def test_a_file_of_verdicts_keeps_the_steps(judged: Evaluation, tmp_path: Path) -> None:
    write_verdicts(path := tmp_path / "v.jsonl", judged.outcomes)
    assert [getattr(outcome, "steps", None) for outcome in read_verdicts(path)] == [
        ("block",),
        ("text-around",),
        ("text-around",),
        (),
    ]
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert records[1]["steps"] == ["text-around"]
    assert "steps" not in records[3]


@pytest.mark.gate
def test_answers_under_a_rule_of_upstream_have_the_steps_of_ours(judged: Evaluation) -> None:
    found = judged_by(ExtractionRule("upstream", HUMANEVAL_V.judged.extractions["upstream"]))
    assert [each.steps for each in found.outcomes] == [each.steps for each in judged.outcomes]
    counts, own = recovered_counts(found), recovered_counts(judged)
    assert counts is not None
    assert own is not None
    assert (counts.answers, counts.steps) == (own.answers, own.steps)


@pytest.mark.gate
def test_a_run_says_that_answers_were_out_of_form(tmp_path: Path, in_process) -> None:
    tasks = [
        {"id": f"t{number}", "entry_point": "f", "check": {"kind": "function", "tests": "assert f(2) == 4"}}
        for number in range(len(_TEXTS))
    ]
    answers = [{"task_id": f"t{number}", "completion": text} for number, text in enumerate(_TEXTS)]
    for name, lines in (("tasks", tasks), ("answers", answers)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = ("evaluate", "--tasks", "tasks.jsonl", "--predictions", "answers.jsonl")
    said = in_process(*command).stdout
    assert "out of form: 2 of 4 answers needed a repair (2 text-around)" in said
    assert json.loads(in_process(*command, "--json").stdout)["recovered"]["answers"] == 2
