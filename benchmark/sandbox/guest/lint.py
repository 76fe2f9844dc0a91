"""Checks texts with pylint, one after the other; runs none of them.

    host → guest   {"id", "op": "lint", "preamble", "program", "seconds"}
    guest → host   {"id", "ok": [{"symbol", "line", "message"}, ...], "fatal", ...}
                   {"id", "error": text, ...}   pylint itself failed, or the text took too long
                   ... is "cpu_seconds" and "resident_mb", of this process so far, and "clean"

``ok`` holds errors and fatal messages, as ``pylint -E`` finds them in preamble and program together; lines
are those of the program. ``fatal`` says that pylint failed at some of it. ``clean`` is false when the text
has left something in pylint's memory that the next one could see: the host then asks another process.
"""

import ast
import importlib
import resource
import signal
import socket
import time
from typing import Any

from . import frames

_FILE = "/tmp/answer.py"  # noqa: S108 - the child's own
_MODULE = "answer"
_SHOWN = 300
_MESSAGES = 20
_BLANK = 2  #: lines above all else

_warm: "Linter | None" = None


class OutOfTimeError(BaseException):
    """The text has used up its CPU seconds; not an ``Exception``, which pylint would catch."""


class Linter:
    """One pylint for many texts.

    Errors and fatal messages only, without ``function-redefined``: HumanEval's answers define again what
    stands in the problem. Comments that tell pylint what to leave out are not heeded.
    """

    def __init__(self) -> None:
        self._cache: dict[str, object] = importlib.import_module("astroid").MANAGER.astroid_cache
        reporter: Any = importlib.import_module("pylint.reporters").CollectingReporter()
        self._linter: Any = importlib.import_module("pylint.lint").PyLinter(reporter=reporter)
        self._linter.load_default_plugins()
        for switch, what in (("disable", "all"), ("enable", "E"), ("enable", "F"), ("disable", "E0102")):
            getattr(self._linter, switch)(what)
        self._linter.process_tokens = lambda _tokens: None  # where comments would be read
        #: False once a text has set an attribute of something that is not its own, as in ``math.tau = 3``.
        self.clean = True
        #: Whether pylint has failed on the last text.
        self.fatal = False
        self._watch_attributes()

    def check(self, preamble: str, program: str) -> list[dict[str, object]]:
        """What keeps the text from being a program that could run, in words; nothing when all is well."""
        self.fatal = False
        try:
            compile(program, "answer.py", "exec", dont_inherit=True)
        except Exception as error:  # noqa: BLE001 - whatever a strange text makes the compiler raise
            return [
                _message("syntax-error", getattr(error, "lineno", None), str(getattr(error, "msg", error)))
            ]
        text, future, head = _together(preamble, program)
        with open(_FILE, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slower
            file.write(text)
        self._cache.pop(_MODULE, None)  # else the text before this one would be checked again
        self._linter.reporter.messages = []
        self._linter.check([_FILE])
        found = self._linter.reporter.messages
        self.fatal = any(message.msg_id.startswith("F") for message in found)
        return [
            _message(message.symbol, _line(message.line - _BLANK, future, head), message.msg)
            for message in found[:_MESSAGES]
        ]

    def _watch_attributes(self) -> None:
        builder: Any = importlib.import_module("astroid.builder").AstroidBuilder
        inference_error: Any = importlib.import_module("astroid").InferenceError
        remember = builder.delayed_assattr

        def watched(self_: object, node: Any) -> None:
            remember(self_, node)
            if node.root().name != _MODULE or not self.clean:
                return
            try:
                self.clean = all(_is_own(node, found) for found in node.expr.infer())
            except (inference_error, RecursionError):
                return

        builder.delayed_assattr = watched


def _is_own(node: Any, found: Any) -> bool:
    proxied = getattr(found, "_proxied", None) or found
    root = getattr(proxied, "root", None)
    return root is None or root() is node.root()


def warm(preamble: str) -> bool:
    """In the zygote: load pylint and let it see what every text begins with; always True."""
    global _warm  # noqa: PLW0603 - one zygote, one linter
    _warm = Linter()
    _warm.check(preamble, "def f(x: int) -> list[int]:\n    return [len(str(y)) for y in range(x)]\n")
    return True


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel."""
    linter = _warm or Linter()
    signal.signal(signal.SIGPROF, _out_of_time)
    while True:
        request = frames.receive(channel)
        if not isinstance(request, dict):
            return 0
        reply = _answer(linter, request)
        reply |= {
            "id": request["id"],
            "cpu_seconds": time.process_time(),
            "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "clean": linter.clean,
        }
        frames.send(channel, reply)


def _answer(linter: Linter, request: dict[str, Any]) -> dict[str, object]:
    seconds = float(request["seconds"])
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # again, should one be swallowed
        try:
            found = linter.check(str(request["preamble"]), str(request["program"]))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTimeError:
        return {"error": f"more than {seconds:g} s"}
    except Exception as error:  # noqa: BLE001 - whatever a strange text makes pylint raise
        return {"error": f"pylint fails with {type(error).__name__}"}
    return {"ok": found, "fatal": linter.fatal}


def _out_of_time(_number: int, _frame: object) -> None:
    raise OutOfTimeError


def _together(preamble: str, program: str) -> tuple[str, int, int]:
    """Preamble and program as one text; lines of the program in front of the preamble; lines of the latter.

    The two empty lines keep a comment of the program's from naming another encoding. A program's
    ``from __future__`` stays in front, where Python wants it: the judge runs the preamble by itself.
    """
    head = preamble.splitlines()
    lines = program.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    future = _last_future_line(program) if "__future__" in program else 0
    return "\n".join([""] * _BLANK + lines[:future] + head + lines[future:]) + "\n", future, len(head)


def _line(line: int, future: int, head: int) -> int:
    """The line in the program, 0 for one of the preamble."""
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
    return {"symbol": symbol, "line": line or 0, "message": text[:_SHOWN]}
