"""Sentences on a task's page about answers, prompts, twins and descriptions."""

from collections.abc import Sequence

from benchmark.analysis.conditions import prompt_condition
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.scale_words import PERCENT, ScaleWords
from benchmark.analysis.wording import join_some, number_word, plural, task_name
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.task.descriptions import DatasetDescriptions
from benchmark.leaderboard.task.words import PartingCall
from benchmark.leaderboard.task.wrong_answers import WrongAnswers

_MAX_NAMES = 3  #: maximum number of models named in a sentence about missing files


def failed_sentence(wrong: WrongAnswers, words: ScaleWords) -> str:
    """Return how many answers failed, and in how many ways: ``Four answers failed in three ways.``."""
    answers = number_word(wrong.answers).capitalize()
    failed = "failed" if words is PERCENT else f"got fewer than {words.highest:g} points"
    if wrong.answers == 1:
        return f"{answers} answer {failed}."
    ways = "the same way" if wrong.ways == 1 else f"{number_word(wrong.ways)} ways"
    return f"{answers} answers {failed} in {ways}."


def grouped_words(words: ScaleWords) -> tuple[str, str]:
    """Return the heading of groups of wrong answers, and a sentence on what they are grouped by."""
    if words is PERCENT:
        return "Wrong answers, grouped", "Grouped by the first failed check and what it returned."
    heading = f"Answers with fewer than {words.highest:g} points, grouped"
    return heading, "Grouped by the differences from the right figure, or by why there was no figure."


def people_sentence(people: DatasetPeople | None, tasks: Sequence[str]) -> str:
    """Return who solved the tasks from the picture alone; empty if nobody tried.

    Args:
        people: the people who tried the tasks of the data set; None if that is not recorded.
        tasks: ids of the tasks.
    """
    if people is None:
        return ""
    each = {task_name(task): words for task in tasks if (words := people.words(task))}
    if not each:
        return ""
    if len(tasks) == 1:
        return f"Solved from the picture alone by {next(iter(each.values()))} (median time)."
    tried = "; ".join(f"{name} by {words}" for name, words in each.items())
    return f"Solved from the pictures alone: {tried} (median times)."


def twins_sentence(twins: PartingCall | None, tasks: int, *, charts: bool = False) -> str:
    """Return what a program without the pictures can solve; empty without twins.

    Args:
        twins: a call whose right results differ; None without twins.
        tasks: number of tasks.
        charts: whether the pictures are flowcharts; the settings that show none may show problem texts.
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


def omitted_descriptions(found: DatasetDescriptions) -> str:
    """Return one or two sentences on the descriptions that are not shown; empty if all are shown."""
    sentences = []
    if found.hidden:
        verb = "has" if found.hidden == 1 else "have"
        sentences.append(f"{plural(found.hidden, 'more row')} {verb} descriptions that are not shown here.")
    if found.absent:
        sentences.append(f"The descriptions of {join_some(found.absent, _MAX_NAMES)} are not available here.")
    return " ".join(sentences)
