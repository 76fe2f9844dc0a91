"""The tokens of one line of Python or of symbols, and the substitution that turns one into the other."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<string>(?:[rRbBfFuU]{0,2})(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"
        |'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))
  | (?P<number>(?:0[xXoObB][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?)
  | (?P<name>[^\W\d]\w*)
  | (?P<space>[ \t]+)
  | (?P<operator>\+←|-←|×←|/←|÷←|mod←|\^←|@←|&←|\|←|⊕←|<<←|>>←
      |\*\*=|//=|>>=|<<=|\.\.\.|->|:=|[-+*/%&|^@]=|\*\*|//|<<|>>|==|!=|<=|>=|.)
    """,
    re.VERBOSE | re.DOTALL,
)

#: Python → symbol, wherever the token stands.
_SYMBOLS = {
    "==": "=",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    "=": "←",
    "and": "∧",
    "or": "∨",
    "in": "∈",
    "//": "÷",
    "%": "mod",
    "^": "⊕",
    "+=": "+←",
    "-=": "-←",
    "*=": "×←",
    "/=": "/←",
    "//=": "÷←",
    "%=": "mod←",
    "**=": "^←",
    "@=": "@←",
    "&=": "&←",
    "|=": "|←",
    "^=": "⊕←",
    "<<=": "<<←",
    ">>=": ">>←",
}
#: Python → symbol, only between two operands; in front of an operand they mean something else.
_BINARY = {"*": "×", "**": "^"}
_BACK = {symbol: python for python, symbol in (_SYMBOLS | _BINARY).items() if symbol != "mod"}
_KEYWORDS_BEFORE_OPERANDS = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
        "for",
        "lambda",
        "yield",
        "from",
        "await",
        "return",
        "del",
        "assert",
        "raise",
        "import",
        "as",
        "global",
        "nonlocal",
    ]
)

Token = tuple[str, str]  #: kind and text


def tokens(line: str) -> Iterator[Token]:
    """Yield the tokens of a line, spaces included."""
    for found in _TOKEN.finditer(line):
        yield str(found.lastgroup), found[0]


def to_symbols(source: str) -> str:
    """Replace Python's operators by symbols: ``x ← a + b``, ``x ∈ s``, ``¬ done``, ``a ≤ b``."""
    parts: list[str] = []
    after_operand = False
    queue = list(tokens(source))
    for position, (kind, text) in enumerate(queue):
        follower = [other for _, other in queue[position + 1 : position + 3]]
        if text == "not" and follower == [" ", "in"]:
            parts.append("∉")
            queue[position + 1] = queue[position + 2] = ("space", "")
        elif text == "not":
            parts.append("not" if parts[-2:] == ["is", " "] else "¬")
        elif kind in {"operator", "name"} and text in _SYMBOLS:
            parts.append(_SYMBOLS[text])
        elif kind == "operator" and text in _BINARY and after_operand:
            parts.append(_BINARY[text])
        else:
            parts.append(text)
        if kind != "space":
            after_operand = ends_operand(kind, text)
    return "".join(parts)


def from_symbols(text: str) -> str:
    """Replace symbols by Python's operators: the inverse of :func:`to_symbols`."""
    parts: list[str] = []
    after_operand = False
    for kind, word in tokens(text):
        if word == "∉":
            parts.append("not in")
        elif word == "¬":
            parts.append("not")
        elif word == "mod" and after_operand:
            parts.append("%")
        elif kind == "operator" and word in _BACK:
            parts.append(_BACK[word])
        else:
            parts.append(word)
        if kind != "space":
            after_operand = ends_operand(kind, word) and not (word == "mod" and after_operand)
    return "".join(parts)


def ends_operand(kind: str, text: str) -> bool:
    """Tell whether an operand can end with this token."""
    if kind == "operator":
        return text in {")", "]", "}", "..."}
    return text not in _KEYWORDS_BEFORE_OPERANDS
