"""Names of submissions: each is a folder, a part of an address and a part of a file's path."""

import re

#: What a whole slug looks like, for schemas.
SLUG_PATTERN = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
SLUG_LENGTH = 80  #: characters at most

_SLUG = re.compile(SLUG_PATTERN)


def is_slug(text: str) -> bool:
    """Whether ``text`` may name a submission."""
    return len(text) <= SLUG_LENGTH and _SLUG.fullmatch(text) is not None


def slugify(name: str) -> str:
    """A model's name as a slug: what cannot stand in one becomes a hyphen.

    Empty for a name without any letter or digit of ASCII, and as long as the name.
    """
    return "-".join(_SLUG.findall(name.lower()))
