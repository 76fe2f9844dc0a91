"""Slugs: names of submissions, safe as folder names and in addresses."""

import re

#: Regular expression of a whole slug; JSON schemas use it too.
SLUG_PATTERN = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
SLUG_LENGTH = 80  #: maximum characters of a slug

_SLUG = re.compile(SLUG_PATTERN)


def is_slug(text: str) -> bool:
    """Whether ``text`` is a valid slug."""
    return len(text) <= SLUG_LENGTH and _SLUG.fullmatch(text) is not None


def slugify(name: str) -> str:
    """Turn a model's name into a slug: other characters become hyphens.

    The result is empty if the name has no ASCII letter or digit, and is not shortened to ``SLUG_LENGTH``.
    """
    return "-".join(_SLUG.findall(name.lower()))
