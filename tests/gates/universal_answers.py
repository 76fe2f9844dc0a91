"""Universal answers: programs that know only what a model reads of a task, so that none deserves to pass.

Each file of `tests/cases/universal` is one program, or several that differ in one expression. Its first line
is ``# KIND CHECK: reason``. The kind is ``lying`` for tricks, which must never pass, or ``value`` for plain
values, which pass only a weak test. The check is ``function``, ``stdio`` or ``figure``. Multiple-choice
questions have no universal answers: a blind guess passes one in four, and other gates measure that.

In a file, ``@INCLUDE _name@`` stands for a file that others share, ``@EACH@`` for the expressions of the line
``# each: expression; expression``, ``@ENTRY@`` for the task's function or class, and ``@SHOWN@`` for the
program in the task's text, as a literal. A function ``answer`` becomes the task's function, or each method
of its class.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmark.core.task import FigureCheck, FunctionCheck, StdioCheck, Task, Text

FOLDER = Path(__file__).parents[1] / "cases" / "universal"
_CHECKS = {"function": FunctionCheck, "stdio": StdioCheck, "figure": FigureCheck}
_HEADER = re.compile(r"# (lying|value) (function|stdio|figure): .+\n(?:# each: (.+)\n)?")
_INCLUDED = re.compile(r"@INCLUDE (_\w+)@\n")
_SHOWN = re.compile(r"```python\n(.*?)```", re.DOTALL)
_METHOD = re.compile(r"^\s+(?:async )?def (\w+)\(self", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UniversalAnswer:
    """A program for every task of one kind of check."""

    name: str  #: the file's name without suffix, and the expression if there are several
    is_lying: bool  #: whether it has tricks and must never pass; otherwise it returns plain values
    check: type[FunctionCheck | StdioCheck | FigureCheck]
    text: str  #: the program, with marks for what depends on the task

    def program(self, task: Task) -> str:
        """Return the answer to a task."""
        text = self.text.replace("@ENTRY@", task.entry_name)
        if "@SHOWN@" in text:
            words = "".join(part.text for part in task.parts if isinstance(part, Text))
            shown = _SHOWN.search(words)
            text = text.replace("@SHOWN@", repr(shown[1] if shown else ""))
        return text + _binding(task) if "def answer(" in text else text


def _binding(task: Task) -> str:
    """Return the lines that make ``answer`` the task's function, or the methods of its class."""
    _, *bodies = re.split(rf"^class {task.entry_name}\b", task.starter_code, flags=re.MULTILINE)
    if not bodies:
        return f"{task.entry_name} = answer\n"
    call = "(self, *arguments, **named): return answer(*arguments, **named)"
    methods = [f"    def {name}{call}\n" for name in _METHOD.findall(bodies[0]) if name != "__init__"]
    make = "    def __init__(self, *arguments, **named): pass\n"
    return f"class {task.entry_name}:\n{make}{''.join(methods)}"


@cache
def read_universal_answers() -> tuple[UniversalAnswer, ...]:
    """Read all files, in alphabetical order."""
    return tuple(answer for path in sorted(FOLDER.glob("[!_]*.py")) for answer in _read(path))


def _read(path: Path) -> Iterator[UniversalAnswer]:
    text = path.read_text(encoding="utf-8")
    header = _HEADER.match(text)
    assert header, f"{path.name} must begin with a line `# KIND CHECK: reason`"
    body = _INCLUDED.sub(lambda found: (FOLDER / f"{found[1]}.py").read_text() + "\n", text[header.end() :])
    for each in header[3].split("; ") if header[3] else ("",):
        yield UniversalAnswer(
            name=f"{path.stem} {each}".strip(),
            is_lying=header[1] == "lying",
            check=_CHECKS[header[2]],
            text=body.replace("@EACH@", each),
        )
