"""Makes keys to compare names: names that people confuse with each other have the same key."""

import re
import unicodedata

#: Digits and letters that look alike in many fonts.
_DIGITS = str.maketrans({"0": "o", "1": "l", "|": "l"})
#: Capital letters of Greek and Cyrillic, and the Latin ones that they look like.
_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺАВЕКМНОРСТУХІЈЅԌԚԜҮ", "ABEZHIKMNOPTYXCMABEKMHOPCTYXIJSGQWY")
#: Small letters of Greek, Cyrillic and others, and the Latin ones that they look like.
_SMALL = str.maketrans(
    "αγικνορτυχϲϳавеԁһіјӏкмнопԛгрѕтуԝхүıɑɡɩʟøłđ", "ayiknoptuxcjabedhijlkmhonqrpstuwxyiagllold"
)
#: Scripts whose letters look like Latin ones.
_SIMILAR_SCRIPTS = ("GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
_WORD = re.compile(r"[^\W_]+")


def slug_key(slug: str) -> str:
    """Return a key that look-alike slugs share: without separators, ``1`` as ``l`` and ``0`` as ``o``."""
    return slug.translate(_DIGITS).translate({ord(sign): None for sign in "._-"})


def name_key(name: str) -> str:
    """Return a key that look-alike names share.

    Case, accents, spaces and punctuation do not count. Letters of other scripts count as the Latin letters
    that they look like; ``1``, ``I`` and ``l`` are the same, and so are ``0`` and ``O``.
    """
    plain = unicodedata.normalize("NFKD", name).translate(_CAPITALS)
    folded = unicodedata.normalize("NFKD", plain.casefold()).translate(_SMALL).translate(_DIGITS)
    return "".join(sign for sign in folded if sign.isalnum()).replace("i", "l")


def mixed_script_word(name: str) -> str:
    """Return the first word that mixes Latin letters with similar ones of another script; empty if none."""
    words: list[str] = _WORD.findall(name)
    for word in words:
        scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in word if sign.isalpha()}
        if "LATIN" in scripts and scripts.intersection(_SIMILAR_SCRIPTS):
            return word
    return ""
