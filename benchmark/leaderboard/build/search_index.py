"""What the search knows. Every first visit loads it, so it holds titles and how sections begin, no more."""

import html
import json
import re

_SECTION_CHARACTERS = 160  #: characters of a section
_TAG = re.compile(r"<[^>]*>")


def shorten_index(data: bytes) -> bytes:
    """The search index of the generator, with the beginning of each section instead of all of it."""
    index = json.loads(data)
    for entry in index["docs"]:
        entry["text"] = _beginning(entry["text"])
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode()


def _beginning(text: str) -> str:
    """Whole words, up to the limit; markup is dropped, what it escapes stays escaped."""
    plain = " ".join(html.unescape(_TAG.sub(" ", text)).split())
    if len(plain) > _SECTION_CHARACTERS:
        plain = plain[:_SECTION_CHARACTERS].rpartition(" ")[0] or plain[:_SECTION_CHARACTERS]
    return html.escape(plain, quote=False)
