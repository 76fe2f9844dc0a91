"""Make the samples of a data set from a seed, and those of the pool of worked examples."""

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import get_args

from benchmark.authoring.draws import Draws
from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.sample import CodeStyle, FigureSample
from benchmark.authoring.figures.sample_gates import sample_faults
from benchmark.authoring.figures.shot_line import SHOTS
from benchmark.authoring.figures.task_files import NumberedSample
from benchmark.core.errors import OurFailure
from benchmark.core.task import FigureType

#: Version of the generator. It is part of every draw, so raising it draws all samples anew.
VERSION = 1
PER_TYPE = 60  #: samples of each type
_TRIES = 60  #: draws for one sample
_STYLES = get_args(CodeStyle)


def make_samples(
    type_: FigureType, seed: str, count: int = PER_TYPE, pinned: Sequence[int] = ()
) -> Iterator[NumberedSample]:
    """Make the samples of a type; no two show the same figure.

    Args:
        type_: the type of figure.
        seed: decides all choices.
        count: number of samples; the first ones do not depend on it.
        pinned: number of the draw of each sample, as an earlier call found it; pictures are not checked then.
            Without it, samples with faults are drawn again, which takes half a second each.

    Raises:
        OurFailure: if none of many draws is fit, or if a known one is not.
    """
    seen: set[str] = set()
    for number in range(count):
        block = Draws("style", VERSION, type_, seed, number // len(_STYLES))
        style = block.shuffled(_STYLES)[number % len(_STYLES)]
        known = pinned[number] if pinned else None
        attempt, sample = _fit(type_, style, ("sample", seed, number), seen, known)
        yield NumberedSample(sample=sample, number=number, seed=seed, attempt=attempt)


def make_pool(type_: FigureType, seed: str, pinned: Sequence[int] = ()) -> list[NumberedSample]:
    """Make the samples of worked examples of a type; they are drawn apart from those that are tested.

    Raises:
        OurFailure: if none of many draws is fit, or if a known one is not.
    """
    seen: set[str] = set()
    pool = []
    for place in range(SHOTS):
        known = pinned[place] if pinned else None
        style = _STYLES[place % len(_STYLES)]
        attempt, sample = _fit(type_, style, ("shot", seed, place), seen, known)
        pool.append(NumberedSample(sample=sample, number=place, seed=seed, attempt=attempt))
    return pool


def _fit(
    type_: FigureType,
    style: CodeStyle,
    names: tuple[str | int, ...],
    seen: set[str],
    known: int | None,
) -> tuple[int, FigureSample]:
    """Return the number of the first fit draw, or of the known one, and its sample."""
    make: Callable[[Draws, CodeStyle], FigureSample] = importlib.import_module(
        f"benchmark.authoring.figures.types.{type_}"
    ).make
    for attempt in range(_TRIES) if known is None else (known,):
        try:
            sample = make(Draws("figure", VERSION, type_, *names, attempt), style)
        except UnfitError:
            continue
        key = json.dumps(sample.original.figure, sort_keys=True)
        if key in seen or (known is None and any(sample_faults(sample))):
            continue
        seen.add(key)
        return attempt, sample
    if known is None:
        raise OurFailure(f"none of {_TRIES} draws of a {type_} figure is fit", "use another seed")
    problem = f"pins.json: draw {known} of {type_} figure {names[-1]} is no longer fit"
    raise OurFailure(problem, "build the data sets again: sightbench author build --suite mathopeval")
