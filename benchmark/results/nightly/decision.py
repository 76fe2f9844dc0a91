"""The schema of a decision: what one day concluded about one series, and why."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from benchmark.files.edge import Name, Record, Slug
from benchmark.results.heads import RunName
from benchmark.results.nightly.event import NightlyEvent
from benchmark.results.nightly.named import Contradiction, DatedRecord, Reference
from benchmark.results.nightly.panel import Panel
from benchmark.results.row import Digest
from benchmark.results.status import Reason

#: checking: stage 1 was suspicious, stage 2 is under way · new-baseline: the current baseline ends here.
Outcome = Literal["warming-up", "ok", "checking", "regressed", "improved", "unknown", "new-baseline"]
_PANELS_LIMIT = 2000  #: maximum panels of one side of a test
SERIES_LIMIT = 200  #: maximum series of one model, as many as a submission has runs

Fraction = Annotated[float, Field(ge=0, le=1)]
Difference = Annotated[float, Field(ge=-1, le=1)]
Panels = Annotated[list[Digest], Field(min_length=1, max_length=_PANELS_LIMIT)]


class DecisionSeries(Record):
    """The name of a series of panels."""

    suite: Slug
    dataset: Slug
    setting: str
    protocol: str
    prompt: str


class DecisionTest(Record):
    """One comparison of fresh draws with a baseline."""

    stage: Literal["stage-1", "stage-2", "pool"] = Field(description="pool: the weekly pool of stage-1 draws")
    anchor: Literal["first", "current"] = Field(description="the first baseline, or the current one")
    baseline: Panels = Field(description="ids of the baseline's panels")
    fresh: Panels = Field(description="ids of the panels that are compared with it")
    tasks: Annotated[int, Field(ge=1, description="tasks with draws on both sides")]
    direction: Literal["drop", "rise"] = Field(
        default="drop", description="the change that the p-value is about: fewer passes, or more"
    )
    p: Fraction = Field(description="one-sided p-value of the exact conditional test, stratified by task")
    adjusted_p: Fraction | None = Field(
        default=None, description="p after Benjamini-Hochberg over all active series; null before stage 2"
    )
    drop: Difference = Field(
        description="share of passed draws in the baseline minus that of the fresh draws"
    )
    low: Difference | None = Field(default=None, description="lower end of the drop's interval, over stems")
    high: Difference | None = Field(default=None, description="upper end of the drop's interval, over stems")

    @model_serializer(mode="wrap")
    def _as_written(self, handler: SerializerFunctionWrapHandler) -> dict[str, object]:
        record: dict[str, object] = handler(self)
        if "direction" not in self.model_fields_set:  # the file was written before the field existed
            del record["direction"]
        return record


class Decision(DatedRecord):
    """A decision about one series, or about all series of a model together."""

    folder: ClassVar[str] = "decisions"
    noun: ClassVar[str] = "decision"

    schema_: Literal["sightbench/decision/1"] = Field(default="sightbench/decision/1", alias="schema")
    slug: Slug
    level: Literal["series", "model"] = Field(description="one series, or all series of the model pooled")
    series: Annotated[list[DecisionSeries], Field(min_length=1, max_length=SERIES_LIMIT)]
    outcome: Outcome
    reason: Reason = Field(description="why, in one line for readers")
    active_series: Annotated[int, Field(ge=1)] | None = Field(
        default=None, description="number of series that the adjustment counts"
    )
    visible_drop: Fraction | None = Field(
        default=None, description="drop that this series can see; null if none, or while a baseline grows"
    )
    tests: Annotated[list[DecisionTest], Field(max_length=SERIES_LIMIT)] = Field(default_factory=list)
    events: Annotated[list[Digest], Field(max_length=_PANELS_LIMIT)] = Field(
        default_factory=list, description="ids of events of this day, such as a moved alias"
    )
    cause: Literal["person", "suite-break", "closed-issue"] | None = Field(
        default=None, description="why there is a new baseline; null for other outcomes"
    )
    by: Name | None = Field(default=None, description="who decided, if a person did")
    links: dict[str, str] = Field(default_factory=dict, description="links, such as that of the issue")

    @property
    def folders(self) -> tuple[str, ...]:
        """The submission."""
        return (self.slug,)

    @property
    def names(self) -> tuple[RunName, ...]:
        """The names of the series."""
        return tuple(
            RunName(self.slug, one.suite, one.dataset, one.setting, one.protocol, one.prompt)
            for one in self.series
        )

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the fields that do not go together."""
        if self.level == "series" and len(self.series) != 1:
            yield Contradiction("series", f"has {len(self.series)} entries at level series", "record one")
        if len(set(self.names)) != len(self.series):
            yield Contradiction("series", "names a series twice", "name each series once")
        if (self.outcome == "new-baseline") != (self.cause is not None):
            problem = f"does not go together with the outcome {self.outcome}"
            yield Contradiction("cause", problem, "give a cause if, and only if, there is a new baseline")
        if (self.cause == "person") != (self.by is not None):
            yield Contradiction("by", "does not go together with the cause", "name the person, or nobody")
        stages = {test.stage for test in self.tests}
        if self.outcome == "regressed" and not stages & {"stage-2", "pool"}:
            yield Contradiction("tests", "lacks stage 2 or the pool", "a regression needs one of them")
        for number, test in enumerate(self.tests):
            if test.low is not None and test.high is not None and test.low > test.high:
                yield Contradiction(f"tests[{number}].low", "is above high", "swap them")

    def references(self) -> Iterator[Reference]:
        """Yield the panels that were compared, and the events that were considered."""
        for number, test in enumerate(self.tests):
            for side in ("baseline", "fresh"):
                panels: list[str] = getattr(test, side)
                yield from (Reference(f"tests[{number}].{side}", Panel.folder, panel) for panel in panels)
        yield from (Reference("events", NightlyEvent.folder, event) for event in self.events)
