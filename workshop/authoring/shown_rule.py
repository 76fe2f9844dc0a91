"""The rule of one task without its picture: worked examples, calls of the tests, and the right program."""

from dataclasses import dataclass

from benchmark.datasets.collection import stem
from workshop.authoring.family import Call


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRule:
    """The rule of one task: what its worked examples show, and what its tests ask; not how it is drawn."""

    family: str
    version: int
    seed: str
    index: int  #: number of the instance, from 0; a seed has many
    mutation: str
    number: int  #: number of the task in its family, from 1
    text: str
    calls: tuple[Call, ...]
    expected: tuple[object, ...]  #: the result of each call
    examples: tuple[Call, ...]  #: arguments of the worked examples in the picture
    example_results: tuple[object, ...]  #: the result of each worked example
    reference: str

    @property
    def task_id(self) -> str:
        """The id of the task, such as ``knotted-beads-1``."""
        return f"{stem(self.family)}-{self.number}"
