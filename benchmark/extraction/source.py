"""Python source that a stranger wrote: parsed within bounds, never run."""

import ast
import re
import textwrap
import warnings
from dataclasses import dataclass

#: Longer sources are not parsed (an f-string of this length takes a second of CPU, a list of ones 60 MB).
LONGEST_PARSED = 128 * 1024
#: What is parsed of one completion, all attempts together.
PARSE_BUDGET = 4 * LONGEST_PARSED

_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
_ODD_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")


@dataclass(frozen=True, slots=True)
class ParseResult:
    """Outcome of one attempt to parse."""

    tree: ast.Module | None
    error_line: int | None = None  #: 1-based, where the parser gave up


class Parser:
    """Parses sources of one completion; the same source once, and no more than the budget."""

    def __init__(self, budget: int = PARSE_BUDGET) -> None:
        self._left = budget
        self._known: dict[str, ParseResult] = {}

    def parse(self, code: str) -> ParseResult:
        """Parse ``code``; too long, over the budget, or beyond the parser's depth counts as not parsing."""
        if len(code) > LONGEST_PARSED:
            return ParseResult(None)
        known = self._known.get(code)
        if known is None:
            if len(code) > self._left:
                return ParseResult(None)
            self._left -= len(code) + 1
            known = self._known[code] = _parse(code)
        return known

    def tree(self, code: str) -> ast.Module | None:
        """The syntax tree, or None where there is none."""
        return self.parse(code).tree


def _parse(code: str) -> ParseResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # odd escapes and the like: the answer's business
        try:
            return ParseResult(ast.parse(code))
        except SyntaxError as error:
            return ParseResult(None, error.lineno)
        except (ValueError, RecursionError, MemoryError):
            # NUL bytes, lone surrogates, nesting beyond the parser's stack
            return ParseResult(None)


def tidied(code: str, parser: Parser) -> tuple[str, tuple[str, ...]]:
    """Undo what editors and chats do to code: prompts of the interpreter, odd spaces, common indentation.

    Spaces are replaced, and indentation removed, only where the code parses after it and not before.

    Returns:
        The code and a note for each thing done.
    """
    notes: list[str] = []
    without_prompts = _without_prompts(code)
    if without_prompts is not None:
        code = without_prompts
        notes.append("interpreter prompts and what it printed removed")
    if len(code) > LONGEST_PARSED or parser.tree(code) is not None:
        return code, tuple(notes)
    plain = _INVISIBLE.sub("", _ODD_SPACES.sub(" ", code))
    for candidate, done in (
        (plain, "unusual spaces replaced"),
        (textwrap.dedent(plain), "common indentation removed"),
    ):
        if candidate != code and parser.tree(candidate) is not None:
            return candidate, (*notes, done)
    return code, tuple(notes)


def _without_prompts(code: str) -> str | None:
    """The lines behind ``>>>`` and ``...``, or None when the code does not start with a prompt."""
    if not code.lstrip().startswith(">>>"):
        return None
    lines = (line.lstrip() for line in code.split("\n"))
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))
