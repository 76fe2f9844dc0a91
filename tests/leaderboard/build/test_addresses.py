"""Addresses that readers may have kept: each page and part of the docs of 2026-11-23 is still found there.

`addresses.txt` has them. A page that moves has to leave a page at its old address that leads to the new one,
and a part has to leave a link with its id. Add addresses, and remove none.
"""

import re
from pathlib import Path

import pytest

EARLIER = Path(__file__).with_name("addresses.txt").read_text(encoding="ascii").split()


@pytest.mark.gate  # it needs a built site
def test_every_earlier_address_and_id_still_exists(built: Path) -> None:
    lost = []
    for earlier in EARLIER:
        address, _, anchor = earlier.partition("#")
        page = built / address / "index.html"
        if not page.is_file() or (anchor and f'id="{anchor}"' not in page.read_text("utf-8")):
            lost.append(earlier)
    assert lost == []
    assert len(EARLIER) > 400
    assert all(re.fullmatch(r"[a-z0-9/-]+/(#[a-z0-9-]+)?", earlier) for earlier in EARLIER)
