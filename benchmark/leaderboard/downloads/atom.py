"""Atom feeds (RFC 4287): their form, with ids that stay the same when the site moves."""

import re
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass

MAX_ENTRIES = 50  #: number of entries; older ones are left out

_NAMESPACE = "http://www.w3.org/2005/Atom"
#: Namespace of the entries' ids; the ids must not change when the site moves.
_ID_NAMESPACE = uuid.UUID("8f0b5ba2-6c0a-5d0e-9f1e-3f6f5a1f8a5e")
#: Characters that XML 1.0 forbids and `clean` does not replace.
_FORBIDDEN = re.compile("[\ufffe\uffff]")
_EMPTY_FEED_DATE = "1970-01-01T00:00:00Z"  #: date of a feed without entries; Atom requires a date
_INDEX = "index.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """An entry of a feed."""

    name: str  #: unique name from which the id is computed
    when: str
    title: str
    summary: str
    page: str  #: source path of the page that it links to
    fragment: str = ""  #: part of that page


def atom_bytes(title: str, path: str, name: str, entries: Iterable[FeedEntry], base: str) -> bytes:
    """Return a feed, newest entries first; links are whole addresses if the site's address is known.

    Args:
        title: title of the feed.
        path: path of the feed in the site.
        name: unique name of the feed, from which its id is computed.
        entries: the entries, in any order; older ones than :data:`MAX_ENTRIES` are left out.
        base: address of the site with a slash at its end; empty if unknown.
    """
    newest = sorted(entries, key=lambda entry: (entry.when, entry.name), reverse=True)[:MAX_ENTRIES]
    root = ET.Element("feed", xmlns=_NAMESPACE)
    _add_element(root, "title", title)
    _add_element(root, "id", _entry_id(f"{name} {base}"))
    _add_element(root, "updated", newest[0].when if newest else _EMPTY_FEED_DATE)
    _add_element(ET.SubElement(root, "author"), "name", "Sightbench")
    ET.SubElement(root, "link", rel="alternate", type="text/html", href=base or "../index.html")
    if base:
        ET.SubElement(root, "link", rel="self", type="application/atom+xml", href=base + path)
    for entry in newest:
        element = ET.SubElement(root, "entry")
        _add_element(element, "title", entry.title)
        _add_element(element, "id", _entry_id(entry.name))
        _add_element(element, "updated", entry.when)
        folder = entry.page.removesuffix(_INDEX)
        address = f"{base}{folder}" if base else f"../{folder}index.html"
        part = f"#{entry.fragment}" if entry.fragment else ""
        ET.SubElement(element, "link", rel="alternate", type="text/html", href=address + part)
        _add_element(element, "summary", entry.summary)
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'.encode()


def _entry_id(name: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_ID_NAMESPACE, name)}"


def _add_element(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = _FORBIDDEN.sub("\ufffd", text)
