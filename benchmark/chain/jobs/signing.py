"""Give each new row and panel the signature that GitHub made for its file, before anything is pushed.

The rows of a workflow run are made twice from the same artifacts, with the same bytes: once for GitHub to
sign them, and once to be pushed together with the signatures.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.recording import NewRow, RecordJob, RecordOutcome, keep_each
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.results.attestation import AttestationChecker, Signer, bundle_subjects
from benchmark.results.layout import BUNDLE_ENDING, NIGHTLY
from benchmark.results.nights import NewRecord, Panel

_FIX = "run the failed job again; its artifacts are kept"


def signs_rows(signer: Signer | None, ci: CiRun) -> bool:
    """Whether rows of this workflow run are signed: it runs in the repository that the policy names."""
    return signer is not None and (ci.repository, ci.repository_id) == (signer.repository, signer.id)


def write_rows(results: RecordOutcome, folder: Path) -> list[Path]:
    """Write the files of new rows and panels to a folder, for GitHub to sign them; return their paths."""
    files = {new.row.path(folder): new.row.to_bytes() for new in results.rows}
    for panel in _panels(results.nightly):
        files[panel.path(folder / NIGHTLY)] = panel.to_bytes()
    for path, data in files.items():
        make_folder(path.parent)
        path.write_bytes(data)
    return list(files)


def read_bundles(path: Path | None) -> tuple[bytes, ...]:
    """Read the file in which ``actions/attest`` lists its bundles, one per line.

    Args:
        path: the file. None, an empty path (from a skipped step) and a file that does not exist (from a
            failed step, which names it before it is made) all mean that there are no bundles.

    Raises:
        BadInput: if the file cannot be read.
    """
    if path is None or path == Path() or not path.exists():
        return ()
    return tuple(line for line in read_bytes(path, JSON_LIMIT).splitlines() if line.strip())


def attach_bundles(
    work: RecordJob, results: RecordOutcome, bundles: Sequence[bytes], checker: AttestationChecker
) -> RecordOutcome:
    """Add the bundle of each row and panel to its files; leave out those without a valid bundle.

    The run of such a row failed. The run of such a panel did not.

    Args:
        work: the plan and its artifacts.
        results: the rows and statuses so far.
        bundles: the bundles that were made for these rows, in any order.
        checker: checks the bundles.

    Raises:
        BadInput: if a bundle is not readable.
    """
    by_subject = {subject: bundle for bundle in bundles for subject in bundle_subjects(bundle)}

    def bundle_of(what: str, commit: str, data: bytes) -> bytes:
        digest = sha256_hex(data)
        return _checked_bundle(what, commit, digest, by_subject.get(digest), checker)

    def signed_row(new: NewRow) -> NewRow:
        what = f"row {new.row.id[:12]} of {new.name.slug}"
        bundle = bundle_of(what, new.row.run.commit, new.row.to_bytes())
        return dataclasses.replace(new, files={**new.files, f"{new.row.id}{BUNDLE_ENDING}": bundle})

    def signed_record(new: NewRecord) -> NewRecord:
        panel = new.record
        if not isinstance(panel, Panel):
            return new
        what = f"panel {panel.id[:12]} of {panel.result.slug}"
        return dataclasses.replace(new, bundle=bundle_of(what, panel.run.commit, panel.to_bytes()))

    return keep_each(work, results, signed_row, signed_record)


def _panels(nightly: Sequence[NewRecord]) -> list[Panel]:
    return [new.record for new in nightly if isinstance(new.record, Panel)]


def _checked_bundle(
    name: str, commit: str, digest: str, bundle: bytes | None, checker: AttestationChecker
) -> bytes:
    if bundle is None:
        raise OurFailure(f"{name} was not signed, and is not recorded", _FIX)
    found = checker.check(bundle, digest, commit)
    if not found.holds:
        raise OurFailure(f"{name} is not recorded, because its signature does not hold: {found.reason}", _FIX)
    return bundle
