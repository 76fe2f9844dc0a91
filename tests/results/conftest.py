"""A fake Sigstore, and a checker that trusts it."""

import pytest
from fake_sigstore import SIGNER, FakeSigstore

from benchmark.results.attestation import AttestationChecker


@pytest.fixture(scope="module")
def sigstore() -> FakeSigstore:
    return FakeSigstore()


@pytest.fixture(scope="module")
def checker(sigstore: FakeSigstore, tmp_path_factory: pytest.TempPathFactory) -> AttestationChecker:
    root = sigstore.write_trusted_root(tmp_path_factory.mktemp("root") / "root.json")
    return AttestationChecker(SIGNER, root)
