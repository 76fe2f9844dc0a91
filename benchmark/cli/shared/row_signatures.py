"""Checks signatures of rows according to the options --policy, --repository and --trusted-root."""

from pathlib import Path

from benchmark.chain.plan.policy import read_policy
from benchmark.results.attestation import TRUSTED_ROOT, AttestationChecker, Signer


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
