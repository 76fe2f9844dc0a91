"""The labels of tasks with pictures: what a task asks for, which abilities it needs, and its level.

Types and aspects are those of HumanEval-V's second version (arXiv:2410.12381v3). Their names are in a figure
of its repository, HumanEval-V/HumanEval-V-Benchmark, commit c8c4e53: task_type_and_capability_aspects.png has
a line on each type, and lists the abilities of each aspect. The meanings are our words.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from benchmark.core.suite import DIAL_LEVELS, DialLevel

#: What a task asks for, as HumanEval-V's second version names it. A task has one type.
TaskType = Literal["Aggregation", "Computation", "Expansion", "Iteration", "Rearrangement", "Validation"]
#: Where a task needs an ability, as HumanEval-V's second version names it. A task can have several aspects.
Aspect = Literal[
    "Common Sense", "Data Structures", "Dynamic Patterns", "Geometric Objects", "Mathematical Operations",
    "Spatial Transformations", "Topological Relations",
]  # fmt: skip
#: How much has to be combined. A task without a level is not from a family.
Level = Literal["core", "hard"] | DialLevel

#: Minimum number of statements in the reference of a hard task.
MIN_HARD_STATEMENTS = 14
#: Maximum number of worked examples in the picture of a hard task.
MAX_HARD_EXAMPLES = 2

#: For each type: what the picture of a task defines, and after the semicolon what its function returns.
TYPE_MEANINGS: Mapping[str, str] = {
    "Aggregation": "how things are grouped, counted or summed; the result says something about each group",
    "Computation": "a calculation or a code; the result is computed from the input without a process",
    "Expansion": "a pattern that grows or goes on; the result is the pattern at another size or a later time",
    "Iteration": "a step that is repeated, each time from where the last one led; the result is where it"
    " ends, or what happens on the way",
    "Rearrangement": "a new order or place; the result consists of the parts of the input",
    "Validation": "conditions; the result says if the input meets them, or which class a part belongs to",
}
#: Aspect → what a solver has to know or see. The words are abilities of upstream's figure where they fit.
ASPECT_MEANINGS: Mapping[str, str] = {
    "Common Sense": "how everyday things work: clocks, calendars, water, light, vessels that get full",
    "Data Structures": "sequences, stacks, tables of numbers, trees, graphs and paths as such",
    "Dynamic Patterns": "what changes from step to step or from place to place: taking turns, spreading,"
    " circling, spirals, mirror images, equal increments",
    "Geometric Objects": "points, lines, angles, circles, polygons, grids, and their lengths and areas",
    "Mathematical Operations": "arithmetic, comparing, counting, sorting, remainders, logic, flowcharts",
    "Spatial Transformations": "moving, turning, folding, stacking, swapping, splitting or joining objects",
    "Topological Relations": "what touches, overlaps, covers, contains, borders on or is connected with what",
}
#: Level → what its tasks ask for.
LEVEL_MEANINGS: Mapping[str, str] = {
    "core": "one rule, which the picture shows",
    "hard": "two or three rules that interact, or quantities that have to be read;"
    f" references of {MIN_HARD_STATEMENTS} statements or more, {MAX_HARD_EXAMPLES} worked examples at most",
    "1": "one rule, or rules that act alone",
    "2": "one more rule or kind of crossing, which changes what the others do",
    "3": "two more, which meet in the same place",
    "4": "three more, which meet in the same place",
    "5": "four more, which meet in the same place",
}

#: The same names in the order in which pages list them.
TASK_TYPES: tuple[str, ...] = get_args(TaskType)
ASPECTS: tuple[str, ...] = get_args(Aspect)
LEVELS: tuple[str, ...] = ("core", "hard", *DIAL_LEVELS)

#: What the name of a type or of an aspect begins with in the categories of a task: ``type:Iteration``.
TYPE_KEY, ASPECT_KEY = "type:", "aspect:"
