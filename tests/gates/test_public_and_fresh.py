"""A classifier cannot tell the public tasks of families with a dial from fresh ones."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmark.core.suite import LEVELS
from benchmark.datasets.collection import stem
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.scoring.metrics import clustered_wilson
from benchmark.suites.mathopeval.open import FOLDER
from tests.case_files import table
from tests.sampling import first_of, gate_of
from workshop.authoring.figures.figure_set import EYE_KINDS, PUBLIC_SEED, make_samples, read_pins
from workshop.authoring.figures.pictures import picture_png
from workshop.authoring.forms import form_of
from workshop.authoring.maker import Form
from workshop.drawing.render import decode_png, render_png
from workshop.family_collection import FamilyCollection
from workshop.suites import COLLECTIONS

STORED = Path(__file__).parents[1] / "cases" / "public_and_fresh.json"
SEEDS = tuple(digit * 32 for digit in "12345")  #: of fresh tasks; the gates take the first, weekly all
ELEMENTS = ("path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text")
PERMUTATIONS, LEAST_P = 299, 0.01
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def test_features_are_those_of_the_public_tasks() -> None:
    stored = read_store()
    known, digests = {name: entry["tasks"] for name, entry in stored.items()}, public_digests()
    stale = sorted(name for name in known | digests if known.get(name) != digests.get(name))
    assert not stale, f"{', '.join(stale)}: run PYTHONPATH=. python tests/gates/{Path(__file__).name}"


@gate_of("open tasks")
@pytest.mark.parametrize("seeds", first_of([1, len(SEEDS)]))
@pytest.mark.parametrize("statistic", ["balanced_accuracy", "largest_shift"])
def test_public_tasks_are_not_told_from_fresh_ones(
    statistic: str, seeds: int, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = [entry["features"] for entry in read_store().values()]
    seeds = min(seeds, min(map(len, stored)) - 1)  # those that all families have
    features = [found[: 1 + seeds] for found in stored]
    found, p = told_apart(globals()[statistic], features)
    public = np.tile(np.arange(1 + seeds) == 0, (len(features), 1))
    shares = family_accuracies(standardised(features), public)
    low, high = clustered_wilson(shares, [*map(str, range(len(shares)))], math.inf)
    words = (
        f"{len(features)} families, {seeds} of {len(SEEDS)} fresh seeds: {statistic} {found:.3f}, p = {p:.3f}"
    )
    words += f"; accuracy {np.mean(shares):.3f}, 95 % range over families {low:.3f} to {high:.3f}"
    with capsys.disabled():
        print(f"\n{words}")
    assert p > LEAST_P, words


@gate_of("open tasks")
@table("gates")
def test_a_shift_of_one_feature_is_told(statistic: str, shared: float, deviations: float) -> None:
    """Twins have a share of their variance in common, and families differ in how much they vary."""
    draws = np.random.default_rng(1)
    found = shared**0.5 * draws.normal(size=(24, 2, 1, 20))
    found = found + (1 - shared) ** 0.5 * draws.normal(size=(24, 2, 5, 20))
    spread = np.geomspace(0.01, 1, len(found))[:, None, None, None]
    assert told_apart(globals()[statistic], spread * found)[1] > LEAST_P
    found[:, 0, :, 3] += deviations
    assert told_apart(globals()[statistic], spread * found)[1] <= LEAST_P


def told_apart(statistic: Callable[[Numbers, Numbers], float], found: Any) -> tuple[float, float]:
    """Return a statistic of public and fresh tasks, and how often it is as high for labels at random.

    Args:
        statistic: of rows of features, and of which instances are public.
        found: families, instances, of which the first is the public one, tasks, features.
    """
    rows = standardised(found)
    count, draws = rows.shape[1], np.random.default_rng(0)
    at_random = draws.integers(0, count, (PERMUTATIONS, len(rows)))
    observed, *others = (
        statistic(rows, np.arange(count) == public[:, None])
        for public in (np.zeros(len(rows), int), *at_random)
    )
    return observed, (1 + sum(other >= observed for other in others)) / (1 + PERMUTATIONS)


def standardised(found: Any) -> Any:
    rows = np.array(found) - np.mean(found, axis=1, keepdims=True)  # only differences within a family count
    return rows / (rows.std(axis=(1, 2), keepdims=True) + 1e-6)  # and every family varies equally


def largest_shift(rows: Numbers, is_public: Numbers) -> float:
    """Return the largest mean of a feature of public tasks over families, in standard deviations."""
    means = rows[is_public].mean(axis=1)
    return float(np.max(np.abs(means.mean(axis=0)) / (means.std(axis=0) + 1e-6)))


def balanced_accuracy(rows: Numbers, is_public: Numbers) -> float:
    return float(np.mean(family_accuracies(rows, is_public)))


def family_accuracies(rows: Numbers, is_public: Numbers) -> list[float]:
    """Classify the tasks of each fifth of the families as the others teach it."""
    labels = np.repeat(is_public[:, :, None], rows.shape[2], axis=2)
    told = np.zeros_like(labels)
    for fold in range(5):
        tested = np.arange(len(rows)) % 5 == fold
        weights = logistic(rows[~tested].reshape(-1, rows.shape[-1]), labels[~tested].ravel())
        told[tested] = rows[tested] @ weights[1:] + weights[0] > 0
    return [float(told[n][of].mean() + (~told[n][~of]).mean()) / 2 for n, of in enumerate(labels)]


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


def dials() -> Iterator[tuple[str, Callable[[str], list[list[float]]]]]:
    """Yield the name of each family with a dial, and the features of its tasks by seed."""
    for collection in COLLECTIONS.values():
        form = form_of(collection)
        for family in (form.family(collection, name) for name in collection.names()):
            if family.dial:
                yield family.name, partial(of_family, form, collection, family)
    for kind in EYE_KINDS:
        yield kind, partial(of_kind, kind)


def of_family(form: Form, collection: FamilyCollection, family: Any, seed: str) -> list[list[float]]:
    """Return the features of the first task of each level; captures of pictures come behind it."""
    made = form.make(collection, family, None) if seed == PUBLIC_SEED else form.fresh(family, seed)
    first = {task.level: task for task in reversed(made)}
    rows = []
    for _, task in sorted(first.items()):
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


def public_digests() -> dict[str, str]:
    """Return the digest of the public tasks of each family with a dial."""
    public = {**dict.fromkeys(COLLECTIONS, "open"), "mathopeval": "open-choice"}
    tasks = [task for names in public.items() for task in sources.from_suite(*names).tasks]
    return {
        name: tasks_digest(task for task in tasks if task.id.startswith(f"{stem(name)}-"))
        for name, _ in dials()
    }


def read_store() -> dict[str, Any]:
    """Return the features of each family, and the digest of the public tasks that they are of."""
    stored: dict[str, Any] = json.loads(STORED.read_bytes())
    return stored


def update_store() -> None:
    """Compute features that are missing or of other public tasks: a minute per family and seed for most."""
    stored, digests = read_store(), public_digests()
    known = {name: entry for name, entry in stored.items() if entry["tasks"] == digests.get(name)}
    for place, seed in enumerate((PUBLIC_SEED, *SEEDS)):
        for name, make in dials():
            entry = known.setdefault(name, {"tasks": digests[name], "features": []})
            if len(entry["features"]) == place:
                entry["features"].append(make(seed))
                STORED.write_text(json.dumps(known, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update_store()
