"""The example pack of the guide, for tests."""

import re
from pathlib import Path

_PAGE = Path(__file__).resolve().parent.parent / "site" / "pages" / "authoring" / "private-packs.md"
#: The text of the guide.
GUIDE = _PAGE.read_text(encoding="utf-8")
_BLOCK = re.search(r"^```python\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
assert _BLOCK is not None

#: The file ``humaneval-v/knotted_beads.py`` of the pack.
EXAMPLE = _BLOCK[1]
#: Its mutations.
MUTATIONS = ("middle-first", "second-last", "z-to-a")


def write_pack(folder: Path) -> Path:
    """Write the example to a new folder that only this user can read; return the folder."""
    folder.mkdir(mode=0o700)
    (folder / "humaneval-v").mkdir(mode=0o700)
    file = folder / "humaneval-v" / "knotted_beads.py"
    file.write_text(EXAMPLE, encoding="utf-8")
    file.chmod(0o600)
    return folder
