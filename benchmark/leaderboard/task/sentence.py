"""The answer of a task's page as a sentence: how many models solve it, and which ones stand apart."""

from collections.abc import Sequence

from benchmark.analysis.wording import SENTENCE_NAME_CHARACTERS, clean, join_names, number_word
from benchmark.leaderboard.rows.outcomes import TaskOutcome

_MAX_NAMED = 3  #: models that a sentence names
_BOTH = 2


def task_sentence(names: Sequence[str], columns: Sequence[Sequence[TaskOutcome]], *, tried_once: bool) -> str:
    """Who solved the tasks: ``Five of six models solve it; MiniCPM-V 2.6 does not.``.

    Args:
        names: of the models, best first.
        columns: a task each, an outcome a model; of at least one task.
        tried_once: whether every model had one try a task. Otherwise one passed try solves a task.
    """
    names = [clean(name, SENTENCE_NAME_CHARACTERS) for name in names]
    once = "" if tried_once else " at least once"
    if not names:
        return f"No model has been run on {_them(len(columns))} yet."
    if len(columns) == 1:
        solved = [outcome.solved for outcome in columns[0]]
        return f"{_one_model(names[0], columns[0][0], once) if len(names) == 1 else _one_task(names, solved, once)}."
    each = [sum(outcome.solved for outcome in outcomes) for outcomes in zip(*columns, strict=True)]
    return f"{_several_tasks(names, each, len(columns), once)}."


def _them(tasks: int) -> str:
    return "it" if tasks == 1 else "them"


def _one_model(name: str, outcome: TaskOutcome, once: str) -> str:
    who = f"{name}, the only model so far,"
    if outcome.solved:
        return f"{who} solves it{once}"
    return f"{who} has no result here" if outcome.state == "missing" else f"{who} does not solve it"


def _one_task(names: Sequence[str], solved: Sequence[bool], once: str) -> str:
    models, number = len(names), sum(solved)
    if number == models:
        return f"{_all(models)} solve it{once}"
    if not number:
        return f"{_none(models)} solves it"
    did = [name for name, one in zip(names, solved, strict=True) if one]
    did_not = [name for name, one in zip(names, solved, strict=True) if not one]
    verb = "solves" if number == 1 else "solve"
    said = f"{number_word(number).capitalize()} of {number_word(models)} models {verb}"
    if len(did) <= min(_MAX_NAMED, len(did_not)):
        return f"{said} it{once}: {join_names(did)}"
    if len(did_not) <= _MAX_NAMED:
        return f"{said} it{once}; {join_names(did_not)} {'does' if len(did_not) == 1 else 'do'} not"
    return f"{said} it{once}"


def _several_tasks(names: Sequence[str], each: Sequence[int], tasks: int, once: str) -> str:
    models, whole, nothing = len(names), each.count(tasks), each.count(0)
    them = "both tasks" if tasks == _BOTH else f"all {number_word(tasks)} tasks"
    if models == 1:
        number = number_word(each[0]) if each[0] else "none"
        return f"{names[0]}, the only model so far, solves {number} of the {number_word(tasks)} tasks{once}"
    if whole == models:
        return f"{_all(models)} solve {them}{once}"
    if nothing == models:
        return f"{_none(models)} solves any of the {number_word(tasks)} tasks"
    if not whole:
        said = f"{_none(models)} solves {them}"
    else:
        verb = "solves" if whole == 1 else "solve"
        said = f"{number_word(whole).capitalize()} of {number_word(models)} models {verb} {them}{once}"
    if not nothing:
        return f"{said}, and each solves at least one"
    return f"{said}, and {number_word(nothing)} {'solves' if nothing == 1 else 'solve'} none"


def _all(models: int) -> str:
    return "Both models" if models == _BOTH else f"All {number_word(models)} models"


def _none(models: int) -> str:
    return "Neither of two models" if models == _BOTH else f"None of {number_word(models)} models"
