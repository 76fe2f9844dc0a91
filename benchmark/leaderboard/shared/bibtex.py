"""BibTeX entries: their form, with texts of others escaped for BibTeX and LaTeX."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmark.analysis.wording import clean

_TEXT_CHARACTERS = 300
#: BibTeX counts braces even after a backslash, so a name's braces are written as commands.
_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # The default encoding of LaTeX's fonts has other characters in the places of these three.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{character: f"\\{character}" for character in "#$%&_"},
        "–": "--",
        "\u2212": "-",
        "\ufffd": "?",
    }
)
_NOT_IN_KEYS = re.compile(r"[^A-Za-z0-9.-]+")
#: Characters of an address that would end a field or start a comment; percent signs stay.
_NOT_IN_ADDRESSES = re.compile(r"[^!#$%&'()*+,./0-9:;=?@A-Z_a-z~\[\]-]")


@dataclass(frozen=True, slots=True, kw_only=True)
class BibEntry:
    """An entry; its fields must be escaped, by :func:`bib_text` for example."""

    key: str  #: from :func:`bib_key`
    fields: Mapping[str, str] = field(default_factory=dict)  #: empty ones are left out

    def __str__(self) -> str:
        """Return the entry as text, a field per line."""
        lines = [f"  {name} = {{{value}}}" for name, value in self.fields.items() if value]
        return f"@misc{{{self.key},\n" + ",\n".join(lines) + "\n}"


def bib_text(text: str, limit: int = _TEXT_CHARACTERS) -> str:
    """Return text on one line without characters that BibTeX or LaTeX treats specially; letters stay."""
    return unicodedata.normalize("NFC", clean(text, limit)).translate(_ESCAPES)


def kept_case(text: str) -> str:
    """Return escaped text in braces, in which styles keep capitals and do not look for family names."""
    return f"{{{text}}}"


def bib_key(*parts: str) -> str:
    """Return a key of ASCII letters, digits, dots and hyphens."""
    return "-".join(_NOT_IN_KEYS.sub("-", part).strip("-.") for part in parts if part)


def bib_address(address: str) -> str:
    """Return an address for the field ``url``, whose characters styles print as they are."""
    return _NOT_IN_ADDRESSES.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), address)
