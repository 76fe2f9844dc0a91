"""Programs that need no picture: what a signature alone suggests.

A text-only answerer picks one of them; no task may be solved by any.
"""

import re
from collections.abc import Mapping

from benchmark.authoring.source import ENTRY_POINT

#: By the type that is returned, from the likeliest on: name → expression over the first argument ``a``, all
#: numbers in the arguments ``n``, all arguments ``args``.
_EXPRESSIONS: Mapping[str, tuple[str, ...]] = {
    "int": (
        "sum(n)", "len(a)", "max(n)", "min(n)", "max(n) - min(n)", "sum(n) // max(1, len(n))", "len(set(n))",
        "sum(x for x in n if x % 2 == 0)", "sum(x for x in n if x % 2)", "n[0]", "n[-1]", "sum(n) % 10",
        "sum(abs(x - y) for x, y in zip(n, n[1:]))", "sum(max(0, y - x) for x, y in zip(n, n[1:]))",
        "len(n)", "n[0] * n[-1]", "n[0] + n[-1]", "sum(n[::2]) - sum(n[1::2])", "0", "1",
    ),
    "bool": ("True", "False", "sum(n) % 2 == 0", "n == sorted(n)", "n == n[::-1]", "len(set(n)) == len(n)"),
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


def guesses(text: str, name: str = ENTRY_POINT) -> dict[str, str]:
    """Programs for a signature, by the expression that each returns, the likeliest first.

    Args:
        text: the starter code, its body missing or a docstring.
        name: of the function to define.
    """
    chosen = _EXPRESSIONS.get(_returned(text, name).partition("[")[0].lower(), _EXPRESSIONS["list"])
    return {expression: _PROGRAM.format(name=name, expression=expression) for expression in chosen}


def _returned(text: str, name: str) -> str:
    """The type that a function is said to return; empty when nothing is said."""
    found = re.search(rf"def {re.escape(name)}\(.*?\)\s*->\s*([^:\n]+):", text, re.DOTALL)
    return found[1].strip() if found else ""
