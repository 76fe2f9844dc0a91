"""Figure checks: the answer draws in the sandbox, and the host compares what its figure shows.

The programs of the reference and of the original run in the same sandbox, in children of their own, and only
once: their scenes are remembered. No scene of the task is ever sent to an answer. An answer in TikZ is read
on the host, and nothing of it runs.
"""

import dataclasses
from collections.abc import Callable

from benchmark.core.task import FigureCheck, Limits, Task, is_tikz
from benchmark.core.verdict import Status
from benchmark.judging.checks.case_result import (
    TIMED_OUT,
    BrokenTest,
    CaseResult,
    JudgeFault,
    result_of_exception,
    result_of_exit,
)
from benchmark.judging.conversation.exceptions import class_name
from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.decoding import MalformedScene, decode
from benchmark.judging.scenes.ink import TooDense
from benchmark.judging.scenes.values import Scene
from benchmark.judging.tikz import answer as tikz
from benchmark.judging.tikz.limits import NotTikz, Refused, TooMuch
from benchmark.sandbox.host.channel import GuestFault, GuestLate, ReplyTooLong
from benchmark.sandbox.host.zygote import Zygote

PROFILE = "figure"  #: profile of the sandbox
#: Libraries for drawing that answers may know and the sandbox does not have.
UNAVAILABLE = frozenset(
    {
        *("altair", "bokeh", "cairo", "geopandas", "manim", "plotly"),
        *("plotnine", "pygal", "scipy", "seaborn", "sympy"),
    }
)
_SHOWN_CHARACTERS = 200  #: characters of a text of the guest in a detail
_SHOWN_DIFFERENCES = 4
_REMEMBERED = 256  #: scenes of references and originals


class TaskScenes:
    """Scenes of the programs of tasks, by program.

    ``begun`` is called after such a program has run, because its time is not the answer's.
    """

    def __init__(self, begun: Callable[[], object] = lambda: None) -> None:
        self._begun = begun
        self._scenes: dict[str, Scene] = {}

    def scene(self, zygote: Zygote, program: str, name: str, limits: Limits) -> Scene:
        """Return the scene of a program of the task; the program runs only the first time.

        Raises:
            BrokenTest: if the program does not draw a figure that can be compared.
            JudgeFault: if the program was late, perhaps because of load on the machine.
            SandboxFailure: if the sandbox fails.
        """
        known = self._scenes.get(program)
        if known is not None:
            return known
        result = draw(zygote, program, limits)
        self._begun()
        if isinstance(result, CaseResult):
            problem = f"the {name} does not draw a figure: {result.detail or result.status}"
            raise (
                JudgeFault(problem)
                if result.doubtful or result.status is Status.TIMEOUT
                else BrokenTest(problem)
            )
        if len(self._scenes) >= _REMEMBERED:
            self._scenes.clear()
        self._scenes[program] = result[0]
        return result[0]


def run_figure(
    task: Task, check: FigureCheck, scenes: TaskScenes, zygote: Zygote, program: str
) -> CaseResult:
    """Run an answer once, and compare its figure."""
    read: list[tikz.TikzFigure] = []

    def of_task(program: str, name: str, like: Scene | None = None) -> Scene:
        if not is_tikz(program):
            return scenes.scene(zygote, program, name, task.limits)
        found = read_tikz(program, like)
        if isinstance(found, CaseResult):
            raise BrokenTest(f"the {name} does not draw a figure: {found.detail}")
        read.append(found)
        return found.scene

    reference = of_task(check.reference, "reference")
    original = None
    if check.operation != "generate":
        original = of_task(check.original, "original", reference)
    if is_tikz(program):
        if len({axes.box for axes in reference.axes}) < len(reference.axes):
            return CaseResult(status=Status.UNSUPPORTED, detail="the judge reads no second y axis in TikZ")
        shown = read_tikz(program, reference)
        if isinstance(shown, CaseResult):
            return shown
        read.append(shown)
        scene, result = shown.scene, CaseResult(status=Status.PASSED)
    else:
        drawn = draw(zygote, program, task.limits)
        if isinstance(drawn, CaseResult):
            return drawn
        scene, result = drawn
    if not all(figure.has_axes for figure in read):
        reference, scene = tikz.without_numbers(reference), tikz.without_numbers(scene)
        original = original and tikz.without_numbers(original)
    try:
        found = compare(reference, scene, original, check.operation, check.tolerance, colours=check.colours)
    except TooDense:
        detail = "too many lines at the same places to compare them"
        return dataclasses.replace(result, status=Status.OUTPUT_LIMIT, detail=detail)
    if found.same:
        status, detail = Status.PASSED, ""
    elif is_tikz(check.reference) and not is_tikz(program):  # sizes on paper and titles differ
        detail = "the judge cannot say what differs between a reference in TikZ and an answer in Python"
        return dataclasses.replace(result, status=Status.UNSUPPORTED, detail=detail)
    else:
        status = Status.WRONG_ANSWER
        said = [text[:_SHOWN_CHARACTERS] for text in found.differences[:_SHOWN_DIFFERENCES]]
        more = len(found.differences) - len(said)
        detail = "; ".join([*said, f"and {more} more"] if more else said)
    return dataclasses.replace(result, status=status, detail=detail, points=found.points, parts=found.parts)


def read_tikz(text: str, reference: Scene | None) -> tikz.TikzFigure | CaseResult:
    """Read a drawing in TikZ, see :func:`.answer.figure`; if it cannot be read, return a result."""
    try:
        drawn = tikz.figure(text, reference)
    except Refused as part:
        detail = f"the judge does not read this part of TikZ: {part}"
        return CaseResult(status=Status.UNSUPPORTED, detail=detail[:_SHOWN_CHARACTERS])
    except NotTikz as problem:
        return CaseResult(status=Status.SYNTAX_ERROR, detail=f"TikZ: {problem}"[:_SHOWN_CHARACTERS])
    except TooMuch as limit:
        return CaseResult(status=Status.OUTPUT_LIMIT, detail=str(limit)[:_SHOWN_CHARACTERS])
    if not drawn.scene.axes:
        return CaseResult(status=Status.NO_FIGURE, detail="the picture is empty")
    return drawn


def draw(zygote: Zygote, program: str, limits: Limits) -> tuple[Scene, CaseResult] | CaseResult:
    """Run a program that draws, and return its scene and a result that says how the process ended.

    Without a scene, it returns only a result.
    """
    with zygote.start("drawing", limits) as child:
        reply: object = None
        fault: GuestFault | None = None
        try:
            child.channel.send({"program": program})
            reply = child.channel.receive()
        except GuestFault as error:
            fault = error
        # Nobody reads the rest of a reply that is too long, so its writer would wait until its deadline.
        end = child.kill() if isinstance(fault, GuestLate | ReplyTooLong) else child.wait()
        late = end is None or isinstance(fault, GuestLate)
        end = child.kill() if end is None else end
    if late or end.cpu_seconds > limits.seconds:
        return dataclasses.replace(TIMED_OUT, exit=end)
    if isinstance(fault, ReplyTooLong):
        return CaseResult(status=Status.OUTPUT_LIMIT, detail=fault.reason, exit=end)
    if fault is not None or end.code != 0:
        result = result_of_exit(end, limits, "the program ended before its figure was read")
        return dataclasses.replace(result, exit=end)
    if isinstance(reply, dict) and set(reply) == {"scene"}:
        try:
            return decode(reply["scene"]), CaseResult(status=Status.PASSED, exit=end)
        except MalformedScene:
            reply = None
    return dataclasses.replace(_failure(reply), exit=end)


def _failure(reply: object) -> CaseResult:
    """Return the result of an answer that sent no scene."""
    match reply:
        case {"none": int(number)}:
            kind = "empty figures only" if number else "no figure"
            return CaseResult(status=Status.NO_FIGURE, detail=f"the program draws {kind}")
        case {"too_much": str(reason)}:
            return CaseResult(status=Status.OUTPUT_LIMIT, detail=reason[:_SHOWN_CHARACTERS])
        case {"unsupported": str(reason)}:
            detail = f"the judge does not compare {reason[:_SHOWN_CHARACTERS]}"
            return CaseResult(status=Status.UNSUPPORTED, detail=detail)
        case {"error": dict(error)} if error.get("stage") in ("compile", "run"):
            name, text = class_name(error), str(error.get("text"))[:_SHOWN_CHARACTERS]
            missing = text.removeprefix("No module named ").strip("'").partition(".")[0]
            if name == "ModuleNotFoundError" and missing in UNAVAILABLE:
                detail = f"the library {missing} is not available"
                return CaseResult(status=Status.UNSUPPORTED, detail=detail)
            return result_of_exception(name, text, str(error["stage"]))
        case _:
            return CaseResult(
                status=Status.RUNTIME_ERROR,
                detail="a figure whose description does not follow the protocol",
                exception="ProtocolFault",
            )
