"""What the pages of data sets show: values for their templates."""

from dataclasses import dataclass

from benchmark.analysis.score_cells import ScoreMark
from benchmark.analysis.studies.dataset_report import DatasetReport
from benchmark.leaderboard.dataset.claim import Claim
from benchmark.leaderboard.dataset.design_notes import DesignNote
from benchmark.leaderboard.dataset.stem_items import StemItem
from benchmark.leaderboard.parts.filters import FilterSelect
from benchmark.leaderboard.parts.pictures import PictureView
from benchmark.leaderboard.shared.licences import Licence


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindLine:
    """What a model scores without the picture, beside what it scores with it."""

    name: str
    page: str
    without: ScoreMark | None
    with_it: ScoreMark | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TwinExampleView:
    """Pictures of tasks with one text, and what one call gives by each."""

    text: str
    call: str
    cases: tuple[tuple[str, PictureView, str], ...]  #: task, its picture, the result


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetPage:
    """One data set."""

    suite: str
    dataset: str
    title: str  #: ``HumanEval-V open``
    sentence: str
    lead: str
    facts: tuple[tuple[str, str], ...]
    licence: Licence
    here: bool  #: whether its tasks are on this machine
    claim: Claim | None
    example: TwinExampleView | None
    blind: tuple[BlindLine, ...]
    report: DatasetReport | None
    items: tuple[StemItem, ...]
    pictures: bool  #: whether entries have any
    reviewed: bool  #: whether it is kept who solved tasks from their pictures
    noun: str
    nouns: str
    choices: tuple[FilterSelect, ...]  #: empty where a list needs none
    families: str  #: source path of the design notes; empty where there are none
    canary: str
    models: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyNote:
    """A family's design note."""

    anchor: str  #: inside the page
    note: DesignNote
    pictures: tuple[PictureView, ...]  #: of its tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class FamiliesPage:
    """The design notes of a data set."""

    title: str
    page: str  #: source path of its data set
    notes: tuple[FamilyNote, ...]
    canary: str
