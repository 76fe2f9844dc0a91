"""The values that the templates of data sets show."""

from dataclasses import dataclass

from benchmark.analysis.score_cells import ScoreMark
from benchmark.analysis.studies.dataset_report import DatasetReport
from benchmark.core.suite_facts import Licence
from benchmark.leaderboard.dataset.charts import ChartsView
from benchmark.leaderboard.dataset.claim import Claim
from benchmark.leaderboard.dataset.design_notes import DesignNote
from benchmark.leaderboard.dataset.difficulty import DifficultyTable
from benchmark.leaderboard.dataset.judges import JudgeTable
from benchmark.leaderboard.dataset.label_counts import LabelTable
from benchmark.leaderboard.dataset.stem_items import StemItem
from benchmark.leaderboard.dataset.studies import ReasoningTable, ShotTable
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.parts.people import DatasetPeople
from benchmark.leaderboard.parts.pictures import PictureView


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindLine:
    """A model's scores without and with the picture."""

    name: str
    page: str
    without: ScoreMark | None
    with_it: ScoreMark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinExampleView:
    """Pictures of tasks with the same text, and the right result of one call for each picture."""

    text: str
    call: str  #: of a function; or the input of a program
    cases: tuple[tuple[str, PictureView, str], ...]  #: (task id, picture, result)
    programs: bool  #: whether the answers are whole programs


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetPage:
    """The page of one data set."""

    suite: str
    dataset: str
    title: str  #: ``HumanEval-V open``
    sentence: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    licence: Licence
    here: bool  #: whether its tasks are on the machine that builds the site
    claim: Claim | None
    example: TwinExampleView | None
    blind: tuple[BlindLine, ...]
    checks: tuple[tuple[str, str], ...]  #: (kind of check, sentences); empty unless families made the tasks
    report: DatasetReport | None
    labels: tuple[LabelTable, ...]  #: levels, task types and aspects, if the suite knows what they mean
    difficulty: DifficultyTable | None  #: None for few models
    solved: str  #: how many tasks all and no models solve; empty if the first sentence of the page says it
    solving: str  #: what it means to solve a task; empty for pass@1 with one sample per task
    draws: str  #: how much of a score's variance comes from draws; empty for one draw per task
    charts: ChartsView | None  #: None if no task has a flowchart
    reasoning: tuple[ReasoningTable, ...]  #: reasoning models and others, by setting
    shots: ShotTable | None  #: scores by number of worked examples; None without two such numbers
    judges: tuple[JudgeTable, ...]  #: models that scored answers by a rubric
    items: tuple[StemItem, ...]
    pictures: bool  #: whether entries have pictures
    people: DatasetPeople | None  #: None if it is not recorded who tried the tasks
    noun: str  #: what an entry is: ``family`` or ``task``
    nouns: str  #: plural of ``noun``
    choices: tuple[FilterSelect, ...]  #: choices of the filter; empty for a short list
    families: str  #: source path of the design notes; empty if there are none
    canary: str  #: canary sentence against training on the tasks; empty if there is none
    models: int  #: number of models in its largest table


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyNote:
    """A family's design note with the pictures of its tasks."""

    anchor: str  #: id within the page
    note: DesignNote
    pictures: tuple[PictureView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliesPage:
    """The page with the design notes of a data set."""

    title: str
    page: str  #: source path of the data set's page
    notes: tuple[FamilyNote, ...]
    canary: str
