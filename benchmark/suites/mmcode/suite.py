"""The suite MMCode: its settings, protocol, data sets, prompts and extraction rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, Extraction, offers
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.suites.mmcode.problem_prompt import ProblemPrompt, Shown, Stage
from benchmark.suites.mmcode.upstream import UPSTREAM
from benchmark.suites.own_prompt import own_prompt

SUITE_ID = "mmcode"
_FETCH = "sightbench dataset fetch mmcode"  #: the command that gets the official data set


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.authoring.dataset_files import load_tasks
    from benchmark.suites.mmcode.open import OPEN

    return load_tasks(OPEN)


def _official() -> tuple[Task, ...]:
    from benchmark.suites.mmcode.official import load

    return load()


def _official_all() -> tuple[Task, ...]:
    from benchmark.suites.mmcode.official import load_all

    return load_all()


#: Loaders by data set; each imports what it needs when it is called.
_DATASETS: dict[str, Callable[[], tuple[Task, ...]]] = {
    "open": _open,
    "official": _official,
    "official-all": _official_all,
}

#: The authors draw one sample at temperature 0.001, with at most 2,048 tokens.
_PROTOCOLS = {"greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048)}

#: Captions of another model; the star stands for its name.
_CAPTIONED_BY = "image-replacement-*"
_PROMPTS = {
    "vision+language": ProblemPrompt(Stage("vision+language.j2", Shown.PICTURE)),
    "language-only": ProblemPrompt(Stage("language-only.j2", Shown.NOTE)),
    "image-replacement": ProblemPrompt(
        Stage("caption.j2", Shown.NUMBERED_PICTURE), Stage("captioned.j2", Shown.CAPTION)
    ),
    "caption-cot": ProblemPrompt(Stage("caption-cot.j2", Shown.NUMBERED_PICTURE)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class MMCode:
    """The suite MMCode; see :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "MMCode"
    version: int = 1
    #: ``language-only`` is the blind check. In ``image-replacement-*`` the star stands for the model that
    #: writes the captions, such as ``image-replacement-gpt-4o``.
    settings: Sequence[str] = (
        "vision+language", "language-only", "image-replacement", _CAPTIONED_BY, "caption-cot",
    )  # fmt: skip
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = ()
    levels: Sequence[str] = ("easy", "medium", "hard")
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType(_DATASETS)
    )
    extractions: Mapping[str, Extraction] = field(
        default_factory=lambda: MappingProxyType({"own": own.extract, "upstream": UPSTREAM})
    )

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt ``name`` for a setting; see :class:`benchmark.core.suite.Suite`."""
        plain = "image-replacement" if offers((_CAPTIONED_BY,), setting) else setting
        if name == "upstream":
            from benchmark.suites.mmcode.upstream_prompt import upstream_prompt

            return upstream_prompt(self.id, setting, _FETCH)
        return own_prompt(self, name, setting, _PROMPTS.get(plain))


MMCODE = MMCode()
