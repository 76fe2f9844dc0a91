"""`verify`, `results check` and `results list` with signed, unsigned and forged rows on a real branch."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_sigstore import COMMIT, SIGNER, FakeSigstore, write_bundle

from benchmark.core.digest import sha256_hex
from benchmark.results.branch import publish
from benchmark.results.branch_record import add_record
from benchmark.results.layout import bundle_path
from benchmark.results.ledger import read_rows, row_files
from benchmark.results.row import Row
from benchmark.results.status import read_heads
from tests.conftest import MakeRow

Forge = Callable[[Path, FakeSigstore], object]


@pytest.fixture
def sigstore(tmp_path: Path) -> FakeSigstore:
    made = FakeSigstore()
    made.write_trusted_root(tmp_path / "root.json")
    return made


@pytest.fixture
def signed(make_row: MakeRow, sigstore: FakeSigstore, tmp_path: Path) -> Path:
    """A ledger with a signed row (acme) and an unsigned one (zeta); returns the file of the signed one."""
    folder = tmp_path / "branch" / "results"
    path = add_record(folder, _of_ci(make_row("acme", dataset="official", trust="verified", cost_usd=1.25)))
    write_bundle(sigstore.attest(sha256_hex(path.read_bytes())), bundle_path(path))
    add_record(folder, _of_ci(make_row("zeta", dataset="official")))
    return path


def _of_ci(row: Row) -> Row:
    return row.model_copy(update={"run": row.run.model_copy(update={"commit": COMMIT})})


def _options(*more: object) -> tuple[object, ...]:
    return ("--repository", str(SIGNER), "--trusted-root", "root.json", *more)


def _cheaper(path: Path, _: FakeSigstore) -> None:
    path.write_text(path.read_text("utf-8").replace("1.25", "0.05"), "utf-8")


def _bundle_of_a_fork(path: Path, sigstore: FakeSigstore) -> None:
    fields = {"12": "https://github.com/eve/bench", "15": "99"}
    write_bundle(sigstore.attest(sha256_hex(path.read_bytes()), fields=fields), bundle_path(path))


def _truncated(path: Path, _: FakeSigstore) -> None:
    bundle_path(path).write_text(bundle_path(path).read_text("utf-8")[:-10], "utf-8")


def _push(folder: Path, remote: Path, tmp_path: Path) -> None:
    def write(checkout: Path) -> str:
        shutil.copytree(folder, checkout, dirs_exist_ok=True)
        return "Add rows"

    publish(str(remote), write, folder=tmp_path / "checkout")


@pytest.mark.gate
@pytest.mark.usefixtures("signed")
def test_a_signed_row_is_attested_and_an_unsigned_one_still_works(remote, tmp_path, in_process) -> None:
    done = in_process("verify", "branch/results", *_options())
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "2 rows checked: 1 attested, 1 unattested, 0 judged again, 0 wrong",
    )
    _push(tmp_path / "branch", remote, tmp_path)
    checked = in_process("results", "check", "--remote", remote, *_options(), code=0)
    assert "2 rows (1 unattested), no problems" in checked.stdout


@pytest.mark.gate
def test_one_row_says_who_wrote_it(signed: Path, in_process: Any) -> None:
    done = in_process("verify", signed, "--no-judge", *_options())
    assert done.stdout.splitlines()[0] == (
        f"row {signed.stem[:12]}: attested: octo/bench wrote it with .github/workflows/run.yml at commit"
        " cccccccccccc"
    )
    bundle_path(signed).unlink()
    line = in_process("verify", signed, "--no-judge", *_options()).stdout.splitlines()[0]
    assert line == (
        f"row {signed.stem[:12]}: unattested: no signature is next to the row; its trust, cost, times and"
        " links are only claims"
    )


@pytest.mark.gate
@pytest.mark.parametrize("forge", [_cheaper, _bundle_of_a_fork, _truncated], ids=lambda forge: forge.__name__)
def test_a_forged_row_or_signature_is_found_by_every_command(
    *, forge: Forge, signed: Path, sigstore: FakeSigstore, remote: Path, tmp_path: Path, in_process: Any
) -> None:
    forge(signed, sigstore)
    one = in_process("verify", signed, "--no-judge", *_options())
    assert (one.returncode, "its signature is refused: " in one.stdout) == (1, True)
    every = in_process("verify", "branch/results", *_options())
    assert (every.returncode, "its signature is refused: " in every.stdout) == (1, True)
    assert "2 rows checked: 0 attested, 2 unattested, 0 judged again, 1 wrong" in every.stdout
    _push(tmp_path / "branch", remote, tmp_path)
    checked = in_process("results", "check", "--remote", remote, *_options(), code=1)
    assert f"{signed.stem}.sigstore.json: " in checked.stdout
    assert "the row's signature is refused: " in checked.stdout


def test_the_signer_never_comes_from_the_row(signed, sigstore, in_process, tmp_path) -> None:
    """A whole forged row, signed by the forger's own repository and naming it, is refused."""
    text = signed.read_text("utf-8")
    link = '"links": {"CI run": "https://github.com/eve/bench/actions/runs/1"'
    signed.write_text(text.replace('"links": {', link), "utf-8")
    assert signed.read_text("utf-8") != text
    _bundle_of_a_fork(signed, sigstore)
    assert in_process("verify", signed, "--no-judge", *_options()).returncode == 1
    (tmp_path / "policy.yml").write_text("repository: {name: octo/bench, id: 4711}\n", "utf-8")
    assert in_process("verify", "branch/results", "--trusted-root", "root.json").returncode == 1


@pytest.mark.usefixtures("signed")
def test_the_policy_names_the_signer(in_process: Any, tmp_path: Path) -> None:
    (tmp_path / "policy.yml").write_text("repository: {name: octo/bench, id: 4711}\n", "utf-8")
    done = in_process("verify", "branch/results", "--trusted-root", "root.json")
    assert (done.returncode, "1 attested" in done.stdout) == (0, True)
    (tmp_path / "policy.yml").write_text("repository: {name: octo/bench, id: 4712}\n", "utf-8")
    assert in_process("verify", "branch/results", "--trusted-root", "root.json").returncode == 1
    (tmp_path / "policy.yml").write_text(
        "repository: {name: https://github.com/octo/bench, id: 0}\n", "utf-8"
    )
    assert in_process("verify", "branch/results").returncode == 2


@pytest.mark.gate
def test_without_a_known_signer_no_row_is_attested(signed, remote, tmp_path, in_process) -> None:
    """A fork, or a user without the policy, sees that no signature was checked; this is not an error."""
    reason = "it is not known which repository signs"
    done = in_process("verify", "branch/results")
    assert (done.returncode, "0 attested, 2 unattested" in done.stdout) == (0, True)
    assert f"note: its signature was not checked: {reason}" in done.stdout
    assert reason in in_process("verify", signed, "--no-judge").stdout
    _push(tmp_path / "branch", remote, tmp_path)
    checked = in_process("results", "check", "--remote", remote)
    assert (checked.returncode, f"note: no signature was checked: {reason}" in checked.stdout) == (0, True)


@pytest.mark.gate
def test_a_signature_of_no_row_does_not_belong_on_the_branch(signed, remote, tmp_path, in_process) -> None:
    shutil.copy(bundle_path(signed), signed.with_name(f"{'0' * 64}.sigstore.json"))
    _push(tmp_path / "branch", remote, tmp_path)
    checked = in_process("results", "check", "--remote", remote, *_options(), code=1)
    assert "is the signature of a row that does not exist" in checked.stdout


@pytest.mark.usefixtures("signed")
def test_signatures_are_not_taken_for_rows(tmp_path: Path, in_process: Any) -> None:
    folder = tmp_path / "branch" / "results"
    assert len(list(row_files(folder))) == len(read_rows(folder)) == len(read_heads(folder)) == 2
    assert in_process("results", "list", "--rows", folder).returncode == 0
    assert read_rows(folder)[0].path(folder) in list(row_files(folder))
