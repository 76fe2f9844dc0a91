"""The suites, and what their settings, categories and official data mean for all who use them.

Each is imported when it is first used, so that a broken one breaks its own commands only.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.install import load_plug_in
from benchmark.core.suite import FRONTIER, Suite, offers
from benchmark.core.task import Task

if TYPE_CHECKING:
    from benchmark.datasets.official import OfficialSource

#: Id → module with its record ``SUITE``, in the order in which commands list them.
SUITES = {
    "code-vision": "benchmark.suites.code_vision.suite",
    "evalplus": "benchmark.suites.evalplus.suite",
    "humaneval-v": "benchmark.suites.humaneval_v.suite",
    "mathopeval": "benchmark.suites.mathopeval.suite",
    "mmcode": "benchmark.suites.mmcode.suite",
}
_loaded: dict[str, Suite] = {}  # not a cache of `load`, which pages call some hundred thousand times


def load(name: str) -> Suite:
    """Return the record of a suite; it is imported at the first call.

    Raises:
        KeyError: if there is no such suite.
        OurFailure: if its folder is broken; names the file and the line.
    """
    if name not in _loaded:
        _loaded[name] = load_plug_in("suite", name, SUITES[name], "SUITE")
    return _loaded[name]


def load_all() -> dict[str, Suite]:
    """Return all suites by id.

    Raises:
        OurFailure: if one is broken.
    """
    return {name: load(name) for name in SUITES}


def load_each(names: Iterable[str] = SUITES) -> tuple[dict[str, Suite], list[OurFailure]]:
    """Return the suites that are not broken, by id, and the errors of the others."""
    found, failures = dict[str, Suite](), list[OurFailure]()
    for name in names:
        try:
            found[name] = load(name)
        except OurFailure as failure:
            failures.append(failure)
    return found, failures


def find(name: str) -> Suite | None:
    """Return the record of a suite like :func:`load`; None if there is no such suite."""
    return load(name) if name in SUITES else None


def suite_of(name: str) -> Suite:
    """Return the record of a suite like :func:`load`; of an unknown suite, one with nothing but the id."""
    return load(name) if name in SUITES else Suite(id=name, title=name)


def joined_stem(suite: str, task: str, stem: str) -> str:
    """Return the stem of a task; variants of a problem that data name only by their ids share one.

    Args:
        suite: id of the suite.
        task: id of the task.
        stem: the task's own stem, which is its id if the data say nothing about it.
    """
    problem_of = suite_of(suite).data.problem_of
    return stem if problem_of is None or stem != task else problem_of(task)


def level_of(task: Task) -> int:
    """Return the level of one of our tasks, 1 to 5; 0 for tasks of others, whose levels keep their names."""
    return suite_of(task.suite).level_number(task.dataset, task.level)


#: Suite → module with ``SOURCE``, which says where its official data come from.
OFFICIAL = {
    "code-vision": "benchmark.suites.code_vision.official",
    "humaneval-v": "benchmark.suites.humaneval_v.official",
    "mathopeval": "benchmark.suites.mathopeval.official",
    "mmcode": "benchmark.suites.mmcode.official",
}


def official_source(suite: str) -> "OfficialSource | None":
    """Return where the official data of a suite come from; None if no command fetches them.

    Raises:
        OurFailure: if the suite's module is broken.
    """
    if suite not in OFFICIAL:
        return None
    source: OfficialSource = load_plug_in("official data of", suite, OFFICIAL[suite], "SOURCE")
    return source


def fetch_command(suite: str, dataset: str) -> str:
    """Return the command that fetches a data set from its pinned addresses; empty if it has none."""
    version = suite_of(suite).data.fetched.get(dataset)
    option = f" --version {version}" if version else ""
    return "" if version is None else f"sightbench dataset fetch {suite}{option}"


def ranking_metric(suite: str, dataset: str) -> str:
    """Return the metric that ranks the models of a data set: ``points``, or ``pass@1``."""
    return "points" if dataset.endswith(suite_of(suite).judged.points_endings) else "pass@1"


def guessed_share(suite: str, dataset: str) -> float | None:
    """Return the share of questions that a blind guess solves; None if the tasks are not multiple choice."""
    known = suite_of(suite).judged
    return (
        1 / known.choice_options if known.choice_options and dataset.endswith(known.choice_ending) else None
    )


def blind_setting(suite: str, dataset: str) -> str:
    """Return the blind setting of a suite that fits a data set; empty if none does."""
    return next(iter(fitting_settings(suite, dataset, suite_of(suite).blind.settings)), "")


def fitting_settings(suite: str, dataset: str, settings: Sequence[str]) -> tuple[str, ...]:
    """Return those of a suite's settings that fit a data set; all of them if the data set has no list."""
    listed = suite_of(suite).listed_settings(dataset)
    if listed is None:
        return tuple(settings)
    return tuple(name for name in settings if name in listed or offers(listed, name))


def tasks_in(suite: Suite | None, setting: str, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """Return the tasks that a setting asks: where a model may look closer, only levels 3 to 5 of our own.

    Raises:
        BadInput: if none of the tasks is at these levels.
    """
    if suite is None or setting not in suite.asked.looking:
        return tasks
    found = tuple(task for task in tasks if level_of(task) in FRONTIER)
    if not found:
        levels = f"levels {FRONTIER[0]} to {FRONTIER[-1]}"
        problem = f"{quote_value(setting)} asks tasks of ours at {levels}, and none of these is"
        raise BadInput("setting", "", problem, f"use {suite.asked.looking[setting]}")
    return found


def check_setting(suite: str, dataset: str, setting: str) -> None:
    """Check that a setting of a suite fits a data set.

    Raises:
        BadInput: if it does not.
    """
    listed = suite_of(suite).listed_settings(dataset)
    if listed is not None and not offers(listed, setting):
        problem = f"{quote_value(setting)} does not fit the tasks of {suite} {dataset}"
        raise BadInput("--setting", "", problem, f"use one of: {', '.join(listed)}")


#: What the names of some categories begin with: of figures what is asked for and the context, of tasks with a
#: picture their type and the aspects in which they need an ability.
_CATEGORY_KEYS = ("asks", "domain", "type", "aspect")
_ASKS = "asks:"  #: beginning of categories that say what a task asks for


def bare_category(value: str) -> str:
    """Return a category without its own key, such as ``type:``; kinds of pictures have none."""
    key, _, name = value.partition(":")
    return name if key in _CATEGORY_KEYS and name else value


def categories_of(tasks: Sequence[Task]) -> dict[str, list[str]]:
    """Group the ids of tasks by the category names that scores use: subsets, then levels, then categories.

    Names look like ``subset:math``, ``subset:math/level:easy`` (``level:easy`` without subsets) and
    ``category:tree``. Where the suite's paper reports such pairs, there are ``subset:deletion/category:bar``
    and ``subset:annotation/category:function/asks:x``, too. The latter is made of the type of figure, that is
    the first category, and of the category ``asks:x``. Within each kind they are in the order of the tasks.
    """
    subsets: dict[str, list[str]] = {}
    levels: dict[str, list[str]] = {}
    crossed: dict[str, list[str]] = {}
    categories: dict[str, list[str]] = {}
    has_pairs = {
        suite: suite_of(suite).judged.crossed_categories is not None
        for suite in {task.suite for task in tasks}
    }
    for task in tasks:
        if task.subset:
            subsets.setdefault(f"subset:{task.subset}", []).append(task.id)
        if task.level:
            within = f"subset:{task.subset}/" if task.subset else ""
            levels.setdefault(f"{within}level:{task.level}", []).append(task.id)
        # A category that a task names twice counts once.
        for name in dict.fromkeys(task.categories):
            if has_pairs[task.suite] and name.startswith(_ASKS):
                kind = f"subset:{task.subset}/category:{task.categories[0]}/{name}"
                crossed.setdefault(kind, []).append(task.id)
                continue
            if has_pairs[task.suite] and ":" not in name:
                crossed.setdefault(f"subset:{task.subset}/category:{name}", []).append(task.id)
            categories.setdefault(f"category:{name}", []).append(task.id)
    return subsets | levels | crossed | categories
