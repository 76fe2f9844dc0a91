"""Drawings outside of the subset are refused by name, and hostile texts end early."""

import time
from itertools import pairwise

import pytest

from benchmark.core.verdict import Status
from benchmark.judging.checks.case_result import CaseResult
from benchmark.judging.checks.figure import read_tikz
from benchmark.judging.scenes.values import Axes, Axis, Scene
from tests.case_files import read_cases
from tests.judging.scenes.conftest import JudgeFigure
from tests.judging.scenes.figures import GEOMETRIC, edited
from tests.judging.tikz.conftest import axis, picture

BAD = read_cases("figures/bad_tikz.yaml")

_AXIS = Axis((0.0, 10.0), "linear", "", False, ())
EMPTY = Scene((Axes((0, 0, 1, 1), _AXIS, _AXIS, "", "", (), ()),), "", ())
LINE = r"\draw (0,0) -- (1,1);"

LIMIT = Status.OUTPUT_LIMIT
#: Texts that ask for much work or memory.
HOSTILE = {
    "a megabyte of braces": ("{" * 10**6, LIMIT),
    "braces": (r"\node at (0,0) " + "{" * 50_000, Status.SYNTAX_ERROR),
    "braces that match": (r"\node at (0,0) " + "{" * 9_000 + "}" * 9_000 + ";", LIMIT),
    "parentheses": (r"\draw (" + "(" * 20_000 + "1" + ")" * 20_000 + ",0) -- (1,1);", LIMIT),
    "powers": (r"\draw (" + "^".join("2" * 9_000) + ",0) -- (1,1);", LIMIT),
    "minus signs": (r"\draw (" + "-" * 50_000 + "1,0) -- (1,1);", Status.WRONG_ANSWER),
    "a large power": (r"\draw (9^9^9^9,0) -- (1,1);", Status.SYNTAX_ERROR),
    "a function of a function": (r"\draw (" + "sin(" * 5_000 + "1" + ")" * 5_000 + ",0) -- (1,1);", LIMIT),
    "loops in loops": ("".join(r"\foreach \x in {1,...,900} {" for _ in range(6)) + LINE + "}" * 6, LIMIT),
    "a long loop": (r"\foreach \x in {1,...,100000000} " + LINE, LIMIT),
    "lists in a list": (
        r"\begin{axis}[xtick={" + ",".join(["1,...,900"] * 300) + r"}] \addplot {x}; \end{axis}",
        LIMIT,
    ),
    "a loop without steps": (r"\foreach \x in {1,1,...,5} " + LINE, Status.WRONG_ANSWER),
    "symbolic coordinates": (
        r"\begin{axis}[symbolic x coords={"
        + ",".join(f"{'a' * 25}{i}" for i in range(990))
        + r"}] \addplot coordinates {"
        + f"({'a' * 25}1,1)" * 800
        + r"}; \end{axis}",
        Status.WRONG_ANSWER,
    ),
    "samples": (r"\draw plot[samples=100000000] (\x,{\x});", LIMIT),
    "plots in a loop": (
        r"\foreach \i in {1,...,900} \draw plot[samples=4000] (\x,{sin(\x)+cos(\x)});",
        LIMIT,
    ),
    "macros that grow": (
        r"\def\a{xxxxxxxxxx}" + "".join(rf"\def\{b}{{\{a}\{a}\{a}}}" for a, b in pairwise("abcdefghi")),
        LIMIT,
    ),
    "styles of each other": (
        r"\tikzset{a/.style={b},b/.style={c},c/.style={a}}\draw[a] (0,0) -- (1,1);",
        LIMIT,
    ),
    "scopes": (r"\begin{scope}" * 3_000, LIMIT),
    "an arc of many turns": (r"\draw (0,0) arc (0:100000000:1);", Status.WRONG_ANSWER),
    "sums of coordinates": (r"\draw ($" + "(0,0)+" * 8_000 + "(1,1)$) -- (2,2);", Status.WRONG_ANSWER),
    "coordinates in coordinates": (r"\draw (" + "0,0 |- " * 8_000 + "1,1) -- (2,2);", LIMIT),
    "options": (r"\draw[" + "thick," * 9_000 + "] (0,0) -- (2,2);", LIMIT),
    "percent signs": ("%\n" * 29_000 + LINE, Status.WRONG_ANSWER),
    "backslashes": ("\\" * 59_000, Status.UNSUPPORTED),
    "texts": (r"\foreach \x in {1,...,900} \path (0,0) " + r"node {\x a} node {\x b}" * 9 + ";", LIMIT),
    "begins of lists": (r"\foreach \x in {...,1} " + LINE, Status.SYNTAX_ERROR),
    "a list": (r"\foreach \x in {" + "1," * 20_000 + "1} " + LINE, LIMIT),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_part_outside_of_the_subset_is_named(name: str) -> None:
    result = read_tikz(picture(BAD[name]["tikz"]), EMPTY)
    assert isinstance(result, CaseResult), result
    assert result.status == BAD[name]["status"]
    assert BAD[name]["detail"] in result.detail


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_ends_early(name: str) -> None:
    text, status = HOSTILE[name]
    started = time.process_time()
    result = read_tikz(picture(text), EMPTY)
    assert time.process_time() - started < 1
    found = result.status if isinstance(result, CaseResult) else Status.WRONG_ANSWER
    assert found is status, result


def test_an_axis_is_refused_by_the_name_of_its_part() -> None:
    for options, text, part in [
        ("polar", r"\addplot {x};", "the option polar"),
        ("", r"\addplot3 {x};", "the plot 3"),
        ("", r"\addplot[smooth] coordinates {(0,0) (1,1)};", "smooth lines"),
        ("", r"\addplot[mark=text] coordinates {(0,0) (1,1)};", "the mark text"),
    ]:
        result = read_tikz(axis(options, text), EMPTY)
        assert isinstance(result, CaseResult)
        assert part in result.detail


def test_a_symbolic_coordinate_may_be_listed_twice() -> None:
    result = read_tikz(axis("symbolic x coords={a,b,a}", r"\addplot coordinates {(a,1) (b,2)};"), EMPTY)
    assert not isinstance(result, CaseResult)
    assert set(result.scene.axes[0].x.ticks) == {(1.0, "b"), (2.0, "a")}


def test_what_lies_outside_of_the_limits_is_extra() -> None:
    result = read_tikz(picture(LINE + r"\draw (20,0) -- (30,0); \draw[->] (-20,0) -- (-9,0);"), EMPTY)
    assert not isinstance(result, CaseResult)
    assert len(result.scene.texts) == 2


def test_an_arrow_through_the_middle_is_no_axis() -> None:
    result = read_tikz(picture(r"\draw[->] (0,5) -- (10,5); \draw[->] (0,0) -- (10,0);"), EMPTY)
    assert not isinstance(result, CaseResult)
    assert len(result.scene.axes[0].marks) == 1


def test_an_answer_in_tikz_gets_a_verdict(judge_figure: JudgeFigure) -> None:
    pair = read_cases("figures/tikz.yaml")["a triangle without axes"]
    texts = (pair["tikz"], edited(pair["tikz"], [pair["change"]]))
    passed, failed = (judge_figure(GEOMETRIC, text) for text in texts)
    refused = judge_figure(GEOMETRIC, picture(r"\pic at (0,0) {x};"))
    assert (passed.status, passed.points) == (Status.PASSED, 10)
    assert failed.status is Status.WRONG_ANSWER
    assert (refused.status, refused.points) == (Status.UNSUPPORTED, 1)
    assert r"the command \pic" in refused.detail
