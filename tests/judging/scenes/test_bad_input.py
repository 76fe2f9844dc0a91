"""Programs that draw nothing, fail, take too much or lie get a verdict of their own kind, and none passes."""

import copy
import json
from typing import Any

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Task
from benchmark.core.verdict import MissingSample, Status
from benchmark.judging.judge import Judge
from benchmark.judging.scenes import ink
from benchmark.judging.scenes.decoding import MalformedScene, decode
from tests.case_files import read_cases
from tests.judged import sample_of
from tests.judging.scenes.conftest import JudgeFigure
from tests.judging.scenes.figures import BAR, FIGURES, SINE, START
from tests.sampling import first_of

BAD = read_cases("figures/bad_programs.yaml")
ATTACKS = read_cases("figures/attacks.yaml")
UNSEEN = read_cases("figures/unseen.yaml")
HIDDEN = read_cases("figures/hidden.yaml")
CLEAR = read_cases("figures/clear.yaml")
HEDGES = read_cases("figures/hedges.yaml")


def program_of(case: dict[str, str]) -> str:
    return case.get("program") or BAR + case["more"]


@pytest.mark.parametrize("name", first_of(BAD, 1, "scenes"))
def test_a_bad_program_gets_a_verdict_of_its_own_kind(judge_figure: JudgeFigure, name: str) -> None:
    verdict = judge_figure(BAR, program_of(BAD[name]))
    assert verdict.status == BAD[name]["status"]
    assert BAD[name]["detail"] in verdict.detail
    assert verdict.points == 1 or verdict.status is Status.WRONG_ANSWER


@pytest.mark.parametrize("name", first_of(ATTACKS, 1, "scenes"))
def test_an_attack_does_not_pass(judge_figure: JudgeFigure, name: str) -> None:
    verdict = judge_figure(BAR, ATTACKS[name])
    assert verdict.status is not Status.PASSED
    assert verdict.points is not None
    assert verdict.points < 5


@pytest.mark.parametrize("name", first_of(UNSEEN, 1, "scenes"))
def test_what_cannot_be_seen_does_not_count(judge_figure: JudgeFigure, name: str) -> None:
    verdict = judge_figure(
        f"{BAR}plt.xlim(-0.5, 3.5)\n", f"{program_of(UNSEEN[name])}plt.xlim(-0.5, 3.5); plt.ylim(0, 8)\n"
    )
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


@pytest.mark.parametrize("name", first_of(HIDDEN, 1, "scenes"))
def test_a_ruined_picture_loses_what_a_reader_does_not_see(judge_figure: JudgeFigure, name: str) -> None:
    figure = FIGURES[HIDDEN[name]["figure"]]
    verdict = judge_figure(figure, figure + HIDDEN[name]["more"])
    assert verdict.status is Status.WRONG_ANSWER
    assert HIDDEN[name]["detail"] in verdict.detail


@pytest.mark.parametrize("name", first_of(CLEAR, 1, "scenes"))
def test_what_a_reader_can_still_make_out_counts(judge_figure: JudgeFigure, name: str) -> None:
    figure = FIGURES[CLEAR[name]["figure"]]
    verdict = judge_figure(figure + CLEAR[name].get("both", ""), figure + CLEAR[name]["more"])
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


@pytest.mark.parametrize("name", first_of(HEDGES, 1, "scenes"))
def test_a_figure_with_all_that_could_be_right_is_not_right(judge_figure: JudgeFigure, name: str) -> None:
    case = HEDGES[name]
    reference, original = (FIGURES.get(case[part], case[part]) for part in ("reference", "original"))
    verdict = judge_figure(reference, case["program"], case["operation"], original)
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.points is not None
    assert verdict.points <= case["most"]


def test_a_new_line_that_covers_the_old_one_is_right(judge_figure: JudgeFigure) -> None:
    red = "plt.plot(x, np.sin(x), color='red')\n"
    verdict = judge_figure(SINE.replace("(x))", "(x), color='red')"), f"{SINE}{red}", "modify", SINE)
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


def test_a_figure_that_takes_too_long_to_compare_gets_a_verdict_of_its_own_kind(
    judge_figure: JudgeFigure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ink, "MOST_WORK", 1_000)
    verdict = judge_figure(SINE, f"{SINE}plt.plot([0, 1], [0, 1])\n")
    assert (verdict.status, verdict.points) == (Status.OUTPUT_LIMIT, 1)


def test_a_text_of_the_figure_counts_where_it_is(judge_figure: JudgeFigure) -> None:
    values = "for i, v in enumerate([3, 7, 5, 2]): plt.text(i, v + 0.1, v)\n"
    answer = values.replace("v)\n", "v, transform=plt.gca().transData)\n").replace(
        "plt.text", "plt.gcf().text"
    )
    verdict = judge_figure(BAR + values, BAR + answer, "annotate", BAR)
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


@pytest.mark.gate
def test_an_endless_loop_ends_at_the_time_limit(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(BAR, f"{BAR}while True: pass\n", seconds=2)
    assert (verdict.status, verdict.points) == (Status.TIMEOUT, 1)


def test_random_numbers_are_the_same_each_time(judge_figure: JudgeFigure) -> None:
    program = f"{START}import random\nplt.bar([1, 2], [random.random(), np.random.rand()])\n"
    verdict = judge_figure(program, program)
    assert verdict.status is Status.PASSED


@pytest.mark.parametrize("broken", ["x = 1\n", "1 / 0\n", f"{START}plt.imshow([[1]])\n"])
def test_a_broken_reference_is_a_missing_sample(figure_judge: Judge, broken: str) -> None:
    shown = FigureCheck(reference=broken, operation="generate", type="bar")
    changed = FigureCheck(reference=BAR, operation="delete", type="bar", original=broken)
    for check, part in ((shown, "reference"), (changed, "original")):
        missing = figure_judge.judge(sample_of(Task(id="t", check=check), BAR))
        assert isinstance(missing, MissingSample)
        assert missing.certain
        assert missing.reason.startswith("the test of this task is broken: ")
        assert f"the {part} does not draw a figure" in missing.reason


def test_a_verdict_has_parts_and_says_what_differs(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(BAR, BAR.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]"))
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.parts == {"content": 0.9167, "position": 1, "completeness": 1, "nothing-extra": 1}
    assert verdict.points == 7.89
    assert verdict.detail == (
        "bar from x = 1.6 to 2.4 and y = 0 to 5 should be there, not bar from x = 1.6 to 2.4 and y = 0 to 4"
    )


def test_an_answer_without_code_gets_the_lowest_points(figure_judge: Judge) -> None:
    task = Task(id="t", check=FigureCheck(reference=BAR, operation="generate", type="bar"))
    verdict = figure_judge.judge(Sample(task=task, draw=0, answer=Answer(code="", program="")))
    assert (verdict.status, verdict.points) == (Status.NO_ANSWER, 1)


SCENE = read_cases("figures/scene.yaml")
AXIS, STROKE = SCENE["axes"][0]["x"], SCENE["axes"][0]["marks"][0]
#: Name → path in the scene, and the value that is put there.
MALFORMED: dict[str, tuple[list[str | int], object]] = {
    "not a dictionary": (["axes", 0], 3),
    "another field": (["axes", 0, "z"], AXIS),
    "limits that are equal": (["axes", 0, "x", "limits"], [1, 1]),
    "limits beyond what numbers hold": (["axes", 0, "x", "limits"], [0, 10**400]),
    "an endless limit": (["axes", 0, "x", "limits"], [0, float("inf")]),
    "no number": (["axes", 0, "x", "limits"], [0, float("nan")]),
    "a logical value as a number": (["axes", 0, "x", "limits"], [False, True]),
    "a log axis from 0": (["axes", 0, "x", "scale"], "log"),
    "a text as a flag": (["axes", 0, "x", "fixed"], "yes"),
    "a text that is too long": (["axes", 0, "title"], "x" * 501),
    "a colour that is not one": (["axes", 0, "marks", 0, 3], "#00000"),
    "an unknown mark": (["axes", 0, "marks", 0, 0], "square"),
    "a mark with too few fields": (["axes", 0, "marks", 0], ["stroke"]),
    "a mark with too many fields": (["axes", 0, "marks", 0], [*STROKE, 1, 2, 3, 4]),
    "a mark that is a list of lists": (["axes", 0, "marks", 0], [["stroke"]]),
    "a width that is text": (["axes", 0, "marks", 0, 5], "1"),
    "a line with one point": (["axes", 0, "marks", 0, 1], [[0, 0]]),
    "a point with three numbers": (["axes", 0, "marks", 1, 1], [[0, 0, 0]]),
    "too many points of a mark": (["axes", 0, "marks", 1, 1], [[0, 0]] * 20_001),
    "too many points of all marks": (
        ["axes", 0, "marks"],
        [["points", [[0, 0]] * 9_000, "o", "", "", 6]] * 5,
    ),
    "too many marks": (["axes", 0, "marks"], [STROKE] * 20_001),
    "too many axes": (["axes"], [SCENE["axes"][0]] * 51),  # type: ignore[index]
    "too many ticks": (["axes", 0, "x", "ticks"], [[0, ""]] * 2_001),
    "a tick that is text": (["axes", 0, "x", "ticks", 0, 0], "0"),
    "no list": (["texts"], None),
}


def test_a_scene_is_read() -> None:
    scene = decode(json.loads(json.dumps(SCENE)))
    assert [type(mark).__name__ for mark in scene.axes[0].marks] == [
        "Stroke", "Points", "Bar", "Area", "Wedge", "AxesText", "Arrow",
    ]  # fmt: skip
    assert scene.axes[0].x.ticks == ((0, ""), (5, "five"))
    assert scene.texts == (("outside", (0.5, 0.99)),)


def test_the_number_at_a_tick_is_no_text() -> None:
    scene: Any = copy.deepcopy(SCENE)
    scene["axes"][0]["x"]["ticks"] = [[0, "0.0"], [5, "5"], [6, "6%"]]
    assert decode(scene).axes[0].x.ticks == ((0, ""), (5, ""), (6, "6%"))


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_scene_is_refused(name: str) -> None:
    path, value = MALFORMED[name]
    scene: Any = copy.deepcopy(SCENE)
    part = scene
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(MalformedScene):
        decode(scene)


@pytest.mark.parametrize("value", [None, [], "scene", 1, {}, {"axes": []}])
def test_another_value_is_refused(value: object) -> None:
    with pytest.raises(MalformedScene):
        decode(value)
