"""The sentences of a task's page."""

from collections.abc import Sequence

from benchmark.analysis.conditions import prompt_condition
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.scale_words import PERCENT, POINTS, ScaleWords
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    join_names,
    join_some,
    number_word,
    task_name,
)
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.words import PartingCall
from benchmark.leaderboard.task.wrong_answers import WrongAnswers

_MAX_NAMES = 3  #: maximum number of models that a sentence names
_BOTH = 2


def task_sentence(names: Sequence[str], columns: Sequence[Sequence[TaskOutcome]], *, tried_once: bool) -> str:
    """Return who solved the tasks: ``Five of six models solve it; MiniCPM-V 2.6 does not.``.

    ``columns`` has one column per task, at least one, with an outcome per model, best first. Unless each
    model had one try per task, one passed try solves a task.
    """
    names = [clean(name, SENTENCE_NAME_CHARACTERS) for name in names]
    once = "" if tried_once else " at least once"
    if not names:
        return f"No model has been run on {_these(len(columns))} yet."
    if len(columns) == 1:
        solved = [outcome.solved for outcome in columns[0]]
        one_model = len(names) == 1
        return (
            f"{_one_model(names[0], columns[0][0], once) if one_model else _one_task(names, solved, once)}."
        )
    each = [sum(outcome.solved for outcome in outcomes) for outcomes in zip(*columns, strict=True)]
    return f"{_several_tasks(names, each, len(columns), once)}."


def points_sentence(models: int, points: Sequence[Sequence[float | None]]) -> str:
    """Return ``Six models get 6.40 of 10 points on average, from 1 to 10.``; points are by task and model."""
    known = [value for task in points for value in task if value is not None]
    who = "The only model so far gets" if models == 1 else f"{number_word(models).capitalize()} models get"
    if not known:
        return f"{who} no points here: no answer was judged."
    mean = POINTS.amount(sum(known) / len(known))
    if len(known) == 1:
        return f"{who} {mean}."
    low, high = f"{min(known):.3g}", f"{max(known):.3g}"
    each = f", {low} each time" if low == high else f", from {low} to {high}"
    return f"{who} {mean} on average{each}."


def _these(tasks: int) -> str:
    return "this task" if tasks == 1 else "these tasks"


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
    did = [name for name, has_solved in zip(names, solved, strict=True) if has_solved]
    did_not = [name for name, has_solved in zip(names, solved, strict=True) if not has_solved]
    verb = "solves" if number == 1 else "solve"
    solvers = f"{number_word(number).capitalize()} of {number_word(models)} models {verb}"
    if len(did) <= min(_MAX_NAMES, len(did_not)):
        return f"{solvers} it{once}: {join_names(did)}"
    if len(did_not) <= _MAX_NAMES:
        return f"{solvers} it{once}; {join_names(did_not)} {'does' if len(did_not) == 1 else 'do'} not"
    return f"{solvers} it{once}"


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
        solvers = f"{_none(models)} solves {them}"
    else:
        verb = "solves" if whole == 1 else "solve"
        solvers = f"{number_word(whole).capitalize()} of {number_word(models)} models {verb} {them}{once}"
    if not nothing:
        return f"{solvers}, and each solves at least one"
    return f"{solvers}, and {number_word(nothing)} {'solves' if nothing == 1 else 'solve'} none"


def _all(models: int) -> str:
    return "Both models" if models == _BOTH else f"All {number_word(models)} models"


def _none(models: int) -> str:
    return "Neither of two models" if models == _BOTH else f"None of {number_word(models)} models"


def failed_sentence(wrong: WrongAnswers, words: ScaleWords) -> str:
    """Return how many answers failed, and in how many ways: ``Four answers failed in three ways.``."""
    answers = number_word(wrong.answers).capitalize()
    failed = "failed" if words is PERCENT else f"got fewer than {words.highest:g} points"
    if wrong.answers == 1:
        return f"{answers} answer {failed}."
    ways = "the same way" if wrong.ways == 1 else f"{number_word(wrong.ways)} ways"
    return f"{answers} answers {failed} in {ways}."


def grouped_sentence(wrong: WrongAnswers, words: ScaleWords) -> str:
    """Return what wrong answers are grouped by."""
    if words is not PERCENT:
        return "Grouped by the differences from the right figure, or by why there was no figure."
    if wrong.checked == len(wrong.groups):
        return "Grouped by the first failed check and what it returned."
    if wrong.checked:
        return (
            "Grouped by the first failed check and what it returned, or by result where no check is recorded."
        )
    return "Grouped by result: the failed checks are not recorded, as they quote tests that may not be shown."


def people_sentence(people: DatasetPeople | None, tasks: Sequence[str]) -> str:
    """Return who solved the tasks from the picture alone; empty if that is not recorded."""
    if people is None:
        return ""
    each = {task_name(task): words for task in tasks if (words := people.words(task))}
    if not each:
        return "Nobody has tried yet."
    if len(tasks) == 1:
        return f"Solved from the picture alone by {next(iter(each.values()))} (median time)."
    tried = "; ".join(f"{name} by {words}" for name, words in each.items())
    return f"Solved from the pictures alone: {tried} (median times)."


def twins_sentence(twins: PartingCall | None, tasks: int, *, charts: bool = False) -> str:
    """Return what a program without the pictures can solve; empty without twins.

    Settings that show none of the flowcharts (``charts``) may show problem texts.
    """
    if twins is None:
        return ""
    of = f"{number_word(twins.most)} of the {number_word(tasks)} tasks"
    if charts:
        return (
            "Signature and notes are the same, and the flowcharts differ. A program written without the"
            f" flowcharts and the problem texts passes at most {of}."
        )
    return (
        "The texts are the same, and the pictures differ. A program written without the pictures passes at"
        f" most {of}."
    )


def prompt_note(key: GroupKey) -> str:
    """Return why the shown text may differ from the one that the models got."""
    ours = "this is how Sightbench words the task"
    if not key.prompt:
        return f"The prompt of these answers is not recorded; {ours}."
    name = prompt_condition(key.prompt).words
    if not key.prompt_digest:
        return f"Only the name of the prompt is recorded ({name}); {ours} today."
    return f"The exact text that the models got with {name} is not available; {ours} today."


def absent_sentence(names: Sequence[str]) -> str:
    """Return which models' answers are not included; empty if all are."""
    if not names:
        return ""
    return (
        f"Answers of {join_some(names, _MAX_NAMES)} are not included: their verdicts are not available here."
    )
