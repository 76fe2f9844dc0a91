"""A new family, begun: it draws something, and says where to go on."""

import re
from importlib.resources import files
from pathlib import Path

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.core.errors import BadInput, shown
from benchmark.files.atomic import write_atomic

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def begin(collection: Collection, name: str) -> list[Path]:
    """Write module and design page of a new family.

    Raises:
        BadInput: for a name that is none, and when one of the files is there already.
    """
    if not _NAME.fullmatch(name):
        fix = "small letters and digits with single _ between words, such as folded_strip"
        raise BadInput("NAME", "", f"{shown(name)} cannot name a module", fix)
    targets = {collection.module(name): "family.py.txt", collection.page(name): "family.md.txt"}
    for path in targets:
        if path.exists():
            raise BadInput(path, "", "is there already", "choose another name; nothing is overwritten")
    title = name.replace("_", " ").capitalize()
    for path, template in targets.items():
        text = files(__package__).joinpath("scaffold_files", template).read_text(encoding="utf-8")
        for mark, value in (("@TITLE@", title), ("@CANARY@", CANARY)):
            text = text.replace(mark, value)
        write_atomic(path, text.encode())
    return list(targets)
