"""Turn the artifacts of jobs into signed rows and statuses, or into panels and events of a night."""

import contextlib
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.artifact import JobNotDoneError, done_manifest, find_artifact
from benchmark.chain.jobs.generating import COMPLETIONS, folder_cost, manifests_of
from benchmark.chain.jobs.merging import RecordJob, merge
from benchmark.chain.plan.due_runs import SubmittedRun, error_line, is_replay, read_source
from benchmark.chain.plan.job import PanelPlan, PlannedRun, UnplannedRun
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, SightbenchError
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.files.edge import Record
from benchmark.generation.record.manifest import read_manifest
from benchmark.pipeline.record import bare_row, make_row, pack_completions
from benchmark.pipeline.rows.submitted_run import row_identity
from benchmark.results.attestation import AttestationChecker, Signer, bundle_subjects
from benchmark.results.branch_record import add_record
from benchmark.results.layout import BUNDLE_ENDING, NIGHTLY, ROW_FILE_LIMIT, ROWS, RUBRIC_MARK, STATUS
from benchmark.results.nights import (
    NewRecord,
    NightlyEvent,
    Panel,
    PanelExtraction,
    PanelResult,
    PanelRun,
    add_nightly,
    count_names,
    nightly_paths,
)
from benchmark.results.row import Row, RowTasks, StoredFile, Trust
from benchmark.results.status import RunName, RunStatus, Stage, State, read_heads, reason_of


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to add to the branch."""

    name: RunName
    row: Row
    files: Mapping[str, bytes]  #: files of the row by name; those above 1 MB are uploaded to a release
    rubric: Mapping[str, bytes] = field(default_factory=dict)  #: scores by a model and its replies, by name


New = NewRow | NewRecord


@dataclass(frozen=True, slots=True)
class RecordOutcome:
    """The rows, statuses and errors of one workflow run."""

    rows: tuple[NewRow, ...] = ()
    statuses: tuple[RunStatus, ...] = ()
    errors: tuple[SightbenchError, ...] = ()  #: why artifacts were refused or rows not made
    nightly: tuple[NewRecord, ...] = ()  #: panels of a night, and outages

    @property
    def new(self) -> tuple[New, ...]:
        """Everything but statuses that is added to the branch."""
        return (*self.rows, *self.nightly)


def large_files(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return the files of a row that are uploaded to a release."""
    return {name: data for name, data in files.items() if len(data) > ROW_FILE_LIMIT}


def main_file(new: New) -> tuple[Path, bytes]:
    """Return the path on the branch, and the bytes, of the file that describes a row or record."""
    if isinstance(new, NewRow):
        return new.row.path(Path(ROWS)), new.row.to_bytes()
    return new.record.path(Path(NIGHTLY)), new.record.to_bytes()


def signed_part(new: New) -> tuple[RunName, Row | Panel] | None:
    """Return a row or panel, and the name of its run; None for an event, which nobody owns or signs."""
    if isinstance(new, NewRow):
        return new.name, new.row
    return (new.record.result.series, new.record) if isinstance(new.record, Panel) else None


def results_of(work: RecordJob) -> RecordOutcome:
    """Return the row or panel of each run that was judged, and the status of every other run that gets a row.

    The same artifacts always give the same bytes.
    """
    rows: list[NewRow] = []
    statuses = [status_of(work, run, run.state, "plan", run.reason) for run in work.plan.unplanned]
    errors: list[SightbenchError] = []
    nightly: list[NewRecord] = []
    for planned in work.plan.runs:
        try:
            if planned.panel is None:
                rows.append(_make_row(work, planned))
            else:
                nightly.append(_make_panel(work, planned, planned.panel))
        except JobNotDoneError as ended:
            state: State = "waiting" if ended.goes_on else "failed"
            if planned.panel is None:
                statuses.append(status_of(work, planned, state, ended.stage, str(ended)))
        except SightbenchError as error:
            errors.append(error)
            if planned.panel is None:
                statuses.append(status_of(work, planned, "failed", "record", error_line(error)))
    return RecordOutcome(tuple(rows), tuple(statuses), tuple(errors), tuple(nightly))


def keep_each(
    work: RecordJob, results: RecordOutcome, keep: Callable[[New], New], *, stage: Stage = "record"
) -> RecordOutcome:
    """Return the results with ``keep`` applied to each row and record; leave out those for which it fails.

    The run of a row that is left out gets a status of ``stage``; nothing takes the place of a panel or event.
    """
    planned = {run.name: run for run in work.plan.runs}
    kept: list[New] = []
    statuses, errors = list(results.statuses), list(results.errors)
    for new in results.new:
        try:
            kept.append(keep(new))
        except SightbenchError as error:
            errors.append(error)
            if isinstance(new, NewRow):
                statuses.append(status_of(work, planned[new.name], "failed", stage, error_line(error)))
    rows = tuple(new for new in kept if isinstance(new, NewRow))
    nightly = tuple(new for new in kept if isinstance(new, NewRecord))
    return RecordOutcome(rows, tuple(statuses), tuple(errors), nightly)


def _make_row(work: RecordJob, planned: PlannedRun) -> NewRow:
    submitted = work.submitted(planned)
    merged = merge(work, submitted, planned)
    row, files = make_row(
        merged.evaluation,
        row_identity(submitted.folder, submitted.submission, submitted.run, merged.completions),
        merged.descriptions,
    )
    provenance = {
        "trust": trust_of(submitted),
        "machine": merged.machine,
        "commit": work.plan.commit,
        "links": dict(work.ci.links),
        "request": planned.request,
    }
    return NewRow(planned.name, row.model_copy(update={"run": row.run.model_copy(update=provenance)}), files)


def trust_of(submitted: SubmittedRun) -> Trust:
    """Return ``verified`` if CI generated the answers, ``judged`` if they come from a submitted file."""
    configs = submitted.models
    return "verified" if configs and not any(map(is_replay, configs)) else "judged"


def status_of(
    work: RecordJob, run: PlannedRun | UnplannedRun, state: State, stage: Stage, reason: str
) -> RunStatus:
    """Return the status of a run without a row; the same plan and artifacts always give the same status."""
    cost, complete, run_id = 0.0, False, work.ci.id if isinstance(run, PlannedRun) else ""
    if isinstance(run, PlannedRun) and run.generate is not None:
        job = next(job for job in work.plan.jobs if job.id == run.generate)
        folder = find_artifact(work.artifacts, job.id)
        if folder is None:  # the completions are those of the CI run that the job resumed
            run_id = job.resume
        else:
            complete = done_manifest(folder, job) is not None
            with contextlib.suppress(BadInput):  # a damaged artifact has no known cost
                cost = folder_cost(folder)
    return RunStatus(
        **run.name._asdict(),
        request=run.request,
        config=run.config,
        state=state,
        stage=stage,
        reason=reason_of(reason),
        when=work.plan.created,
        links=dict(work.ci.links),
        cost_usd=cost,
        run_id=run_id,
        complete=complete,
    )


def raise_all(errors: Sequence[SightbenchError]) -> None:
    """Raise the errors of single runs: all bad inputs at once, otherwise the first error."""
    bad = [error for error in errors if isinstance(error, BadInput)]
    if bad:
        raise ManyBadInputs(bad)
    for error in errors:
        raise error


def _make_panel(work: RecordJob, planned: PlannedRun, panel: PanelPlan) -> NewRecord:
    """Return the panel of a run, or the outage that it had; any samples may be missing, except all."""
    submitted = work.submitted(planned)
    model = submitted.run.model
    if model is None:
        raise ValueError(f"not a panel: {planned.name}")
    try:
        merged = merge(work, submitted, planned)
    except JobNotDoneError as ended:
        if ended.pending:  # a later evaluation records this night
            raise
        # A night whose model was asked and gave no answer is drawn again; another failure is this job's.
        asked = None if ended.failed is None else read_manifest(ended.failed / COMPLETIONS)
        if ended.stage != "generate" or asked is None or not asked.calls:
            fix = "start the night again, or wait for the next one"
            raise OurFailure(f"{planned.name}: no nightly run was recorded: {ended}", fix) from None
        event = NightlyEvent.new(
            kind="outage",
            date=panel.date,
            when=work.plan.created,
            provider=model.provider,
            model=model.model,
            slug=planned.slug,
            suite=planned.suite,
            dataset=planned.dataset,
            detail=reason_of(f"{planned.name} has no panel: {ended}"),
            links=dict(work.ci.links),
        )
        return NewRecord(event)
    source, _ = read_source(submitted)
    drawn = sorted(panel.chosen(source.tasks), key=lambda task: task.id)
    identity = row_identity(submitted.folder, submitted.submission, submitted.run, merged.completions)
    completions = sorted(merged.evaluation.completions, key=lambda completion: completion.key)
    if not completions:
        raise OurFailure("the nightly run has no completion, so nothing is recorded", "run it again")
    row = bare_row(merged.evaluation, identity, merged.descriptions)
    result = PanelResult.model_validate(
        {
            **_shared(row.result, PanelResult),
            "slug": planned.slug,
            "effort": planned.effort,
            "extraction": PanelExtraction(name=row.result.extraction),
            "provider": model.provider,
            "model": model.model,
            "request": planned.request,
            "tasks": RowTasks(
                count=len(source.tasks),
                digest=planned.tasks,
                stems={task.id: task.stem for task in drawn if task.family != task.id},
            ),
            "sample": panel.sample,
            "date": panel.date,
            "batch": row.run.generation is not None and bool(row.run.generation.batch),
            "stage": 1,
            "resolved_models": count_names(completion.resolved_model for completion in completions),
            "fingerprints": count_names(completion.fingerprint for completion in completions),
        }
    )
    cost = row.run.cost_usd
    # Calls and answers without counted tokens count with their highest cost: a night's reservation ends
    # with its panel, so nothing else counts them.
    if unsure := sum(manifest.unsure_usd for manifest in manifests_of(merged.completions.parent)):
        cost = (cost or 0.0) + unsure
    packed = pack_completions(completions)
    file = StoredFile(sha256=sha256_hex(packed), bytes=len(packed))
    own = {"machine": merged.machine, "cost_usd": cost, "completions_file": file}
    ci = {"commit": work.plan.commit, "links": dict(work.ci.links)}
    run = PanelRun.model_validate({**_shared(row.run, PanelRun), **own, **ci})
    return NewRecord(Panel.new(result=result, run=run), packed)


def _shared(part: Record, kind: type[Record]) -> dict[str, object]:
    """Return the fields of a part of a row that a part of a panel has, too."""
    return {name: getattr(part, name) for name in type(part).model_fields.keys() & kind.model_fields.keys()}


#: Uploads large files of a row or a panel; takes its id and its files by name.
Upload = Callable[[str, Mapping[str, bytes]], None]


def upload_large_files(work: RecordJob, results: RecordOutcome, upload: Upload | None) -> RecordOutcome:
    """Upload all large files, and return the results without the rows whose files could not be uploaded.

    ``upload`` is None without a repository to upload to.
    """
    lost: list[SightbenchError] = []

    def keep(new: New) -> New:
        if not isinstance(new, NewRow):
            _upload(new.record.id, new.large, upload)
            return new
        _upload(new.row.id, large_files(new.files), upload)
        try:
            _upload(new.row.id, large_files(new.rubric), upload)
        except SightbenchError as error:  # the row is recorded without its scores by a model
            lost.append(error)
            return dataclasses.replace(new, rubric={})
        return new

    kept = keep_each(work, results, keep)
    return dataclasses.replace(kept, errors=(*kept.errors, *lost))


def _upload(identifier: str, large: Mapping[str, bytes], upload: Upload | None) -> None:
    if not large:
        return
    if upload is None:
        problem = f"{', '.join(large)}: above {ROW_FILE_LIMIT:,} bytes, but there is no release to upload to"
        raise OurFailure(problem, "name the repository with --repository, and give a token in GITHUB_TOKEN")
    upload(identifier, large)


def add_records(results: RecordOutcome, checkout: Path) -> str | None:
    """Add rows, statuses and panels to a checkout; return the commit's message, or None if nothing is new."""
    rows = checkout / ROWS
    heads = read_heads(rows, _slugs(results))
    recorded, known = {(head.run, head.request) for head in heads}, {head.id for head in heads}
    added = [
        new
        for new in results.rows
        if (new.name, new.row.run.request) not in recorded and new.row.id not in known
    ]
    for new in added:
        folder = add_record(rows, new.row).parent
        for name in new.files.keys() - large_files(new.files).keys():
            (folder / name).write_bytes(new.files[name])
    scored = [new for new in results.rows if _add_rubric(new, checkout)]
    statuses = [status for status in results.statuses if (status.run, status.request) not in recorded]
    statuses = [status for status in statuses if not status.path(checkout / STATUS).exists()]
    for status in statuses:
        add_record(checkout / STATUS, status)
    if message := add_nightly(results.nightly, checkout):
        return message
    kinds = (
        ("row", "row(s)", [new.name for new in added]),
        ("scores", "file(s) of scores", [new.name for new in scored]),
        ("status", "status(es)", [status.run for status in statuses]),
    )
    parts = [f"{len(found)} {several}" for _, several, found in kinds if found]
    lines = [f"{kind}: {name}" for kind, _, found in kinds for name in found]
    return "\n".join([f"Add {' and '.join(parts)}", "", *lines]) if lines else None


def recorded_files(results: RecordOutcome, checkout: Path) -> list[Path]:
    """Return the paths of those rows and records that a checkout has with exactly the same bytes.

    Who pushed them does not matter: a repetition of a job that was killed after its push finds its rows. A
    row that another CI run made from the same samples is not returned, because it names that run.
    """
    files = [(checkout / path, data) for path, data in map(main_file, results.new)]
    return [path for path, data in files if path.is_file() and path.read_bytes() == data]


def paths_to_check_out(results: RecordOutcome) -> tuple[str, ...]:
    """Return the paths of the branch that :func:`add_records` and :func:`recorded_files` need."""
    rows = [f"{ROWS}/*/*/{slug}/*.json" for slug in _slugs(results)]
    statuses = [f"{STATUS}/{slug}" for slug in _slugs(results)]
    return (*rows, *statuses, *nightly_paths(results.nightly)) or (STATUS,)


def _add_rubric(new: NewRow, checkout: Path) -> bool:
    """Add scores by a model to a recorded row that has none; return whether they were added.

    So a later rubric job adds its scores to a row that was recorded without them.
    """
    path = new.row.path(checkout / ROWS)
    if not new.rubric or not path.is_file() or any(path.parent.glob(f"{new.row.id}{RUBRIC_MARK}*.json")):
        return False
    for name in new.rubric.keys() - large_files(new.rubric).keys():
        (path.parent / name).write_bytes(new.rubric[name])
    return True


def _slugs(results: RecordOutcome) -> list[str]:
    return sorted({new.name.slug for new in results.rows} | {status.slug for status in results.statuses})


_FIX = "run the failed job again; its artifacts are kept"


def signs_rows(signer: Signer | None, ci: CiRun) -> bool:
    """Whether rows of this workflow run are signed: it runs in the repository that the policy names."""
    return signer is not None and (ci.repository, ci.repository_id) == (signer.repository, signer.id)


def write_rows(results: RecordOutcome, folder: Path) -> list[Path]:
    """Write the files of new rows and panels to a folder, for GitHub to sign them; return their paths.

    They are made again from the same artifacts, with the same bytes, to be pushed with the signatures.
    """
    paths = []
    for new in results.new:
        if signed_part(new) is not None:
            path, data = main_file(new)
            make_folder((folder / path).parent)
            (folder / path).write_bytes(data)
            paths.append(folder / path)
    return paths


def read_bundles(path: Path | None) -> tuple[bytes, ...]:
    """Read the file in which ``actions/attest`` lists its bundles, one per line.

    None, an empty path (from a skipped step) and a file that does not exist (from a failed step, which names
    it before it is made) all mean that there are no bundles.
    """
    if path is None or path == Path() or not path.exists():
        return ()
    return tuple(line for line in read_bytes(path, JSON_LIMIT).splitlines() if line.strip())


def attach_bundles(
    work: RecordJob, results: RecordOutcome, bundles: Sequence[bytes], checker: AttestationChecker
) -> RecordOutcome:
    """Add the bundle of each row and panel to its files; leave out those without a valid bundle.

    The run of a row that is left out failed; the run of a panel did not. Bundles may be in any order.
    """
    by_subject = {subject: bundle for bundle in bundles for subject in bundle_subjects(bundle)}

    def with_bundle(new: New) -> New:
        if (part := signed_part(new)) is None:
            return new
        name, signed = part
        what = f"{'row' if isinstance(new, NewRow) else 'panel'} {signed.id[:12]} of {name.slug}"
        digest = sha256_hex(main_file(new)[1])
        bundle = by_subject.get(digest)
        if bundle is None:
            raise OurFailure(f"{what} was not signed, and is not recorded", _FIX)
        found = checker.check(bundle, digest, signed.run.commit)
        if not found.holds:
            problem = f"{what} is not recorded, because its signature does not hold: {found.reason}"
            raise OurFailure(problem, _FIX)
        if isinstance(new, NewRow):
            return dataclasses.replace(new, files={**new.files, f"{signed.id}{BUNDLE_ENDING}": bundle})
        return dataclasses.replace(new, bundle=bundle)

    return keep_each(work, results, with_bundle)
