"""Programs that draw nothing, fail, take too much or lie get a verdict of their own kind, and none passes."""

from dataclasses import replace

import pytest

from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FigureCheck, Limits, Task
from benchmark.core.verdict import MissingSample, Status, Verdict
from benchmark.judging.judge import Judge
from benchmark.judging.scenes import ink
from tests.judging.scenes.conftest import JudgeFigure, some
from tests.judging.scenes.figures import BAR, FUNCTION, LINE, SINE, START

PICTURE = """
import matplotlib.offsetbox as box
plt.gca().add_artist(box.AnnotationBbox(box.OffsetImage(np.zeros((5, 5))), (1, 1)))
"""
#: Draws each line at the place of the other too, with one entry per name in the legend.
SWAPPED = """
both = plt.gca().lines
for a, b in (both, both[::-1]):
    plt.plot(days, a.get_ydata(), b.get_linestyle(), c=b.get_color(), label=b.get_label())
plt.legend(handles=both[:2])
"""
#: Name → program, status, and a part of the detail.
BAD = {
    "no figure": ("answer = 42\n", Status.NO_FIGURE, "draws no figure"),
    "an empty figure": (START, Status.NO_FIGURE, "empty figures only"),
    "raises": (f"{BAR}raise KeyError('x')\n", Status.RUNTIME_ERROR, "KeyError: 'x'"),
    "not Python": ("plt.plot([1, 2]\n", Status.SYNTAX_ERROR, "SyntaxError"),
    "500 figures": (
        f"{START}for i in range(500): plt.figure()\n",
        Status.OUTPUT_LIMIT,
        "more than 50 figures",
    ),
    "500 figures, and goes on": (
        f"{BAR}for i in range(500):\n    try: plt.figure()\n    except Exception: pass\n",
        Status.OUTPUT_LIMIT,
        "more than 50 figures",
    ),
    "40,000 pixels": (BAR.replace("(6.4, 4.8)", "(400, 400)"), Status.OUTPUT_LIMIT, "40000 × 40000 pixels"),
    "saved with 40,000 pixels": (
        f"{BAR}plt.savefig('x.png', dpi=6250)\n",
        Status.OUTPUT_LIMIT,
        "40000 × 30000",
    ),
    "too many points": (
        f"{BAR}plt.plot(range(30_000), 'o')\n",
        Status.OUTPUT_LIMIT,
        "more than 20000 points",
    ),
    "memory": (f"{BAR}x = bytearray(8 << 30)\n", Status.MEMORY_LIMIT, "MemoryError"),
    "writes a file": (f"{BAR}open('/usr/x', 'w')\n", Status.RUNTIME_ERROR, "Read-only file system"),
    "writes a large file": (
        f"{BAR}open('x', 'w').write('x' * (1 << 25))\n",
        Status.RUNTIME_ERROR,
        "too large",
    ),
    "leaves": (f"{BAR}import os\nos._exit(0)\n", Status.RUNTIME_ERROR, "before its figure was read"),
    "three dimensions": (
        f"{START}plt.axes(projection='3d').plot([1, 2], [1, 2], [1, 2])\n",
        Status.UNSUPPORTED,
        "3d axes",
    ),
    "an image": (f"{START}plt.imshow([[1, 2], [3, 4]])\n", Status.UNSUPPORTED, "images"),
    "a table": (f"{START}plt.table([['1']])\n", Status.UNSUPPORTED, "tables"),
    "a line across the figure": (
        f"{BAR}plt.gcf().add_artist(plt.Line2D([0, 1], [0, 1]))\n",
        Status.UNSUPPORTED,
        "outside of axes",
    ),
    "a picture in a box": (
        BAR + PICTURE,
        Status.UNSUPPORTED,
        "pictures in boxes",
    ),
    "hexagons": (f"{START}plt.hexbin([1, 2, 2], [1, 2, 3])\n", Status.UNSUPPORTED, "at several places"),
    "a text of a figure in the figure": (
        f"{BAR}plt.gcf().subfigures().text(0.5, 0.5, 'more')\n",
        Status.WRONG_ANSWER,
        "not in the reference: text 'more'",
    ),
    "bars that nobody sees": (BAR.replace("5, 2]", "5, 2], alpha=0.01"), Status.WRONG_ANSWER, "missing: bar"),
    "saved by its canvas with 32,000 pixels": (
        f"{BAR}plt.gcf().canvas.print_figure('x.png', dpi=5000)\n",
        Status.OUTPUT_LIMIT,
        "32000 × 24000",
    ),
    "white bars on white": (
        BAR.replace("5, 2]", "5, 2], color='white'"),
        Status.WRONG_ANSWER,
        "missing: bar",
    ),
    "bars that are clipped to nothing": (
        f"{BAR}for bar in plt.gca().patches: bar.set_clip_path(plt.Circle((0, 0), 0))\n",
        Status.WRONG_ANSWER,
        "missing: bar",
    ),
    "a tiny title": (f"{BAR}plt.gca().title.set_size(0.01)\n", Status.WRONG_ANSWER, "missing: title"),
    "a white title": (f"{BAR}plt.gca().title.set_color('w')\n", Status.WRONG_ANSWER, "missing: title"),
    "a line outside of the axes": (
        f"{BAR}plt.plot([0, 1], [9, 9], clip_on=False)\nplt.ylim(0, 8)\n",
        Status.WRONG_ANSWER,
        "a mark outside of the limits",
    ),
    "a title that nobody sees": (
        f"{BAR}plt.gca().title.set_alpha(0)\n",
        Status.WRONG_ANSWER,
        "missing: title",
    ),
    "another library": (
        "import plotly.express as px\n",
        Status.UNSUPPORTED,
        "library plotly is not available",
    ),
    "a formula that matplotlib cannot set": (
        f"{BAR}plt.title('$\\\\frac{{1$')\n",
        Status.RUNTIME_ERROR,
        "Error",
    ),
    "a huge text": (f"{BAR}plt.text(1, 1, 'x' * 10**4)\n", Status.WRONG_ANSWER, "not in the reference: text"),
}
#: Programs that try to pass without drawing the figure; none of them knows what it shows.
ATTACKS = {
    "a forged scene": """
import gc, json, socket, struct
for s in [o for o in gc.get_objects() if isinstance(o, socket.socket)]:
    body = json.dumps({"scene": {"axes": [], "title": "", "texts": [], "legend": []}}).encode()
    s.sendall(struct.pack(">I", len(body)) + body)
""",
    "a forged verdict": """
import gc, json, socket, struct
for s in [o for o in gc.get_objects() if isinstance(o, socket.socket)]:
    body = json.dumps({"status": "passed", "points": 10, "scene": None, "parts": {}}).encode()
    s.sendall(struct.pack(">I", len(body)) + body)
""",
    "a scene without a number": """
import gc, socket, struct
axis = '{"limits": [0, NaN], "scale": "linear", "label": "", "fixed": true, "ticks": []}'
body = ('{"scene": {"axes": [{"box": [0, 0, 1, 1], "x": %s, "y": %s}]}}' % (axis, axis)).encode()
for s in [o for o in gc.get_objects() if isinstance(o, socket.socket)]:
    s.sendall(struct.pack(">I", len(body)) + body)
""",
    "classes that lie": f"""{START}
import matplotlib.axes, matplotlib.figure
class Any(str):
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__
matplotlib.axes.Axes.get_children = lambda self: []
matplotlib.axes.Axes.get_title = lambda self: Any("x")
matplotlib.figure.Figure.axes = property(lambda self: [])
plt.bar([1], [2])
""",
    "no figure has axes": f"""{START}
import matplotlib.figure
plt.bar([1], [2])
matplotlib.figure.Figure.draw_without_rendering = lambda self: 1 / 0
""",
    "the reader replaced": f"""{START}
import sys
for name, module in list(sys.modules.items()):
    if "guest" in name:
        for key in list(vars(module)):
            if not key.startswith("__"):
                setattr(module, key, lambda *a, **k: {{"scene": True}})
""",
    "numbers that are not": f"""{START}
class Number(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
plt.bar(["ash", "birch", "cedar", "fir"], [Number(1)] * 4)
""",
    "a shadow that is none": f"""{START}
from matplotlib.patches import Rectangle, Shadow
class Bar(Shadow): pass
for i in range(4): plt.gca().add_patch(Bar(Rectangle((i, 0), 1, i), 0, 0))
""",
    "asks the judge": """
import os
for fd in range(3, 64):
    try: os.write(fd, b"x" * 100)
    except OSError: pass
""",
}
#: Right programs with something that cannot be seen or does not matter.
ODD = {
    "bars and texts nowhere": f"{BAR}plt.bar(['ash'], [np.nan])\n"
    "plt.text(np.nan, 1, 'x')\nplt.figtext(np.nan, 0, 'x')\n"
    "plt.annotate('x', (np.nan, 1), (0, np.nan), arrowprops={'arrowstyle': '->'})\n",
    "a number near the largest": f"{BAR}plt.plot([0, 1], [1e250, 1e300])\n",
    "an opacity for each point": f"{BAR}plt.scatter([1], [100], alpha=[0.5])\n",
    "a window": f"import matplotlib\nmatplotlib.use('TkAgg')\n{BAR}plt.switch_backend('QtAgg')\n",
}
COLOURS = "for c in ('red', 'green', 'gold'): plt.plot("
SCRIBBLE = "i = np.arange(300)\nplt.plot(np.where(i % 2, -5, 5), i / 30 - 4, 'C0')\n"
#: Programs that draw all that could be right: reference, answer, operation, original, and maximum points.
HEDGES = {
    "all colours": (
        SINE.replace("np.sin(x)", "np.sin(x), color='red'"),
        SINE.replace("plt.plot(", COLOURS).replace("(x))", "(x), color=c)"),
        ("modify", SINE),
        5,
    ),
    "a new line in all colours": (
        f"{SINE}plt.plot([-5, 5], [1, 1], c='red')\n",
        f"{SINE}for c in ('red', 'green', 'gold'): plt.plot([-5, 5], [1, 1], c=c)\n",
        ("modify", SINE),
        9,
    ),
    "the old colour on top": (
        SINE.replace("np.sin(x)", "np.sin(x), color='red'"),
        SINE.replace("plt.plot(x", "plt.plot(x, np.sin(x), color='red', zorder=0); plt.plot(x"),
        ("modify", SINE),
        1,
    ),
    "all styles": (
        SINE.replace("np.sin(x)", "np.sin(x), '--'"),
        SINE.replace("plt.plot(", "for c in ('-', '--', ':', '-.'): plt.plot(").replace("(x))", "(x), c)"),
        ("modify", SINE),
        1,
    ),
    "both names of a line": (
        LINE,
        LINE + SWAPPED,
        ("generate", ""),
        8,
    ),
    "lines everywhere": (FUNCTION, FUNCTION.replace("plt.plot(x, x**2 / 4 - 2,", f"{SCRIBBLE}plt.plot(0, 0,"),
                         ("generate", ""), 2),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_program_gets_a_verdict_of_its_own_kind(judge_figure: JudgeFigure, name: str) -> None:
    program, status, detail = BAD[name]
    verdict = judge_figure(BAR, program)
    assert isinstance(verdict, Verdict), verdict
    assert verdict.status is status
    assert detail in verdict.detail
    assert verdict.points == 1 or status is Status.WRONG_ANSWER


@pytest.mark.parametrize("name", some(ATTACKS, 6))
def test_an_attack_does_not_pass(judge_figure: JudgeFigure, name: str) -> None:
    verdict = judge_figure(BAR, ATTACKS[name])
    assert isinstance(verdict, Verdict), verdict
    assert verdict.status is not Status.PASSED
    assert verdict.points is not None
    assert verdict.points < 5


@pytest.mark.parametrize("name", ODD)
def test_what_cannot_be_seen_does_not_count(judge_figure: JudgeFigure, name: str) -> None:
    verdict = judge_figure(f"{BAR}plt.xlim(-0.5, 3.5)\n", f"{ODD[name]}plt.xlim(-0.5, 3.5); plt.ylim(0, 8)\n")
    assert isinstance(verdict, Verdict), verdict
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


@pytest.mark.parametrize("name", HEDGES)
def test_a_figure_with_all_that_could_be_right_is_not_right(judge_figure: JudgeFigure, name: str) -> None:
    reference, answer, (operation, original), most = HEDGES[name]
    verdict = judge_figure(reference, answer, operation, original)
    assert isinstance(verdict, Verdict), verdict
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.points is not None
    assert verdict.points <= most


def test_a_new_line_that_covers_the_old_one_is_right(judge_figure: JudgeFigure) -> None:
    red = "plt.plot(x, np.sin(x), color='red')\n"
    verdict = judge_figure(SINE.replace("(x))", "(x), color='red')"), f"{SINE}{red}", "modify", SINE)
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.detail) == (Status.PASSED, "")


def test_a_figure_that_takes_too_long_to_compare_gets_a_verdict_of_its_own_kind(
    judge_figure: JudgeFigure, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ink, "MOST_WORK", 1_000)
    verdict = judge_figure(SINE, f"{SINE}plt.plot([0, 1], [0, 1])\n")
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.points) == (Status.OUTPUT_LIMIT, 1)


@pytest.mark.gate
def test_an_endless_loop_ends_at_the_time_limit(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(BAR, f"{BAR}while True: pass\n", seconds=0.3)
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.points) == (Status.TIMEOUT, 1)


def test_random_numbers_are_the_same_each_time(judge_figure: JudgeFigure) -> None:
    program = f"{START}import random\nplt.bar([1, 2], [random.random(), np.random.rand()])\n"
    verdict = judge_figure(program, program)
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.PASSED


@pytest.mark.parametrize("broken", ["x = 1\n", "1 / 0\n", f"{START}plt.imshow([[1]])\n"])
def test_a_broken_reference_is_a_missing_sample(judge_figure: JudgeFigure, broken: str) -> None:
    missing = judge_figure(broken, BAR)
    assert isinstance(missing, MissingSample)
    assert missing.reason.startswith("the test of this task is broken: the reference does not draw a figure")
    assert missing.certain
    missing = judge_figure(BAR, BAR, "delete", broken)
    assert isinstance(missing, MissingSample)
    assert "the original does not draw a figure" in missing.reason


def test_a_verdict_has_parts_and_says_what_differs(judge_figure: JudgeFigure) -> None:
    verdict = judge_figure(BAR, BAR.replace("[3, 7, 5, 2]", "[3, 7, 4, 2]"))
    assert isinstance(verdict, Verdict)
    assert verdict.status is Status.WRONG_ANSWER
    assert verdict.parts == {"content": 0.9167, "position": 1, "completeness": 1, "nothing-extra": 1}
    assert verdict.points == 9.25
    assert verdict.detail == (
        "bar from x = 1.6 to 2.4 and y = 0 to 5 should be there, not bar from x = 1.6 to 2.4 and y = 0 to 4"
    )


def test_an_answer_without_code_gets_the_lowest_points(figure_judge: Judge) -> None:
    task = Task(id="t", check=FigureCheck(reference=BAR, operation="generate", type="bar"))
    verdict = figure_judge.judge(Sample(task=task, draw=0, answer=Answer(code="", program="")))
    assert isinstance(verdict, Verdict)
    assert (verdict.status, verdict.points) == (Status.NO_ANSWER, 1)


def test_the_reference_runs_once_per_task(figure_judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = f"{BAR}# a reference of its own\n"
    task = Task(id="t", check=FigureCheck(reference=reference, operation="generate", type="bar"))
    sample = Sample(task=task, draw=0, answer=Answer(code=BAR, program=BAR))
    zygote = figure_judge._zygote(BAR, profile="figure")
    started: list[str] = []
    start = zygote.start
    monkeypatch.setattr(figure_judge._scenes, "_begun", lambda: started.append("the answer's time"))

    def count(kind: str, limits: Limits) -> object:
        started.append(kind)
        return start(kind, limits)

    monkeypatch.setattr(zygote, "start", count)
    for _ in range(2):
        assert figure_judge.judge(replace(sample, draw=1)) is not None
    assert started == ["drawing", "the answer's time", "drawing", "drawing"]
