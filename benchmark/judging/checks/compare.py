"""Compares the output of whole programs with the expected output, by the rule that the task names."""

import math
from typing import assert_never

from benchmark.core.task import CompareRule


def outputs_match(expected: str, got: str, rule: CompareRule, tolerance: float) -> bool:
    """Whether a program's output is right.

    Args:
        expected: the output that the task expects.
        got: the output that the program wrote.
        rule: ``exact`` compares every character; ``lines`` ignores white space at line ends and empty lines
            at the end; ``tokens`` compares the words between white space; ``floats`` compares words like
            ``tokens``, but two numbers may differ by ``tolerance``, absolutely or relatively.
        tolerance: the largest difference that ``floats`` accepts.
    """
    match rule:
        case "exact":
            return expected == got
        case "lines":
            return _significant_lines(expected) == _significant_lines(got)
        case "tokens":
            return expected.split() == got.split()
        case "floats":
            wanted, found = expected.split(), got.split()
            return len(wanted) == len(found) and all(
                a == b or _numbers_close(a, b, tolerance) for a, b in zip(wanted, found, strict=True)
            )
        case _:
            assert_never(rule)


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
