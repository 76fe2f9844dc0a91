"""Makes a panel of a night from an evaluation."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.core.sample import Completion
from benchmark.files.predictions import completions_digest
from benchmark.judging.judge import JUDGE_VERSION
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.pipeline.judge.missing import missing_reasons
from benchmark.pipeline.rows.record import (
    RowIdentity,
    pack_completions,
    statuses_by_task,
    sum_known,
    this_machine,
)
from benchmark.results.nightly import panel as panels
from benchmark.results.nightly.panel import (
    Panel,
    PanelExtraction,
    PanelFile,
    PanelResult,
    PanelRun,
    PanelSample,
    PanelTasks,
)
from benchmark.results.row import RowCompletions, RowMachine, RowPrompt, RowVersions

_NAME_LIMIT = 200  #: maximum characters of a name that a server reports


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelIdentity:
    """The part of a panel that the plan of its night decides."""

    row: RowIdentity  #: what a row of the same run would say
    provider: str
    model: str  #: requested model id
    request: str  #: digest of what was requested
    date: str
    draws: int
    sample: PanelSample
    tasks: int  #: tasks of the whole data set
    tasks_digest: str  #: digest of the whole data set


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelProvenance:
    """Where a panel was judged."""

    machine: RowMachine | None = None  #: None means this machine
    commit: str = ""
    links: dict[str, str] | None = None


def make_panel(
    evaluation: Evaluation,
    identity: PanelIdentity,
    provenance: PanelProvenance,
    descriptions: Sequence[Completion] = (),
) -> tuple[Panel, bytes]:
    """Return the panel of an evaluation of its tasks, and the file of its completions.

    Any number of draws may be missing, except all.

    Args:
        evaluation: the result of judging; it has an outcome for each task and draw.
        identity: what was asked.
        provenance: where it was judged.
        descriptions: texts from which the completions were written, in a setting of two stages; only their
            cost and tokens are recorded.

    Raises:
        OurFailure: if no draw has a completion.
    """
    completions = sorted(evaluation.completions, key=lambda completion: completion.key)
    if not completions:
        raise OurFailure("the panel has no completion, so there is nothing to record", "draw it again")
    packed = pack_completions(completions)
    row = identity.row
    stems = {task.id: task.stem for task in evaluation.tasks if task.family != task.id}
    result = PanelResult(
        suite=row.suite,
        dataset=row.dataset,
        slug=row.submission.slug,
        setting=row.setting,
        protocol=row.protocol,
        prompt=RowPrompt(name=row.prompt, digest=row.prompt_digest),
        extraction=PanelExtraction(name=evaluation.extraction),
        provider=identity.provider,
        model=identity.model,
        request=identity.request,
        tasks=PanelTasks(
            count=identity.tasks, digest=identity.tasks_digest, stems=dict(sorted(stems.items()))
        ),
        sample=identity.sample,
        versions=RowVersions(suite=row.suite_version, judge=JUDGE_VERSION, guest=evaluation.guest),
        date=identity.date,
        stage=1,
        resolved_models=_counts(completion.resolved_model for completion in completions),
        fingerprints=_counts(completion.fingerprint for completion in completions),
        completions=RowCompletions(
            count=len(completions), draws=identity.draws, digest=completions_digest(completions)
        ),
        statuses=statuses_by_task(evaluation.outcomes),
    )
    generated = (*completions, *descriptions)
    run = PanelRun(
        started=evaluation.started.strftime("%Y-%m-%dT%H:%M:%SZ"),
        seconds=round(evaluation.seconds, 3),
        cpu_seconds=round(evaluation.cpu_seconds, 3),
        machine=provenance.machine or this_machine(evaluation.time_factor),
        commit=provenance.commit,
        links=provenance.links or {},
        cost_usd=sum_known(completion.cost_usd for completion in generated),
        tokens_in=sum_known(completion.tokens_in for completion in generated),
        tokens_out=sum_known(completion.tokens_out for completion in generated),
        generation=row.generation,
        missing=missing_reasons(evaluation.outcomes),
        completions_file=PanelFile(sha256=sha256_hex(packed), bytes=len(packed)),
    )
    return panels.make_panel(result, run), packed


def _counts(names: Iterable[str | None]) -> dict[str, int]:
    """Return the number of completions by a name that a server reported; untrusted, so shortened."""
    return dict(sorted(Counter(name[:_NAME_LIMIT] for name in names if name).items()))
