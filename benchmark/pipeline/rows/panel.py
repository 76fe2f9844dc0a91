"""Makes a panel of a night from an evaluation, or from a row of the same day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion
from benchmark.files.judged_lock import code_digest, judge_serial
from benchmark.files.predictions import completions_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.missing import missing_reasons
from benchmark.pipeline.record import (
    pack_completions,
    statuses_by_task,
    sum_known,
    this_machine,
)
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import (
    Panel,
    PanelExtraction,
    PanelResult,
    PanelRun,
    PanelSample,
    count_names,
)
from benchmark.results.row import RowCompletions, RowMachine, RowPrompt, RowTasks, RowVersions, StoredFile


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelIdentity:
    """The part of a panel that the plan of its night decides."""

    provider: str
    model: str  #: requested model id
    request: str  #: digest of what was requested
    date: str
    sample: PanelSample
    drawn: tuple[str, ...]  #: ids of the panel's tasks
    stems: Mapping[str, str]  #: stems of the panel's tasks whose stem differs from the id
    tasks: int  #: tasks of the whole data set
    tasks_digest: str  #: digest of the whole data set


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelProvenance:
    """Where a panel was made."""

    machine: RowMachine | None = None  #: machine that judged; None means this one
    commit: str = ""
    links: Mapping[str, str] = field(default_factory=dict)


def make_panel(
    evaluation: Evaluation,
    row: RowIdentity,
    identity: PanelIdentity,
    provenance: PanelProvenance,
    descriptions: Sequence[Completion] = (),
) -> tuple[Panel, bytes]:
    """Return the panel of an evaluation of its tasks, and the file of its completions.

    Any number of samples may be missing, except all.

    Args:
        evaluation: the result of judging; it has an outcome for each task.
        row: what a row of the same run would say.
        identity: what was asked.
        provenance: where it was judged.
        descriptions: texts from which the completions were written, in a setting of two stages; only their
            cost and tokens are recorded.

    Raises:
        OurFailure: if no draw has a completion.
    """
    completions = _checked(evaluation.completions)
    result = PanelResult(
        suite=row.suite,
        dataset=row.dataset,
        slug=row.submission.slug,
        setting=row.setting,
        protocol=row.protocol,
        prompt=RowPrompt(name=row.prompt, digest=row.prompt_digest),
        extraction=PanelExtraction(name=evaluation.extraction),
        versions=RowVersions(suite=row.suite_version, judge=JUDGE_VERSION, guest=evaluation.guest),
        statuses=statuses_by_task(evaluation.outcomes),
        **_asked(identity, completions),
    )
    packed = pack_completions(completions)
    run = PanelRun(
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        machine=provenance.machine or this_machine(evaluation.time_factor),
        commit=provenance.commit,
        judge_serial=judge_serial() or None,
        code=code_digest(row.suite) or None,
        links=dict(provenance.links),
        generation=row.generation,
        missing=missing_reasons(evaluation.outcomes),
        completions_file=StoredFile(sha256=sha256_hex(packed), bytes=len(packed)),
        **_cost((*completions, *descriptions)),
    )
    return Panel(id=NO_ID, result=result, run=run).with_its_id(), packed


def _checked(completions: Iterable[Completion]) -> list[Completion]:
    found = sorted(completions, key=lambda completion: completion.key)
    if not found:
        raise OurFailure("the nightly run has no completion, so nothing is recorded", "run it again")
    return found


def _asked(identity: PanelIdentity, completions: Sequence[Completion]) -> dict[str, Any]:
    """Return the fields of a result that the night's plan and the completions decide."""
    return {
        "provider": identity.provider,
        "model": identity.model,
        "request": identity.request,
        "tasks": RowTasks(
            count=identity.tasks, digest=identity.tasks_digest, stems=dict(sorted(identity.stems.items()))
        ),
        "sample": identity.sample,
        "date": identity.date,
        "stage": 1,
        "resolved_models": count_names(completion.resolved_model for completion in completions),
        "fingerprints": count_names(completion.fingerprint for completion in completions),
        "completions": RowCompletions(
            count=len(completions), draws=1, digest=completions_digest(completions)
        ),
    }


def _cost(generated: Sequence[Completion]) -> dict[str, Any]:
    return {
        "cost_usd": sum_known(completion.cost_usd for completion in generated),
        "tokens_in": sum_known(completion.tokens_in for completion in generated),
        "tokens_out": sum_known(completion.tokens_out for completion in generated),
    }
