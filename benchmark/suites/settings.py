"""What settings mean for analyses and pages: which are blind, and which show words instead of a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from benchmark.authoring.labels import ASPECT_MEANINGS, LEVEL_MEANINGS, TYPE_MEANINGS
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.fresh import is_fresh
from benchmark.core.suite import offers
from benchmark.core.task import FigureType
from benchmark.suites.mathopeval.names import (
    BLIND,
    CHOICE_DATASETS,
    CHOICE_SETTINGS,
    FREE_DATASETS,
    FREE_SETTINGS,
    SUBSETS,
    parse_setting,
)
from benchmark.suites.mathopeval.names import REASONING_SETTINGS as MATHOPEVAL_REASONING
from benchmark.suites.mmcode.categories import TITLES

#: Suite → its blind setting, which shows everything but the picture.
BLIND_SETTINGS: dict[str, str] = {
    "code-vision": "signature-only",
    "humaneval-v": "signature-only",
    "mathopeval": BLIND,
    "mmcode": "language-only",
}

#: Suite → data set → settings that fit its tasks. In other suites every setting fits every data set.
DATASET_SETTINGS: dict[str, Mapping[str, Sequence[str]]] = {
    "mathopeval": dict.fromkeys(CHOICE_DATASETS, CHOICE_SETTINGS)
    | dict.fromkeys(FREE_DATASETS, FREE_SETTINGS)
}

#: Suite → its public data sets, whose families also make the fresh sets.
PUBLIC_DATASETS: dict[str, tuple[str, ...]] = {
    "code-vision": ("open",),
    "humaneval-v": ("open",),
    "mathopeval": ("open-choice", "open-free"),
    "mmcode": ("open",),
}

#: Suite → ending of the data sets that are ranked by the mean of points from 1 to 10. All other data sets are
#: ranked by the share of tasks that a model solves.
POINTS_DATASETS: dict[str, str] = {"mathopeval": "-free"}

#: Suite → ending of the data sets of multiple-choice questions, and the number of options of a question.
CHOICE_OPTIONS: dict[str, tuple[str, int]] = {"mathopeval": ("-choice", 4)}

#: Suite → data set whose tasks are all in a larger data set as well → that data set.
PART_DATASETS: dict[str, dict[str, str]] = {"code-vision": {"official-humaneval": "official"}}

#: Suite → settings that name a coder: another model, which writes the program from the description.
CODER_SETTINGS: dict[str, tuple[str, ...]] = {"humaneval-v": ("V2T2C-*",)}

#: Suite → settings that name a captioner: another model, which describes the pictures in words.
CAPTIONER_SETTINGS: dict[str, tuple[str, ...]] = {"mmcode": ("image-replacement-*",)}

#: Suite → settings in which a model may get only the first picture of a task (``single_picture``).
FIRST_PICTURE_SETTINGS: dict[str, tuple[str, ...]] = {
    "mmcode": ("vision+language", "image-replacement", "image-replacement-*", "caption-cot")
}

#: Suite → setting with the picture alone → settings that describe the picture in words.
DESCRIPTION_SETTINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "code-vision": {"flowchart": ("text", "mermaid")},
    "humaneval-v": {"image": ("description", "image+description"), "V2C": ("GT-T2C",)},
}

#: Suite → settings in which no picture is shown.
SETTINGS_WITHOUT_PICTURE: dict[str, tuple[str, ...]] = {
    "code-vision": ("text", "mermaid", "signature-only"),
    "evalplus": ("text",),
    "humaneval-v": ("description", "signature-only", "GT-T2C"),
    "mathopeval": (BLIND,),
    "mmcode": ("language-only",),
}

#: Suite → settings for which the published benchmark has a prompt, ``prompt: upstream``.
UPSTREAM_PROMPT_SETTINGS: dict[str, tuple[str, ...]] = {
    "code-vision": ("flowchart",),
    "evalplus": (),
    "humaneval-v": ("image", "V2C", "V2C-CoT", "V2T2C", "V2T2C-*", "GT-T2C"),
    "mathopeval": (),
    "mmcode": ("vision+language", "language-only"),
}

#: Suite → data set whose pictures and charts are not public → settings that show them. Answers that a model
#: gave elsewhere can be judged, but no model can be asked.
UNSHOWN_SETTINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "code-vision": {"official": ("flowchart", "mermaid"), "official-humaneval": ("flowchart", "mermaid")}
}

#: Suite → settings in which the model is asked to reason in words before it writes the program.
REASONING_SETTINGS: dict[str, tuple[str, ...]] = {
    "humaneval-v": ("V2C-CoT",),
    "mathopeval": MATHOPEVAL_REASONING,
    "mmcode": ("caption-cot",),
}

#: Suite → data sets whose worked examples show the answer alone, whatever the setting asks for.
EXAMPLES_WITHOUT_REASONING: dict[str, tuple[str, ...]] = {"mathopeval": ("official-choice",)}

#: Suite → its categories of pictures, in the order of its paper, with their titles. Boards of other suites
#: show the largest categories.
SHOWN_CATEGORIES: dict[str, dict[str, str]] = {"mmcode": TITLES}

#: Suite → its subsets and its categories, if boards show every pair of them as in its paper.
CROSSED_CATEGORIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "mathopeval": (SUBSETS, get_args(FigureType))
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryGroup:
    """Categories that answer one question about a task, and that pages list together."""

    kind: str  #: ``Category.kind`` of its categories
    title: str  #: what one of its names is, such as ``task type``
    plural: str
    #: Its known names in the order of pages, with their meanings; without any, the largest come first.
    names: Mapping[str, str]
    note: str = ""  #: which tasks count in a category; empty if a task has one name of the group


#: Suite → what its categories say about a task, if these are several things. Elsewhere all categories are one
#: group. Levels are a group as well, which data sets without families lack.
CATEGORY_GROUPS: dict[str, tuple[CategoryGroup, ...]] = {
    "humaneval-v": (
        CategoryGroup(kind="level", title="level", plural="levels", names=LEVEL_MEANINGS),
        CategoryGroup(kind="type", title="task type", plural="task types", names=TYPE_MEANINGS),
        CategoryGroup(
            kind="aspect",
            title="aspect",
            plural="aspects",
            names=ASPECT_MEANINGS,
            note="A task counts in each aspect in which it needs an ability.",
        ),
        CategoryGroup(
            kind="category",
            title="kind of picture",
            plural="kinds of pictures",
            names={},
            note="A picture can be of several kinds.",
        ),
    )
}

#: Suites whose verdicts say why a sample failed, as one of a list of types of errors.
ERROR_TYPE_SUITES: tuple[str, ...] = ("mmcode",)

#: Suite → data sets that no submission may name: their tasks are for other work than a table of models.
UNRANKED_DATASETS: dict[str, tuple[str, ...]] = {"mmcode": ("official-all",)}


def ranking_metric(suite: str, dataset: str) -> str:
    """Return the metric that ranks the models of a data set: ``points``, or ``pass@1``."""
    ending = POINTS_DATASETS.get(suite)
    return "points" if ending is not None and dataset.endswith(ending) else "pass@1"


def guessed_share(suite: str, dataset: str) -> float | None:
    """Return the share of questions that a blind guess solves; None if the tasks are not multiple choice."""
    ending, options = CHOICE_OPTIONS.get(suite, ("", 0))
    return 1 / options if options and dataset.endswith(ending) else None


def blind_setting(suite: str, dataset: str) -> str:
    """Return the blind setting of a suite; empty if it has none, or none that fits the data set."""
    setting = BLIND_SETTINGS.get(suite, "")
    return setting if setting and fitting_settings(suite, dataset, [setting]) else ""


def fitting_settings(suite: str, dataset: str, settings: Sequence[str]) -> tuple[str, ...]:
    """Return those of a suite's settings that fit a data set; all of them if the data set has no list."""
    listed = _listed(suite, dataset)
    return tuple(settings) if listed is None else tuple(name for name in settings if offers(listed, name))


def check_setting(suite: str, dataset: str, setting: str) -> None:
    """Check that a setting of a suite fits a data set.

    Raises:
        BadInput: if it does not.
    """
    listed = _listed(suite, dataset)
    if listed is not None and not offers(listed, setting):
        problem = f"{quote_value(setting)} does not fit the tasks of {suite} {dataset}"
        raise BadInput("--setting", "", problem, f"use one of: {', '.join(listed)}")


def _listed(suite: str, dataset: str) -> Sequence[str] | None:
    """Return the settings that fit a data set; None if all do. A fresh set is like its public one."""
    if is_fresh(dataset):
        dataset = f"open-{dataset.rpartition('-')[2]}"
    return DATASET_SETTINGS.get(suite, {}).get(dataset)


def without_shots(suite: str, setting: str) -> tuple[str, int]:
    """Return a setting without its number of worked examples, and that number; 0 if it has none."""
    return parse_setting(setting) if suite == "mathopeval" else (setting, 0)
