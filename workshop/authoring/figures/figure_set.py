"""The samples of a set of MathOPEval from a seed, and the files of the public sets and of fresh ones."""

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, get_args

from pydantic import Field

from benchmark.core.canary import CANARY
from benchmark.core.draws import Draws
from benchmark.core.errors import OurFailure
from benchmark.core.suite import LEVELS
from benchmark.core.task import FigureType, Picture, Task
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Count, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.suites.mathopeval.free_forms import FREE_FORMS
from benchmark.suites.mathopeval.names import StateName
from benchmark.suites.mathopeval.shot_line import SHOTS
from workshop.authoring.dataset_files import has_same_content, write_changed
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.gates import sample_faults
from workshop.authoring.figures.looks import dressed
from workshop.authoring.figures.pictures import picture_png
from workshop.authoring.figures.sample import CodeStyle, FigureSample, Question
from workshop.authoring.figures.task_files import NumberedSample, choice_tasks, dataset_files, task_sets
from workshop.authoring.fresh import FreshSet, new_folders, write_set
from workshop.drawing.captured import Capture

#: Version of the generator. It is part of every draw, so raising it draws all samples anew.
VERSION = 2
EYE_VERSION = 3  #: version of the kinds that are read by eye
PER_TYPE = 60  #: samples of each type, and of each kind that is read by eye
#: Kinds of figures that are read by eye; each has samples of all levels in turn.
EYE_KINDS = ("crossings", "layers", "wedges", "meetings", "panels")
#: Kind → how the pictures of one more sample at each level from 3 to 5 are captured. They follow the others.
#: Points of crossings are read by the axes to 2 %, so their captures neither bend nor lean.
EYE_CAPTURES: Mapping[str, tuple[Capture, ...]] = {
    "crossings": ("screen", "scan", "screen"),
    "layers": ("screen", "notebook", "scan"),
    "wedges": ("notebook", "folded", "screen"),
}
_TRIES = 60  #: draws for one sample
_STYLES = get_args(CodeStyle)
_Maker = Callable[[Draws], FigureSample]  #: makes a sample from draws; may raise UnfitError

PUBLIC_SEED = "public-1"
PINS = "pins.json"
TYPES: tuple[FigureType, ...] = get_args(FigureType)
GROUPS: tuple[str, ...] = (*TYPES, *EYE_KINDS)
FORMATS = ("choice", *FREE_FORMS)


def make_samples(
    type_: str, seed: str, count: int = PER_TYPE, pinned: Sequence[int] = (), *, captures: bool = False
) -> Iterator[NumberedSample]:
    """Make the samples of a type or a kind; no two show the same figure.

    Args:
        type_: the type of figure, or the kind that is read by eye.
        seed: decides all choices.
        count: number of samples; the first ones do not depend on it.
        pinned: number of the draw of each sample, as an earlier call found it; pictures are not checked then.
            Without it, samples with faults are drawn again, which takes half a second each.
        captures: whether the samples whose pictures are captures follow.

    Raises:
        OurFailure: if none of many draws is fit, or if a known one is not.
    """
    seen: set[str] = set()
    shown = EYE_CAPTURES.get(type_, ()) if captures else ()
    for place, number in enumerate((*range(count), *range(PER_TYPE, PER_TYPE + len(shown)))):
        known = pinned[place] if pinned else None
        capture = shown[place - count] if place >= count else None
        if type_ in EYE_KINDS:
            level = number % len(LEVELS) + 1 if capture is None else LEVELS[place - count - len(shown)]
            kind, make = type_, _eye_maker(type_, level)
            block = Draws("rank of the right name", EYE_VERSION, type_, seed, number // 4)
            rank = block.shuffled(range(4))[number % 4]
        else:
            block = Draws("style", VERSION, type_, seed, number // len(_STYLES))
            kind, make = "", _type_maker(type_, block.shuffled(_STYLES)[number % len(_STYLES)])
            rank = None
        attempt, sample = _fit(type_, make, ("sample", seed, number), seen, known, rank=rank)
        if capture:
            grain = Draws("capture", EYE_VERSION, type_, seed, number).integer(1, 9999)
            sample = replace(sample, capture=capture, grain=grain)
        yield NumberedSample(sample=sample, number=number, seed=seed, attempt=attempt, kind=kind)


def make_pool(type_: FigureType, seed: str, pinned: Sequence[int] = ()) -> list[NumberedSample]:
    """Make the samples of worked examples of a type; they are drawn apart from those that are tested.

    Raises:
        OurFailure: if none of many draws is fit, or if a known one is not.
    """
    seen: set[str] = set()
    pool = []
    for place in range(SHOTS):
        known = pinned[place] if pinned else None
        make = _type_maker(type_, _STYLES[place % len(_STYLES)])
        attempt, sample = _fit(type_, make, ("shot", seed, place), seen, known)
        pool.append(NumberedSample(sample=sample, number=place, seed=seed, attempt=attempt))
    return pool


def _type_maker(type_: str, style: CodeStyle) -> _Maker:
    """Return what makes a sample of a type, whose program has a code style."""
    make = importlib.import_module(f"workshop.suites.mathopeval.families.types.{type_}").make
    return lambda draws: make(draws, style)


def _eye_maker(kind: str, level: int) -> _Maker:
    """Return what makes a sample of a kind that is read by eye, at a level from 1."""
    make = importlib.import_module(f"workshop.suites.mathopeval.families.by_eye.{kind}").make
    return lambda draws: make(draws, level)


def _fit(
    type_: str,
    make: _Maker,
    names: tuple[str | int, ...],
    seen: set[str],
    known: int | None,
    *,
    rank: int | None = None,
) -> tuple[int, FigureSample]:
    """Return the number of the first fit draw, or of the known one, and its sample.

    For figures that are read by eye, ``rank`` is the wanted place of the right name among the options in
    alphabetical order, from 0. Callers want each place equally often, so that guessing by it does not pay.

    Raises:
        OurFailure: if none of many draws is fit, or if the known one is not.
    """
    for attempt in range(_TRIES) if known is None else (known,):
        try:
            sample = make(Draws("figure", _version(type_), type_, *names, attempt))
            if sample.edits:
                sample = dressed(sample, Draws("look", VERSION, type_, *names, attempt))
        except UnfitError:
            continue
        if rank is not None and _rank(sample.questions[0]) != rank:
            continue
        key = json.dumps(sample.original.figure, sort_keys=True)
        if key in seen or (known is None and any(sample_faults(sample))):
            continue
        seen.add(key)
        return attempt, sample
    if known is None:
        raise OurFailure(f"none of {_TRIES} draws of a {type_} figure is fit", "use another seed")
    problem = f"pins.json: draw {known} of {type_} figure {names[-1]} is no longer fit"
    raise OurFailure(problem, "build the data sets again: python -m workshop build --suite mathopeval")


def _version(type_: str) -> int:
    return EYE_VERSION if type_ in EYE_KINDS else VERSION


def _rank(question: Question) -> int:
    return sorted(option.text for option in (question.right, *question.wrong)).index(question.right.text)


class FigurePins(Record):
    """The draw of the public seed that gave each sample, so that no draw is tried again in vain."""

    canary: str
    version: Annotated[int, Field(ge=1)] = Field(description="version of the generator")
    eye_version: Annotated[int, Field(ge=1)] = Field(description="version of the kinds that are read by eye")
    seed: str
    samples: dict[str, list[Count]] = Field(description="numbers of draws by type or kind, in order")
    shots: dict[str, list[Count]] = Field(description="the same for the worked examples")


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeSet:
    """All samples of a set, and those of its worked examples."""

    samples: tuple[NumberedSample, ...]
    pool: tuple[NumberedSample, ...]

    @property
    def plain(self) -> list[FigureSample]:
        """The samples without their numbers."""
        return [numbered.sample for numbered in self.samples]

    def by_group(self) -> dict[str, list[NumberedSample]]:
        """Return the samples by type, and those that are read by eye by kind."""
        return _by_group(self.samples)

    def choices(self, dataset: str) -> list[Task]:
        """Return the questions of all samples as tasks, whose pictures have no file."""
        sources = dict.fromkeys(get_args(StateName), "none.png")
        return [task for numbered in self.samples for task in choice_tasks(numbered, dataset, sources)]


def make_set(
    seed: str, per_type: int = PER_TYPE, processes: int = 2, pins: FigurePins | None = None
) -> MadeSet:
    """Make all samples of a set from a seed; without pins this takes minutes of CPU.

    Args:
        seed: decides all choices.
        per_type: samples of each type.
        processes: number of processes that work at the same time.
        pins: the draws that an earlier call found fit.

    Raises:
        OurFailure: if none of many draws is fit, or if a pinned one is not.
    """
    work = partial(_of_type, seed, per_type, pins)
    if processes == 1 or pins is not None:
        found = [work(type_) for type_ in GROUPS]
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
            found = list(pool.map(work, GROUPS))
    return MadeSet(
        samples=tuple(sample for samples, _ in found for sample in samples),
        pool=tuple(sample for _, shots in found for sample in shots),
    )


def _of_type(
    seed: str, per_type: int, pins: FigurePins | None, type_: str
) -> tuple[list[NumberedSample], list[NumberedSample]]:
    samples, shots = ([], []) if pins is None else (pins.samples[type_], pins.shots[type_])
    pool = make_pool(type_, seed, shots) if type_ in TYPES else []
    return list(make_samples(type_, seed, per_type, samples, captures=per_type == PER_TYPE)), pool


def read_pins(folder: Path) -> FigurePins | None:
    """Return the pins of the public set; None if it has not been built, or by another version.

    Raises:
        BadInput: if the file is not valid.
    """
    path = folder / PINS
    if not path.exists():
        return None
    pins = validate_record(FigurePins, loads(read_bytes(path, MIB), path), path)
    found = pins.version, pins.eye_version, pins.seed
    return pins if found == (VERSION, EYE_VERSION, PUBLIC_SEED) else None


def set_contents(made: MadeSet, folder: Path) -> dict[Path, bytes]:
    """Return the files of both public data sets and of the worked examples, by path below ``folder``."""
    files = dataset_files(made.samples, [numbered.sample for numbered in made.pool], picture_png)
    pins = FigurePins(
        canary=CANARY,
        version=VERSION,
        eye_version=EYE_VERSION,
        seed=PUBLIC_SEED,
        samples=_attempts(made.samples),
        shots=_attempts(made.pool),
    )
    files[Path(PINS)] = (pins.model_dump_json(indent=1) + "\n").encode()
    return {folder / path: data for path, data in files.items()}


def _by_group(samples: Sequence[NumberedSample]) -> dict[str, list[NumberedSample]]:
    found: dict[str, list[NumberedSample]] = {group: [] for group in GROUPS}
    for numbered in samples:
        found[numbered.group].append(numbered)
    return found


def _attempts(samples: Sequence[NumberedSample]) -> dict[str, list[int]]:
    return {
        group: [numbered.attempt for numbered in of_group] for group, of_group in _by_group(samples).items()
    }


def build(folder: Path) -> list[Path]:
    """Write the public data sets to their folder; return the paths that were written or removed."""
    files = set_contents(make_set(PUBLIC_SEED), folder)
    changed = write_changed(files)
    for path in _unshown(folder, files):
        path.unlink()
        changed.append(path)
    return changed


def file_faults(made: MadeSet, folder: Path) -> Iterator[str]:
    """Yield each built file that differs from what the generator makes, and each picture without a task."""
    files = set_contents(made, folder)
    for path, data in files.items():
        if not has_same_content(path, data):
            yield f"{path.relative_to(folder)} differs from what the generator makes"
    for path in _unshown(folder, files):
        yield f"no task shows pictures/{path.name}"


def _unshown(folder: Path, files: Mapping[Path, bytes]) -> list[Path]:
    """Return the existing pictures that are not among the files of a set."""
    return sorted(path for path in (folder / "pictures").glob("*.png") if path not in files)


def fresh_names(name: str) -> tuple[str, ...]:
    """Return the names of the data sets of a seed whose ``fresh-DIGEST`` is ``name``, choices first."""
    return tuple(f"{name}-{format_}" for format_ in FORMATS)


def write_fresh_figures(made: MadeSet, folders: dict[str, Path]) -> list[FreshSet]:
    """Write the data sets of a seed; if anything fails, no folder is made.

    Args:
        made: all samples of the seed; worked examples are those of the public set.
        folders: name of each data set → its new folder.

    Raises:
        BadInput: if a folder exists already.
    """
    with new_folders(list(folders.values())) as stages:
        pictures: dict[Path, bytes] = {}
        sets = task_sets(made.samples, tuple(folders), picture_png, pictures)
        found = []
        for stage, tasks in zip(stages, sets.values(), strict=True):
            shown = {part.source for task in tasks for part in task.parts if isinstance(part, Picture)}
            for source in sorted(shown):
                write_atomic(stage / source, pictures[Path(source)])
            found.append(write_set(tasks, {"figures": VERSION, "by-eye": EYE_VERSION}, stage))
        return found
