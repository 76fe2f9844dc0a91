"""The record of a drafted chart: who drafted, corrected and accepted it, and what its check found."""

from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from benchmark.files.edge import Name, Record
from benchmark.files.wording import refusal
from benchmark.results.status import Moment

#: Who accepts a chart without a person: the interpreter, whose run of the chart passed all tests.
INTERPRETER = "interpreter"

State = Literal["drafted", "corrected", "accepted"]
Mark = Annotated[int, Field(ge=1, le=5)]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
#: What the check of a chart found.
Finding = Literal["proven", "fails", "not-interpreted", "outside-grammar"]

#: Findings of charts that nobody can accept.
HOPELESS: tuple[Finding, ...] = ("fails", "outside-grammar")


class ChartMarks(Record):
    """What a person thinks of a chart, from 1 (bad) to 5 (good)."""

    compliance: Mark = Field(description="shapes, edges and labels are those of a flowchart")
    logicality: Mark = Field(description="the chart says what the program does, and all of it")


class ChartStep(Record):
    """One step in the life of a chart."""

    state: State
    who: Name = Field(description="a model, a person's login, or `interpreter`")
    when: Moment
    chart: Digest = Field(description="SHA-256 of the Mermaid text")
    marks: ChartMarks | None = None


class ChartCheck(Record):
    """What the check of the newest chart found."""

    finding: Finding = Field(
        description="proven: the interpreter's run passed all tests · fails: it did not pass them ·"
        " not-interpreted: the chart can be drawn, but the interpreter cannot run it · outside-grammar: the"
        " text is not a chart of the grammar"
    )
    detail: str = Field(default="", description="why, if the chart is not proven")


class ChartDraft(Record):
    """The record of one chart, in NAME.json next to NAME.mmd."""

    schema_: Literal["sightbench/flowchart-draft/1"] = Field(
        default="sightbench/flowchart-draft/1", alias="schema"
    )
    task: Name
    steps: Annotated[list[ChartStep], Field(min_length=1)] = Field(
        description="drafted, then corrected as often as needed, then accepted; later corrections begin anew"
    )
    check: ChartCheck

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        states = [step.state for step in self.steps]
        if states[0] != "drafted" or "drafted" in states[1:]:
            raise refusal("must begin with drafted, and have it once", "write the steps in order", show=False)
        for before, step in pairwise(self.steps):
            if step.state == "accepted" and (before.state == "accepted" or before.chart != step.chart):
                problem = "an accepted step must have the chart of a drafted or corrected step before it"
                raise refusal(problem, "use `sightbench author flowchart accept`", show=False)
        last = self.steps[-1]
        if last.state == "accepted" and self.check.finding in HOPELESS:
            problem = f"a chart whose check says {self.check.finding} cannot be accepted"
            raise refusal(problem, "correct the chart first", show=False)
        if last.state == "accepted" and self.check.finding != "proven" and not _by_a_person(last):
            problem = "a chart that is not proven must be accepted by a person, with marks"
            raise refusal(problem, "use `sightbench author flowchart accept`", show=False)
        return self

    @property
    def state(self) -> State:
        """The state of the newest step."""
        return self.steps[-1].state


def _by_a_person(step: ChartStep) -> bool:
    return step.who != INTERPRETER and step.marks is not None
