"""Names of settings, data sets, subsets, and the parts of a sample."""

from collections.abc import Mapping
from typing import Literal

from benchmark.core.task import Operation

SUITE_ID = "mathopeval"
STORED = "official"  #: the stored folder with all tasks of the official data sets, and their pictures
#: The operations, as the paper names them.
SUBSETS = ("generation", "deletion", "modification", "annotation")

#: Which figure a picture shows.
StateName = Literal["original", "deleted", "modified", "annotated"]
#: Operation → the figure that it asks for.
STATES: Mapping[Operation, StateName] = {
    "generate": "original",
    "delete": "deleted",
    "modify": "modified",
    "annotate": "annotated",
}
#: What a question asks for: code for ``generate``, ``delete`` and ``modify``; for ``annotate`` an element by
#: its value (``forward``), a value by its element (``backward``), a crossing of an axis, or an extreme point.
QuestionKind = Literal["code", "forward", "backward", "x", "y", "extreme"]
#: How worked reasoning is written: step by step; a description first; a drawing in words after each step.
Reasoning = Literal["cot", "dcot", "vot"]

#: How a prompt asks: for the answer alone, for reasoning step by step, for a description of the pictures
#: first, or for the figure drawn in words first.
FORMS = ("direct", "cot", "dcot", "vot")
MOST_SHOTS = 4

#: The blind checks: what is shown without the pictures.
BLIND, FREE_BLIND = "choice-blind", "free-blind"
#: The model may look closer, in each of the formats.
CHOICE_LOOK, FREE_LOOK = "choice-look", "free-look"
DIRECT_SETTINGS = ("choice-direct", *(f"choice-direct-{shots}shot" for shots in range(1, MOST_SHOTS + 1)))
#: Settings of choices in which the answer stands in a box, after the reasoning.
BOXED_SETTINGS = tuple(
    f"choice-{form}{f'-{shots}shot' if shots else ''}"
    for form in FORMS[1:]
    for shots in range(MOST_SHOTS + 1)
)
CHOICE_SETTINGS = (*DIRECT_SETTINGS, *BOXED_SETTINGS, BLIND)
TIKZ = "free-tikz"  #: also says which parts of TikZ an answer may be written in
FREE_SETTINGS = (*(f"free-{form}" for form in FORMS), TIKZ, FREE_BLIND)
#: Settings whose prompts the paper prints; those with worked examples show them in the same words.
PAPER_SETTINGS = (*DIRECT_SETTINGS, *BOXED_SETTINGS, *(f"free-{form}" for form in FORMS))
# Of the free form those that ask for reasoning: not `free-direct`, TikZ or the blind check.
REASONING_SETTINGS = (*BOXED_SETTINGS, *FREE_SETTINGS[1 : len(FORMS)])

#: A task has one check, so that each of the two formats is a data set of its own.
CHOICE_DATASETS = ("open-choice", "open-words-choice", "official-choice")
#: Data set made from published figures on a user's machine → command that makes it.
REAL_DATASETS = {
    "geometry3k-free": "sightbench dataset fetch mathopeval --version geometry3k",
    "chartmimic-free": "sightbench dataset fetch mathopeval --version chartmimic --from FOLDER",
}
FREE_DATASETS = (
    *("open-free", "open-picture", "open-words", "official-free", "official-latex"),
    *REAL_DATASETS,
)

#: What the free form shows next to pictures: program and hints, nothing, or program and all numbers.
FreeForm = Literal["free", "picture", "words"]


def parse_setting(setting: str) -> tuple[str, int]:
    """Return a setting without its number of shots, and that number: ``("choice-cot", 2)``."""
    name, _, shots = setting.rpartition("-")
    return (name, int(shots.removesuffix("shot"))) if shots.endswith("shot") else (setting, 0)
