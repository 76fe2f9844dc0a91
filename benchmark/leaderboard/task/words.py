"""A task in words: the text that models read, cut at its pictures, how answers are checked, and sentences."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchmark.analysis.catalog import category_title
from benchmark.analysis.conditions import prompt_condition
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.score_cells import PERCENT, POINTS, ScaleWords
from benchmark.analysis.wording import (
    SENTENCE_NAME_CHARACTERS,
    clean,
    count,
    join_names,
    join_some,
    number_word,
    percent,
    plural,
    task_name,
)
from benchmark.core.errors import BadInput
from benchmark.core.first_picture import prompt_of
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Part,
    Picture,
    RubricCheck,
    StdioCheck,
    Task,
    Text,
)
from benchmark.datasets.twins import expected_results, twin_groups
from benchmark.leaderboard.inputs.picture_gain import is_only_placed
from benchmark.leaderboard.parts.marked_answer import visible_text
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.parts.pictures import PictureView
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.wrong_answers import WrongAnswers
from benchmark.suites import suite_of
from benchmark.suites.settings import fitting_settings

_ASSERT = re.compile(r"^[ \t]*assert\b", re.MULTILINE)
_TEXT_CHARACTERS = 20_000  #: maximum characters of a text
_CALL_CHARACTERS = 80  #: maximum characters of a call and of a value


@dataclass(frozen=True, slots=True)
class TaskWords:
    """The text that a model reads, with marks for the pictures."""

    text: str
    as_sent: bool  #: whether the digest of the prompt shows that the models of the table got this text
    parts: tuple[Part, ...]  #: the texts, not shortened, and the pictures, in order


@dataclass(frozen=True, slots=True, kw_only=True)
class PartingCall:
    """A call that the tests of several tasks share, with its right result in each task."""

    call: str
    wanted: Mapping[str, str]  #: task id → right result
    most: int  #: maximum number of tasks that a program without the pictures can pass


def words_of(task: Task, key: GroupKey | None) -> TaskWords:
    """Return the task as worded by the table's prompt, else by Sightbench's own prompt, else its plain text.

    The licence must allow to show the task. Worked examples are only counted: their pictures are not the
    task's.
    """
    suite = suite_of(task.suite)
    setting = key.setting if key is not None else _first_setting(task.suite, task.dataset)
    names = dict.fromkeys((key.prompt if key is not None else "", "sightbench"))
    for name in filter(None, names):
        try:
            prompt = _prompt_of(task.suite, name, setting, task.dataset)
            turns = prompt.turns(task, 0, "")
            sent = key is not None and name == key.prompt and prompt.digest == key.prompt_digest
        except BadInput:
            continue
        examples = ""
        if shots := suite.asked.without_shots(setting)[1]:
            turns, examples = turns[-1:], f"[{plural(shots, 'worked example')}]\n\n"
        text = examples + "\n\n".join("".join(map(_part_text, turn.parts)) for turn in turns)
        return TaskWords(_shown(task, text), sent, tuple(part for turn in turns for part in turn.parts))
    text = "".join(map(_part_text, task.parts))
    text = text if task.starter_code in text else f"{text}\n\n{task.starter_code}"
    return TaskWords(_shown(task, text), False, task.parts)


@lru_cache(256)  # all tasks of a data set have the same
def _prompt_of(suite: str, name: str, setting: str, dataset: str) -> Prompt:
    return prompt_of(suite_of(suite), name, setting, dataset)


@lru_cache(256)  # all tasks of a data set have the same
def _first_setting(suite: str, dataset: str) -> str:
    return next(iter(fitting_settings(suite, dataset, suite_of(suite).asked.settings)), "")


def check_words(task: Task) -> tuple[str, ...]:
    """Return what is checked and for how long: ``function, 5 checks`` and ``3 s per test``.

    A choice has no time: ``multiple choice`` and ``4 options``.
    """
    match task.check:
        case FunctionCheck(tests=tests):
            number = sum(len(_ASSERT.findall(test)) for test in tests) or len(tests)
            unique = (f"unique among {count(task.unique_among)} rules",) if task.unique_among else ()
            return f"function, {plural(number, 'check')}", f"{task.limits.seconds:g} s per test", *unique
        case StdioCheck(cases=cases):
            return f"program, {plural(len(cases), 'case')}", f"{task.limits.seconds:g} s per case"
        case ChoiceCheck(options=options):
            return ("multiple choice", f"{options} options")
        case FigureCheck(operation=operation, guess=guess):
            blind = "" if guess is None else f"; guessing without pictures passes at most {percent(guess)} %"
            if is_only_placed(task):
                blind = "; it needs no picture: the code holds all places"
            return f"figure, {operation}", f"{task.limits.seconds:g} s to draw it{blind}"
        case RubricCheck(rubric=rubric):
            return "scored by a model", f"rubric {rubric}"


def right_letter(task: Task) -> str:
    """Return the letter of the right option; empty if the task is not multiple choice."""
    return task.check.answer if isinstance(task.check, ChoiceCheck) else ""


def kind_words(task: Task) -> tuple[str, ...]:
    """Return the display names of the task's subset, level and categories."""
    level = dial_words(task) or task.level
    words = (category_title(task.subset), level, *map(category_title, task.categories))
    return tuple(dict.fromkeys(clean(word) for word in words if word))


def dial_words(task: Task) -> str:
    """Return the level of a task of a family with a dial, ``level 3 of 5``; empty for other tasks."""
    return f"level {task.level} of {DIAL_LEVELS[-1]}" if task.level in DIAL_LEVELS else ""


def parting_call(tasks: Sequence[Task]) -> PartingCall | None:
    """Return a call whose right results differ between tasks of the same text; None if a task has no twin.

    Of the calls that the tests of all tasks share, it is one with the most different results, and the
    shortest of these.
    """
    if len(tasks) < 2:  # noqa: PLR2004 - a task and its twin
        return None
    try:
        (group,) = twin_groups(tasks)
        results = {task.id: expected_results(task) for task in tasks}
    except (ValueError, SyntaxError, RecursionError):  # several texts, or tests that are not asserts
        return None
    if group.without_twin:
        return None
    shared = set.intersection(*(set(found) for found in results.values()))
    kinds = {call: len({repr(found[call]) for found in results.values()}) for call in shared}
    known = [call for call, kind in kinds.items() if kind > 1 and call.startswith("[")]  # no large ones
    calls = sorted(known, key=lambda c: (-kinds[c], len(c), c))
    if not calls:
        return None
    arguments = calls[0].removeprefix("[").removesuffix("]")
    return PartingCall(
        call=clean(f"{tasks[0].entry_name}({arguments})", _CALL_CHARACTERS),
        wanted={name: clean(repr(found[calls[0]]), _CALL_CHARACTERS) for name, found in results.items()},
        most=group.ceiling,
    )


def _part_text(part: Text | Picture) -> str:
    return part.text if isinstance(part, Text) else f"[picture {part.number}]"


_WRAPPED = 60  #: a line of prose with fewer characters ends on purpose
_PROSE = re.compile(r"[A-Za-z]{2,}\W+(?:\S+\s+)*?[a-z]{2,}\W+(?:\S+\s+)*?[a-z]{2,}")
_is_prose = lru_cache(8192)(_PROSE.search)  # a data set tells the same tasks in several forms
_ITEM = re.compile(r"\s|[-*•] |\d+[.)] |```")


def joined_lines(text: str) -> str:
    """Return a text whose paragraphs have one line each, as pages wrap lines themselves.

    Code between fences, lists, and lines that are no prose, such as sample inputs, keep their lines.
    """
    found: list[str] = []
    code, before = False, ""
    for line in text.split("\n"):
        code ^= line.startswith("```")
        wrapped = len(before) >= _WRAPPED and _is_prose(before)
        if wrapped and line and not code and not _ITEM.match(line):
            found[-1] += f" {line}"
        else:
            found.append(line)
        before = line
    return "\n".join(found)


def _shown(task: Task, text: str) -> str:
    text = joined_lines(text) if isinstance(task.check, StdioCheck | FigureCheck) else text
    text = visible_text(text.strip("\n"))
    return text if len(text) <= _TEXT_CHARACTERS else f"{text[:_TEXT_CHARACTERS]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPiece:
    """A text, or the pictures of one place in the text."""

    text: str = ""
    figures: tuple[tuple[str, PictureView], ...] = ()  #: (task id, picture), one per task


def has_inner_picture(parts: Sequence[Part]) -> bool:
    """Whether a text comes after a picture, so that the places of pictures carry meaning."""
    seen = False
    for part in parts:
        if isinstance(part, Picture):
            seen = True
        elif seen and part.text.strip():
            return True
    return False


def statement(
    tasks: Sequence[Task],
    parts: Mapping[str, Sequence[Part]],
    pictures: Mapping[str, Sequence[PictureView]],
) -> tuple[StatementPiece, ...]:
    """Return the text that tasks share, with the pictures of every task at their places.

    Parts and pictures are by id of the task; a picture without a view has no place. The result is empty if
    no picture stands inside the text, or if the texts differ.
    """
    first = parts[tasks[0].id]
    if not has_inner_picture(first) or any(_outline(parts[task.id]) != _outline(first) for task in tasks):
        return ()
    views = {name: {view.number: view for view in found} for name, found in pictures.items()}
    pieces: list[StatementPiece] = []
    for part in first:
        if isinstance(part, Text):
            if text := part.text.strip("\n"):
                contest = isinstance(tasks[0].check, StdioCheck)
                pieces.append(StatementPiece(text=joined_lines(text) if contest else text))
        else:
            shown = ((task.id, views.get(task.id, {}).get(part.number)) for task in tasks)
            pieces.append(
                StatementPiece(figures=tuple((name, view) for name, view in shown if view is not None))
            )
    return tuple(pieces)


def _outline(parts: Sequence[Part]) -> list[str | int]:
    return [part.text if isinstance(part, Text) else part.number for part in parts]


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
        return f"No model has been run on {'this task' if len(columns) == 1 else 'these tasks'} yet."
    if len(columns) == 1:
        if len(names) > 1:
            return f"{_one_task(names, [outcome.solved for outcome in columns[0]], once)}."
        (outcome,) = columns[0]
        did = "has no result here" if outcome.state == "missing" else "does not solve it"
        return f"{names[0]}, the only model so far, {f'solves it{once}' if outcome.solved else did}."
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
