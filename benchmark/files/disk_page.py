"""A page that works from disk: style, script and data are in one file, and no other script may run."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping

from benchmark.files.shipped import SHIPPED

_SITE = SHIPPED / "site"
_PLACE = re.compile(r"\{\{([a-z-]+)\}\}")


def disk_page(name: str, data: object, places: Mapping[str, str]) -> bytes:
    """Return a page from ``page.html``, ``NAME.css`` and ``NAME.js`` in the folder ``site/NAME``.

    Args:
        name: name of the folder.
        data: what the script reads, as JSON, in place of ``{{data}}``.
        places: HTML for the other places of the page, by name.
    """
    folder = _SITE / name
    style = (_SITE / "assets" / "tokens.css").read_text("utf-8") + (folder / f"{name}.css").read_text("utf-8")
    script = (folder / f"{name}.js").read_text("utf-8")
    # No text may end the element, as `</script>` and `<!--` would.
    packed = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    texts = {"style": style, "script": script, "data": packed}
    hashes = {"style-hash": _policy_hash(style), "script-hash": _policy_hash(script)}
    every = {**places, **texts, **hashes}
    page = (folder / "page.html").read_text("utf-8")
    return _PLACE.sub(lambda place: every[place[1]], page).encode("utf-8", "replace")


def _policy_hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
