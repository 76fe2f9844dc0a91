"""A classifier cannot tell the public tasks of families with a dial from fresh ones."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmark.authoring.figures.figure_set import (
    EYE_KINDS,
    EYE_VERSION,
    PUBLIC_SEED,
    make_samples,
    read_pins,
)
from benchmark.authoring.figures.pictures import picture_png
from benchmark.authoring.forms import form_of
from benchmark.authoring.maker import Form
from benchmark.core.suite import LEVELS
from benchmark.datasets.collection import Collection
from benchmark.drawing.render import decode_png, render_png
from benchmark.suites.mathopeval.open import FOLDER
from benchmark.suites.open_collections import OPEN_COLLECTIONS

STORED = Path(__file__).parents[1] / "cases" / "public_and_fresh.json"
SEEDS = ("1" * 32,)  #: of fresh tasks
ELEMENTS = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text")
PERMUTATIONS, LEAST_P = 299, 0.01
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@pytest.mark.weekly
def test_public_tasks_are_not_told_from_fresh_ones() -> None:
    accuracy, p = told_apart(np.array([family["features"] for family in whole_store().values()]))
    assert p > LEAST_P, f"balanced accuracy {accuracy:.3f}, p = {p:.3f}"


def test_a_shift_of_one_feature_is_told() -> None:
    found = np.random.default_rng(1).normal(size=(24, 2, 5, 20))
    assert told_apart(found)[1] > LEAST_P
    found[:, 0, :, 3] += 1  # standard deviation
    assert told_apart(found)[1] <= LEAST_P


def told_apart(found: Numbers) -> tuple[float, float]:
    """Return the balanced accuracy of a classifier, and how often it is as high for labels at random.

    Args:
        found: families, instances, of which the first is the public one, tasks, features.
    """
    rows = found - found.mean(axis=1, keepdims=True)  # what families differ in says nothing
    rows /= rows.std(axis=(0, 1, 2)) + 1e-9
    count, draws = found.shape[1], np.random.default_rng(0)
    at_random = draws.integers(0, count, (PERMUTATIONS, len(found)))
    observed, *others = (
        balanced_accuracy(rows, np.arange(count) == public[:, None])
        for public in (np.zeros(len(found), int), *at_random)
    )
    return observed, (1 + sum(other >= observed for other in others)) / (1 + PERMUTATIONS)


def balanced_accuracy(rows: Numbers, is_public: Numbers) -> float:
    """Classify the tasks of each fifth of the families as the others teach it."""
    labels = np.repeat(is_public[:, :, None], rows.shape[2], axis=2)
    told = np.zeros_like(labels)
    for fold in range(5):
        tested = np.arange(len(rows)) % 5 == fold
        weights = logistic(rows[~tested].reshape(-1, rows.shape[-1]), labels[~tested].ravel())
        told[tested] = rows[tested] @ weights[1:] + weights[0] > 0
    return float((told[labels].mean() + (~told[~labels]).mean()) / 2)


def logistic(rows: Numbers, labels: Numbers) -> Numbers:
    """Return the weights of a logistic regression, the constant first; both classes count the same."""
    rows = np.column_stack([np.ones(len(rows)), rows])
    share = np.where(labels, 0.5 / labels.mean(), 0.5 / (~labels).mean())
    weights = np.zeros(rows.shape[1])
    for _ in range(6):  # Newton's method with a ridge
        chance = 1 / (1 + np.exp(-rows @ weights))
        curve = (rows.T * (share * chance * (1 - chance))) @ rows + np.eye(len(weights))
        weights = weights + np.linalg.solve(curve, rows.T @ (share * (labels - chance)) - weights)
    return weights


Dial = tuple[str, int, Callable[[str], list[list[float]]]]


def dials() -> Iterator[Dial]:
    """Yield name and version of each family with a dial, and the features of its tasks by seed."""
    for collection in OPEN_COLLECTIONS.values():
        form = form_of(collection)
        for family in (form.family(collection, name) for name in collection.names()):
            if family.dial:
                yield family.name, family.version, partial(of_family, form, collection, family)
    for kind in EYE_KINDS:
        yield kind, EYE_VERSION, partial(of_kind, kind)


def of_family(form: Form, collection: Collection, family: Any, seed: str) -> list[list[float]]:
    """Return the features of one task of each level."""
    made = form.make(collection, family, None) if seed == PUBLIC_SEED else form.fresh(family, seed)
    rows = []
    for task in sorted(made, key=lambda task: task.level)[:: len(made) // len(LEVELS)]:
        svgs = [svg for _, _, svg in form.drawings(task)]
        text, tests = task.text + getattr(task, "problem", ""), getattr(task, "tests", None)
        rows.append(features(text, "".join(svgs), tests or repr(task.cases), map(render_png, svgs)))
    return rows


def of_kind(kind: str, seed: str) -> list[list[float]]:
    """Return the features of the first figure of each level that is read by eye."""
    pins = read_pins(FOLDER)
    pinned = pins.samples[kind] if pins and seed == PUBLIC_SEED else ()
    rows = []
    for sample in (numbered.sample for numbered in make_samples(kind, seed, len(LEVELS), pinned)):
        (question,), code = sample.questions, sample.original.code
        options = repr([option.text for option in (question.right, *question.wrong)])
        picture = picture_png(code, sample.grain)
        rows.append(features(question.text + sample.outline + sample.part_words, code, options, [picture]))
    return rows


def features(text: str, drawing: str, tests: str, pictures: Iterable[bytes]) -> list[float]:
    """Return what can be counted in a prompt, in the drawing of its pictures, in tests, and in pixels."""
    labels = " ".join(re.findall(r">([^<]+)<", drawing))
    pixels = [np.asarray(decode_png(picture).convert("L"), float) for picture in pictures]
    grey = np.concatenate([picture.ravel() for picture in pixels])
    found = [len(text), len(text.split()), len(drawing), len(tests), len(labels), len(labels.split())]
    found += [drawing.count(f"<{name}") for name in ELEMENTS]
    found += [len(set(re.findall(r"#[0-9a-f]{6}\b", drawing))), grey.size, grey.mean(), grey.std()]
    for part in (text, labels, tests):
        numbers = [float(number) for number in re.findall(r"\d+(?:\.\d+)?", part)] or [0.0]
        found += [len(numbers), np.mean(numbers), max(numbers)]
    return [round(float(np.log1p(value)), 4) for value in found]


def whole_store() -> dict[str, Any]:
    """Return version and features of each family; those that are not stored take about half a minute each."""
    stored = json.loads(STORED.read_bytes()) if STORED.exists() else {}
    for name, version, make in dials():
        if stored.get(name, {}).get("version") != version:
            stored[name] = {"version": version, "features": [make(seed) for seed in (PUBLIC_SEED, *SEEDS)]}
    return dict(sorted(stored.items()))


if __name__ == "__main__":
    STORED.write_text(json.dumps(whole_store()) + "\n", encoding="utf-8")
