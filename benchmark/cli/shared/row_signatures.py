"""Checks signatures of rows according to the options --policy, --repository and --trusted-root."""

from pathlib import Path

from benchmark.chain.plan.policy import read_policy
from benchmark.results.attestation import TRUSTED_ROOT, Attestation, AttestationChecker, SignedRecord
from benchmark.results.signer import Signer

_SHOWN_ID = 12


def signer_of(policy: Path, repository: str) -> Signer | None:
    """Return who must have signed rows; None if neither the option nor the policy names a repository.

    Raises:
        BadInput: if the option or the policy is not valid.
    """
    if repository:
        return Signer.parse(repository, "--repository")
    return read_policy(policy).signer if policy.exists() else None


def attestation_checker(policy: Path, repository: str, trusted_root: Path | None) -> AttestationChecker:
    """Return the checker that the options of ``attestation_options`` describe; errors as in ``signer_of``."""
    return AttestationChecker(signer_of(policy, repository), trusted_root or TRUSTED_ROOT)


def describe_attestation(
    row: SignedRecord, found: Attestation, signer: Signer | None, noun: str = "row"
) -> str:
    """Return a line about who wrote the file of a row or panel, such as ``row 3f2a9c01d4e5: attested: …``."""
    start = f"{noun} {row.id[:_SHOWN_ID]}"
    match found.state:
        case "attested" if signer is not None:
            commit = row.run.commit[:_SHOWN_ID]
            return (
                f"{start}: attested: {signer.repository} wrote it with {signer.workflow} at commit {commit}"
            )
        case "refused":
            return f"{start}: its signature is refused: {found.reason}"
        case "unchecked":
            return f"{start}: unattested, because its signature was not checked: {found.reason}"
        case _:
            return f"{start}: unattested: {found.reason}; its trust, cost, times and links are only claims"
