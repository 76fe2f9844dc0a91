"""What edits and samples of all charts have in common."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from benchmark.core.draws import Draws
from benchmark.core.task import FigureType, Operation
from benchmark.suites.mathopeval.names import QuestionKind
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.domains import Domain, Value
from workshop.authoring.figures.options import (
    DECISION,
    Change,
    code_question,
    reasoned,
    value_options,
    wrong_by_changes,
)
from workshop.authoring.figures.programs import Program
from workshop.authoring.figures.sample import READ, CodeStyle, Edit, FigureSample, Question, State


class Chart(Protocol):
    """A chart as a value."""

    def figure(self) -> Mapping[str, object]:
        """Return the chart as plain values."""


AnyChart = TypeVar("AnyChart", bound=Chart)
Item = TypeVar("Item")

#: Way in which four changes of a value differ → number of elements, number of new values.
_WAYS = {"square": (2, 2), "values": (1, 4), "elements": (4, 1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartType(Generic[AnyChart]):
    """How charts of one type are put into code and words."""

    name: FigureType
    program: Callable[[AnyChart, CodeStyle], Program]
    describe: Callable[[AnyChart], str]  #: everything that is needed to draw it
    outline: Callable[[AnyChart], str]  #: the same without numbers and looks
    summary: Callable[[AnyChart], str]  #: what it shows, in a sentence or two
    sketch: Callable[[AnyChart], list[str]]  #: lines of signs and words

    def state(self, chart: AnyChart, style: CodeStyle) -> State:
        """Return a chart with its program."""
        return State(figure=chart.figure(), code=self.program(chart, style).code)

    def code_question(
        self,
        operation: Operation,
        text: str,
        right: AnyChart,
        wrong: Sequence[AnyChart],
        *,
        facts: Sequence[str],
        style: CodeStyle,
    ) -> Question:
        """Return a question about the program of a chart; ``facts`` decide between it and the wrong ones."""
        programs = [self.program(chart, style) for chart in (right, *wrong)]
        reasoning = reasoned(self.summary(right), self.sketch(right), facts, DECISION)
        return code_question(operation, text, programs, reasoning)

    def generate(
        self,
        draws: Draws,
        chart: AnyChart,
        changes: Sequence[Change[AnyChart]],
        check: Callable[[Sequence[AnyChart]], None],
        style: CodeStyle,
    ) -> Question:
        """Return the question which code draws a chart.

        Args:
            draws: the random choices.
            chart: the right chart.
            changes: the ways in which a chart can be wrong.
            check: raises ``UnfitError`` if the wrong charts cannot be used.
            style: the code style.
        """
        wrong, facts = wrong_by_changes(draws, chart, changes)
        check(wrong)
        exactly = f"draws exactly the {self.name} chart in the picture?"
        text = draws.choice(
            (
                f"Which excerpt of code belongs to the program that {exactly}",
                "The picture was drawn by a program with matplotlib. Which excerpt is from this program?",
            )
        )
        return self.code_question("generate", text, chart, wrong, facts=facts, style=style)

    def value_question(
        self,
        kind: QuestionKind,
        text: str,
        chart: AnyChart,
        options: Sequence[str],
        *,
        facts: Sequence[str],
        result: str,
    ) -> Question:
        """Return a question about values of the original chart; the first option is right."""
        right, wrong = value_options(options[0], options[1:])
        return Question(
            operation="annotate",
            kind=kind,
            pictures=("original",),
            text=text,
            right=right,
            wrong=wrong,
            reasoning=reasoned(self.summary(chart), self.sketch(chart), facts, result),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartEdit(Generic[AnyChart]):
    """An edit of a chart, and for a question about it three wrong results."""

    operation: Operation
    kind: str
    instruction: str
    hint: str
    result: AnyChart
    ways: int = READ
    wrong: tuple[AnyChart, ...] = ()
    facts: tuple[str, ...] = ()  #: what decides between the right and the wrong results
    text: str = ""  #: of the question

    def edit(self, charts: ChartType[AnyChart], style: CodeStyle) -> Edit:
        """Return the edit with its program."""
        state = charts.state(self.result, style)
        return Edit(
            operation=self.operation,
            kind=self.kind,
            state=state,
            instruction=self.instruction,
            hint=self.hint,
            ways=self.ways,
        )

    def question(self, charts: ChartType[AnyChart], style: CodeStyle) -> Question:
        """Return the question about the code after the edit."""
        return charts.code_question(
            self.operation, self.text, self.result, self.wrong, facts=self.facts, style=style
        )


def draw_value_changes(
    draws: Draws, values: Mapping[Item, Value], domain: Domain, gap: float
) -> list[tuple[Item, Value]]:
    """Return four different changes of one value: an element, and its new value.

    Args:
        draws: the random choices.
        values: element → its value.
        domain: where new values come from.
        gap: new values differ from one another, and from the old values of these elements, by more than this.

    Raises:
        UnfitError: if there is no room for new values, or one is that of another element.
    """
    elements, count = _WAYS[draws.choice(tuple(_WAYS))]
    changed = draws.sample(tuple(values), elements)
    new: list[Value] = []
    for _ in range(count):
        value = domain.value(draws, [*(values[element] for element in changed), *new], gap)
        if value in values.values():
            raise UnfitError("a new value is that of another element")
        new.append(value)
    shuffled = draws.shuffled(new)  # the room for later ones depends on the first
    return [(element, value) for value in shuffled for element in changed]


def first_fit(attempt: Callable[[], Item], tries: int) -> Item:
    """Return the first sample, or part of one, that is fit; what was drawn before, such as the arrangement, stays.

    Raises:
        UnfitError: if none of the tries is fit.
    """
    for _ in range(tries):
        try:
            return attempt()
        except UnfitError:
            continue
    raise UnfitError(f"none of {tries} tries is fit")


def chart_sample(
    charts: ChartType[AnyChart],
    domain: str,
    chart: AnyChart,
    edits: Sequence[ChartEdit[AnyChart]],
    questions: Sequence[Question],
    *,
    style: CodeStyle,
) -> FigureSample:
    """Return the sample of a chart.

    Args:
        charts: the type of the chart.
        domain: name of the domain.
        chart: the original.
        edits: delete, modify, annotate.
        questions: those about the original; the ones about code after edits are added.
        style: the code style.
    """
    delete, modify, annotate = edits
    return FigureSample(
        type=charts.name,
        domain=domain,
        style=style,
        original=charts.state(chart, style),
        description=charts.describe(chart),
        outline=charts.outline(chart),
        edits=(delete.edit(charts, style), modify.edit(charts, style), annotate.edit(charts, style)),
        questions=(
            *(question for question in questions if question.operation == "generate"),
            delete.question(charts, style),
            modify.question(charts, style),
            *(question for question in questions if question.operation == "annotate"),
        ),
    )
