"""Programs that the signature alone suggests, without the picture.

The gate `guess` refuses a task that one of them solves, and the baseline `guess` answers with the likeliest.
"""

import re
from collections.abc import Mapping

from benchmark.datasets.collection import ENTRY_POINT

#: Return type → expressions, likeliest first. ``a`` is the first argument, ``n`` the list of all numbers in
#: the arguments, ``args`` all arguments.
_EXPRESSIONS: Mapping[str, tuple[str, ...]] = {
    "int": (
        "sum(n)", "len(a)", "max(n)", "min(n)", "max(n) - min(n)", "sum(n) // max(1, len(n))", "len(set(n))",
        "sum(x for x in n if x % 2 == 0)", "sum(x for x in n if x % 2)", "n[0]", "n[-1]", "sum(n) % 10",
        "sum(abs(x - y) for x, y in zip(n, n[1:]))", "sum(max(0, y - x) for x, y in zip(n, n[1:]))",
        "len(n)", "n[0] * n[-1]", "n[0] + n[-1]", "sum(n[::2]) - sum(n[1::2])", "0", "1",
    ),
    "float": (
        "sum(n) / max(1, len(n))", "float(sum(n))", "float(max(n))", "float(min(n))", "(min(n) + max(n)) / 2",
        "sorted(n)[len(n) // 2]", "float(len(a))", "n[0] / n[-1]", "n[-1] / n[0]", "float(n[0])",
        "float(n[-1])", "n[0] * n[-1]", "sum(n) / 2", "sum(x * x for x in n) ** 0.5", "max(n) / sum(n)",
        "float(sum(abs(x - y) for x, y in zip(n, n[1:])))", "0.0", "1.0",
    ),
    "tuple": (
        "(min(n), max(n))", "(n[0], n[-1])", "(n[-1], n[0])", "(len(a), sum(n))", "(sum(n), len(a))",
        "tuple(a)", "tuple(n)", "tuple(n[::-1])", "tuple(sorted(n))", "tuple(args)", "tuple(args[::-1])",
        "(sum(n[::2]), sum(n[1::2]))", "tuple(n[:2])", "tuple(n[-2:])", "(0, 0)", "(0.0, 0.0)", "()",
        "tuple(map(sum, zip(*a)))", "tuple(map(max, zip(*a)))", "tuple(sum(c) / len(c) for c in zip(*a))",
    ),
    "bool": (
        "True", "False", "sum(n) % 2 == 0", "n == sorted(n)", "n == n[::-1]", "len(set(n)) == len(n)",
        "a == a[::-1]", "len(a) % 2 == 0", "sum(n) % 2 == 1", "n[0] < n[-1]", "n[0] == n[-1]", "len(n) == 0",
    ),
    "str": (
        "a", "a[::-1]", "''.join(sorted(a))", "a[1:] + a[:1]", "a[-1:] + a[:-1]", "a.swapcase()",
        "''.join(dict.fromkeys(a))", "a[::2] + a[1::2]", "a[::2]", "''", "str(sum(n))",
        "''.join(b + c for b, c in zip(a[1::2], a[::2])) + a[len(a) // 2 * 2:]",
    ),
    "list": (
        "list(a)", "list(a)[::-1]", "sorted(a)", "sorted(a)[::-1]", "list(dict.fromkeys(a))", "a[1:] + a[:1]",
        "a[-1:] + a[:-1]", "a[::2]", "a[1::2]", "[x for x in a if x % 2 == 0]", "[x for x in a if x % 2]",
        "[sum(a[:i + 1]) for i in range(len(a))]", "[x + 1 for x in a]", "[2 * x for x in a]", "[]",
        "[abs(x - y) for x, y in zip(a, a[1:])]", "[x + y for x, y in zip(a, a[1:])]",
        "[max(a[:i + 1]) for i in range(len(a))]", "[row[::-1] for row in a]", "[list(c) for c in zip(*a)]",
        "[list(c) for c in zip(*a[::-1])]", "[x for row in a for x in row]", "[sum(row) for row in a]",
        "[sum(c) for c in zip(*a)]", "[max(row) for row in a]", "[min(row) for row in a]",
        "[min(x, args[-1]) for x in a]", "[max(0, x - args[-1]) for x in a]",
    ),
}  # fmt: skip

_PROGRAM = """\
def {name}(*args):
    a = args[0] if args else []
    n = []
    left = list(args)
    while left:
        one = left.pop(0)
        if isinstance(one, (list, tuple)):
            left = list(one) + left
        elif isinstance(one, str):
            n += [int(c) for c in one if c in "0123456789"]
        else:
            n.append(one)
    return {expression}
"""

_SHOWN_OUTPUT = re.compile(r"(?ims)^(?:sample|example) output\b[^\n]*\n\s*(\S.*?)(?:\n[ \t]*\n|\Z)")


def guess_programs(text: str, name: str = ENTRY_POINT) -> dict[str, str]:
    """Return programs for a signature, by the expression that each returns, likeliest first.

    Args:
        text: the starter code; its body is missing or a docstring.
        name: name of the function to define.
    """
    return_type = _return_type(text, name).partition("[")[0].lower()
    expressions = _EXPRESSIONS.get(return_type, _EXPRESSIONS["list"])
    return {expression: _PROGRAM.format(name=name, expression=expression) for expression in expressions}


def guess_output(text: str) -> str:
    """Return the first output that the text of a problem shows; ``0`` if it shows none.

    It stands below a line such as ``Sample Output 1``, up to the next empty line.
    """
    shown = _SHOWN_OUTPUT.search(text)
    return shown[1].rstrip() if shown else "0"


def _return_type(text: str, name: str) -> str:
    """Return the return annotation of a function in starter code; empty if it has none."""
    match = re.search(rf"def {re.escape(name)}\(.*?\)\s*->\s*([^:\n]+):", text, re.DOTALL)
    return match[1].strip() if match else ""
