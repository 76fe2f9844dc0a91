"""One instance of a family: its parameters become tasks."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations

from benchmark.authoring.canary import CANARY
from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.draws import Draws
from benchmark.authoring.family import Call, Family, UnfitError
from benchmark.authoring.source import ENTRY_POINT, compiled
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.task import FunctionCheck, Picture, Task

#: Twins differ on at least this share of the calls that they share.
LEAST_DIFFERENT = 1 / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyTask:
    """One task of a family, with everything that the gates look at."""

    family: str
    version: int
    kinds: tuple[str, ...]
    seed: str
    index: int  #: of the instance among those of the seed
    mutation: str
    number: int  #: from 1, in the family
    text: str
    canvas: Canvas
    svg: str
    calls: tuple[Call, ...]
    expected: tuple[object, ...]  #: one a call
    examples: tuple[Call, ...]
    shown: tuple[object, ...]  #: one an example
    reference: str
    description: str

    @property
    def task_id(self) -> str:
        """Such as ``knotted-beads-1``."""
        return f"{stem(self.family)}-{self.number}"

    @property
    def svg_digest(self) -> str:
        """SHA-256 of the drawing as text."""
        return sha256_hex(self.svg.encode())

    @property
    def tests(self) -> str:
        """The test source: one assert a call."""
        asserts = [
            f"assert {ENTRY_POINT}({', '.join(map(repr, call))}) == {value!r}"
            for call, value in zip(self.calls, self.expected, strict=True)
        ]
        return "\n".join([f"# {CANARY}", *asserts]) + "\n"

    def task(self, suite: str, dataset: str, picture: Picture) -> Task:
        """The task as a data set holds it."""
        return Task(
            id=self.task_id,
            suite=suite,
            dataset=dataset,
            version=self.version,
            stem=stem(self.family),
            parts=(picture,),
            starter_code=self.text,
            entry_point=ENTRY_POINT,
            categories=self.kinds,
            description=self.description,
            reference=self.reference,
            check=FunctionCheck(tests=(self.tests,)),
        )


def stem(family: str) -> str:
    """A family's name as ids have it."""
    return family.replace("_", "-")


def instance(family: Family, seed: str, index: int) -> dict[str, FamilyTask]:
    """One instance of a seed: a task for each mutation, all with the number 0.

    Raises:
        UnfitError: when these choices make no twins.
        BadInput: when a part of the family fails, naming it.
    """
    made = {name: _one(family, seed, index, name) for name in family.mutations}
    for reason in _unfit(list(made.values())):
        raise UnfitError(reason)
    return made


def _one(family: Family, seed: str, index: int, mutation: str) -> FamilyTask:
    """The task of one mutation; its number comes later."""
    with _part(family, "sample"):
        values = family.sample(mutation, Draws(family.name, family.version, seed, index))
    with _part(family, "reference"):
        reference = family.reference(values)
        solve = compiled(reference)
    with _part(family, "calls"):
        calls = tuple(family.calls(values))
        expected = tuple(solve(*call) for call in calls)
        if not calls:
            raise ValueError("gives no call, and a test makes some")
    with _part(family, "examples"):
        examples = tuple(family.examples(values))
        shown = tuple(solve(*call) for call in examples)
    with _part(family, "picture"):
        canvas = family.picture(values, solve)
        if not isinstance(canvas, Canvas):
            raise TypeError(f"gives {type(canvas).__name__}, and no Canvas")
        svg = canvas.svg()
    with _part(family, "describe"):
        description = family.describe(values, solve)
        if not isinstance(description, str):
            raise TypeError(f"gives {type(description).__name__}, and no text")
    return FamilyTask(
        family=family.name,
        version=family.version,
        kinds=family.kinds,
        seed=seed,
        index=index,
        mutation=mutation,
        number=0,
        text=family.text,
        canvas=canvas,
        svg=svg,
        calls=calls,
        expected=expected,
        examples=examples,
        shown=shown,
        reference=f"# {CANARY}\n{reference.strip()}\n",
        description=description,
    )


@contextmanager
def _part(family: Family, name: str) -> Iterator[None]:
    """Whatever an author's function raises names the family and the part, but for :class:`UnfitError`.

    Raises:
        BadInput: with what was raised.
    """
    try:
        yield
    except (SightbenchError, UnfitError):
        raise
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise BadInput(f"family {family.name}", name, problem, "mend this part of the family") from error


def _unfit(made: Sequence[FamilyTask]) -> Iterator[str]:
    """Why an instance makes no twins; nothing when it does."""
    for first, second in combinations(made, 2):
        names = f"{first.mutation} and {second.mutation}"
        if first.calls != second.calls or first.examples != second.examples:
            yield f"{names} have other calls or examples; only the rule may follow from the mutation"
        elif differing(first.expected, second.expected) < LEAST_DIFFERENT * len(first.calls):
            yield f"{names} give the same on too many calls"
        if first.examples and not differing(first.shown, second.shown):
            yield f"the worked examples of {names} show the same"
        if first.svg == second.svg:
            yield f"{names} have the same picture"
    for one in made:
        if any(call in one.examples for call in one.calls):
            yield f"a call of {one.mutation} is a worked example"
        if 2 * max(map(one.expected.count, one.expected), default=0) > len(one.calls):
            yield f"{one.mutation} gives one value for more than half of the calls"


def differing(first: Sequence[object], second: Sequence[object]) -> int:
    """In how many places two lists of values differ."""
    return sum(one != other for one, other in zip(first, second, strict=True))
