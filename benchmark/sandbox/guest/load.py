"""Turns source text into a module, and exceptions into a report."""

import sys
import types
from typing import Any

from . import claims

_SHOWN = 500

_warm_module = types.ModuleType("answer")


def warm(preamble: str) -> bool:
    """In the zygote: run a preamble of plain imports once, for all children that do not ask for another.

    False when it fails: then a child runs it again, and reports why.
    """
    try:
        exec(compile(preamble, "preamble.py", "exec"), _warm_module.__dict__)  # noqa: S102 - imports only
    except Exception:  # noqa: BLE001 - whatever an import may raise
        return False
    return True


def module(*, warm: bool) -> types.ModuleType:
    """In a child: the module of an answer; with the zygote's preamble where it is ``warm``."""
    made = _warm_module if warm else types.ModuleType("answer")
    sys.modules["answer"] = made
    return made


def run_preamble(module: types.ModuleType, preamble: str) -> dict[str, object] | None:
    """Run a task's preamble in ``module``; None, or the report of what ended it."""
    try:
        exec(compile(preamble, "preamble.py", "exec"), module.__dict__)  # noqa: S102 - its purpose
    except BaseException as error:  # noqa: BLE001 - whatever it may raise
        return report(error, "preamble")
    return None


def load(module: types.ModuleType, program: str) -> dict[str, object] | None:
    """Run an answer's program in ``module``; None, or the report of what ended it and at which stage."""
    stage = "compile"
    try:
        code = compile(program.removeprefix("\ufeff"), "answer.py", "exec", dont_inherit=True)
        stage = "run"
        exec(code, module.__dict__)  # noqa: S102 - its purpose
    except BaseException as error:  # noqa: BLE001 - the model's code may raise anything
        return report(error, stage)
    return None


def report(error: BaseException, stage: str) -> dict[str, object]:
    """Class names and text of an exception as plain data; never fails on a hostile one."""
    kind = type(error)
    code: Any = SystemExit.__dict__["code"].__get__(error) if issubclass(kind, SystemExit) else None
    return {
        "stage": stage,
        "type": claims.class_name(kind),
        "bases": claims.bases(kind),
        "text": _text(error)[:_SHOWN],
        "code": int.__add__(code, 0) if issubclass(type(code), int) else None if code is None else "other",
    }


def _text(error: BaseException) -> str:
    """What the exception says of itself; empty when its own method fails."""
    try:
        text = str(error)
    except BaseException:  # noqa: BLE001 - a __str__ of the model's
        return ""
    return text if type(text) is str else ""
