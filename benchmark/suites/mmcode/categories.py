"""The twelve categories of pictures in MMCode, in the order of the paper's Table 2.

A category belongs to a picture. A problem has the categories of all its pictures, and counts in each.
"""

from collections.abc import Iterable, Sequence

#: Slug → title, in the order of Table 2.
TITLES: dict[str, str] = {
    "linear-data-structure": "Linear data structure",
    "tree": "Tree",
    "graph": "Graph",
    "2d-geometry": "2D geometry",
    "3d-geometry": "3D geometry",
    "chessboard": "Chessboard",
    "map": "Map",
    "math": "Math",
    "patterns": "Patterns",
    "table": "Table",
    "pseudocode": "Pseudocode",
    "others": "Others",
}
#: The slugs, in the order of Table 2.
CATEGORIES: tuple[str, ...] = tuple(TITLES)


def _letters(tag: str) -> str:
    return "".join(character for character in tag.casefold() if character.isalnum())


_BY_LETTERS = {_letters(slug): slug for slug in CATEGORIES}


def category_of(tag: str) -> str | None:
    """Return the category that a tag names; None if there is no such category.

    Case, white space and punctuation do not matter: ``2D Geometry`` and ``2d_geometry`` are ``2d-geometry``.
    """
    return _BY_LETTERS.get(_letters(tag))


def union(pictures: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return each category of any picture once, in the order of Table 2.

    Args:
        pictures: the categories of each picture, as slugs.

    Raises:
        ValueError: if a category is not one of :data:`CATEGORIES`.
    """
    found = {category for categories in pictures for category in categories}
    if unknown := sorted(found.difference(CATEGORIES)):
        raise ValueError(f"unknown category {unknown[0]!r}")
    return tuple(category for category in CATEGORIES if category in found)
