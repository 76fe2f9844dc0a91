"""The record of a suite, which its folder provides: everything that depends on the suite's name."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from benchmark.core import suite_facts as facts
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import is_fresh
from benchmark.core.prompt import OWN_PROMPT, Prompt
from benchmark.core.sample import Answer
from benchmark.core.task import Task

#: Level of one of our own tasks, by how many rules interact, as tasks and families write it.
DialLevel = Literal["1", "2", "3", "4", "5"]
DIAL_LEVELS: tuple[DialLevel, ...] = get_args(DialLevel)
LEVELS = tuple(map(int, DIAL_LEVELS))
FRONTIER = LEVELS[2:]  #: levels that lead a suite's page
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


#: What a request may lack: if the model refuses one of these, the call goes on without it. The order is that
#: in which they are given up if a refusal names several, or none: first what matters least.
Droppable = Literal["seed", "top_k", "top_p", "stop", "temperature"]
#: How much a model thinks. ``off``: not at all · ``adaptive``: it decides · ``between_tools``: the lowest of
#: some models of Anthropic · the others are efforts. Each provider maps them to fields of its API.
Thinking = Literal["off", "minimal", "low", "medium", "high", "xhigh", "max", "adaptive", "between_tools"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProtocol:
    """How samples are drawn from a model."""

    id: str
    draws: int  #: samples per task
    temperature: float | None  #: None leaves it to the vendor
    top_p: float = 1.0
    top_k: int | None = None
    max_tokens: int = 1024
    stop: tuple[str, ...] = ()
    #: Whether answers that the limit cuts off are a part of it, as its authors ran it. Then a row keeps its
    #: place, unless the model thinks: thinking leaves no room for an answer, which no author measured.
    cut_is_part: bool = False
    #: Settings in which this name means another protocol, because versions of a benchmark share the name;
    #: a setting that ends in ``*`` means all settings with that prefix.
    elsewhere: tuple[tuple[str, "DrawProtocol"], ...] = ()

    def within(self, setting: str) -> "DrawProtocol":
        """Return the protocol that this name means in ``setting``."""
        for pattern, protocol in self.elsewhere:
            if offers((pattern,), setting):
                return protocol
        return self

    @property
    def asked(self) -> frozenset[str]:
        """What it asks for of temperature, top_p and top_k; a top-p of 1 cuts nothing off."""
        given = {"temperature": self.temperature, "top_p": self.top_p, "top_k": self.top_k}
        return frozenset(name for name, value in given.items() if (name, value) not in _NOT_ASKED)


_NOT_ASKED = frozenset({("temperature", None), ("top_p", 1.0), ("top_k", None)})
#: Room for a model that thinks before it answers. No temperature is sent: no value is one that all accept.
THINKING = DrawProtocol(id="thinking", draws=1, temperature=None, max_tokens=32_768)


def offers(names: Collection[str], name: str) -> bool:
    """Whether ``name`` is in ``names``; an entry such as ``fresh-*`` matches longer names with its prefix."""
    return "*" not in name and any(
        name == known or (known.endswith("*") and name.startswith(known[:-1]) and len(name) >= len(known))
        for known in names
    )


def _no_prompt(suite: "Suite", name: str, _setting: str) -> Prompt:
    raise BadInput("prompt", "", f"{suite.id} has no prompt {quote_value(name)}", "give completions instead")


def _no_shots(setting: str) -> tuple[str, int]:
    return setting, 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """What is known about the data sets of a suite and their tasks."""

    subsets: Sequence[str] = ()  #: in the order of the published benchmark
    levels: Sequence[str] = ()  #: from easy to hard
    #: Older names of levels of our own tasks → their level from 1 to 5; an empty name is a task without one.
    word_levels: Mapping[str, int] = field(default_factory=dict)
    #: Data set that comes with us or with a package → number of its tasks, for lists that do not read them.
    counts: Mapping[str, int] = field(default_factory=dict)
    #: Data set that ``dataset fetch`` gets from a public address → the ``--version`` to give; may be empty.
    fetched: Mapping[str, str] = field(default_factory=dict)
    #: Data set that comes with a package → raises BadInput if that is not installed.
    installed: Mapping[str, Callable[[], object]] = field(default_factory=dict)
    public: Sequence[str] = ()  #: data sets whose families also make the fresh sets
    unranked: Sequence[str] = ()  #: data sets that no submission may name
    #: Data set of figures that others published → the one with generated figures and the same kinds of tasks.
    generated: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)  #: data set → larger one that has all its tasks
    #: Data set → one with the same pictures, whose task pages show its tasks, too.
    shown_with: Mapping[str, str] = field(default_factory=dict)
    #: Task id → name that variants of a problem share; they count as one stem in comparisons. None if ids say
    #: nothing about this.
    problem_of: Callable[[str], str] | None = None
    licences: Mapping[str, facts.Licence] = field(default_factory=dict)  #: by data set
    #: By data set, where it is known.
    published: Mapping[str, facts.PublicationDate] = field(default_factory=dict)
    #: Takes a data set and a task's id, and returns the day on which its problem was published, or the
    #: earliest day of a known span: YYYY-MM-DD; empty if it is not known.
    task_date: Callable[[str, str], str] = lambda _dataset, _task: ""
    #: Takes a data set, and returns the page at its source of each task, by id; empty if there are none.
    task_addresses: Callable[[str], Mapping[str, str]] = lambda _dataset: {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What models are asked, and how."""

    settings: Sequence[str] = ()  #: the first is the default
    protocols: Mapping[str, DrawProtocol] = field(default_factory=dict)  #: by id; the first is the default
    #: Takes the suite, the name of a prompt and a setting; see :meth:`Suite.prompt`.
    prompts: Callable[["Suite", str, str], Prompt] = _no_prompt
    upstream_prompts: Sequence[str] = ()  #: settings for which the published benchmark has a prompt
    paper_prompts: Sequence[str] = ()  #: settings for which the paper prints a prompt
    coder_settings: Sequence[str] = ()  #: name another model, which writes the program from the description
    captioner_settings: Sequence[str] = ()  #: name another model, which describes the pictures in words
    first_picture: Sequence[str] = ()  #: settings in which a model may get only the first picture of a task
    reasoning: Sequence[str] = ()  #: settings that ask for reasoning in words before the program
    #: Setting in which a model may look closer at parts of the pictures → the same setting without that. It
    #: asks the tasks at levels 3 to 5 of our own data sets, and has our prompt only.
    looking: Mapping[str, str] = field(default_factory=dict)
    #: Returns a setting without its number of worked examples, and that number; 0 if it has none.
    without_shots: Callable[[str], tuple[str, int]] = _no_shots
    shots_without_reasoning: Sequence[str] = ()  #: data sets whose worked examples show the answer alone
    #: Data set → settings that fit its tasks; every setting fits a data set that is not listed.
    fitting: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: Data set whose pictures and charts are not public → settings that show them. Answers that a model gave
    #: elsewhere can be judged, but no model can be asked.
    unshown: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """How answers are judged and scored."""

    #: Extraction rules by name: ``own``, and ``upstream`` if the published benchmark has a rule.
    extractions: Mapping[str, Extraction] = field(default_factory=dict)
    ranking_protocol: str = "greedy"  #: the protocol that decides places; others add columns
    #: Endings of the data sets that are ranked by the mean of points from 1 to 10; others by tasks solved.
    points_endings: tuple[str, ...] = ()
    choice_ending: str = ""  #: ending of the data sets of multiple-choice questions
    choice_options: int = 0  #: options of such a question
    #: Subsets and categories, if every pair of them has a score, as in the paper.
    crossed_categories: tuple[Sequence[str], Sequence[str]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """How a suite is shown on pages and in tables."""

    tagline: str = ""  #: the task in a few words
    taglines: Mapping[str, str] = field(default_factory=dict)  #: by setting, if its task differs
    tab: int | None = None  #: place of its tab on the site; None for a tab only if there are rows
    paper: facts.Paper | None = None
    columns: Sequence[facts.Column] = ()  #: fixed columns of its tables, in place of those of categories
    formats: Mapping[str, facts.Format] = field(default_factory=dict)  #: by setting, if there are two
    #: Categories of pictures in the order of the paper, with their titles; else the largest are shown.
    shown_categories: Mapping[str, str] = field(default_factory=dict)
    #: What categories say about a task, if these are several things. Levels are a group as well.
    category_groups: Sequence[facts.CategoryGroup] = ()
    #: Data set whose flowcharts are not public → one with charts compiled from the same problems, by id.
    compiled_charts: Mapping[str, str] = field(default_factory=dict)
    #: (subset, level) → numbers that the authors published about flowcharts; an empty level is the subset.
    chart_numbers: Mapping[tuple[str, str], facts.ChartNumbers] = field(default_factory=dict)
    #: Takes tasks of the suite and the folder of their files (None for a data set of the suite), and returns
    #: what only this suite's tasks have, next to the numbers of its paper.
    describe: Callable[[Sequence[Task], Path | None], Sequence[facts.TitledTable]] = lambda *_: ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """What can be solved without the pictures. Names of settings may end in ``*``, see :func:`offers`."""

    settings: Sequence[str] = ()  #: show everything but the picture, one per kind of data set
    without_picture: Sequence[str] = ()  #: settings in which no picture is shown
    #: Setting with the picture alone → settings that describe the picture in words. The first of them that
    #: shows no picture has all that it shows in perfect words.
    described: Mapping[str, Sequence[str]] = field(default_factory=dict)
    #: Data set → one with the same tasks, or some of them, whose texts say all that the pictures show.
    worded: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A benchmark. Leave out what a suite does not have, such as a blind setting.

    Names of settings may end in ``*``, see :func:`offers`.
    """

    id: str  #: in files and rows, such as ``code-vision``
    title: str  #: for readers, such as ``Code-Vision``
    version: int = 0  #: increases with every change that can move a score
    #: Data set → its loader, which reads files when it is called, and raises ``BadInput`` if it cannot.
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(default_factory=dict)
    data: Data = Data()
    asked: Asked = Asked()
    judged: Judged = Judged()
    display: Display = Display()
    blind: Blind = Blind()

    @property
    def submittable(self) -> tuple[str, ...]:
        """The data sets that a submission may name; a fresh set can be judged where it was built."""
        ranked = (dataset for dataset in self.datasets if dataset not in self.data.unranked)
        return (*ranked, *(["fresh-*"] if self.data.public else []))

    def has_levels(self, dataset: str) -> bool:
        """Whether the tasks of a data set are our own, so that they have levels from 1 to 5."""
        return is_fresh(dataset) or dataset in self.data.public

    def level_number(self, dataset: str, name: str) -> int:
        """Return the level from 1 to 5 that a name means in a data set; 0 if it is not one of ours."""
        if not self.has_levels(dataset):
            return 0
        return int(name) if name in DIAL_LEVELS else self.data.word_levels.get(name, 0)

    def level_title(self, dataset: str, name: str) -> str:
        """Return a level for readers: ``1 (long)`` for an older name in our own tasks, else the name."""
        level = self.level_number(dataset, name)
        return f"{level} ({name})" if level and name not in ("", str(level)) else name

    def listed_settings(self, dataset: str) -> Sequence[str] | None:
        """Return the settings that fit a data set; None if all do. A fresh set is like its public one."""
        named = f"open-{dataset.rpartition('-')[2]}" if is_fresh(dataset) else dataset
        listed, looking = self.asked.fitting.get(named), self.asked.looking
        if not looking or self.has_levels(dataset):
            return listed
        return [name for name in self.asked.settings if name not in looking] if listed is None else listed

    def settings_for(self, dataset: str, *, asked: bool = False) -> tuple[str, ...]:
        """Return the settings that fit a data set; with ``asked``, those in which models can be asked."""
        listed, unshown = self.listed_settings(dataset), self.asked.unshown.get(dataset, ()) if asked else ()
        fitting = self.asked.settings if listed is None else listed
        return tuple(name for name in fitting if name not in unshown)

    def roomiest(self, setting: str, tokens: object) -> DrawProtocol | None:
        """Return the protocol with most room for answers; None if it has no more than ``tokens``.

        Args:
            setting: the setting, on which the limit of a protocol may depend.
            tokens: the limit that cut answers off; anything but a number if it is not known.
        """
        # Tasks without a suite have protocols of their own choice, and `thinking` is for every model.
        known = self.asked.protocols.values() or [THINKING]
        most = max((each.within(setting) for each in known), key=lambda each: each.max_tokens)
        return None if isinstance(tokens, int) and most.max_tokens <= tokens else most

    def more_room(self, setting: str, tokens: object) -> str:
        """Return it in words, such as ``protocol thinking has room for 32,768 tokens``."""
        most = self.roomiest(setting, tokens)
        if most is None:
            return "no protocol of the suite has more room"
        return f"protocol {most.id} has room for {most.max_tokens:,} tokens"

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt of this name for a setting.

        Args:
            name: ``sightbench`` for our prompt, ``upstream`` for that of the published benchmark, ``paper``
                for that which its paper prints.
            setting: one of ``settings``.

        Raises:
            BadInput: if the setting has no prompt of this name.
        """
        if setting in self.asked.looking and name == OWN_PROMPT:
            from benchmark.core.look import LookPrompt  # few commands need it

            return LookPrompt(self.asked.prompts(self, name, self.asked.looking[setting]))
        return self.asked.prompts(self, name, setting)
