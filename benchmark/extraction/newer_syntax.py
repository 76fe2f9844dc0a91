"""Recognises programs in the syntax of Python 3.12, which older interpreters refuse.

Python 3.12 added f-strings with quotes, backslashes and comments inside (PEP 701), type parameters of
functions and classes, and the statement ``type`` (PEP 695). A program that parses once these are replaced
by older syntax is in the newer syntax.
"""

import re

from benchmark.extraction.source import PARSE_LIMIT, Parser

_TYPE_STATEMENT = re.compile(r"^([ \t]*)type[ \t]+(?=\w+[ \t]*[\[=])", re.MULTILINE)
_PARAMETERS = re.compile(r"^[ \t]*(?:(?:async[ \t]+)?def|class)?[ \t]*\w+[ \t]*\[", re.MULTILINE)
_DEFINITION = re.compile(r"[ \t]*(?:(?:async[ \t]+)?def|class)[ \t]")
_STRING = re.compile(r"""(?<![\w])([a-zA-Z]{0,2})('''|\"\"\"|'|\")""")
_NEXT = re.compile(r"""#[^\n]*|(?<!\w)[a-zA-Z]{0,2}(?:'''|\"\"\"|'|\")""")
_IN_FIELD = re.compile(r"""#[^\n]*|(?<!\w)[a-zA-Z]{0,2}(?:'''|\"\"\"|'|\")|[\[\](){}:]""")
_BRACKET = re.compile(r"[\[\]]")
_NESTED = 20  #: maximum levels of f-strings inside f-strings


class _OddString(Exception):  # noqa: N818 - the text is not valid in any version
    """Raised for a string that is not closed."""


def needs_python_3_12(program: str, parser: Parser) -> bool:
    """Whether a program does not parse here, but parses with the syntax of Python 3.12 replaced.

    Names and types of expressions inside f-strings are not looked at.
    """
    if len(program) > PARSE_LIMIT or parser.tree(program) is not None:
        return False
    try:
        text = _without_strings(program)
    except _OddString:
        return False
    older = _without_parameters(_TYPE_STATEMENT.sub(lambda found: f"{found[1]}_type_", text))
    return parser.tree(older) is not None


def _without_strings(text: str) -> str:
    """Replace strings by ``""`` and leave out comments."""
    pieces, at = [], 0
    while (found := _NEXT.search(text, at)) is not None:
        pieces.append(text[at : found.start()])
        at = found.end()
        if not found[0].startswith("#"):
            at = _string_end(text, found.start(), 0)
            bytes_prefix = "b" if "b" in found[0].lower() else ""
            pieces.append(f'{bytes_prefix}""')
    pieces.append(text[at:])
    return "".join(pieces)


def _string_end(text: str, start: int, level: int) -> int:
    """Return the position after the string that begins at ``start``.

    Raises:
        _OddString: if it is not closed, or f-strings are nested too deeply.
    """
    opening = _STRING.match(text, start)
    if opening is None or level > _NESTED:
        raise _OddString
    prefix, quote = opening[1].lower(), opening[2]
    at = opening.end()
    while not text.startswith(quote, at):
        if at >= len(text) or (text[at] == "\n" and len(quote) == 1):
            raise _OddString
        if text[at] == "\\":
            at += 2
        elif "f" in prefix and text[at] == "{":
            at = at + 2 if text.startswith("{{", at) else _field_end(text, at + 1, level)
        else:
            at += 1
    return at + len(quote)


def _field_end(text: str, at: int, level: int) -> int:
    """Return the position after the replacement field whose content begins at ``at``."""
    depth = 0
    while (found := _IN_FIELD.search(text, at)) is not None:
        piece, at = found[0], found.end()
        if piece == "}" and not depth:
            return at
        if piece == ":" and not depth:
            return _format_end(text, at, level)
        if piece[0] in "[({":
            depth += 1
        elif piece[0] in "])}":
            depth -= 1
        elif piece[-1] in "\"'" and piece[0] != "#":
            at = _string_end(text, found.start(), level + 1)
    raise _OddString


def _format_end(text: str, at: int, level: int) -> int:
    """Return the position after a replacement field whose format begins at ``at``; it may have fields."""
    while at < len(text):
        if text[at] == "}":
            return at + 1
        at = _field_end(text, at + 1, level) if text[at] == "{" else at + 1
    raise _OddString


def _without_parameters(text: str) -> str:
    """Remove the type parameters of functions, classes and type statements."""
    pieces, at = [], 0
    while (found := _PARAMETERS.search(text, at)) is not None:
        pieces.append(text[at : found.end()])
        at = found.end()
        if _DEFINITION.match(found[0]) is None and not found[0].lstrip().startswith("_type_"):
            continue
        depth = 1
        for bracket in _BRACKET.finditer(text, at):
            depth += 1 if bracket[0] == "[" else -1
            if not depth:
                pieces[-1] = pieces[-1][:-1]
                at = bracket.end()
                break
        else:
            return text  # a bracket is never closed
    pieces.append(text[at:])
    return "".join(pieces)
