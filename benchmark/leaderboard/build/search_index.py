"""The search index, reduced to titles and the beginnings of sections: every first visit downloads it."""

import html
import json
import re

_SECTION_CHARACTERS = 110  #: maximum characters of a section
_TAG = re.compile(r"<[^>]*>")


def shorten_index(data: bytes) -> bytes:
    """Return the search index of mkdocs with only the beginning of each section, unless its title has it."""
    index = json.loads(data)
    for entry in index["docs"]:
        text = _beginning(entry["text"])
        entry["text"] = "" if text in entry["title"] else text
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode()


def _beginning(text: str) -> str:
    """Return the first whole words of a section, without tags and escaped for HTML."""
    plain = " ".join(html.unescape(_TAG.sub(" ", text)).split())
    if len(plain) > _SECTION_CHARACTERS:
        plain = plain[:_SECTION_CHARACTERS].rpartition(" ")[0] or plain[:_SECTION_CHARACTERS]
    return html.escape(plain, quote=False)
