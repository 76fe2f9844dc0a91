"""The plug point of a benchmark: what every suite folder offers."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.prompt import Prompt
from benchmark.core.sample import Answer
from benchmark.core.task import Task

#: An extraction rule: what it keeps of a completion's raw text for a task.
Extraction = Callable[[Task, str], Answer]


@dataclass(frozen=True, slots=True)
class LintedExtraction:
    """An extraction rule of which a linter is part: a sample whose text has an error fails.

    Such a benchmark's verdicts are about what was run and what was linted together.
    """

    extract: Extraction
    text: Callable[[Task, Answer], str]  #: what the linter reads; it may hold the tests

    def __call__(self, task: Task, text: str) -> Answer:
        """What the rule keeps of a completion."""
        return self.extract(task, text)


@dataclass(frozen=True, slots=True)
class ExtractionRule:
    """An extraction rule under the name that rows record."""

    name: str
    extract: Extraction

    @property
    def gate(self) -> LintedExtraction | None:
        """The rule, where a linter is part of it."""
        return self.extract if isinstance(self.extract, LintedExtraction) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProtocol:
    """How samples are drawn from a model."""

    id: str
    draws: int  #: samples a task
    temperature: float
    top_p: float = 1.0
    top_k: int | None = None
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    #: What the name stands for in some settings, where versions of a benchmark share it; a setting that ends
    #: in ``*`` means all that begin so.
    elsewhere: tuple[tuple[str, "DrawProtocol"], ...] = ()

    def within(self, setting: str) -> "DrawProtocol":
        """The protocol as it is in ``setting``."""
        for named, protocol in self.elsewhere:
            if offers((named,), setting):
                return protocol
        return self


def offers(names: Collection[str], name: str) -> bool:
    """Whether ``name`` is one of ``names``; one that ends in ``*`` stands for all that begin so and go on."""
    return "*" not in name and any(
        name == known or (known.endswith("*") and name.startswith(known[:-1]) and len(name) >= len(known))
        for known in names
    )


class Suite(Protocol):
    """A benchmark: its data sets, settings, protocols and extraction rules."""

    @property
    def id(self) -> str:
        """As on disk and in rows, such as ``code-vision``."""

    @property
    def title(self) -> str:
        """As people write it, such as ``Code-Vision``."""

    @property
    def version(self) -> int:
        """Raised by every change that can move a score."""

    @property
    def settings(self) -> Sequence[str]:
        """What a model may be shown, as :func:`offers` takes it; the first is the default."""

    @property
    def protocols(self) -> Mapping[str, DrawProtocol]:
        """How samples may be drawn; the first is the default."""

    @property
    def subsets(self) -> Sequence[str]:
        """In the order of the published benchmark; empty for a suite without subsets."""

    @property
    def levels(self) -> Sequence[str]:
        """From easy to hard; empty for a suite without levels."""

    @property
    def datasets(self) -> Mapping[str, Callable[[], tuple[Task, ...]]]:
        """Loaders by name; each reads its data when called, and raises ``BadInput`` where it cannot."""

    @property
    def extractions(self) -> Mapping[str, Extraction]:
        """``own``, and ``upstream`` where the published benchmark has a rule of its own, perhaps gated."""

    def prompt(self, name: str, setting: str) -> Prompt:
        """How tasks are put to a model.

        Args:
            name: ``sightbench`` for ours, ``upstream`` for the published one.
            setting: one of ``settings``.

        Raises:
            BadInput: when there is none of this name for this setting.
        """
