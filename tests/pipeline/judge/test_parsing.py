"""The linter's part of an evaluation, with parts of it that die in the middle."""

import datetime
import os

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.parsing import linted

from ...processes import Killer, Process, descendants, no_orphans

TASK = Task(id="t", entry_point="f", check=FunctionCheck(tests=("f(1)",)))
#: pylint takes a tenth of a second for either, so that a blow can meet it.
LONG = "def f(x):\n" + "    x = x + [y * 2 for y in range(x)][0]\n" * 150
TEXTS = {True: LONG + "    return x\n", False: LONG + "    return z\n"}


def evaluation(programs: list[str], statuses: list[Status] | None = None) -> Evaluation:
    samples = [
        Sample(task=TASK, draw=draw, answer=Answer(code=program, program=program))
        for draw, program in enumerate(programs)
    ]
    statuses = statuses or [Status.WRONG_ANSWER] * len(programs)
    return Evaluation(
        tasks=(TASK,),
        completions=(),
        extraction="own",
        samples=tuple(samples),
        outcomes=tuple(Verdict(task_id="t", draw=draw, status=one) for draw, one in enumerate(statuses)),
        scores=(),
        guest={},
        executor="local",
        workers=1,
        time_factor=1.0,
        started=datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC),
        seconds=1.0,
    )


def at_depth(depth: int) -> list[Process]:
    """1 is our process that lints, 2 and 3 are bubblewrap, 4 is the zygote, 5 the linter."""
    ours = [one for one in descendants(os.getpid()) if one.depth == depth]
    return [one for one in ours if one.is_worker or "guest" in one.command]


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_a_part_that_is_killed_changes_no_result(depth: int) -> None:
    due = [number % 3 > 0 for number in range(24)]
    killer = Killer(lambda: at_depth(depth), blows=3, pause=(0.1, 0.8))
    with no_orphans(), killer:
        found = linted(evaluation([TEXTS[parses] for parses in due]), lambda *_: None)
    assert killer.landed >= 2
    parsed = [one.parses for one in found.outcomes if isinstance(one, Verdict)]
    missing = [number for number, parses in enumerate(parsed) if parses is None]
    assert [parses for parses in parsed if parses is not None] == [
        parses for number, parses in enumerate(due) if number not in missing
    ]
    assert set(found.unlinted or {}) == {f"t#{number}" for number in missing}
    assert len(missing) <= killer.landed // 2


def test_what_is_killed_each_time_has_no_result_and_a_reason() -> None:
    with no_orphans(), Killer(lambda: at_depth(5), blows=100, pause=(0.02, 0.02)):
        found = linted(evaluation([TEXTS[True] * 20]), lambda *_: None)
    assert found.unlinted is not None
    assert found.unlinted["t#0"].startswith(("lint: the linter was killed", "lint: the sandbox could not"))
    assert found.scores == ()


def test_an_answer_without_code_does_not_parse_and_one_without_verdict_is_not_asked() -> None:
    judged = evaluation(["", TEXTS[True]], [Status.NO_ANSWER, Status.PASSED])
    missing = MissingSample(task_id="t", draw=2, reason="it broke")
    judged = Evaluation(
        **{name: getattr(judged, name) for name in Evaluation.__slots__}
        | {"outcomes": (*judged.outcomes, missing), "samples": (*judged.samples, judged.samples[1])}
    )
    found = linted(judged, lambda *_: None)
    assert [one.parses for one in found.outcomes if isinstance(one, Verdict)] == [False, True]
    assert found.outcomes[2] is missing
    assert found.unlinted == {}
    assert [(one.metric, one.value, one.missing) for one in found.scores] == [("parsing_success", 0.5, 1)]
