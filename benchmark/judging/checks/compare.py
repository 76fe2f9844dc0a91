"""Compares the output of whole programs with the expected output, by the rule that the task names."""

import math
from collections.abc import Sequence
from typing import assert_never

from benchmark.core.task import JudgedCompareRule
from benchmark.judging.checks import as_mmcode


def outputs_match(expected: str, got: str, rule: JudgedCompareRule, tolerance: float) -> bool:
    """Whether a program's output is right.

    Args:
        expected: the output that the task expects.
        got: the output that the program wrote.
        rule: ``exact`` compares every character; ``lines`` ignores white space at line ends and empty lines
            at the end; ``tokens`` compares the words between white space; ``floats`` compares words like
            ``tokens``, but two numbers may differ by ``tolerance``, absolutely or relatively; ``mmcode``
            compares as MMCode's published judge, see :mod:`.as_mmcode`.
        tolerance: the largest difference that ``floats`` accepts.
    """
    match rule:
        case "exact":
            return expected == got
        case "lines":
            return _lines_match(_significant_lines(expected), got)
        case "tokens":
            wanted = expected.split()
            return wanted == _words(got, wanted)
        case "floats":
            wanted = expected.split()
            found = _words(got, wanted)
            return len(wanted) == len(found) and all(
                a == b or _numbers_close(a, b, tolerance) for a, b in zip(wanted, found, strict=True)
            )
        case "mmcode":
            return as_mmcode.outputs_match(expected, got)
        case _:
            assert_never(rule)


def _words(got: str, wanted: Sequence[str]) -> list[str]:
    """Return the words of an output, or one part more than ``wanted`` has if there are more words.

    So the words of an output of 16 MiB, which take 400 MiB, are never in memory at the same time.
    """
    return got.split(None, len(wanted))


def _lines_match(wanted: Sequence[str], got: str) -> bool:
    lines = got.split("\n", len(wanted))
    rest = lines.pop() if len(lines) > len(wanted) else ""
    return (
        not rest.strip()
        and len(lines) == len(wanted)
        and all(line.rstrip() == other for line, other in zip(lines, wanted, strict=True))
    )


def _significant_lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _numbers_close(expected: str, got: str, tolerance: float) -> bool:
    if not (expected.isascii() and got.isascii()) or "_" in expected + got:
        return False  # float() also reads digits of other scripts and underscores
    try:
        a, b = float(expected), float(got)
    except ValueError:
        return False
    if not math.isfinite(a) or not math.isfinite(b):
        return False
    return abs(a - b) <= tolerance * max(1.0, abs(a))
