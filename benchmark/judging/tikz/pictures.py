"""Reads a text in TikZ, statement by statement: environments, loops, definitions and paths."""

import re
from collections.abc import Mapping
from dataclasses import replace

from benchmark.judging.tikz.axis import AxisReader
from benchmark.judging.tikz.limits import (
    CHARACTERS,
    DrawingBudget,
    NotTikz,
    Refused,
    TooMuch,
    check_depth,
    shown,
)
from benchmark.judging.tikz.paths import PathReader
from benchmark.judging.tikz.styles import Context, PathStyle
from benchmark.judging.tikz.text import NAME, WORD, Reader, series, split, unbraced

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_MACRO = re.compile(r"\\[A-Za-z]+")
_LIST_NAMES = re.compile(r"\\[A-Za-z]+(?:\s*/\s*\\[A-Za-z]+)*")
_COUNT = re.compile(r"count\s*=\s*(\\[A-Za-z]+)(?:\s+from\s+([0-9]{1,6}))?")
_BODY = re.compile(r"\\begin\s*\{([A-Za-z*]+)\}|\\end\s*\{([A-Za-z*]+)\}")
_PATH_STEPS = 60  #: steps for a path, in addition to those for its text
_VALUE = 1_000  #: maximum characters of a macro
#: Commands of paths, and whether they draw and fill.
_PATHS = {
    "\\draw": (True, False), "\\fill": (False, True), "\\filldraw": (True, True),
    "\\path": (False, False), "\\node": (False, False), "\\coordinate": (False, False),
}  # fmt: skip
#: Commands and environments around a drawing, with the number of their arguments.
_AROUND = {
    "\\documentclass": 1,
    "\\usepackage": 1,
    "\\usetikzlibrary": 1,
    "\\usepgfplotslibrary": 1,
    "\\centering": 0,
}
_WRAPPERS = ("document", "center", "figure", "tikzpicture")


class Drawing:
    """What an answer draws."""

    def __init__(self, text: str) -> None:
        if len(text) > CHARACTERS:
            raise TooMuch(f"a drawing of more than {CHARACTERS} characters")
        self.canvas = Context(DrawingBudget())
        self.axis: AxisReader | None = None
        self._pictures = 0
        self._run(_COMMENT.sub("", text), PathStyle(), {}, 0)

    def _run(self, text: str, style: PathStyle, macros: dict[str, str], depth: int) -> None:
        check_depth(depth)
        reader = Reader(text, self.canvas.budget)
        while not reader.done:
            if reader.accept(";"):
                continue
            command = reader.match(NAME)
            if not command:
                raise NotTikz(f"a command is missing before {reader.rest!r}")
            self._statement(command, reader, style, macros, depth)

    def _statement(
        self, command: str, reader: Reader, style: PathStyle, macros: dict[str, str], depth: int
    ) -> None:
        match command:
            case _ if command in _PATHS:
                operation = f"{command[1:]} " if command in ("\\node", "\\coordinate") else ""
                text = operation + self._expanded(reader.statement(), macros)
                draw, fill = _PATHS[command]
                self.canvas.budget.take(_PATH_STEPS)
                PathReader(text, self.canvas, replace(style, draw=draw, fill=fill)).read()
            case "\\begin":
                self._environment(reader, style, macros, depth)
            case "\\foreach":
                self._loop(reader, style, macros, depth)
            case "\\def" | "\\pgfmathsetmacro" | "\\newcommand":
                self._define(command, reader, macros)
            case "\\definecolor":
                name, model, value = (reader.group("{") for _ in range(3))
                self.canvas.colours.define(name, model, value)
            case "\\tikzset" | "\\pgfplotsset":
                self.canvas.read_options(reader.group("{"), style)
            case "\\addplot" if self.axis is not None:
                self.axis.add_plot(self._expanded(reader.statement(), macros))
            case "\\addlegendentry" | "\\legend" if self.axis is not None:
                reader.optional("[")
                text = self._expanded(reader.group("{"), macros)
                self.axis.entries += split(text) if command == "\\legend" else [text]
            case _ if command in _AROUND and not self._pictures:
                reader.optional("[")
                for _ in range(_AROUND[command]):
                    reader.group("{")
            case _:
                raise Refused(f"the command {shown(command)}")

    def _expanded(self, text: str, macros: Mapping[str, str]) -> str:
        """Replace macros by their values, which contain no macros."""
        if macros:
            text = _MACRO.sub(lambda found: macros.get(found.group(), found.group()), text)
        self.canvas.budget.take(len(text) // 4)
        return text

    def _environment(self, reader: Reader, style: PathStyle, macros: dict[str, str], depth: int) -> None:
        name = reader.group("{").strip()
        inside = _until_end(reader, name)
        body = Reader(inside, self.canvas.budget)
        options = self._expanded(body.optional("["), macros)
        content = inside[body.at :]
        if name == "scope":
            style, _ = self.canvas.read_options(options, style)
            self._run(content, style, dict(macros), depth + 1)
        elif name == "axis":
            if self.axis is not None:
                raise Refused("several axes")
            if self.canvas.marks:
                raise Refused("drawing outside of axis")
            self.axis = AxisReader(options, self.canvas)
            self._run(content, PathStyle(), dict(macros), depth + 1)
        elif name in _WRAPPERS:
            if name == "tikzpicture":
                self._pictures += 1
                style, _ = self.canvas.read_options(options, style, sized=False)
                if self._pictures > 1:
                    raise Refused("several pictures")
            self._run(content, style, macros, depth + 1)
        else:
            raise Refused(f"the environment {shown(name)}")

    def _define(self, command: str, reader: Reader, macros: dict[str, str]) -> None:
        name = reader.match(NAME) or reader.group("{").strip()
        if not reader.peek("{"):
            raise Refused(f"{command} with parameters")
        body = reader.group("{")
        # `\def\a{\a}` never ends in TeX, but `\pgfmathsetmacro{\n}{\n+1}` computes with the value before.
        if name in _MACRO.findall(body) and (command != "\\pgfmathsetmacro" or name not in macros):
            raise Refused(f"{command} of {shown(name)} by itself")
        value = self._expanded(body, macros)
        if command == "\\pgfmathsetmacro":
            value = f"{self.canvas.number(value):.10g}"
        if len(value) > _VALUE:
            raise TooMuch(f"a macro of more than {_VALUE} characters")
        macros[name] = value

    def _loop(self, reader: Reader, style: PathStyle, macros: dict[str, str], depth: int) -> None:
        names = [name.strip() for name in reader.match(_LIST_NAMES).split("/")]
        counter, number = "", 1
        if reader.peek("["):
            text = reader.group("[")
            found = _COUNT.fullmatch(text.strip())
            if found is None:
                raise Refused(f"the option {shown(text)} of \\foreach")
            counter, number = found[1], int(found[2] or 1)
        if reader.match(WORD) != "in" or not names[0]:
            raise NotTikz("\\foreach without a list")
        items = series(self._expanded(reader.group("{"), macros), self.canvas.number)
        start = reader.at
        if reader.peek("{"):
            body = reader.group("{")
        elif reader.accept("\\foreach"):
            reader.statement()
            body = reader.text[start : reader.at]
        else:
            body = f"{reader.statement()};"
        for i, item in enumerate(items):
            parts = split(item, "/")
            # As in PGF, the last part fills the names that are left: `\foreach \x/\y in {1,2}`.
            values = {name: unbraced(parts[min(at, len(parts) - 1)]) for at, name in enumerate(names)}
            if counter:
                values[counter] = str(number + i)
            self._run(body, style, {**macros, **values}, depth + 1)


def _until_end(reader: Reader, name: str) -> str:
    """Return the text up to the end of an environment, which is passed over."""
    open_, start = [name], reader.at
    for found in _BODY.finditer(reader.text, start):
        if found[1]:
            open_.append(found[1])
            check_depth(len(open_))
        elif open_.pop() != found[2]:
            raise NotTikz(f"\\end{{{shown(found[2])}}} in the wrong place")
        if not open_:
            reader.go(found.end())
            return reader.text[start : found.start()]
    raise NotTikz(f"\\end{{{shown(name)}}} is missing")
