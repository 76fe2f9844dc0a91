"""Extraction from megabytes of hostile text takes seconds: scans are linear, and parsing has a budget."""

import subprocess
import sys
import time

import pytest

from benchmark.core.task import FunctionCheck, StdioCheck, Task
from benchmark.extraction.own import extract

SIZE = 200_000
#: Maximum CPU seconds for a text of SIZE characters; a quadratic scan would take minutes.
SECONDS = 3.0

FUNCTION = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f", starter_code="def f(x):")
PROGRAM = Task(id="t", check=StdioCheck(cases=()))


def repeated(piece: str) -> str:
    return piece * (SIZE // len(piece))


TEXTS = {
    "backticks": repeated("`"),
    "fences": repeated("```\n"),
    "tagged fences": repeated("```python\n"),
    "longer and longer fences": "".join("`" * length + "x\n" for length in range(3, 600)),
    "glued fences": repeated("x```\n"),
    "blocks": repeated("```python\nx=1\n```\n"),
    "blocks that define": repeated("```python\ndef f(x):\n return y\n```\n"),
    "definitions and prose": repeated("def f(x):\n return 1\nSome prose here.\n"),
    "prose around a definition": repeated("Some prose.\n")
    + "def f(x):\n return 1\n"
    + repeated("More of it.\n"),
    "opening tags": repeated("<think>\n"),
    "closing tags": repeated("</think>"),
    "closing tags and spaces": repeated(" " * 60 + "</think>"),
    "alternating tags": repeated("<think>\n</think>\n"),
    "spaces": repeated(" "),
    "spaces before a fence": repeated(" ") + "```python\nx\n```",
    "list markers": repeated("- ") + "```",
    "markdown in markdown": repeated("```markdown\n"),
    "prompts": "```\n" + repeated(">>> x\n"),
    "commas": repeated("a , "),
    "colons": "for " + repeated(": "),
    "brackets": "def f(x):\n return " + repeated("("),
    "indentation": "".join(" " * depth + "if x:\n" for depth in range(800)),
    "operators": "```python\ndef f(x):\n return " + "-" * 100_000 + "1\n```",
    "attributes": "```python\ndef f(x):\n return x" + ".a" * 50_000 + "\n```",
    "a chain of names": "```python\ndef f(x):\n return n0\n```\n```python\n"
    + "".join(f"n{number} = n{number + 1}\n" for number in range(8_000))
    + "```",
    "format strings": ('```python\ndef f(x):\n return f"' + "{1}" * 10_000 + '"\n```\n') * 13,
    "lone surrogates": repeated("\ud800"),
    "NUL": repeated("\0"),
    "returns": repeated("\r"),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_text_takes_little_cpu_time(text: str) -> None:
    started = time.process_time()
    extract(FUNCTION, text)
    extract(PROGRAM, text)
    assert time.process_time() - started < SECONDS


def test_megabytes_of_text_stay_within_memory() -> None:
    """Run it in a separate process, because the kernel reports the peak memory per process."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "```\n" * 10, str(50_000)],
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = map(int, done.stdout.split())
    assert after - before < 100 * 1024  # KiB, for 2 MB of text


MEASURED = """
import resource, sys
from benchmark.core.task import FunctionCheck, Task
from benchmark.extraction.own import extract
task = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f")
text = sys.argv[1] * int(sys.argv[2])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
extract(task, text)
print(before, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
