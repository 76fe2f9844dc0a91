"""One problem, and how its answers are checked."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

CompareRule = Literal["lines", "tokens", "exact", "floats"]
#: What standard input is; ``auto`` is a file, or a pipe for a program that waits for events on it.
StdinKind = Literal["auto", "file", "pipe"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A piece of the prompt in words."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A piece of the prompt that is a picture."""

    number: int  #: as in ``![image](n.png)``, from 1
    source: str  #: a path relative to ``folder``, or a ``data:image/...`` URL
    #: Where a data set of the package has its pictures; None: beside the task file. No record holds it.
    folder: Path | None = None


Part = Text | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one test or case may use inside the sandbox."""

    seconds: float = 3.0  #: CPU seconds, > 0
    memory_mb: int = 1024  #: MiB beyond what the interpreter holds before the answer runs
    wall_factor: float = 4.0  #: the wall-clock backstop is this many times ``seconds``; no task sets it

    @property
    def wall_seconds(self) -> float:
        """The wall-clock backstop."""
        return self.wall_factor * self.seconds

    def scaled(self, time_factor: float, patience: float) -> "Limits":
        """The same work on a machine that takes ``time_factor`` times as long, or one that others keep busy.

        Args:
            time_factor: multiplies the CPU seconds, and the backstop with them.
            patience: multiplies the backstop alone.
        """
        return replace(self, seconds=time_factor * self.seconds, wall_factor=patience * self.wall_factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCheck:
    """Asserts over a function or a class; test source runs on the host, never in the sandbox."""

    tests: tuple[str, ...]  #: each one runs against a fresh copy of the answer
    preamble: str = ""  #: imports that the answer may rely on; runs in the sandbox only


@dataclass(frozen=True, slots=True, kw_only=True)
class StdioCase:
    """One run of a whole program."""

    input: str
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StdioCheck:
    """Input and output of a whole program, compared on the host."""

    cases: tuple[StdioCase, ...]
    compare: CompareRule = "lines"
    tolerance: float = 1e-6  #: absolute or relative, for ``floats`` only
    stdin: StdinKind = "auto"


Check = FunctionCheck | StdioCheck


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One problem of a suite. ``id`` is unique within its data set."""

    id: str
    check: Check
    suite: str = "custom"
    dataset: str = "custom"
    subset: str = ""
    version: int = 1
    stem: str = ""  #: problem family on which statistics cluster; empty means the task itself
    parts: tuple[Part, ...] = ()
    starter_code: str = ""
    entry_point: str = ""  #: function or class name, or ``Solution().method``
    categories: tuple[str, ...] = ()
    level: str = ""
    description: str = ""  #: a person's description of the picture
    reference: str = ""  #: a right answer, as a whole program
    limits: Limits = field(default_factory=Limits)

    @property
    def family(self) -> str:
        """The stem to cluster on, never empty."""
        return self.stem or self.id

    @property
    def entry_name(self) -> str:
        """The module-level name that tests bind: ``Solution().method`` gives ``Solution``."""
        return self.entry_point.split("(", 1)[0].strip()
