"""Checks texts with pylint one after the other, without running them.

    host → guest   {"id", "op": "lint", "preamble", "program", "seconds", "installed": [name, ...] or null}
    guest → host   {"id", "ok": [{"symbol", "line", "message"}, ...], "fatal", ...}
                   {"id", "error": text, ...}   pylint itself failed, or the text took too long
                   ... are "cpu_seconds" and "resident_mb", used by this process so far, and "clean"

``installed`` is null for our own rule. For a benchmark whose rule includes pylint it lists the modules that
count as installed, and pylint alone decides: the compiler, which refuses more than pylint, is not asked.

``ok`` lists the errors and fatal messages that ``pylint -E`` finds in preamble and program together; line
numbers are those of the program. ``fatal`` says whether pylint failed on a part of it. ``clean`` is false if
the text has changed pylint's memory in a way that the next text could notice; then the host uses another
process.
"""

import ast
import importlib
import resource
import signal
import socket
import time
from typing import Any

from . import frames

_FILE = "/tmp/answer.py"  # noqa: S108 - each child has its own /tmp
_MODULE = "answer"
_SHOWN_CHARACTERS = 300  #: maximum characters of a message
_MESSAGES = 20  #: maximum messages per text
_BLANK = 2  #: number of empty lines above the text

_warm_linter: "Linter | None" = None


class OutOfTimeError(BaseException):
    """The text has used up its CPU seconds. Not an ``Exception``, because pylint would catch it."""


class Linter:
    """A pylint that stays loaded for many texts.

    It reports errors and fatal messages only. ``function-redefined`` is left out, because answers to
    HumanEval define functions of the problem once more. Comments that switch messages off are ignored.
    """

    def __init__(self) -> None:
        self._cache: dict[str, object] = importlib.import_module("astroid").MANAGER.astroid_cache
        reporter: Any = importlib.import_module("pylint.reporters").CollectingReporter()
        self._linter: Any = importlib.import_module("pylint.lint").PyLinter(reporter=reporter)
        self._linter.load_default_plugins()
        for switch, what in (("disable", "all"), ("enable", "E"), ("enable", "F"), ("disable", "E0102")):
            getattr(self._linter, switch)(what)
        self._linter.process_tokens = lambda _tokens: None  # pylint would read the comments here
        #: False once a text has set an attribute of an object that it does not define: ``math.tau = 3``.
        self.clean = True
        #: Whether pylint failed on the last text.
        self.fatal = False
        self._watch_attributes()

    def check(
        self, preamble: str, program: str, installed: frozenset[str] | None = None
    ) -> list[dict[str, object]]:
        """Return the errors of a program, or an empty list; see the module for ``installed``."""
        self.fatal = False
        flags = 0 if installed is None else ast.PyCF_ONLY_AST
        try:
            compile(program, "answer.py", "exec", flags=flags, dont_inherit=True)
        except Exception as error:  # noqa: BLE001 - the compiler may raise any exception on odd text
            return [
                _message("syntax-error", getattr(error, "lineno", None), str(getattr(error, "msg", error)))
            ]
        text, future, head = _join_texts(preamble, program)
        with open(_FILE, "w", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slower
            file.write(text)
        self._cache.pop(_MODULE, None)  # otherwise pylint would check the previous text again
        self._linter.reporter.messages = []
        self._linter.check([_FILE])
        found = self._linter.reporter.messages
        if installed:
            found = [message for message in found if not _imports_one_of(installed, message)]
        self.fatal = any(message.msg_id.startswith("F") for message in found)
        return [
            _message(message.symbol, _program_line(message.line - _BLANK, future, head), message.msg)
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


def _imports_one_of(modules: frozenset[str], message: Any) -> bool:
    """Whether the message is about the import of one of these modules: ``Unable to import 'a.b'``."""
    if message.symbol != "import-error":
        return False
    name = message.msg.partition("'")[2].partition("'")[0]
    return name.partition(".")[0] in modules


def _is_own(node: Any, found: Any) -> bool:
    proxied = getattr(found, "_proxied", None) or found
    root = getattr(proxied, "root", None)
    return root is None or root() is node.root()


def warm(preamble: str) -> bool:
    """Load pylint in the zygote and check the preamble once, so that children find it parsed; return True."""
    global _warm_linter  # noqa: PLW0603 - one zygote, one linter
    _warm_linter = Linter()
    _warm_linter.check(preamble, "def f(x: int) -> list[int]:\n    return [len(str(y)) for y in range(x)]\n")
    return True


def serve(channel: socket.socket) -> int:
    """Answer requests until the host closes the channel."""
    linter = _warm_linter or Linter()
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
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # repeats, in case pylint swallows the first
        try:
            installed = None if request["installed"] is None else frozenset(map(str, request["installed"]))
            found = linter.check(str(request["preamble"]), str(request["program"]), installed)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTimeError:
        return {"error": f"more than {seconds:g} s of CPU time"}
    except Exception as error:  # noqa: BLE001 - pylint may raise any exception on odd text
        return {"error": f"pylint fails with {type(error).__name__}"}
    return {"ok": found, "fatal": linter.fatal}


def _out_of_time(_number: int, _frame: object) -> None:
    raise OutOfTimeError


def _join_texts(preamble: str, program: str) -> tuple[str, int, int]:
    """Join preamble and program to one text.

    Two empty lines come first, so that a comment of the program cannot set another encoding. Then come the
    program's lines up to its last ``from __future__``, which Python wants first, the preamble and the rest.

    Returns:
        The text, the number of the program's lines before the preamble, and the preamble's number of lines.
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
