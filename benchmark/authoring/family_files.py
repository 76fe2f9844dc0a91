"""The files of a family: its module, its design page, what was built of them, its reviews."""

import re
from collections.abc import Iterator, Sequence

from benchmark.authoring.canary import CANARY
from benchmark.authoring.collection import Collection
from benchmark.authoring.dataset_files import built, is_same, pictures_of, pins_path, tasks_path
from benchmark.authoring.family import Family
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.reviews import read_reviews

#: Sections that a design page has.
SECTIONS = ("What the picture says", "A wrong reading")

_UNFINISHED = "TO" + "DO"  # what the scaffold leaves for the author to do
_FEWEST_WORDS = 15  #: in a section


def paged(collection: Collection, family: Family) -> Iterator[GateFault]:
    """Faults of the module's and the page's text."""
    for path in (collection.module(family.name), collection.page(family.name)):
        if not path.is_file():
            yield GateFault(family.name, "page", f"{path.name} is missing")
            continue
        text = path.read_text(encoding="utf-8")
        if CANARY not in text:
            yield GateFault(family.name, "canary", f"{path.name} lacks the canary: {CANARY}")
        if _UNFINISHED in text:
            yield GateFault(family.name, "page", f"{path.name} has a {_UNFINISHED} left")
    if collection.page(family.name).is_file():
        yield from _page(family, collection.page(family.name).read_text(encoding="utf-8"))


def _page(family: Family, text: str) -> Iterator[GateFault]:
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    for name in SECTIONS:
        if len(sections.get(name, "").split()) < _FEWEST_WORDS:
            yield GateFault(family.name, "page", f"says too little under `## {name}`")
    for mutation in family.mutations:
        if f"`{mutation}`" not in text:
            yield GateFault(family.name, "page", f"does not speak of the mutation `{mutation}`")


def pinned(collection: Collection, made: Sequence[FamilyTask]) -> Iterator[GateFault]:
    """What lies in the data set is what the code makes."""
    name, files = made[0].family, built(collection, made)
    for path, data in files.items():
        if not is_same(path, data):
            wrong = "is not what the code makes" if path.is_file() else "is not built yet"
            problem = f"{path.relative_to(collection.folder)} {wrong}"
            yield GateFault(name, "pinned", f"{problem}; `sightbench author build {name}`")
    for path in pictures_of(collection, name):
        if path not in files:
            yield GateFault(name, "pinned", f"no task shows pictures/{path.name}")


def unowned(collection: Collection) -> Iterator[GateFault]:
    """Files of no family, such as those of one that was taken out: its tasks would go on being shipped."""
    names = collection.names()
    pictures = {path for name in names for path in pictures_of(collection, name)}
    for path in sorted((collection.folder / "pictures").glob("*.png")):
        if path not in pictures:
            yield GateFault("pictures", "pinned", f"no family has pictures/{path.name}; delete it")
    for folder in ("tasks", "pins", "reviews"):
        for path in sorted((collection.folder / folder).glob("*.*")):
            if path.stem not in names:
                yield GateFault(
                    path.stem, "pinned", f"{folder}/{path.name} is there, and no such family; delete it"
                )


def marked(collection: Collection, family: Family) -> Iterator[GateFault]:
    """The canary stands in what was built, and in each of its tasks."""
    for path in (tasks_path(collection, family.name), pins_path(collection, family.name)):
        if path.is_file() and any(CANARY not in line for line in _pieces(path.read_text(encoding="utf-8"))):
            yield GateFault(family.name, "canary", f"{path.name} lacks the canary")


def _pieces(text: str) -> list[str]:
    """Lines of JSON lines, or a whole document."""
    return text.splitlines() if text.startswith('{"id"') else [text]


def reviewed(collection: Collection, made: Sequence[FamilyTask]) -> Iterator[GateFault]:
    """Reviews are of tasks that exist."""
    known = {one.task_id for one in made}
    for name in read_reviews(collection, made[0].family).tasks:
        if name not in known:
            yield GateFault(made[0].family, "reviews", f"there is no task {name}")
