"""Spoil an input in ways that break every format of contest problems, to try `check_input` with."""

import re
from collections.abc import Iterator

_TOO_LARGE = str(10**18 + 9)  #: beyond the limits of every problem
_NUMBER = re.compile(r"(?<!\S)-?[0-9]+(?!\S)")


def spoiled_inputs(text: str) -> dict[str, str]:
    """Return different spoiled copies of an input, by the words for what is wrong about it."""
    words = {spoiled: what for what, spoiled in reversed(list(_spoiled(text)))}
    return {what: spoiled for spoiled, what in reversed(words.items()) if spoiled != text}


def _spoiled(text: str) -> Iterator[tuple[str, str]]:
    yield "without a character", ""
    yield "with a line more", f"{text.rstrip()}\n1 1 1 1 1 1 1\n"
    lines = text.splitlines()
    if len(lines) > 1:
        yield "with its last line twice", "\n".join([*lines, lines[-1]]) + "\n"
        yield "without its last line", "\n".join(lines[:-1]) + "\n"
    yield "whose first word is a control character", re.sub(r"\S+", "\x01", text, count=1)
    numbers = list(_NUMBER.finditer(text))
    for place, match in {"first": numbers[:1], "last": numbers[-1:]}.items():
        for number in match:
            spoiled = text[: number.start()] + _TOO_LARGE + text[number.end() :]
            yield f"whose {place} number is {_TOO_LARGE}", spoiled
