"""One problem, and how its answers are checked."""

from dataclasses import dataclass, field
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
    source: str  #: a path relative to the task file, or a ``data:image/...`` URL


Part = Text | Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one test or case may use inside the sandbox."""

    seconds: float = 3.0  #: CPU seconds, > 0; the wall backstop is four times this
    memory_mb: int = 1024  #: MiB beyond what the interpreter holds before the answer runs


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
