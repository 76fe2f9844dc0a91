"""The values that the template of a stem's page shows."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.conditions import Conditions
from benchmark.core.suite_facts import Licence
from benchmark.leaderboard.parts.pictures import PictureView
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.descriptions import DescriptionView
from benchmark.leaderboard.task.results import Entrant
from benchmark.leaderboard.task.statement import StatementPiece
from benchmark.leaderboard.task.wrong_answers import WrongAnswers


@dataclass(frozen=True, slots=True, kw_only=True)
class StemTaskView:
    """One task of the stem."""

    id: str  #: id on one clean line
    key: str  #: id as rows have it, not to be shown
    query: str  #: its name as addresses of opened answers end with it
    anchor: str
    pictures: tuple[PictureView, ...]
    example: str  #: a call with its right result, which differs from the twins' results; empty without twins
    description: str  #: the picture in words: a person's description, or a flowchart as Mermaid text
    reference: str
    letter: str  #: letter of the right option; empty if the task is not multiple choice
    descriptions: Sequence[DescriptionView]  #: descriptions of the picture by models
    wrong: WrongAnswers | None
    failing: str  #: ``Four answers failed in three ways.``
    report: str  #: the task's id for the form that reports faults


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """Who solved the tasks, in one table."""

    title: str  #: its conditions in words that differ from those of other tables
    conditions: Conditions
    points: bool  #: whether models get points for a task, so that it is not solved or missed
    entrants: tuple[Entrant, ...]
    columns: tuple[Sequence[TaskOutcome], ...]  #: one column per task, with one outcome per entrant
    #: Per task: ``3 of 5`` entrants have at least one passed draw; or the mean ``6.25 points``.
    marks: tuple[str, ...]
    difficulty: str  #: how difficult the tasks are, and what varies; empty for few models
    ranges: bool  #: whether that has ranges
    places: bool  #: whether to show a column of places
    query: str  #: end of the addresses of most entrants' answers; empty if none are stored


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPage:
    """The page of a stem's tasks."""

    heading: str
    suite: str
    dataset: str
    suite_title: str
    suite_page: str  #: source path of the suite's page; empty if there is none
    dataset_page: str
    answer: str  #: who solved the tasks, in a sentence
    facts: str
    tasks: tuple[StemTaskView, ...]
    hidden: int  #: number of tasks of the stem that are not on the page
    shows: bool  #: whether texts and pictures of the tasks are shown
    words: tuple[tuple[str, str], ...]  #: (task id, text); a single text without an id if all are equal
    words_title: str
    words_note: str
    #: The text with the pictures at their places; empty if no picture stands inside the text.
    statement: tuple[StatementPiece, ...]
    twins: str  #: sentence on what a program without the pictures can solve; empty without twins
    people: str  #: sentence on the people who tried the tasks; empty if nobody did
    tables: tuple[TableView, ...]  #: the most prominent first
    grouped: str  #: heading of the groups of wrong answers
    grouped_by: str  #: sentence on what the answers are grouped by
    absent: str  #: sentence naming models whose verdicts are not available; empty if all are
    omitted: str  #: sentence on descriptions by models that are not shown; empty if all are
    credit: str
    licence: Licence
    stems: str  #: path of the file with all tasks of the data set, for a random one; empty for a single page
