"""What one command generates: tasks, prompt, protocol and model, from a submission or from options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task
from benchmark.files.naming import bare_name
from benchmark.generation.wire.access import ModelAccess, sampling_of
from benchmark.generation.wire.request import Sampling


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationPlan:
    """One file of completions that is to be made."""

    tasks: tuple[Task, ...]
    suite: str
    dataset: str
    setting: str
    prompt: Prompt
    prompt_name: str
    protocol: DrawProtocol
    access: ModelAccess
    out: Path
    coder: ModelAccess | None = None  #: writes the last of two stages; None: the same model
    folders: Mapping[str, Path] = field(default_factory=dict)  #: of pictures, by task id
    limit: int | None = None  #: only the first tasks
    budget: float | None = None  #: US dollars
    spent_usd: float = 0.0  #: of the budget, by other files of the same command
    debug_http: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One of the texts that a model writes for each sample: a file of its own."""

    index: int  #: 0-based
    path: Path
    access: ModelAccess
    protocol: DrawProtocol
    sampling: Sampling


def stages_of(plan: GenerationPlan) -> tuple[Stage, ...]:
    """The stages in their order; the last one's file is what the plan is for.

    In the first, the protocol's draws are drawn. A second stage continues each of them with one greedy text.

    Raises:
        BadInput: when a config sets a parameter against its protocol.
    """
    last = plan.prompt.stages - 1
    found = []
    for index in range(plan.prompt.stages):
        access = plan.coder if index and plan.coder is not None else plan.access
        protocol = plan.protocol
        if index:
            protocol = replace(protocol, temperature=0.0, top_p=1.0, top_k=None)
            access = replace(access, sampling=_own(access.sampling))
        found.append(
            Stage(
                index=index,
                path=plan.out if index == last else stage_path(plan.out, index),
                access=access,
                protocol=protocol,
                sampling=sampling_of(protocol, access),
            )
        )
    return tuple(found)


def _own(sampling: Sampling) -> Sampling:
    """What a config says beside the protocol's parameters, which are others in a second stage."""
    return replace(sampling, temperature=None, top_p=None, top_k=None, max_tokens=None, stop=())


def stage_path(out: Path, index: int) -> Path:
    """Where the texts of an earlier stage lie, beside those of the last: ``NAME.stage-1.jsonl``."""
    return out.with_name(f"{bare_name(out)}.stage-{index + 1}.jsonl")
