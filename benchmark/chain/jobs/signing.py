"""Give each new row and panel the signature that GitHub made for its file, before anything is pushed.

The rows of a workflow run are made twice from the same artifacts, with the same bytes: once for GitHub to
sign them, and once to be pushed together with the signatures.
"""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.jobs.recording import New, NewRow, RecordOutcome, keep_each, main_file, signed_part
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure
from benchmark.files.atomic import make_folder
from benchmark.files.bounded import JSON_LIMIT, read_bytes
from benchmark.results.attestation import AttestationChecker, Signer, bundle_subjects
from benchmark.results.layout import BUNDLE_ENDING

_FIX = "run the failed job again; its artifacts are kept"


def signs_rows(signer: Signer | None, ci: CiRun) -> bool:
    """Whether rows of this workflow run are signed: it runs in the repository that the policy names."""
    return signer is not None and (ci.repository, ci.repository_id) == (signer.repository, signer.id)


def write_rows(results: RecordOutcome, folder: Path) -> list[Path]:
    """Write the files of new rows and panels to a folder, for GitHub to sign them; return their paths."""
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

    The run of a row that is left out failed; the run of a panel did not. Bundles may be in any order.

    Raises:
        BadInput: if a bundle is not readable.
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
