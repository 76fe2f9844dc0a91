"""Read the drawings of pages."""

import xml.etree.ElementTree as ET


def shapes(drawing: str, tag: str, name: str | None = None) -> list[dict[str, str]]:
    """Return the attributes of all shapes of a kind, by their class if one is named, and their ``text``."""
    found = ET.fromstring(drawing).iter(tag)  # noqa: S314 - our own drawing
    return [
        {**each.attrib, "text": "".join(each.itertext())}
        for each in found
        if name is None or each.get("class") == name
    ]
