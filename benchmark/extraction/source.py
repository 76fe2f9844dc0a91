"""Parses untrusted Python source within limits, without running it."""

import ast
import re
import textwrap
import warnings
from dataclasses import dataclass

#: Maximum characters to parse (an f-string of this length takes a second of CPU, a list of ones 60 MB).
PARSE_LIMIT = 128 * 1024
#: Maximum characters to parse per completion, for all attempts together.
PARSE_BUDGET = 4 * PARSE_LIMIT

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
_ODD_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class ParseResult:
    """Outcome of one attempt to parse."""

    tree: ast.Module | None
    error_line: int | None = None  #: line of the syntax error, from 1


class Parser:
    """Parses sources from one completion: each only once, and up to a budget of characters."""

    def __init__(self, budget: int = PARSE_BUDGET) -> None:
        self._left = budget
        self._known: dict[str, ParseResult] = {}

    def parse(self, code: str) -> ParseResult:
        """Parse ``code``; there is no tree if it is wrong, too long, too deep, or over the budget."""
        if len(code) > PARSE_LIMIT:
            return ParseResult(None)
        known = self._known.get(code)
        if known is None:
            if len(code) > self._left:
                return ParseResult(None)
            self._left -= len(code) + 1
            known = self._known[code] = _parse(code)
        return known

    def tree(self, code: str) -> ast.Module | None:
        """Return the syntax tree of ``code``, or None if it does not parse."""
        return self.parse(code).tree


def _parse(code: str) -> ParseResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings such as invalid escapes do not matter here
        try:
            return ParseResult(ast.parse(code))
        except SyntaxError as error:
            return ParseResult(None, error.lineno)
        except (ValueError, RecursionError, MemoryError):
            # Raised for NUL bytes, lone surrogates, and nesting that is too deep for the parser.
            return ParseResult(None)


def tidy(code: str, parser: Parser) -> tuple[str, tuple[str, ...]]:
    """Undo what editors and chats add to code: interpreter prompts, unusual spaces, common indentation.

    Spaces and indentation are changed only if the code does not parse otherwise.

    Returns:
        The code, and one note per change.
    """
    notes: list[str] = []
    without_prompts = _strip_prompts(code)
    if without_prompts is not None:
        code = without_prompts
        notes.append("interpreter prompts and printed results removed")
    if len(code) > PARSE_LIMIT or parser.tree(code) is not None:
        return code, tuple(notes)
    plain = _INVISIBLE.sub("", _ODD_SPACES.sub(" ", code))
    for candidate, done in (
        (plain, "unusual spaces replaced"),
        (textwrap.dedent(plain), "common indentation removed"),
    ):
        if candidate != code and parser.tree(candidate) is not None:
            return candidate, (*notes, done)
    return code, tuple(notes)


def _strip_prompts(code: str) -> str | None:
    """Return the text after ``>>>`` and ``...`` of each line; None if the code does not start with one."""
    if not code.lstrip().startswith(">>>"):
        return None
    lines = (line.lstrip() for line in code.split("\n"))
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))
