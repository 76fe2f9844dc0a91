"""Makes the tasks of families of every form from a seed, writes their files, and draws sheets of them."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import Task
from benchmark.files import font
from benchmark.files.atomic import write_atomic
from workshop.authoring.dataset_files import BuiltFiles, all_files, write_and_prune
from workshop.authoring.family_files import built_faults
from workshop.authoring.family_module import import_family
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.gates.pictures import READ_AT
from workshop.authoring.instance_search import InstanceSearch, pinned_or_first
from workshop.drawing.render import decode_png, render_png
from workshop.family_collection import FamilyCollection
from workshop.pins import PinnedInstance, read_pinned

Tasks = Sequence[Any]
Faults = Iterator[GateFault]


def _no_measured_faults(_collection: FamilyCollection, _made: Tasks, _judge: JudgesSamples) -> Faults:
    yield from ()


def _no_text(*_: Any) -> str:
    return ""


def _no_report(_: FamilyCollection) -> tuple[list[str], list[GateFault]]:
    return [], []


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A form of families: all that differs between suites; a caller only hands families and tasks on."""

    read: Callable[[ModuleType, Path], Any]  #: returns the family that a module defines
    #: (family, seed, index) → the tasks of an instance; raises ``UnfitError`` if they are not twins
    instance: Callable[[Any, str, int], tuple[Any, ...]]
    #: (family, tasks of an instance, seed of a fresh set or None) → those that a data set has
    chosen: Callable[[Any, tuple[Any, ...], str | None], tuple[Any, ...]] = lambda _family, made, _seed: made
    is_good: Callable[[Any, Tasks], bool]  #: whether an instance has no fault that another may not have
    most: int  #: instances with twins that go through the gates
    parts: str  #: functions of a family that decide about its instances
    fix: str  #: what an author can do if no instance makes twins
    pins: type[PinnedInstance]
    #: Returns the public files of a family with these tasks.
    files: Callable[[FamilyCollection, Tasks], BuiltFiles]
    #: (tasks, suite, dataset, folder) → files next to the task file of a set, and its tasks
    set_files: Callable[[Tasks, str, str, Path], tuple[dict[Path, bytes], list[Task]]]
    #: Yields the faults of a family and its tasks.
    faults: Callable[[FamilyCollection, Any, Tasks, JudgesSamples], Faults]
    #: Yields the faults that are found by measuring what the files say; this may take a minute.
    measured_faults: Callable[[FamilyCollection, Tasks, JudgesSamples], Faults] = _no_measured_faults
    #: Says why the public files cannot be made before something is measured; empty if they can.
    unmeasured: Callable[[FamilyCollection, Tasks], str] = _no_text
    own_file_faults: Callable[[FamilyCollection, str], Faults] = lambda _collection, _name: iter(())
    #: Task → what another process does differently → digest of what this process does.
    digests: Callable[[Any], Mapping[str, str]] = lambda _: {}
    note: Callable[[FamilyCollection, str], str] = (
        _no_text  #: what a check prints about a family besides faults
    )
    #: Returns lines about the whole built data set, and its faults.
    set_report: Callable[[FamilyCollection], tuple[list[str], list[GateFault]]] = _no_report
    #: Task → of each of its drawings, the name of its file, its title, and its SVG text.
    drawings: Callable[[Any], list[tuple[str, str, str]]]
    html: Callable[[Tasks], Iterator[str]]  #: yields elements with everything about the tasks of a family

    def family(self, collection: FamilyCollection, name: str) -> Any:
        """Read a family from its module.

        Raises:
            BadInput: if it does not exist or is not valid.
        """
        return self.read(*import_family(collection, name))

    def search(self, family: Any, seed: str, first: int = 0) -> InstanceSearch[tuple[Any, ...]]:
        """Return the search for the first instance of a seed, from an index on."""
        make = partial(self.instance, family, seed)
        return InstanceSearch(family=family.name, make=make, parts=self.parts, fix=self.fix, first=first)

    def first(self, family: Any, seed: str, first: int = 0) -> tuple[Any, ...]:
        """Return the first instance without faults; if all have faults, the first that makes twins.

        Raises:
            BadInput: if no instance of the seed makes twins; the error has the last reason.
        """
        return self.search(family, seed, first).first_good(partial(self.is_good, family), self.most)

    def tasks(
        self, family: Any, seed: str, index: int | None = None, captured: int | None = None
    ) -> tuple[Any, ...]:
        """Make the tasks of a family from a seed: of one instance, or of the first that passes the gates.

        The instance of its captures may be given too; else it is the next one that passes them.

        Raises:
            BadInput: if a part of the family fails, or no instance makes twins.
            UnfitError: if the instance ``index`` does not make twins.
        """
        made = self.first(family, seed) if index is None else self.instance(family, seed, index)
        return self._with_captures(family, made, None, captured)

    def _with_captures(
        self, family: Any, made: tuple[Any, ...], fresh: str | None, index: int | None = None
    ) -> tuple[Any, ...]:
        """Return the tasks of a data set, with those whose pictures are captures."""
        chosen = self.chosen(family, made, fresh)
        if not family.captured:
            return chosen
        family, seed = replace(family, is_captured=True), made[0].seed
        others = (
            self.first(family, seed, made[0].index + 1)
            if index is None
            else self.instance(family, seed, index)
        )
        by_level = {task.level: task for task in reversed(self.chosen(family, others, fresh))}
        if lacking := set(family.captured) - set(by_level):
            problem = f"has no task of level {min(lacking)}"
            raise BadInput(f"family {family.name}", "CAPTURED", problem, "leave the level out")
        captured = [by_level[level] for level in sorted(family.captured)]
        return *chosen, *(
            replace(task, number=family.renumbered.get(task.level, number))
            for number, task in enumerate(captured, len(chosen) + 1)
        )

    def make(self, collection: FamilyCollection, family: Any, seed: str | None) -> tuple[Any, ...]:
        """Make the tasks of a family; without a seed the public ones, of the pinned instance if there is one.

        Raises:
            BadInput: if a part of the family fails, no instance makes twins, or the pins are not valid.
        """
        if seed is not None:
            return self.tasks(family, seed)
        pins, made = read_pinned(self.pins, collection, family.name), partial(self.tasks, family, family.seed)
        pinned = partial(made, captured=None if pins is None else pins.captured)
        return pinned_or_first(pins, family, pinned, made)

    def fresh(self, family: Any, seed: str) -> tuple[Any, ...]:
        """Make the tasks that a fresh set has of a family.

        Raises:
            BadInput: if a part of the family fails, or no instance makes twins.
        """
        return self._with_captures(family, self.first(family, seed), seed)

    def file_faults(self, collection: FamilyCollection, made: Tasks) -> Faults:
        """Yield the faults of a family's built files and reviews."""
        name = made[0].family
        if problem := self.unmeasured(collection, made):
            yield GateFault(name, "pinned", problem)
            return
        yield from built_faults(collection, made, all_files(collection, self.files(collection, made)))
        yield from self.own_file_faults(collection, name)

    def write(self, collection: FamilyCollection, family: Any, judge: JudgesSamples) -> list[Path]:
        """Build a family's public tasks, and measure what its files lack.

        They stay of the instance that was built last, as long as it passes the gates.

        Returns:
            The paths that were written or removed.

        Raises:
            BadInput: if a part of the family fails, no instance makes twins, or a measurement finds a fault.
            SandboxFailure: if programs cannot be judged on this machine.
        """
        made = self.make(collection, family, None)
        if not self.is_good(family, made):
            made = self.tasks(family, family.seed)
        if self.unmeasured(collection, made):
            for fault in self.measured_faults(collection, made, judge):
                raise BadInput(f"family {family.name}", fault.where, f"{fault.gate}: {fault.problem}")
        return write_and_prune(collection, family.name, all_files(collection, self.files(collection, made)))

    def built_version(self, collection: FamilyCollection, name: str) -> int | None:
        """Return the version of a family's built files; None if it has not been built."""
        pins = read_pinned(self.pins, collection, name)
        return None if pins is None else pins.version

    def write_sheet(self, made: Tasks, out: Path) -> list[Path]:
        """Write a sheet with a family's pictures, and each alone; return their paths."""
        drawings = [drawing for task in made for drawing in self.drawings(task)]
        return write_drawings(made[0].family, drawings, out)

    def preview_page(self, groups: Sequence[Tasks]) -> bytes:
        """Return an HTML page with everything about the tasks of families."""
        return html_page([element for made in groups for element in self.html(made)])


_GAP = 16  #: px between pictures
_NAME_HEIGHT = 34  #: px for the name above each picture


def write_drawings(family: str, drawings: Sequence[tuple[str, str, str]], out: Path) -> list[Path]:
    """Write a sheet with drawings side by side, and each alone; return their paths.

    Pictures are scaled to 768 px, the size at which they have to be legible.

    Args:
        family: name of the sheet's file.
        drawings: of each, the name of its file, its title, and its SVG text.
        out: folder for the files.
    """
    from PIL import Image, ImageDraw, ImageFont

    images = []
    for _, _, svg in drawings:
        image = decode_png(render_png(svg))
        image.thumbnail((READ_AT, READ_AT), Image.Resampling.LANCZOS)
        images.append(image)
    width = sum(image.width for image in images) + _GAP * (len(images) + 1)
    sheet = Image.new("RGB", (width, max(image.height for image in images) + _NAME_HEIGHT + _GAP), "#9aa3af")
    draw, face = ImageDraw.Draw(sheet), ImageFont.truetype(font.font_paths()[1], 20)
    left, written = _GAP, []
    for (name, title, _), image in zip(drawings, images, strict=True):
        draw.text((left, 6), title, fill="black", font=face)
        sheet.paste(image, (left, _NAME_HEIGHT))
        left += image.width + _GAP
        written.append(out / f"{name}.png")
        write_atomic(written[-1], _png_bytes(image))
    write_atomic(out / f"{family}.png", _png_bytes(sheet))
    return [out / f"{family}.png", *written]


def html_page(body: Sequence[str]) -> bytes:
    """Return a page of the preview with the given elements."""
    style = "body{font-family:sans-serif;max-width:60rem;margin:auto}pre{white-space:pre-wrap}"
    head = f"<!doctype html><meta charset='utf-8'><title>Preview</title><style>{style}</style>"
    return f"{head}<!-- {CANARY} -->{''.join(body)}\n".encode()


def _png_bytes(image: "object") -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")  # type: ignore[attr-defined]  # a PIL image
    return out.getvalue()
