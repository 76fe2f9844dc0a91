"""A fraction of a cake is cut into slices that are one part of a number each.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from benchmark.core.draws import Draws

VERSION = 1
SUBSET = "math"
LEVEL = "medium"
CATEGORIES = ("arithmetic",)

TEXT = '''\
def solution(top: int, bottom: int) -> list[int]:
    """
    Cut slices for a fraction.

    Parameters:
        top (int): From 1 to 50.
        bottom (int): From 2 to 60.

    Returns:
        list[int]: Whole numbers.
    """
'''
REFERENCE = """\
def solution(top: int, bottom: int) -> list[int]:
    cuts = []
    part = 1
    while top > 0 and len(cuts) < $most:
        need = (bottom + top - 1) // top
        part = max(part + $gap, need)
        if $change:
            part += 1
        cuts.append(part)
        top = top * part - bottom
        bottom = bottom * part
        small = top
        large = bottom
        while small > 0:
            small, large = large % small, small
        top = top // large
        bottom = bottom // large
    return [*cuts, top, bottom]
"""
VARIANTS = {"part": "part % $skip == 0", "rest": "top % $skip == 0"}
PROBLEMS = {
    "part": (
        "Cut slices from the fraction top / bottom. A slice is 1 / n, where n is at least $gap larger than the n of the "
        "slice before (for the first slice: at least $gap larger than 1) and large enough that the slice is not larger "
        "than what is left; take the smallest such n. If this n is a multiple of $skip, take n + 1 instead. Subtract the "
        "slice, and reduce what is left. Stop when nothing is left, or after $most slices. Return all n in order, and "
        "after them numerator and denominator of what is left (0 and 1 if nothing is left)."
    ),
    "rest": (
        "Cut slices from the fraction top / bottom. A slice is 1 / n, where n is at least $gap larger than the n of the "
        "slice before (for the first slice: at least $gap larger than 1) and large enough that the slice is not larger "
        "than what is left; take the smallest such n. If the numerator of what is left (at first the given one) is a "
        "multiple of $skip, take n + 1 instead. Subtract the slice, and reduce what is left. Stop when nothing is left, or "
        "after $most slices. Return all n in order, then numerator and denominator of what is left (0 and 1 if nothing is "
        "left)."
    ),
}


def sample(draws: Draws) -> dict[str, Any]:
    skip = draws.integer(3, 5)
    pairs = [[draws.integer(2, 40), draws.integer(20, 60)] for _ in range(7)]
    pairs += [[skip * draws.integer(1, 9), draws.integer(30, 60)] for _ in range(4)]
    return {
        "gap": draws.integer(1, 2) * skip + 1,
        "skip": skip,
        "most": draws.integer(3, 4),
        "pairs": [list(pair) for pair in dict.fromkeys(map(tuple, pairs))],
    }


def typical(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [(top, bottom) for top, bottom in values["pairs"]]


def edge(values: dict[str, Any]) -> list[tuple[Any, ...]]:
    gap, skip = values["gap"], values["skip"]
    pairs = [
        (1, 2),
        (1, 2 * skip),
        (1, 59),
        (skip, 5 * skip),
        (1, 1 + gap),
        (50, 2),
        (30, 60),
        (49, 53),
        (7, 45),
    ]
    return list(dict.fromkeys(pairs))
