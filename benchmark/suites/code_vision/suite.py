"""The suite Code-Vision: its settings, protocols, data sets, prompts and extraction rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, Extraction
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.code_vision import upstream
from benchmark.suites.code_vision.tasks import LEVELS, SUBSETS, SUITE_ID
from benchmark.suites.own_prompt import own_prompt


def _rebuilt() -> tuple[Task, ...]:
    from benchmark.suites.code_vision.rebuilt import load

    return load()


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.authoring.chart_families.load import load_chart_tasks
    from benchmark.suites.code_vision.open import OPEN

    return load_chart_tasks(OPEN)


def _official() -> tuple[Task, ...]:
    from benchmark.suites.code_vision.official import load

    return load()


def _official_humaneval() -> tuple[Task, ...]:
    from benchmark.suites.code_vision.fetched_tasks import load_humaneval

    return load_humaneval()


_PROTOCOLS = {
    "cool-1": DrawProtocol(id="cool-1", draws=1, temperature=0.2, top_p=0.95, max_tokens=1024),
    "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=1024),
}

_TEMPLATES = "benchmark.suites.code_vision.prompts"
_PROMPTS = {
    "flowchart": TemplatePrompt(_TEMPLATES, "flowchart.j2", needs_pictures=True),
    "mermaid": TemplatePrompt(_TEMPLATES, "mermaid.j2", needs_chart=True),
    "text": TemplatePrompt(_TEMPLATES, "text.j2"),
    "signature-only": TemplatePrompt(_TEMPLATES, "signature-only.j2"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeVision:
    """The suite Code-Vision; see :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "Code-Vision"
    version: int = 2
    #: All show the signature; ``signature-only`` is the blind check.
    settings: Sequence[str] = ("flowchart", "mermaid", "text", "signature-only")
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = SUBSETS
    levels: Sequence[str] = LEVELS
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType(
            {
                "rebuilt": _rebuilt,
                "open": _open,
                "official": _official,
                "official-humaneval": _official_humaneval,
            }
        )
    )
    extractions: Mapping[str, Extraction] = field(
        default_factory=lambda: MappingProxyType({"own": own.extract, "upstream": upstream.extract})
    )

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt ``name`` for a setting; see :class:`benchmark.core.suite.Suite`."""
        if name == "upstream":
            from benchmark.suites.code_vision.upstream_prompt import upstream_prompt

            return upstream_prompt(setting)
        return own_prompt(self, name, setting, _PROMPTS.get(setting))


CODE_VISION = CodeVision()
