"""Write programs with matplotlib in four code styles that all draw the same figure.

| style | data | calls |
|---|---|---|
| ``pyplot`` | written into the calls | ``plt.bar(…)``, ``plt.title(…)`` |
| ``axes`` | lists | ``ax.bar(…)``, ``ax.set_title(…)`` |
| ``loop`` | a list of rows, drawn one after another | ``plt.bar(…)`` in a loop |
| ``dictionary`` | a dictionary | ``ax.bar(…)``, and ``ax.set(**layout)`` |

A module of a type decides what the data are and which calls draw them; :class:`ProgramWriter` spells the
calls and everything around them in the style of the sample.
"""

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from workshop.authoring.figures.sample import CodeStyle

#: Maximum length of a line of a program, in characters.
LINE_LENGTH = 100
#: Excerpts shorter than this also show lines that do not decide.
ENOUGH = 80
#: Excerpts with this length show all lines of their parts.
WHOLE = 10_000
#: Width and height of a figure as programs are first written, in inches; pictures have 100 px per inch.
FIGURE_SIZE = (6.4, 4.8)

#: Names that pyplot spells without ``set_``.
_SET_NAMES = frozenset({"title", "xlabel", "ylabel", "xlim", "ylim", "xticks", "yticks", "xscale", "yscale"})
#: Methods of axes that pyplot does not have.
_AXES_ONLY = frozenset({"add_patch", "add_line", "add_artist", "set_aspect", "set_axisbelow"})
_INDENT = "    "


class Code(str):
    """An expression that is written as it is, such as a variable's name; other texts are quoted."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program, and the lines of it that an option of a question shows."""

    code: str
    #: The statements that options can show: the lines of each :meth:`ProgramWriter.excerpt`.
    parts: tuple[str, ...]

    @property
    def excerpt(self) -> str:
        """All parts."""
        return "\n".join(self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What surrounds the data of a figure with axes; empty and None leave it to matplotlib."""

    title: str
    xlabel: str = ""
    ylabel: str = ""
    xticks: Sequence[float] | None = None
    xticklabels: Sequence[str] | None = None  #: only together with ``xticks``
    yticks: Sequence[float] | None = None
    yticklabels: Sequence[str] | None = None  #: only together with ``yticks``
    xlim: tuple[float, float] | None = None
    ylim: tuple[float, float] | None = None
    yscale: str = ""
    equal: bool = False  #: whether one unit has the same length on both axes


class ProgramWriter:
    """Collects the lines of one program.

    Args:
        style: the code style; it decides how calls and the layout are written.
        numpy: whether the program uses numpy, as ``np``.
    """

    def __init__(self, style: CodeStyle, *, numpy: bool = False) -> None:
        self.style = style
        self._lines = ["import matplotlib.pyplot as plt", *(["import numpy as np"] if numpy else []), ""]
        self._axes, self._depth = "ax", 0
        self._parts: list[str] = []

    @property
    def has_axes(self) -> bool:
        """Whether calls go to ``ax``, as in ``axes`` and ``dictionary``; else they go to ``plt``."""
        return self.style in ("axes", "dictionary")

    def line(self, text: str = "") -> None:
        """Write one line, or an empty one."""
        self._lines.append(_INDENT * self._depth + text if text else "")

    def data(self, name: str, value: object) -> None:
        """Write the assignment of a value to a name."""
        for line in _wrapped(f"{name} = ", value, LINE_LENGTH - len(_INDENT) * self._depth):
            self.line(line)

    def shown_data(self, name: str, value: object) -> None:
        """Write the assignment of a value to a name, as a part of the excerpt."""
        with self.excerpt():
            self.data(name, value)

    def open_figure(self, *, left: float | None = None) -> None:
        """Write the line that makes the figure; it comes before the first call.

        Args:
            left: share of the width left of the axes, if long tick labels need more than matplotlib's 0.125.
        """
        opened = "fig, ax = plt.subplots" if self.has_axes else "plt.figure"
        self.line(f"{opened}(figsize={literal(FIGURE_SIZE)})")
        if left is not None:
            self.line(f"{'fig' if self.has_axes else 'plt'}.subplots_adjust(left={literal(left)})")

    def twin(self) -> None:
        """Write the line that makes a second y axis at the right; later calls draw on it."""
        self.line("right = ax.twinx()" if self.has_axes else "plt.twinx()")
        self._axes = "right"

    def call(self, name: str, *arguments: object, **options: object) -> None:
        """Write a call, given by its name in pyplot (``title``, not ``set_title``) or a method of axes."""
        head = self.method(name)
        items = [literal(argument) for argument in arguments]
        items += [f"{option}={literal(value)}" for option, value in options.items()]
        for line in _broken(f"{head}(", items, ")", LINE_LENGTH - len(_INDENT) * self._depth):
            self.line(line)

    def method(self, name: str) -> str:
        """Return what is called for a name of pyplot, such as ``ax.set_title`` for ``title``."""
        if self.has_axes:
            return f"{self._axes}.set_{name}" if name in _SET_NAMES else f"{self._axes}.{name}"
        return f"plt.gca().{name}" if name in _AXES_ONLY else f"plt.{name}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent what is written inside, below a line such as ``for x, y in rows``; the colon is added."""
        self.line(f"{head}:")
        self._depth += 1
        yield
        self._depth -= 1

    @contextmanager
    def excerpt(self) -> Iterator[None]:
        """Make one part of the excerpt of what is written inside, without its common indentation."""
        start = len(self._lines)
        yield
        self._parts.append(textwrap.dedent("\n".join(self._lines[start:])).strip("\n"))

    def layout(self, layout: Layout) -> None:
        """Write title, labels of axes, ticks and limits, in this order: ticks would move limits."""
        if self.style == "dictionary":
            self.data("layout", dict(_layout_items(layout)))
            self.line(f"{self._axes}.set(**layout)")
            return
        items = dict(_layout_items(layout))
        for axis in "xy":
            labels = items.pop(f"{axis}ticklabels", None)
            if labels is not None:
                items[f"{axis}ticks"] = (items[f"{axis}ticks"], labels)
        for name, value in items.items():
            if name == "aspect":
                self.call("set_aspect", value)
            elif isinstance(value, tuple):
                self.call(name, *value)
            else:
                self.call(name, value)

    def program(self) -> Program:
        """Return the program as text."""
        return Program(code="\n".join(self._lines).strip() + "\n", parts=tuple(self._parts))


def decisive_excerpts(programs: Sequence[Program], enough: int = ENOUGH) -> list[str]:
    """Return an excerpt of each program: the same lines of the parts, among them all in which they differ.

    Args:
        programs: at least two programs that differ in their parts.
        enough: lines in which they agree are added, from the first on, while excerpts are shorter than this.
    """
    lines = [program.excerpt.split("\n") for program in programs]
    if len({len(program) for program in lines}) > 1:
        return [program.excerpt for program in programs]
    rows = list(zip(*lines, strict=True))
    shown = {place for place, row in enumerate(rows) if len(set(row)) > 1}
    for place, row in enumerate(rows):
        length = sum(len(rows[other][0]) for other in shown)
        if length + len(row[0]) / 2 < enough and row[0].strip("([{}]),"):
            shown.add(place)
    return ["\n".join(_runs(program, sorted(shown))) for program in lines]


def _runs(lines: Sequence[str], places: Sequence[int]) -> Iterator[str]:
    """Yield each run of neighbouring lines without its common indentation."""
    run: list[str] = []
    for place, after in zip(places, [*places[1:], -1], strict=True):
        run.append(lines[place])
        if after != place + 1:
            yield textwrap.dedent("\n".join(run))
            run = []


def literal(value: object) -> str:
    """Return the Python text of a value: texts in double quotes, numbers without needless digits.

    Raises:
        TypeError: if it is not a number, text, None, or a list, tuple or dictionary of such.
    """
    if isinstance(value, Code):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return repr(round(value, 9) + 0.0)  # -0.0 becomes 0.0
    if value is None or isinstance(value, int):
        return repr(value)
    return _literal_of_many(value)


def _literal_of_many(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(literal, value)) + "]"
    raise TypeError(f"cannot be written into a program: {value!r}")


def _layout_items(layout: Layout) -> Iterator[tuple[str, object]]:
    for name in ("title", "xlabel", "ylabel", "yscale"):
        if text := getattr(layout, name):
            yield name, text
    for name in ("xticks", "xticklabels", "yticks", "yticklabels"):
        if (values := getattr(layout, name)) is not None:
            yield name, list(values)
    for name in ("xlim", "ylim"):
        if (limits := getattr(layout, name)) is not None:
            yield name, tuple(limits)
    if layout.equal:
        yield "aspect", "equal"


def _wrapped(head: str, value: object, width: int) -> list[str]:
    """Return the lines of an assignment; long lists and dictionaries are broken."""
    if len(text := head + literal(value)) <= width or isinstance(value, str | int | float):
        return [text]
    if isinstance(value, Mapping):
        lines = [f"{head}{{"]
        for key, item in value.items():
            inner = _wrapped(f"{literal(key)}: ", item, width - len(_INDENT) - 1)
            lines += [_INDENT + line for line in inner[:-1]] + [f"{_INDENT}{inner[-1]},"]
        return [*lines, "}"]
    if isinstance(value, Sequence):
        first, last = "()" if isinstance(value, tuple) else "[]"
        return _broken(f"{head}{first}", [literal(item) for item in value], last, width)
    return [text]


def _broken(head: str, items: Sequence[str], tail: str, width: int) -> list[str]:
    """Return the lines of a call or a list: one line, or as many items per line as fit."""
    if len(text := head + ", ".join(items) + tail) <= width:
        return [text]
    lines, current = [head], ""
    for item in items:
        if current and len(current) + len(item) + len(_INDENT) + 2 > width:
            lines.append(f"{_INDENT}{current}")
            current = ""
        current += f" {item}," if current else f"{item},"
    return [*lines, f"{_INDENT}{current}", tail]
