"""The suite MathOPEval: its settings, protocol, data sets, prompts and extraction rule."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType

from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, Extraction, SettingExtraction
from benchmark.core.task import Picture, Task
from benchmark.extraction import choices, own
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.mathopeval.names import (
    BLIND,
    BOXED_SETTINGS,
    CHOICE_SETTINGS,
    DIRECT_SETTINGS,
    FORMS,
    FREE_SETTINGS,
    SUBSETS,
    SUITE_ID,
    parse_setting,
)
from benchmark.suites.mathopeval.shot_prompt import ShotPrompt
from benchmark.suites.own_prompt import own_prompt

_OPEN = Path(__file__).parent / "open"
_TEMPLATES = "benchmark.suites.mathopeval.prompts"


@cache
def _open(format_: str) -> tuple[Task, ...]:
    """Read an open data set, ``choice`` or ``free``."""
    from benchmark.files.tasks import read_tasks

    return tuple(_with_folder(task) for task in read_tasks(_OPEN / f"{format_}.jsonl.gz", compiled=True))


def _with_folder(task: Task) -> Task:
    parts = (replace(part, folder=_OPEN) if isinstance(part, Picture) else part for part in task.parts)
    return replace(task, parts=tuple(parts))


def _official_choice() -> tuple[Task, ...]:
    from benchmark.suites.mathopeval.official import load_choice

    return load_choice()


def _official_free() -> tuple[Task, ...]:
    from benchmark.suites.mathopeval.official import load_free

    return load_free()


_DATASETS: dict[str, Callable[[], tuple[Task, ...]]] = {
    "open-choice": partial(_open, "choice"),
    "open-free": partial(_open, "free"),
    "official-choice": _official_choice,
    "official-free": _official_free,
}

_PROTOCOLS = {"greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048)}

_PROMPTS = {
    **{
        f"{format_}-{form}": TemplatePrompt(_TEMPLATES, f"{format_}-{form}.j2", needs_pictures=True)
        for format_ in ("choice", "free")
        for form in FORMS
    },
    BLIND: TemplatePrompt(_TEMPLATES, f"{BLIND}.j2"),
}

#: Prompts that ask for reasoning ask for a box at its end, and the others for the letter alone.
_OWN = SettingExtraction(
    own.extract,
    within=((BOXED_SETTINGS, choices.boxed), ((*DIRECT_SETTINGS, BLIND), choices.first_letter)),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MathOPEval:
    """The suite MathOPEval; see :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "MathOPEval"
    version: int = 1
    #: Settings of multiple choice, of which ``choice-blind`` is the blind check, then of free form.
    settings: Sequence[str] = (*CHOICE_SETTINGS, *FREE_SETTINGS)
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = SUBSETS
    levels: Sequence[str] = ()
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType(_DATASETS)
    )
    extractions: Mapping[str, Extraction] = field(default_factory=lambda: MappingProxyType({"own": _OWN}))
    pool: Path = _OPEN / "shots.jsonl.gz"  #: file of worked examples

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt ``name`` for a setting; see :class:`benchmark.core.suite.Suite`."""
        return own_prompt(self, name, setting, self._prompt(setting), upstream=False)

    def _prompt(self, setting: str) -> Prompt | None:
        """Return the prompt for a setting; None for an unknown one."""
        plain, shots = parse_setting(setting) if setting in self.settings else ("", 0)
        template = _PROMPTS.get(plain)
        if template is None or not shots:
            return template
        return ShotPrompt(template, plain.removeprefix("choice-"), shots, self.pool)


MATHOPEVAL = MathOPEval()
