"""The work of `sightbench results check`."""

from pathlib import Path

from benchmark.cli.shared.branch_check import check_branch, report_branch
from benchmark.cli.shared.check_report import check_report
from benchmark.cli.shared.row_signatures import attestation_checker
from benchmark.core.errors import BadInput, quote_value
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes


def run(
    *,
    remote: str,
    branch: str,
    seen: Path | None,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    as_json: bool,
) -> None:
    """Check the branch, print every problem, and save the newest commit in ``seen``."""
    with check_report(as_json):
        _run(
            remote=remote,
            branch=branch,
            seen=seen,
            policy=policy,
            repository=repository,
            trusted_root=trusted_root,
        )


def _run(
    *,
    remote: str,
    branch: str,
    seen: Path | None,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
) -> None:
    before = _read_seen(seen)
    checker = attestation_checker(policy, repository, trusted_root)
    checked = check_branch(remote, branch, seen=before, accepted="", checker=checker)
    if seen is not None and not checked.problems:
        write_atomic(seen, f"{checked.tip}\n".encode("ascii"))
    report_branch(checked, branch)


def _read_seen(path: Path | None) -> tuple[str, ...]:
    """Return the commit in the file that an earlier check wrote; empty if there is no file yet."""
    if path is None or not path.exists():
        return ()
    text = read_bytes(path, 1024).decode("ascii", "replace").strip()
    if len(text) not in (40, 64) or set(text) - set("0123456789abcdef"):
        raise BadInput(
            path,
            "",
            f"{quote_value(text)} is not the id of a commit",
            "restore the file, which protects against a replaced history",
        )
    return (text,)
