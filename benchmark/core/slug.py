"""Slugs: names of submissions, safe as folder names and in addresses."""

import re

#: Regular expression of a whole slug; JSON schemas use it too.
SLUG_PATTERN = r"[a-z0-9]+(?:[._-][a-z0-9]+)*"
SLUG_LENGTH = 80  #: maximum characters of a slug
#: The bundled stand-in of a dry run. No submission may have this slug, and its rows count nowhere.
DRY_RUN = "dry-run"

_SLUG = re.compile(SLUG_PATTERN)
#: Names that Windows keeps for devices, with any ending: it cannot check out such a file or folder.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def is_slug(text: str) -> bool:
    """Whether ``text`` is a valid slug."""
    return len(text) <= SLUG_LENGTH and _SLUG.fullmatch(text) is not None and not is_reserved_name(text)


def is_reserved_name(name: str) -> bool:
    """Whether Windows cannot have a file or folder of this name, such as ``nul`` or ``aux.json``."""
    return _RESERVED.fullmatch(name) is not None


def slug_fix(text: str) -> str:
    """Return how to make a valid slug of a text that is not one."""
    if is_reserved_name(text):
        return "choose another name: Windows reserves con, prn, aux, nul, com0 to com9 and lpt0 to lpt9"
    return f"use a-z and 0-9 with single . _ or - between them, at most {SLUG_LENGTH} in all: acme-vl-7b"


def slugify(name: str) -> str:
    """Turn a model's name into a slug: other characters become hyphens.

    The result is empty if the name has no ASCII letter or digit, and is not shortened to ``SLUG_LENGTH``.
    """
    return "-".join(_SLUG.findall(name.lower()))
