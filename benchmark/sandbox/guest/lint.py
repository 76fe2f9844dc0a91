"""Checks one text with pylint, without running it. Each text has a process of its own.

    host → guest   {"preamble", "program", "seconds", "installed": [name, ...] or null}
    guest → host   {"ok": [{"symbol", "line", "message"}, ...], "fatal"}
                   {"error": text}   pylint itself failed, or the text took too long

``installed`` is null for our own rule. For a benchmark whose rule includes pylint it lists the modules that
count as installed, and pylint alone decides: the compiler, which refuses more than pylint, is not asked.

``ok`` lists the errors and fatal messages that ``pylint -E`` finds in preamble and program together; line
numbers are those of the program. ``fatal`` says whether pylint failed on a part of it.
"""

import ast
import importlib
import signal
import socket
from typing import Any

from . import frames

_FILE = "/tmp/answer.py"  # noqa: S108 - each child has its own /tmp
_SHOWN_CHARACTERS = 300  #: maximum characters of a message
_MESSAGES = 20  #: maximum messages per text
_BLANK = 2  #: number of empty lines above the text

_linter: Any = None  #: the pylint of the zygote, which its children copy


class OutOfTimeError(BaseException):
    """The text has used up its CPU seconds. Not an ``Exception``, because pylint would catch it."""


def warm(preamble: str) -> bool:
    """Load pylint in the zygote and check the preamble once, so that children find it parsed; return True.

    pylint reports errors and fatal messages only. ``function-redefined`` is left out, because answers to
    HumanEval define functions of the problem once more. Comments that switch messages off are ignored.
    """
    global _linter  # noqa: PLW0603 - one zygote, one linter
    reporter: Any = importlib.import_module("pylint.reporters").CollectingReporter()
    _linter = importlib.import_module("pylint.lint").PyLinter(reporter=reporter)
    _linter.load_default_plugins()
    for switch, what in (("disable", "all"), ("enable", "E"), ("enable", "F"), ("disable", "E0102")):
        getattr(_linter, switch)(what)
    _linter.process_tokens = lambda _tokens: None  # pylint would obey comments that switch it off
    _check(preamble, "def f(x: int) -> list[int]:\n    return [len(str(y)) for y in range(x)]\n", None)
    # Otherwise pylint would check this text again.
    importlib.import_module("astroid").MANAGER.astroid_cache.pop("answer")
    reporter.messages = []
    return True


def serve(channel: socket.socket) -> int:
    """Answer one request."""
    request = frames.receive(channel)
    if not isinstance(request, dict):
        return 0
    seconds = float(request["seconds"])
    signal.signal(signal.SIGPROF, _out_of_time)
    installed = None if request["installed"] is None else frozenset(map(str, request["installed"]))
    reply: dict[str, object]
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # repeats, in case pylint swallows the first
        try:
            reply = _check(str(request["preamble"]), str(request["program"]), installed)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTimeError:
        reply = {"error": f"more than {seconds:g} s of CPU time"}
    except Exception as error:  # noqa: BLE001 - pylint may raise any exception on odd text
        reply = {"error": f"pylint fails with {type(error).__name__}"}
    frames.send(channel, reply)
    return 0


def _out_of_time(_number: int, _frame: object) -> None:
    raise OutOfTimeError


def _check(preamble: str, program: str, installed: frozenset[str] | None) -> dict[str, object]:
    """Return the reply with the errors of a program."""
    flags = 0 if installed is None else ast.PyCF_ONLY_AST
    try:
        compile(program, "answer.py", "exec", flags=flags, dont_inherit=True)
    except Exception as error:  # noqa: BLE001 - the compiler may raise any exception on odd text
        text, line = str(getattr(error, "msg", error)), getattr(error, "lineno", None)
        return {"ok": [_message("syntax-error", line, text)], "fatal": False}
    text, future, head = _join_texts(preamble, program)
    with open(_FILE, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slower
        file.write(text)
    _linter.check([_FILE])
    found = _linter.reporter.messages
    if installed:
        found = [message for message in found if not _imports_one_of(installed, message)]
    messages = [
        _message(message.symbol, _program_line(message.line - _BLANK, future, head), message.msg)
        for message in found[:_MESSAGES]
    ]
    return {"ok": messages, "fatal": any(message.msg_id.startswith("F") for message in found)}


def _imports_one_of(modules: frozenset[str], message: Any) -> bool:
    """Whether the message is about the import of one of these modules: ``Unable to import 'a.b'``."""
    if message.symbol != "import-error":
        return False
    name = message.msg.partition("'")[2].partition("'")[0]
    return name.partition(".")[0] in modules


def _join_texts(preamble: str, program: str) -> tuple[str, int, int]:
    """Join preamble and program to one text.

    Two empty lines come first, so that a comment of the program cannot set another encoding. Then come the
    program's lines up to its last ``from __future__``, which Python wants first, the preamble and the rest.
    Return also the number of the program's lines before the preamble, and the preamble's number of lines.
    """
    head = preamble.splitlines()
    lines = program.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    future = _last_future_line(program) if "__future__" in program else 0
    return "\n".join([""] * _BLANK + lines[:future] + head + lines[future:]) + "\n", future, len(head)


def _program_line(line: int, future: int, head: int) -> int:
    """Return the line number in the program, or 0 for a line of the preamble."""
    if line <= future:
        return line
    return max(0, line - head)


def _last_future_line(program: str) -> int:
    found = [
        statement.end_lineno or 0
        for statement in ast.parse(program).body
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    ]
    return max(found, default=0)


def _message(symbol: str, line: int | None, text: str) -> dict[str, object]:
    return {"symbol": symbol, "line": line or 0, "message": text[:_SHOWN_CHARACTERS]}
