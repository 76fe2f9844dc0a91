"""Gates on the files of a family: its module, its design page, its built files and its reviews."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.datasets.reviews import read_reviews
from benchmark.files.bounded import read_lines
from workshop.authoring.dataset_files import has_same_content, picture_paths
from workshop.authoring.gates.fault import GateFault
from workshop.family_collection import FamilyCollection
from workshop.pins import pins_path, tasks_path

#: The sections that every design page needs.
PAGE_SECTIONS = ("What the picture says", "A wrong reading")

_TODO_MARK = "TO" + "DO"  # marks the parts of the scaffold that the author has to write
_MIN_SECTION_WORDS = 15  #: minimum words of a section


def text_faults(collection: FamilyCollection, family: str, mutations: Sequence[str]) -> Iterator[GateFault]:
    """Yield the faults in the texts of a family's module and design page.

    Args:
        collection: the collection that the family belongs to.
        family: its name.
        mutations: its mutations or variants, all of which the page must name.
    """
    for path in (collection.module(family), collection.page(family)):
        if not path.is_file():
            yield GateFault(family, "page", f"{path.name} is missing")
            continue
        text = path.read_text(encoding="utf-8")
        if CANARY not in text:
            yield GateFault(family, "canary", f"{path.name} lacks the canary: {CANARY}")
        if _TODO_MARK in text:
            yield GateFault(family, "page", f"{path.name} has a {_TODO_MARK} left")
    if collection.page(family).is_file():
        yield from _section_faults(family, mutations, collection.page(family).read_text(encoding="utf-8"))


def _section_faults(family: str, mutations: Sequence[str], text: str) -> Iterator[GateFault]:
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    for name in PAGE_SECTIONS:
        if len(sections.get(name, "").split()) < _MIN_SECTION_WORDS:
            problem = f"has fewer than {_MIN_SECTION_WORDS} words under `## {name}`"
            yield GateFault(family, "page", problem)
    for mutation in mutations:
        if f"`{mutation}`" not in text:
            yield GateFault(family, "page", f"does not name `{mutation}`")


def built_faults(
    collection: FamilyCollection, made: Sequence[Any], files: Mapping[Path, bytes]
) -> Iterator[GateFault]:
    """Yield the faults of a family's built files and reviews.

    Args:
        collection: the collection that the family belongs to.
        made: its public tasks.
        files: what the family's code makes of them, by path.
    """
    name = made[0].family
    for path, data in files.items():
        if not has_same_content(path, data):
            state = "is not what the code makes" if path.is_file() else "is not built yet"
            problem = f"{path.parent.name}/{path.name} {state}"
            yield GateFault(name, "pinned", f"{problem}; run `{build_command(collection, name)}`")
    for path in picture_paths(collection, name):
        if path not in files:
            yield GateFault(name, "pinned", f"no task shows pictures/{path.name}")
    yield from _canary_faults(collection, name)
    for review in read_reviews(collection, name).tasks:
        if review not in [task.task_id for task in made]:
            yield GateFault(name, "reviews", f"a review is about {review}, which is not a task")


def build_command(collection: FamilyCollection, name: str) -> str:
    """Return the command that builds a family."""
    return f"python -m workshop build{suite_option(collection)} {name}"


def suite_option(collection: FamilyCollection) -> str:
    """Return the option that names a collection's suite to `python -m workshop`; empty for the default."""
    return "" if collection.form == "pictures" else f" --suite {collection.suite}"


def unowned_file_faults(collection: FamilyCollection) -> Iterator[GateFault]:
    """Yield a fault for each file that belongs to no family.

    Such files remain when a family's module is deleted. The data set would still contain the family's tasks.
    """
    names = collection.names()
    pictures = {path for name in names for path in picture_paths(collection, name)}
    for path in sorted((collection.folder / "pictures").glob("*.png")):
        if path not in pictures:
            yield GateFault("pictures", "pinned", f"pictures/{path.name} belongs to no family; delete it")
    folders = [collection.folder / name for name in ("tasks", "pins", "programs", "reviews")]
    built = [path for folder in (*folders, collection.workbench / "layouts") for path in folder.glob("*.*")]
    pages = (collection.folder / "families").glob("*.md")
    for path in sorted([*built, *pages]):
        if path.name.partition(".")[0] not in names:
            problem = f"{path.parent.name}/{path.name} belongs to no family; delete it"
            yield GateFault(path.name.partition(".")[0], "pinned", problem)


def _canary_faults(collection: FamilyCollection, name: str) -> Iterator[GateFault]:
    """Yield a fault for each built file without the canary; a task file needs it on every line."""
    tasks, pins = tasks_path(collection, name), pins_path(collection, name)
    mark = CANARY.encode()
    if tasks.is_file() and any(mark not in line.data for line in read_lines(tasks) if line.data.strip()):
        yield GateFault(name, "canary", f"{tasks.name} lacks the canary")
    if pins.is_file() and mark not in pins.read_bytes():
        yield GateFault(name, "canary", f"{pins.name} lacks the canary")
