"""The interface of suites: what every suite folder provides."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from benchmark.core.prompt import Prompt
from benchmark.core.sample import Answer
from benchmark.core.task import Task

#: An extraction rule: takes a task and a completion's raw text, returns the answer.
Extraction = Callable[[Task, str], Answer]


@dataclass(frozen=True, slots=True)
class LintedExtraction:
    """An extraction rule that includes a linter: a sample with a lint error fails.

    Verdicts of such a benchmark combine the results of running and of linting.
    """

    extract: Extraction
    text: Callable[[Task, Answer], str]  #: returns the text for the linter, which may include the tests
    #: Top-level modules that the benchmark's machine has; an import of one of them is not an error.
    installed: frozenset[str] = frozenset()

    def __call__(self, task: Task, text: str) -> Answer:
        """Extract the answer from a completion's text."""
        return self.extract(task, text)


@dataclass(frozen=True, slots=True)
class JudgedExtraction:
    """An extraction rule that brings its own form of each task: another check, or other limits.

    With such a rule a benchmark's published judge can be followed where it differs from ours. Rows name the
    rule; the digest of the tasks stays that of the tasks as they were read.
    """

    extract: Extraction
    judged: Callable[[Task], Task]  #: returns the form of a task by which its answers are judged

    def __call__(self, task: Task, text: str) -> Answer:
        """Extract the answer from a completion's text."""
        return self.extract(task, text)


@dataclass(frozen=True, slots=True)
class SettingExtraction:
    """An extraction rule that depends on the setting, because prompts ask for answers in different forms."""

    extract: Extraction  #: for all other settings, and if the setting is unknown
    #: Settings, for :func:`offers`, with the form of the rule in them; the first that fits counts.
    within: tuple[tuple[tuple[str, ...], Extraction], ...]

    def __call__(self, task: Task, text: str) -> Answer:
        """Extract the answer from a completion's text, when the setting is unknown."""
        return self.extract(task, text)


def extraction_within(extraction: Extraction, setting: str) -> Extraction:
    """Return the form of an extraction rule in a setting; an empty setting is unknown."""
    if not isinstance(extraction, SettingExtraction):
        return extraction
    forms = (form for names, form in extraction.within if offers(names, setting))
    return next(forms, extraction.extract)


@dataclass(frozen=True, slots=True)
class ExtractionRule:
    """An extraction rule with the name that rows record."""

    name: str
    extract: Extraction
    setting: str = ""  #: the setting, if the rule depends on it

    @property
    def linted_extraction(self) -> LintedExtraction | None:
        """The rule if it includes a linter, else None."""
        return self.extract if isinstance(self.extract, LintedExtraction) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProtocol:
    """How samples are drawn from a model."""

    id: str
    draws: int  #: samples per task
    temperature: float
    top_p: float = 1.0
    top_k: int | None = None
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    #: Settings in which this name means another protocol, because versions of a benchmark share the name;
    #: a setting that ends in ``*`` means all settings with that prefix.
    elsewhere: tuple[tuple[str, "DrawProtocol"], ...] = ()

    def within(self, setting: str) -> "DrawProtocol":
        """Return the protocol that this name means in ``setting``."""
        for pattern, protocol in self.elsewhere:
            if offers((pattern,), setting):
                return protocol
        return self


def offers(names: Collection[str], name: str) -> bool:
    """Whether ``name`` is in ``names``; an entry such as ``fresh-*`` matches longer names with its prefix."""
    return "*" not in name and any(
        name == known or (known.endswith("*") and name.startswith(known[:-1]) and len(name) >= len(known))
        for known in names
    )


class Suite(Protocol):
    """A benchmark: its data sets, settings, protocols and extraction rules."""

    @property
    def id(self) -> str:
        """The suite's id in files and rows, such as ``code-vision``."""

    @property
    def title(self) -> str:
        """The suite's name for readers, such as ``Code-Vision``."""

    @property
    def version(self) -> int:
        """The suite's version; it increases with every change that can move a score."""

    @property
    def settings(self) -> Sequence[str]:
        """Names of settings, for :func:`offers`; the first is the default."""

    @property
    def protocols(self) -> Mapping[str, DrawProtocol]:
        """Protocols by id; the first is the default."""

    @property
    def subsets(self) -> Sequence[str]:
        """Names of subsets, in the order of the published benchmark; empty for a suite without subsets."""

    @property
    def levels(self) -> Sequence[str]:
        """Names of levels, from easy to hard; empty for a suite without levels."""

    @property
    def datasets(self) -> Mapping[str, Callable[[], tuple[Task, ...]]]:
        """Loaders by data set; each reads its files when called, and raises ``BadInput`` if it cannot."""

    @property
    def extractions(self) -> Mapping[str, Extraction]:
        """Extraction rules by name: ``own``, and ``upstream`` if the published benchmark has a rule."""

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt of this name for a setting.

        Args:
            name: ``sightbench`` for our prompt, ``upstream`` for that of the published benchmark.
            setting: one of ``settings``.

        Raises:
            BadInput: if the setting has no prompt of this name.
        """
