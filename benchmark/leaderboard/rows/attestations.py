"""Checks the signatures of rows for the pages, and returns notes about those that cannot be trusted."""

from collections.abc import Iterable

from benchmark.analysis.wording import plural
from benchmark.leaderboard.shared.site_config import SiteConfig
from benchmark.results.attestation import TRUSTED_ROOT, Attestation, AttestationChecker
from benchmark.results.ledger import row_path
from benchmark.results.row import Row
from benchmark.results.signer import Signer


def check_attestations(rows: Iterable[Row], where: SiteConfig) -> tuple[dict[str, Attestation], list[str]]:
    """Return who wrote each row's file, by row id, and notes about signatures that prove nothing.

    Args:
        rows: rows of the ledger, withdrawn ones included.
        where: names the ledger, the signer and the root of trust.

    Raises:
        BadInput: if the root of trust cannot be read.
    """
    signer = Signer.parse(where.signer, "SIGHTBENCH_SIGNER") if where.signer else None
    checker = AttestationChecker(signer, where.trusted_root or TRUSTED_ROOT)
    found: dict[str, Attestation] = {}
    notes = []
    unchecked = 0
    for row in rows:
        found[row.id] = state = checker.check_file(row_path(where.rows, row), row)
        unchecked += state.state == "unchecked"
        if state.state == "refused":
            name = f"row {row.id[:12]} of {row.result.submission.slug}"
            notes.append(f"{name} is shown as unattested: its signature is refused: {state.reason}")
    if unchecked:
        notes.append(f"{plural(unchecked, 'signature')} not checked: {checker.obstacle}")
    return found, notes
