"""Runs source text as a module, and turns exceptions into plain data."""

import sys
import types
from typing import Any

from . import claims

_SHOWN_CHARACTERS = 500  #: maximum characters of an exception's text
_FILE_NAME = "answer.py"
#: Reads the traceback itself: a class of the answer may replace the attribute.
_traceback = BaseException.__dict__["__traceback__"].__get__

_warm_module = types.ModuleType("answer")


def warm(preamble: str) -> bool:
    """Run a preamble of plain imports in the zygote, once for all children; return whether it succeeded.

    If not, each child runs the preamble itself and reports the error.
    """
    try:
        exec(compile(preamble, "preamble.py", "exec"), _warm_module.__dict__)  # noqa: S102 - imports only
    except BaseException:  # noqa: BLE001 - an import may raise any exception, and exit
        return False
    return True


def main_module() -> types.ModuleType:
    """Return a new module ``__main__`` for an answer that is a whole program, and set its command line."""
    found = types.ModuleType("__main__")
    found.__file__ = "/tmp/answer.py"  # noqa: S108 - the file does not exist; programs ask for the name
    sys.modules["__main__"] = found
    sys.argv = ["answer.py"]
    return found


def module(*, warm: bool) -> types.ModuleType:
    """Return the module in which a child runs an answer; the warm one has run the preamble in the zygote."""
    chosen = _warm_module if warm else types.ModuleType("answer")
    sys.modules["answer"] = chosen
    return chosen


def run_preamble(module: types.ModuleType, preamble: str) -> dict[str, object] | None:
    """Run a task's preamble in ``module``; return None, or a report of the exception that ended it."""
    try:
        exec(compile(preamble, "preamble.py", "exec"), module.__dict__)  # noqa: S102 - this runs in the sandbox
    except BaseException as error:  # noqa: BLE001 - a preamble may raise any exception
        return report(error, "preamble")
    return None


def load(module: types.ModuleType, program: str) -> dict[str, object] | None:
    """Run an answer's program in ``module``; return None, or a report of the exception that ended it."""
    stage = "compile"
    try:
        code = compile(program.removeprefix("\ufeff"), _FILE_NAME, "exec", dont_inherit=True)
        stage = "run"
        exec(code, module.__dict__)  # noqa: S102 - this runs in the sandbox
    except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
        return {**report(error, stage), "line": _line(error)}
    return None


def _line(error: BaseException) -> int:
    """Return the line of the answer that raised an exception, in the innermost of its frames; or 0."""
    line = 0
    trace = _traceback(error)
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == _FILE_NAME:
            line = trace.tb_lineno or 0
        trace = trace.tb_next
    return line


# An attack among the test cases replaces this function, so neither it nor this module can be renamed alone.
def report(error: BaseException, stage: str) -> dict[str, object]:
    """Return the class names and the text of an exception as plain data; never fails on a hostile one."""
    kind = type(error)
    code: Any = SystemExit.__dict__["code"].__get__(error) if issubclass(kind, SystemExit) else None
    return {
        "stage": stage,
        "type": claims.class_name(kind),
        "bases": claims.builtin_exception_names(kind),
        "text": _text(error)[:_SHOWN_CHARACTERS],
        "code": int.__add__(code, 0) if issubclass(type(code), int) else None if code is None else "other",
    }


def _text(error: BaseException) -> str:
    """Return the text of an exception, or an empty text if its ``__str__`` fails."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - the model's __str__ may raise anything
        return ""
    return text if type(text) is str else ""
