"""What HumanEval-V offers: settings, protocols, data sets and extraction rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from benchmark.core.suite import DrawProtocol, Extraction
from benchmark.core.task import Task
from benchmark.extraction import own

SUITE_ID = "humaneval-v"


def _open() -> tuple[Task, ...]:
    from benchmark.authoring.shipped import load
    from benchmark.suites.humaneval_v.open import OPEN

    return load(OPEN)


def _v1(draws: int) -> DrawProtocol:
    """Sampling of the paper's first version: the metrics pass@10 and beyond need many draws."""
    return DrawProtocol(
        id=f"sampled-{draws}", draws=draws, temperature=0.8, top_p=0.95, max_tokens=1024, stop=("\n```\n",)
    )


_PROTOCOLS = {
    "greedy": DrawProtocol(id="greedy", draws=1, temperature=0.0, max_tokens=1024, stop=("\n```\n",)),
    # The second version gives an answer twice the room.
    "greedy-2048": DrawProtocol(id="greedy-2048", draws=1, temperature=0.0, max_tokens=2048),
    "sampled-6": DrawProtocol(
        id="sampled-6", draws=6, temperature=0.8, top_p=0.95, top_k=20, max_tokens=2048
    ),
    "sampled-20": _v1(20),
    "sampled-100": _v1(100),
    "sampled-1000": _v1(1000),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanEvalV:
    """See :class:`benchmark.core.suite.Suite`."""

    id: str = SUITE_ID
    title: str = "HumanEval-V"
    version: int = 1
    #: Those of the first version, then those of the second; ``signature-only`` is the blind check, and
    #: ``V2T2C-*`` names the model that writes the program, as ``V2T2C-gpt-4o`` does.
    settings: Sequence[str] = (
        "image", "description", "image+description", "signature-only",
        "V2C", "V2C-CoT", "V2T2C", "V2T2C-*", "GT-T2C",
    )  # fmt: skip
    protocols: Mapping[str, DrawProtocol] = field(default_factory=lambda: MappingProxyType(_PROTOCOLS))
    subsets: Sequence[str] = ()
    levels: Sequence[str] = ()
    datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = field(
        default_factory=lambda: MappingProxyType({"open": _open})
    )
    extractions: Mapping[str, Extraction] = field(
        default_factory=lambda: MappingProxyType({"own": own.extract})
    )


HUMANEVAL_V = HumanEvalV()
