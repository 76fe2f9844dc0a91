"""Data sets of figures that others published: ``geometry3k-free`` and ``chartmimic-free``.

Nothing of them is shipped. A command reads their files on the user's machine, and each figure becomes tasks
in free form, as ``open-free`` has them. Programs of others run in the sandbox only, which also draws the
pictures. A task is stored if its reference draws what the judge compares, and the original does not pass.
"""

import base64
import io
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypedDict

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.task import FIGURE_TOLERANCE, FigureCheck, FigureType, Limits, Operation, Task
from benchmark.datasets.store import (
    FORM,
    TASKS,
    FetchedSet,
    folder_of,
    replace_stored,
    write_record,
    write_unfinished,
)
from benchmark.files.atomic import make_folder
from benchmark.files.pictures import split_prompt
from benchmark.files.strict_json import dump_records
from benchmark.files.tasks import read_tasks, task_record
from benchmark.judging.judge import CallError, Judge
from benchmark.judging.scenes.comparison import compare
from benchmark.judging.scenes.ink import TooDense
from benchmark.judging.scenes.values import AxesText, Scene
from benchmark.suites.mathopeval.free_forms import READ_TOLERANCE, reading_words
from benchmark.suites.mathopeval.names import STATES, SUITE_ID, StateName
from benchmark.suites.mathopeval.question_text import FREE_PICTURES, free_prompt
from benchmark.suites.mathopeval.shot_line import OPERATION_NAMES

LIMITS = Limits(seconds=20.0, memory_mb=2048, wall_factor=20.0)
SIDE = 1000  #: maximum px of a picture's side, up to what is saved outside of the figure's edges
_HIDDEN = "has values under a legend or outside of the axes, or texts over each other"
_REASONS = 5  #: why figures are left out, shown if no task is left
_DIGITS = 12  #: digits of the digest in the name of a picture
#: Draws programs as RGB pixels, each with what it saves outside of the figure's edges if it saves that. Also
#: returns whether something cannot be read, because a text, a point or the end of a bar is under a legend
#: or outside, or a text, a number of an axis or the name of one is over another text or other axes.
_DRAWING = f"""
def pictures(programs):
    import io, itertools, random, zlib
    import matplotlib
    matplotlib.use("agg")
    import numpy
    from matplotlib import figure, image, legend, pyplot
    save, tight = figure.Figure.savefig, set()

    def note(self, *_, bbox_inches=None, **__):
        if "tight" in (bbox_inches, matplotlib.rcParams["savefig.bbox"]):
            tight.add(id(self))

    def hidden(axes):
        points = [point for line in axes.lines if line.get_transform() is axes.transData
                  for point in line.get_xydata() if numpy.isfinite(point).all()]
        for bars in axes.containers:
            for bar in bars if hasattr(bars, "orientation") else ():
                x, y, wide, high = bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()
                flat = bars.orientation == "horizontal"
                points.append((x + wide, y + high / 2) if flat else (x + wide / 2, y + high))
        boxes = [each.get_window_extent() for each in axes.figure.findobj(legend.Legend)]
        shown = axes.bbox.padded(2)
        texts = [text.get_window_extent() for text in axes.texts]
        return any(box.overlaps(text) for box in boxes for text in texts) or any(
            not shown.contains(*place) or any(box.contains(*place) for box in boxes)
            for place in (axes.transData.transform(points) if points else ())
        )

    def crossed(axes):
        texts = list(axes.texts)
        for side, axis in enumerate((axes.xaxis, axes.yaxis)):
            for text in axis.get_ticklabels(which="both"):
                at = text.get_transform().transform(text.get_position())[side]
                if axes.bbox.min[side] - 2 <= at <= axes.bbox.max[side] + 2:
                    texts.append(text)
        # The box around a slanted text is mostly empty.
        boxes = [text.get_window_extent().expanded(0.96, 0.8) for text in texts
                 if text.get_visible() and text.get_text().strip() and text.get_rotation() % 90 == 0]
        names = [name.get_window_extent() for name in (axes.xaxis.label, axes.yaxis.label, axes.title)
                 if name.get_text().strip()]
        others = [other.bbox for other in axes.figure.axes if not other.bbox.overlaps(axes.bbox)]
        return any(one.overlaps(other) for one, other in (
            *itertools.combinations(boxes, 2), *itertools.product(names, others)
        ))

    figure.Figure.savefig, pyplot.show = note, lambda *_, **__: None
    found = []
    for program in programs:
        pyplot.close("all")
        tight.clear()
        matplotlib.rcdefaults()
        random.seed(0)
        numpy.random.seed(0)
        exec(compile(program, "figure.py", "exec"), {{"__name__": "__main__"}})
        drawn, file = pyplot.figure(pyplot.get_fignums()[-1]), io.BytesIO()
        drawn.canvas.draw()
        unseen = any(hidden(axes) or crossed(axes) for axes in drawn.axes)
        box = "tight" if id(drawn) in tight else None
        dots = min(100, {SIDE} / max(drawn.get_size_inches()))
        save(drawn, file, format="png", dpi=dots, bbox_inches=box)
        file.seek(0)
        pixels = numpy.rint(image.imread(file)[..., :3] * 255).astype(numpy.uint8)
        found.append((pixels.shape[1], pixels.shape[0], zlib.compress(pixels.tobytes()), unseen))
    return found
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class RealEdit:
    """One edit of a figure."""

    operation: Operation
    code: str  #: program that draws the figure after the edit
    hint: str  #: what the task says besides pictures and original program
    guess: float  #: maximum share of such tasks that guesses pass without the pictures
    texts: tuple[str, ...] = ()  #: what an annotation writes; a reader must see all of it
    scene: Scene | None = None  #: what the program draws, if it was run already


@dataclass(frozen=True, slots=True, kw_only=True)
class RealFigure:
    """A published figure with its edits."""

    dataset: str
    id: str
    type: FigureType
    code: str  #: program that draws it
    edits: tuple[RealEdit, ...]
    scene: Scene | None = None  #: what the program draws, if it was run already
    left_out: Mapping[str, str] = field(default_factory=dict)  #: operation → why it has no task


@dataclass(slots=True)
class ReadFigures:
    """What the files of a source have."""

    figures: list[Any] = field(default_factory=list)  #: what its function makes tasks of
    left_out: dict[str, str] = field(default_factory=dict)  #: figure → why it cannot become tasks
    revision: str = ""  #: pinned commit; empty for files of the user


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSource:
    """A source of figures: its data set, its files, and the function that makes tasks in the sandbox."""

    dataset: str
    read: Callable[[Path | None], ReadFigures]
    make: Callable[[Judge, Any], Any]  #: takes one of the figures, and returns :class:`MadeFigure`


class MadeFigure(TypedDict):
    """The tasks of a figure, as values of JSON."""

    id: str
    tasks: list[dict[str, object]]
    pictures: dict[str, tuple[int, int, str]]  #: path → width, height, and compressed RGB pixels in base64
    left_out: dict[str, str]  #: operation, or ``figure`` → why it has no task


def make_tasks(judge: Judge, figure: RealFigure) -> MadeFigure:
    """Draw a figure and its edits in the sandbox, and return the tasks that can be judged.

    Raises:
        SandboxFailure: if the sandbox fails.
    """
    original = figure.scene or judge.scene(figure.code, LIMITS)
    if not isinstance(original, Scene):
        return no_tasks(
            figure.id, f"the program draws no figure that is compared: {original.detail or original.status}"
        )
    left_out, edits = dict(figure.left_out), list[RealEdit]()
    for edit in figure.edits:
        scene = edit.scene or judge.scene(edit.code, LIMITS)
        if not isinstance(scene, Scene):
            left_out[edit.operation] = f"draws no figure that is compared: {scene.detail or scene.status}"
        elif fault := _fault(edit, original, scene, _tolerance(figure.type, edit.operation)):
            left_out[edit.operation] = fault
        else:
            edits.append(edit)
    states: dict[StateName, str] = {"original": figure.code}
    states |= {STATES[edit.operation]: edit.code for edit in edits if edit.operation != "annotate"}
    try:
        (drawn,) = judge.results(_DRAWING, "pictures", [[list(states.values())]], LIMITS, profile="figure")
    except CallError as error:
        return no_tasks(figure.id, f"the picture cannot be drawn: {error}")
    pictures, sources = dict[str, tuple[int, int, str]](), dict[StateName, str]()
    unread = list[StateName]()
    # A program of others ran in the same process, so what came back may be anything.
    for place, state in enumerate(states):
        match drawn[place] if isinstance(drawn, list) and len(drawn) == len(states) else drawn:
            case (int() as width, int() as height, bytes() as pixels, hidden) if _is_size(width, height):
                sources[state] = f"pictures/{figure.id}-{state}-{sha256_hex(pixels)[:_DIGITS]}.png"
                pictures[sources[state]] = width, height, base64.b64encode(pixels).decode()
                if hidden and state in ("original", "modified"):
                    unread.append(state)
            case _:
                return no_tasks(figure.id, "the picture cannot be drawn")
    if "original" in unread:
        return no_tasks(figure.id, _HIDDEN)
    if unread:
        left_out["modify"] = _HIDDEN
        edits = [edit for edit in edits if edit.operation != "modify"]
        del pictures[sources["modified"]]
    tasks = [_task(figure, None, sources), *(_task(figure, edit, sources) for edit in edits)]
    return MadeFigure(id=figure.id, tasks=list(map(task_record, tasks)), pictures=pictures, left_out=left_out)


def no_tasks(name: str, reason: str) -> MadeFigure:
    """Return that a figure cannot become tasks, and why."""
    return MadeFigure(id=name, tasks=[], pictures={}, left_out={"figure": reason})


def _is_size(width: int, height: int) -> bool:
    return 0 < width <= 2 * SIDE and 0 < height <= 2 * SIDE


def _tolerance(type_: FigureType, operation: Operation) -> float:
    return READ_TOLERANCE[type_] if operation in ("generate", "modify") else FIGURE_TOLERANCE


def _fault(edit: RealEdit, original: Scene, scene: Scene, tolerance: float) -> str:
    """Return why the judge cannot tell an edit from the original; empty if it can."""
    try:
        if not compare(scene, scene, original, edit.operation, tolerance).same:
            return "the judge does not accept the reference"
        if compare(scene, original, original, edit.operation, tolerance).same:
            return "the change cannot be seen"
    except TooDense:
        return "too many lines at the same places to compare them"
    seen = {mark.text for axes in scene.axes for mark in axes.marks if isinstance(mark, AxesText)}
    return "a text to write would cover something" if set(edit.texts) - seen else ""


def _task(figure: RealFigure, edit: RealEdit | None, sources: Mapping[StateName, str]) -> Task:
    operation: Operation = edit.operation if edit else "generate"
    tolerance = _tolerance(figure.type, operation)
    check = FigureCheck(
        reference=edit.code if edit else figure.code,
        original=figure.code if edit else "",
        operation=operation,
        type=figure.type,
        tolerance=tolerance,
        guess=edit.guess if edit else 0.0,
    )
    note = reading_words(figure.type) if tolerance != FIGURE_TOLERANCE else ""
    prompt = free_prompt(operation, check.original, edit.hint if edit else "", note)
    return Task(
        id=f"{figure.id}-{operation}",
        suite=SUITE_ID,
        dataset=figure.dataset,
        subset=OPERATION_NAMES[operation],
        stem=figure.id,
        categories=(figure.type,),
        parts=split_prompt(prompt, [sources[state] for state in FREE_PICTURES[operation]]),
        reference=check.reference,
        check=check,
        limits=Limits(seconds=10.0),
    )


def store_figures(
    source: FigureSource, folder: Path | None, read: ReadFigures, made: Iterable[MadeFigure]
) -> Iterator[str]:
    """Store the tasks of a source, completely or not at all; yield lines about what was left out.

    Args:
        source: the source.
        folder: what its files were read from; None for the network.
        read: what they have.
        made: the tasks of each figure.

    Raises:
        BadInput: if no figure can become a task.
        OurFailure: if earlier tasks cannot be replaced.
    """
    place = folder_of(SUITE_ID, source.dataset)
    tasks, left_out = list[dict[str, object]](), dict(read.left_out)
    reasons = Counter(f"figures: {reason}" for reason in read.left_out.values())
    make_folder(place.parent)
    with tempfile.TemporaryDirectory(prefix=".import-", dir=place.parent) as scratch:
        new = Path(scratch) / source.dataset
        for figure in made:
            tasks += figure["tasks"]
            for path, (width, height, pixels) in figure["pictures"].items():
                write_unfinished(new / path, _png(width, height, base64.b64decode(pixels)))
            for what, reason in figure["left_out"].items():
                left_out[figure["id"] if what == "figure" else f"{figure['id']}-{what}"] = reason
                reasons[f"{'figures' if what == 'figure' else what}: {reason}"] += 1
        if not tasks:
            why = "".join(f"; {reason}, {count}" for reason, count in reasons.most_common(_REASONS))
            problem = f"no figure can become a task{why}"
            raise BadInput(folder or source.dataset, "", problem, "use the published files")
        lines = dump_records(new / TASKS, tasks)
        write_unfinished(new / TASKS, lines)
        read_tasks(new / TASKS)  # what is stored can be loaded
        record = FetchedSet(
            form=FORM,
            suite=SUITE_ID,
            dataset=source.dataset,
            revision=read.revision,
            source=str(folder.absolute()) if folder else "",
            content=digest_lines(tasks),
            tasks=len(tasks),
            tasks_sha256=sha256_hex(lines),
            left_out=left_out,
            prompts={},
            broken={},
        )
        write_record(new, record)
        replace_stored(place, new, Path(scratch))
    counts = Counter(str(task["id"]).rpartition("-")[2] for task in tasks)
    listed = ", ".join(f"{counts[operation]:,} {subset}" for operation, subset in OPERATION_NAMES.items())
    yield f"{source.dataset}: {len(tasks):,} tasks ({listed}) in {place}"
    for reason, count in reasons.most_common():
        yield f"left out, {count:,} {reason}"


def _png(width: int, height: int, pixels: bytes) -> bytes:
    """Return pixels as PNG; pixels that are missing are black, and more than there are places are dropped."""
    from PIL import Image

    size = 3 * width * height
    try:
        plain = zlib.decompressobj().decompress(pixels, size)
    except zlib.error:
        plain = b""
    data = io.BytesIO()
    Image.frombytes("RGB", (width, height), plain.ljust(size, b"\0")).save(data, "PNG", optimize=True)
    return data.getvalue()
