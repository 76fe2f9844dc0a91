"""The suite HumanEval-V: its settings, protocols, data sets, prompts and extraction rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from types import MappingProxyType

from benchmark.authoring.labels import LEVELS
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, Extraction, offers
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.humaneval_v import upstream
from benchmark.suites.own_prompt import own_prompt

SUITE_ID = "humaneval-v"

_V2_SETTINGS = ("V2C", "V2C-CoT", "V2T2C", "V2T2C-*", "GT-T2C")


@cache
def _open() -> tuple[Task, ...]:
    from benchmark.authoring.dataset_files import load_tasks
    from benchmark.suites.humaneval_v.open import OPEN

    return load_tasks(OPEN)


def _official(version: str) -> tuple[Task, ...]:
    from benchmark.datasets.store import load_tasks
    from benchmark.suites.humaneval_v.official import OFFICIAL

    official = OFFICIAL[version]
    return load_tasks(SUITE_ID, official.dataset, official.command)


_DATASETS: dict[str, Callable[[], tuple[Task, ...]]] = {
    "open": _open,
    "official-v2": partial(_official, "v2"),
    "official-v1": partial(_official, "v1"),
}


def _v1_protocol(draws: int) -> DrawProtocol:
    """Return a sampling protocol of the paper's first version; pass@10 and higher need many draws."""
    return DrawProtocol(
        id=f"sampled-{draws}", draws=draws, temperature=0.8, top_p=0.95, max_tokens=1024, stop=("\n```\n",)
    )


#: The second version allows answers that reason first: twice as many tokens, and no stop at the end of a
#: block.
_V2_GREEDY = DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=2048)

_PROTOCOLS = {
    "greedy": DrawProtocol(
        id="greedy",
        draws=1,
        temperature=0.0,
        max_tokens=1024,
        stop=("\n```\n",),
        elsewhere=tuple((setting, _V2_GREEDY) for setting in _V2_SETTINGS),
    ),
    "sampled-6": DrawProtocol(
        id="sampled-6", draws=6, temperature=0.8, top_p=0.95, top_k=20, max_tokens=2048
    ),
    "sampled-20": _v1_protocol(20),
    "sampled-100": _v1_protocol(100),
    "sampled-1000": _v1_protocol(1000),
}

_TEMPLATES = "benchmark.suites.humaneval_v.prompts"
_IMAGE = TemplatePrompt(_TEMPLATES, "image.j2", needs_pictures=True)
_DESCRIPTION = TemplatePrompt(_TEMPLATES, "description.j2", needs_description=True)
_TWO_STAGES = TemplatePrompt(_TEMPLATES, "describe.j2", "described.j2", needs_pictures=True)
_PROMPTS = {
    "image": _IMAGE,
    "description": _DESCRIPTION,
    "image+description": TemplatePrompt(
        _TEMPLATES, "image+description.j2", needs_pictures=True, needs_description=True
    ),
    "signature-only": TemplatePrompt(_TEMPLATES, "signature-only.j2"),
    "V2C": _IMAGE,
    "V2C-CoT": TemplatePrompt(_TEMPLATES, "image-cot.j2", needs_pictures=True),
    "V2T2C": _TWO_STAGES,
    "GT-T2C": _DESCRIPTION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanEvalV:
    """The suite HumanEval-V; see :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "HumanEval-V"
    version: int = 1
    #: The settings of the first version, then of the second. ``signature-only`` is the blind check. In
    #: ``V2T2C-*`` the star stands for the model that writes the program, such as ``V2T2C-gpt-4o``.
    settings: Sequence[str] = (
        "image", "description", "image+description", "signature-only", *_V2_SETTINGS,
    )  # fmt: skip
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = ()
    levels: Sequence[str] = LEVELS  #: of tasks from families; official tasks have none
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType(_DATASETS)
    )
    extractions: Mapping[str, Extraction] = field(
        default_factory=lambda: MappingProxyType(
            {"own": own.extract, "upstream": upstream.UPSTREAM, "upstream-v2": upstream.UPSTREAM_V2}
        )
    )

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt ``name`` for a setting; see :class:`benchmark.core.suite.Suite`."""
        from benchmark.suites.humaneval_v.upstream_prompt import upstream_prompt

        plain = "V2T2C" if offers(("V2T2C-*",), setting) else setting
        if name == "upstream":
            return upstream_prompt(plain, setting)
        return own_prompt(self, name, setting, _PROMPTS.get(plain))


HUMANEVAL_V = HumanEvalV()
