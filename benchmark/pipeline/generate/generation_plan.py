"""What a run generates: tasks, prompt, protocol and model, from a submission or from options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task
from benchmark.generation.wire.access import ModelAccess, sampling_of
from benchmark.generation.wire.request import Sampling
from benchmark.pipeline.identity import stage_path


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationPlan:
    """The plan of one file of completions."""

    tasks: tuple[Task, ...]
    suite: str
    dataset: str
    setting: str
    prompt: Prompt
    prompt_name: str
    protocol: DrawProtocol
    access: ModelAccess
    out: Path
    first_out: Path | None = None  #: file of the first of two stages; by default named after ``out``
    coder: ModelAccess | None = None  #: model that writes the second stage; None for the same model
    captioner: ModelAccess | None = None  #: model that writes the first stage; None for the same model
    folders: Mapping[str, Path] = field(default_factory=dict)  #: folders of pictures, by task id
    #: Setting that the first of two stages records, if several settings share it; empty for ``setting``.
    first_setting: str = ""
    limit: int | None = None  #: generate samples only for this many tasks, the first ones
    budget: float | None = None  #: US dollars
    spent_usd: float = 0.0  #: US dollars of the budget that other files of the same command have cost
    lent: Mapping[str, str] = field(default_factory=dict)  #: variable → the host that it is lent to
    debug_http: Path | None = None  #: log of all HTTP traffic
    batch: bool = False  #: whether calls are made in batches

    @property
    def models(self) -> str:
        """The ids of the models that it calls, in the order of its stages: ``acme-eye and acme-7b``."""
        return " and ".join(dict.fromkeys(_access(self, index).model for index in range(self.prompt.stages)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One of the texts that a model writes for each sample; each stage has a file of its own."""

    index: int  #: 0-based
    path: Path
    access: ModelAccess
    protocol: DrawProtocol
    sampling: Sampling


def stages_of(plan: GenerationPlan) -> tuple[Stage, ...]:
    """Return the stages in order; the last one writes the file of the plan.

    The first stage samples the protocol's draws. A second stage continues each draw with one greedy text.

    Raises:
        BadInput: if a config sets a parameter to another value than the protocol.
    """
    last = plan.prompt.stages - 1
    stages = []
    for index in range(plan.prompt.stages):
        access = _access(plan, index)
        protocol = plan.protocol
        if index:
            greedy = None if protocol.temperature is None else 0.0
            protocol = replace(protocol, temperature=greedy, top_p=1.0, top_k=None)
            access = replace(access, sampling=_without_protocol_parameters(access.sampling))
        stages.append(
            Stage(
                index=index,
                path=plan.out if index == last else plan.first_out or stage_path(plan.out, index),
                access=access,
                protocol=protocol,
                sampling=sampling_of(protocol, access),
            )
        )
    return tuple(stages)


def _access(plan: GenerationPlan, index: int) -> ModelAccess:
    """Return the model that writes a stage; in a single stage it is always that of the plan."""
    other = plan.coder if index else plan.captioner if plan.prompt.stages > 1 else None
    return plan.access if other is None else other


def _without_protocol_parameters(sampling: Sampling) -> Sampling:
    """Return the config's sampling without the parameters that the protocol sets anew for a second stage."""
    return replace(sampling, temperature=None, top_p=None, top_k=None, max_tokens=None, stop=())
