"""Markers and pictures of a statement: who is without the other, and the numbers of those that are left."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.suites.mmcode.problems.flaws import Flaw

#: The marker of a picture, also with leading zeros.
MARKER = re.compile(r"!\[image\]\((\d{1,4})\.png\)")
_NAME_WITHIN = 300  #: characters at the beginning of a statement in which its name is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledStatement:
    """A statement with a marker for each picture."""

    text: str
    pictures: tuple[int, ...]  #: number that each picture had before, from 1
    flaws: tuple[Flaw, ...]


def settle(text: str, present: Sequence[bool]) -> SettledStatement:
    """Remove the markers of absent pictures, add missing markers at the end, and number the rest from 1.

    Pictures keep their order. A line that has nothing but a removed marker goes with it.

    Args:
        text: the statement with its markers.
        present: whether the n-th picture is present.
    """
    kept = [number for number, there in enumerate(present, 1) if there]
    new = {old: number for number, old in enumerate(kept, 1)}
    flaws = []
    seen = set()
    for marker in MARKER.finditer(text):
        number = int(marker[1])
        if 1 <= number <= len(present):
            seen.add(number)
        else:
            flaws.append(Flaw(rule="marker-without-picture", detail=marker[0]))

    def renumber(marker: re.Match[str]) -> str:
        return f"![image]({new[int(marker[1])]}.png)" if int(marker[1]) in new else "\0"

    text = MARKER.sub(renumber, text.replace("\0", ""))
    text = re.sub(r"\n\n[ \t]*\0[ \t\0]*\n(?=\n)", "\n", f"\n{text}")
    text = re.sub(r"\n[ \t]*\0[ \t\0]*(?=\n|$)", "", text).removeprefix("\n").replace("\0", "")
    for old in kept:
        if old not in seen:
            text = f"{text.rstrip()}\n\n![image]({new[old]}.png)"
            flaws.append(Flaw(rule="picture-without-marker", picture=old))
    return SettledStatement(text=text.strip("\n"), pictures=tuple(kept), flaws=tuple(flaws))


def with_name(text: str, name: str) -> str:
    """Return a statement that begins with its name, unless the name is at its beginning already."""
    name = " ".join(name.split())
    beginning = " ".join(text[:_NAME_WITHIN].split()).casefold()
    return text if not name or name.casefold() in beginning else f"{name}\n\n{text}"


def with_samples(text: str, samples: Sequence[tuple[str, str]]) -> str:
    """Return a statement that ends with the samples, unless it has the inputs of all of them already."""
    words = " ".join(text.split())
    if all(" ".join(given.split()) in words for given, _ in samples):
        return text
    for number, (given, wanted) in enumerate(samples, 1):
        text += f"\n\nSample Input {number}\n\n" + given.strip("\n")
        text += f"\n\nSample Output {number}\n\n" + wanted.strip("\n")
    return text


def text_before(prompt: str) -> list[float]:
    """Return for each marker of a prompt the share of the text's characters before it, from 0 to 1."""
    total = len(MARKER.sub("", prompt))
    shares = []
    markers = 0
    for marker in MARKER.finditer(prompt):
        shares.append((marker.start() - markers) / total if total else 0.0)
        markers += len(marker[0])
    return shares
