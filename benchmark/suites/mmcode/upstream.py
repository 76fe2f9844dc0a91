"""MMCode's own extraction rule, and how its published judge runs and compares an answer.

Both follow the published code (likaixin2000/MMCode, models.py and testing_utils.py), including its surprises;
the README of this suite has a table of them. :func:`program` makes the program that runs, :func:`judged` the
check.
"""

import dataclasses
import re

from benchmark.core.sample import Answer
from benchmark.core.suite import JudgedExtraction
from benchmark.core.task import FunctionCheck, StdioCheck, Task

#: Time limit of the published judge for one test, in wall seconds; here it is a limit of CPU seconds.
PUBLISHED_SECONDS = 20.0
#: Its time limit for all tests of an answer together.
PUBLISHED_SECONDS_TOGETHER = 21.0
_MODULE = "tmp_sol"  #: name of the module in which an answer runs
_CLASS = "class Solution"  #: an answer with these letters is called by a method of ``Solution``

#: Runs in front of every program.
IMPORTS = """\
import sys
import time
import itertools
from itertools import accumulate, product, permutations, combinations
import collections
from collections import Counter, OrderedDict, deque, defaultdict, ChainMap
from functools import lru_cache
import math
from math import sqrt, sin, cos, tan, ceil, fabs, floor, gcd, exp, log, log2
import fractions
from typing import List, Tuple
import numpy as np
import random
import heapq
from heapq import *
"""

#: Runs first in the sandbox. Names that end a program or measure it are taken away.
_GUARD = f'''\
__name__ = "{_MODULE}"
def _published_guard():
    import builtins, sys
    builtins.exit = builtins.quit = builtins.help = None
    for name in ("ipdb", "joblib", "resource", "psutil", "tkinter"):
        sys.modules[name] = None
_published_guard()
'''

#: Runs next for whole programs: while imports run, the input is empty and output is lost.
_STREAMS = """\
class _PublishedStreams:
    def __init__(self):
        import os
        import sys
        published_input = sys.stdin.buffer.read().decode("utf-8", "surrogatepass")
        published_lines = iter(published_input.split("\\n"))
        self.text = published_input
        self.next_line = lambda *_: next(published_lines)
        self.output = os.dup(1)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
    def run(self, code):
        import builtins
        import io
        import sys
        text = self.text
        sys.stdin.read = lambda *_: text
        sys.stdin.readlines = lambda *_: text.split("\\n")
        sys.stdin.readline = self.next_line
        before = builtins.open, sys.stdin, sys.stdout
        written = io.StringIO()
        written.close = lambda _: None
        builtins.open = lambda *_, **__: io.StringIO(text)
        sys.stdin, sys.stdout = io.StringIO(text), written
        try:
            code()
        except SystemExit:
            pass
        finally:
            builtins.open, sys.stdin, sys.stdout = before
        with io.open(self.output, "wb") as file:
            file.write(written.getvalue().encode("utf-8", "surrogatepass"))
_published_streams = _PublishedStreams()
"""

#: The test of a call-based problem: one object for all calls, see :func:`judged`.
_COMPARISON = """\
def with_int_keys(value, otherwise):
    try:
        return [{int(key): item for key, item in value.items()}]
    except (ValueError, TypeError):
        return otherwise

def is_right(arguments, expected):
    if arguments and isinstance(arguments[0], dict):
        arguments = with_int_keys(arguments[0], arguments)
    if isinstance(expected, dict):
        expected = with_int_keys(expected, expected)
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        expected = with_int_keys(expected[0], expected)
    result = method(*arguments)
    if isinstance(result, tuple):
        result = list(result)
    if result == expected:
        return True
    if not isinstance(expected, list) or not expected:
        return False
    if result == expected[0]:
        return True
    if not isinstance(result, list) or not result or not isinstance(result[0], tuple):
        return False
    try:
        return [list(item) for item in result] == expected[0]
    except TypeError:
        return False

"""
_FIRST, _LAST = "arguments = ", "assert "


def judged(task: Task) -> Task:
    """Return the form of a task by which the published judge judges.

    Whole programs are compared by the rule ``tolerant``. All tests of a call-based problem are one test,
    which calls one object and shares one time limit, as they share a process there. A task with other tests
    keeps them.
    """
    limits = dataclasses.replace(task.limits, seconds=PUBLISHED_SECONDS, together=PUBLISHED_SECONDS_TOGETHER)
    match task.check:
        case StdioCheck(cases=cases):
            # The program in front reads all input at once, and gives the answer other streams.
            check = StdioCheck(cases=cases, compare="tolerant", stdin="file")
            return dataclasses.replace(task, check=check, limits=limits)
        case FunctionCheck(tests=tests) if all(map(_is_call, tests)):
            # The last `assert `: a text among the values may contain the word.
            values = (test.rpartition(_LAST)[0] for test in tests)
            calls = "".join(f"{text}assert is_right(arguments, expected)\n" for text in values)
            source = f"{_COMPARISON}method = {task.entry_point}\n{calls}"
            return dataclasses.replace(task, check=FunctionCheck(tests=(source,)), limits=limits)
        case _:
            return task


def program(task: Task, code: str) -> str:
    """Return the program that the published judge runs for an answer's code."""
    if isinstance(task.check, StdioCheck):
        # The answer runs in this module, and its `if __name__ == "__main__":` must still be true.
        wrapped = (IMPORTS + _as_function(code)).replace("__main__", _MODULE)
        return f"{_GUARD}{_STREAMS}{wrapped}\n_published_streams.run(code)\n"
    return f"{_GUARD}{(IMPORTS + code).replace('__main__', _MODULE)}\n{_adapter(task, code)}"


def _is_call(test: str) -> bool:
    """Whether a test has the form of :mod:`.call_based`."""
    return test.startswith(_FIRST) and f"\n{_LAST}" in test


def _as_function(code: str) -> str:
    """Return the code as a function ``code``, with the imports of its beginning in front.

    A line counts as an import if it begins so. Every line of the function is indented by a tab, also those
    inside a string.
    """
    lines: list[str] = []
    started = False
    for line in code.split("\n"):
        if not started and not line.startswith(("from ", "import ")):
            lines += ["stdin = sys.stdin", "stdout = sys.stdout", "def code():"]
            started = True
        lines.append(f"\t{line}" if started else line)
    return "\n".join([*lines, ""])


def _adapter(task: Task, code: str) -> str:
    """Return code that makes the answer callable by the entry point, if it has the other form.

    The published judge decides by the text of the answer whether it calls a method of ``Solution``.
    """
    name = task.entry_point.rpartition(").")[2]
    of_class = task.entry_name == "Solution"
    if of_class == (_CLASS in code):
        return ""
    return (
        f"class Solution:\n    {name} = staticmethod({name})\n"
        if of_class
        else f"{name} = Solution().{name}\n"
    )


# No line end after the tag: of "```python3" the "3" becomes code, as in upstream.
_BLOCK = re.compile(r"```python(.*?)```", re.DOTALL)


def extract_upstream(task: Task, text: str) -> Answer:
    """Return the first block with the tag ``python`` that is closed, or the whole reply without one."""
    block = _BLOCK.search(text)
    code = text if block is None else block[1]
    notes = ("no closed block with the tag python: the whole reply is kept",) if block is None else ()
    return Answer(code=code, program=program(task, code) if code.strip() else "", notes=notes)


UPSTREAM = JudgedExtraction(extract=extract_upstream, judged=judged)
