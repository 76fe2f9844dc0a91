"""The first files of a new family: a module that already draws, and marks where the author continues."""

import re
from importlib.resources import files
from pathlib import Path

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from workshop.family_collection import FamilyCollection

_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def write_scaffold(collection: FamilyCollection, name: str) -> list[Path]:
    """Write the module and the design page of a new family; return their paths.

    Raises:
        BadInput: if the name is not valid, or one of the files exists already.
    """
    if not _NAME.fullmatch(name):
        fix = "use small letters and digits with single _ between words, such as folded_strip"
        raise BadInput("NAME", "", f"{quote_value(name)} cannot name a module", fix)
    kind = "problem" if collection.form == "problems" else "family"
    targets = {collection.module(name): f"{kind}.py.txt", collection.page(name): f"{kind}.md.txt"}
    for path in targets:
        if path.exists():
            raise BadInput(path, "", "exists already", "choose another name; nothing is overwritten")
    title = name.replace("_", " ").capitalize()
    for path, template in targets.items():
        text = files(__package__).joinpath("scaffold_files", template).read_text(encoding="utf-8")
        for mark, value in (("@TITLE@", title), ("@CANARY@", CANARY)):
            text = text.replace(mark, value)
        write_atomic(path, text.encode())
    return list(targets)
