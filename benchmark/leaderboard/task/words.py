"""A task in words: the text that models read, cut at its pictures, how answers are checked, and sentences."""

import ast
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
    join_some,
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
from benchmark.leaderboard.parts.marked_answer import visible_text
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.parts.pictures import PictureView
from benchmark.leaderboard.parts.sentences import sentence
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.wrong_answers import WrongAnswers
from benchmark.suites import fitting_settings, suite_of

_ASSERT = re.compile(r"^[ \t]*assert\b", re.MULTILINE)
_TEXT_CHARACTERS = 20_000  #: maximum characters of a text
_CALL_CHARACTERS = 80  #: maximum characters of a call and of a value


@dataclass(frozen=True, slots=True)
class TaskWords:
    """The text that a model reads, with marks for the pictures."""

    text: str
    as_sent: bool  #: whether the digest of the prompt shows that the models of the table got this text
    absent: bool  #: whether the models got something that is not here, in place of this text
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
        parts = tuple(part for turn in turns for part in turn.parts)
        return TaskWords(_shown(task, text), as_sent=sent, absent=False, parts=parts)
    text = "".join(map(_part_text, task.parts))
    text = text if task.starter_code in text else f"{text}\n\n{task.starter_code}"
    text = f"```python\n{text}\n```" if _is_code(text) else text
    return TaskWords(_shown(task, text), as_sent=False, absent=key is not None, parts=task.parts)


def _is_code(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(part, ast.FunctionDef | ast.ClassDef) for part in body)


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
            # Imported here, because it loads scipy, which the viewer's page does not need.
            from benchmark.leaderboard.inputs.picture_gain import is_only_placed

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
    """Whether a text stands between two pictures, so that the places of pictures carry meaning."""
    kinds = [isinstance(part, Picture) for part in parts if isinstance(part, Picture) or part.text.strip()]
    return sum(kind for kind, before in zip(kinds, [False, *kinds], strict=False) if not before) > 1


def statement(
    tasks: Sequence[Task],
    parts: Mapping[str, Sequence[Part]],
    pictures: Mapping[str, Sequence[PictureView]],
) -> tuple[StatementPiece, ...]:
    """Return the text that tasks share, with the pictures of every task at their places.

    Parts and pictures are by id of the task; a picture without a view has no place. The result is empty if
    no text stands between pictures, or if the texts differ.
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


def task_sentence(names: Sequence[str], columns: Sequence[Sequence[TaskOutcome]], *, tried_once: bool) -> str:
    """Return who solved the tasks: ``Five of six models solve it; MiniCPM-V 2.6 does not.``.

    ``columns`` has one column per task, at least one, with an outcome per model, best first. Unless each
    model had one try per task, one passed try solves a task.
    """
    names = [clean(name, SENTENCE_NAME_CHARACTERS) for name in names]
    number, once = len(columns), "" if tried_once else " at least once"
    if not names:
        return sentence("task", "nobody_tried", number=number)
    solved = [[outcome.solved for outcome in outcomes] for outcomes in zip(*columns, strict=True)]
    if number > 1:
        return sentence(
            "task", "several_tasks", names=names, each=list(map(sum, solved)), number=number, once=once
        )
    if len(names) == 1:
        state = "solved" if columns[0][0].solved else columns[0][0].state
        return sentence("task", "only_model", name=names[0], state=state, once=once)
    solvers, others = (
        [name for name, (has_solved,) in zip(names, solved, strict=True) if has_solved is wanted]
        for wanted in (True, False)
    )
    return sentence("task", "one_task", solvers=solvers, others=others, once=once)


def points_sentence(models: int, points: Sequence[Sequence[float | None]]) -> str:
    """Return ``Six models get 6.40 of 10 points on average, from 1 to 10.``; points are by task and model."""
    known = [value for task in points for value in task if value is not None]
    mean = POINTS.amount(sum(known) / len(known)) if known else ""
    return sentence("task", "points_of", models=models, points=known, mean=mean)


def failed_sentence(wrong: WrongAnswers, words: ScaleWords) -> str:
    """Return how many answers failed, and in how many ways: ``Four answers failed in three ways.``."""
    failed = "failed" if words is PERCENT else f"got fewer than {words.highest:g} points"
    return sentence("task", "failed", answers=wrong.answers, ways=wrong.ways, failed=failed)


def grouped_sentence(wrong: WrongAnswers, words: ScaleWords, *, shown: bool) -> str:
    """Return what wrong answers are grouped by; ``shown``: whether pages may show the tests."""
    groups, in_points = len(wrong.groups), words is not PERCENT
    return sentence("task", "grouped", in_points=in_points, groups=groups, checked=wrong.checked, shown=shown)


def people_sentence(people: DatasetPeople | None, tasks: Sequence[str]) -> str:
    """Return who solved the tasks from the picture alone; empty if that is not recorded."""
    if people is None:
        return ""
    tried = {task_name(task): words for task in tasks if (words := people.words(task))}
    return sentence("task", "people", tried=tried, number=len(tasks))


def twins_sentence(twins: PartingCall | None, tasks: int, *, charts: bool = False) -> str:
    """Return what a program without the pictures can solve; empty without twins.

    Settings that show none of the flowcharts (``charts``) may show problem texts.
    """
    return "" if twins is None else sentence("task", "twins", most=twins.most, number=tasks, charts=charts)


def prompt_note(key: GroupKey, words: TaskWords) -> str:
    """Return what the models got, and why the shown text may differ from it."""
    name = prompt_condition(key.prompt).words if key.prompt else ""
    pictures = sum(isinstance(part, Picture) for part in words.parts)
    return sentence("task", "prompt_note", key=key, name=name, words=words, pictures=pictures)


def absent_sentence(names: Sequence[str]) -> str:
    """Return which models' answers are not included; empty if all are."""
    return sentence("task", "absent", names=join_some(names, _MAX_NAMES)) if names else ""
