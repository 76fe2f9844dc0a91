"""Regular expressions mean the same on every Python that the package supports."""

import ast
import re
import warnings
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sre_constants
    import sre_parse

_REPEATED_GROUP = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
ROOT = Path(__file__).parents[1]
SOURCES = [
    path for folder in ("benchmark", "lab", "locks", "workshop") for path in (ROOT / folder).rglob("*.py")
]


def misread(pattern: str) -> bool:
    """Whether a pattern repeats a group possessively, or is only a part of one that seems to."""
    try:
        parsed = sre_parse.parse(pattern)
    except re.error:
        return True
    return any(_repeats_group(parsed))


def _repeats_group(parsed: object) -> list[bool]:
    found = []
    match parsed:
        case (sre_constants.POSSESSIVE_REPEAT, (_, _, item)):
            inside = list(item)
            found.append(len(inside) != 1 or inside[0][0] in (sre_constants.SUBPATTERN, sre_constants.BRANCH))
            found += _repeats_group(item)
        case tuple() | list() | sre_parse.SubPattern():
            for part in parsed:  # type: ignore[union-attr]  # each of them is a sequence
                found += _repeats_group(part)
        case _:
            pass
    return found


def patterns(source: str) -> list[str]:
    """Return the texts of a module that may repeat a group possessively."""
    if not _REPEATED_GROUP.search(source):  # most modules; parsing them all takes seconds
        return []
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            found += [text] if _REPEATED_GROUP.search(text) else []
    return found


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5 misreads ``(…)*+``: write the atomic group ``(?>(…)*)``, which means the same."""
    wrong = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in SOURCES
        for text in patterns(path.read_text(encoding="utf-8"))
        if misread(text)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("pattern", "is_misread"),
    [
        (r"(?:ab|c)*+d", True),
        (r"(?:a|b)*+c", False),
        (r"[)*+]", False),
        (r"(?>(?:a|b)*)c", False),
        (r"(?:x[)]*+)", False),
    ],
)
def test_a_possessive_group_is_told_from_other_patterns(pattern: str, *, is_misread: bool) -> None:
    assert misread(pattern) == is_misread
