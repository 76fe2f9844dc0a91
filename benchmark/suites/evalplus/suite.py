"""The suite EvalPlus: one setting, one protocol, and one data set with two subsets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, Extraction
from benchmark.core.task import Task
from benchmark.extraction import own
from benchmark.generation.prompts.template import TemplatePrompt
from benchmark.suites.own_prompt import own_prompt

SUITE_ID, DATASET = "evalplus", "official"
HUMANEVAL, MBPP = "humaneval-plus", "mbpp-plus"
_IMPORT = "sightbench import evalplus FILE..."  #: the command that makes the data set


def _official() -> tuple[Task, ...]:
    from benchmark.datasets.store import load_tasks, read_fetched

    if read_fetched(SUITE_ID, DATASET) is None:
        problem = f"the data set {DATASET} is not on this machine"
        fix = f"run `{_IMPORT}` with the data files of EvalPlus's releases"
        raise BadInput(SUITE_ID, "", problem, fix)
    return load_tasks(SUITE_ID, DATASET, _IMPORT)


_PROTOCOLS = {"greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=1024)}
_TEXT = TemplatePrompt("benchmark.suites.evalplus.prompts", "text.j2")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalPlus:
    """The suite EvalPlus; see :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "EvalPlus"
    version: int = 1
    settings: Sequence[str] = ("text",)
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = (HUMANEVAL, MBPP)
    levels: Sequence[str] = ()
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType({DATASET: _official})
    )
    extractions: Mapping[str, Extraction] = field(
        default_factory=lambda: MappingProxyType({"own": own.extract})
    )

    def prompt(self, name: str, setting: str) -> Prompt:
        """Return the prompt for a setting; see :class:`benchmark.core.suite.Suite`."""
        return own_prompt(self, name, setting, _TEXT if setting == "text" else None, upstream=False)


EVALPLUS = EvalPlus()
