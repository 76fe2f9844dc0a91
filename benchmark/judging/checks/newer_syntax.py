"""Recognises programs in the syntax of Python 3.12, which older interpreters refuse.

Python 3.12 added f-strings with quotes, backslashes and comments inside (PEP 701), type parameters of
functions and classes, and the statement ``type`` (PEP 695). A program that parses once these are left out
is in the newer syntax.
"""

import re
import sys
from itertools import islice

from benchmark.extraction.source import PARSE_LIMIT, Parser

_VERSION = (3, 12)
_TYPE_STATEMENT = re.compile(r"^([ \t]*)type[ \t]+(?=\w+[ \t]*=(?!=))", re.MULTILINE)
_PARAMETERS = re.compile(
    r"^([ \t]*(?:type|(?:async[ \t]+)?def|class)[ \t]+\w+)[ \t]*"
    r"\[((?>(?:[^\[\]]|\[[^\[\]]*+\])*))\](?=[ \t]*[(:=])",
    re.MULTILINE,
)
#: Matches the content of a field of an f-string, which may have two levels of braces.
_INSIDE = r"(?>(?:[^{}]|\{(?>(?:[^{}]|\{[^{}]*+\})*)\})*)"
_ESCAPED = r"\\.|\{\{|\}\}"  #: matches two characters that neither begin nor end a field or string
_PART = re.compile(rf"{_ESCAPED}|\{{({_INSIDE})\}}", re.DOTALL)
_QUOTE = r"""('''|\"{3}|'|")"""
#: Matches a string or a comment. The first groups are those of an f-string: its start, quote and content.
#: Any other string may be unclosed, so that its text is searched only once. Groups in lookaheads keep what
#: they matched, like possessive repetitions, which Python before 3.11.5 does not match here.
_STRING = re.compile(
    rf"(?<!\w)((?:f|rf|fr){_QUOTE})(?=((?:(?!\2)[^{{}}\\]|{_ESCAPED}|\{{{_INSIDE}\}})*))\3\2"
    rf"|{_QUOTE}(?=((?:(?!\4)[^\\]|\\.)*))\5(?:\4|\Z)|\#[^\n]*",
    re.IGNORECASE | re.DOTALL,
)
#: Matches what may follow the expression in a field: ``=``, ``!r`` and a format.
_FIELD_TAIL = re.compile(r"=?\s*(?:![rsa]\s*)?(?::.*)?")
_TRIED = 10  #: maximum positions in a field that are tried as the end of its expression


def needs_python_3_12(program: str, parser: Parser) -> bool:
    """Whether a program does not parse here, but parses without the syntax that Python 3.12 added."""
    if sys.version_info >= _VERSION or len(program) > PARSE_LIMIT or parser.tree(program) is not None:
        return False
    older = _PARAMETERS.sub(
        lambda found: found[1] if _are_parameters(found[2], parser) else found[0],
        _STRING.sub(lambda found: _without_fields(found, parser), program),
    )
    return parser.tree(_TYPE_STATEMENT.sub(r"\1", older)) is not None


def _are_parameters(text: str, parser: Parser) -> bool:
    """Whether a text is a list of type parameters: names, perhaps with annotations, but without defaults."""
    return text.strip() != "" and "=" not in text and parser.tree(f"def f({text}): 0") is not None


def _without_fields(string: re.Match[str], parser: Parser) -> str:
    """Return a string or comment; an f-string without the fields that are valid in Python 3.12."""
    start, quote, content = string.group(1, 2, 3)
    if start is None:
        return string[0]

    def without_field(part: re.Match[str]) -> str:
        if part[1] is None:
            return part[0]
        inner = _STRING.sub(lambda found: _without_fields(found, parser), part[1])
        for end in islice(re.finditer(r"[=!:]|\Z", inner), _TRIED):
            expression, tail = inner[: end.start()], inner[end.start() :]
            # `!=`, slices and lambdas have these signs, too: the first end with two valid sides counts.
            is_tail = _FIELD_TAIL.fullmatch(tail) and quote not in tail
            if is_tail and "{" not in _PART.sub(without_field, tail) and parser.tree(f"({expression},)"):
                return ""
        return part[0]

    return f"{start}{_PART.sub(without_field, content)}{quote} "  # the space separates two strings
