"""The job `record` of a workflow run, on a real repository."""

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ci_world import read_outputs
from fake_sigstore import SIGNER, FakeSigstore

from benchmark.chain.jobs.rechecking import RecheckedRun, artifacts_digest, rechecked_output, sealed_output
from benchmark.chain.plan.job import read_plan
from benchmark.core.digest import sha256_hex
from tests.conftest import Sightbench

NAMED = f"repository: {{name: {SIGNER.repository}, id: {SIGNER.id}}}\n"


@dataclass(frozen=True)
class RecordStep:
    """The job `record` of a workflow run, from its artifacts to the branch of a real repository."""

    folder: Path
    remote: Path
    sightbench: Sightbench
    sigstore: FakeSigstore

    def rows(self) -> dict[str, str]:
        """Make the rows; return the outputs of the step."""
        (self.folder / "outputs").unlink(missing_ok=True)
        done = self.sightbench("ci", "record", *self._inputs(), "--out", "made")
        assert done.returncode == 0, done.stderr
        return self.outputs()

    def sign(self, paths: str, **forged: Any) -> Path:
        """Sign files as actions/attest does, with one bundle for all of them."""
        digests = [sha256_hex((self.folder / path).read_bytes()) for path in paths.splitlines()]
        bundles = self.folder / "attestation.json"
        bundles.write_text(json.dumps(self.sigstore.attest(*digests, **forged)) + "\n", encoding="utf-8")
        return bundles

    def push(self, bundles: object, checkout: str = "checkout") -> "subprocess.CompletedProcess[str]":
        (self.folder / "outputs").unlink(missing_ok=True)
        more = ("--remote", self.remote, "--checkout", checkout, "--trusted-root", "root.json")
        return self.sightbench("ci", "record", *self._inputs(), "--bundles", bundles, *more)

    def outputs(self) -> dict[str, str]:
        return read_outputs(self.folder / "outputs")

    def blobs(self) -> str:
        """The ids and paths of the files of rows on the branch."""
        command = ["git", "-C", str(self.remote), "ls-tree", "-r", "results", "results/"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def names(self) -> list[str]:
        """The files of rows on the branch, without ids."""
        places = (line.split("/", 3)[3] for line in self.blobs().splitlines())
        return sorted(f"{place.partition('/')[0]}: {place.partition('.')[2]}" for place in places)

    def _inputs(self) -> tuple[object, ...]:
        places = ("--plan", "plan.json", "--artifacts", "artifacts", "--submissions", "submissions")
        plan = read_plan(self.folder / "plan.json")
        sealed = sealed_output(plan, self.folder / "artifacts")
        return (*places, "--rechecked", self._rechecked(), "--sealed", sealed)

    def _rechecked(self) -> str:
        """Return what the second look says of these artifacts if it finds no difference."""
        runs = read_plan(self.folder / "plan.json").runs
        return rechecked_output(
            [
                RecheckedRun(
                    slug=run.slug,
                    run=run.run,
                    artifacts=artifacts_digest(self.folder / "artifacts", run),
                    samples=1,
                )
                for run in runs
            ]
        )


def change_branch(remote: Path, folder: Path, change: Callable[[Path], object]) -> None:
    """Push a commit that somebody made by hand."""
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(folder))
    subprocess.run(["git", "clone", "--quiet", "--branch=results", str(remote), str(folder)], check=True)
    change(folder)
    subprocess.run([*git, "add", "--all", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "By hand"], check=True)
    subprocess.run([*git, "push", "--quiet"], check=True)


def lose_signatures(folder: Path) -> None:
    for bundle in folder.rglob("*.sigstore.json"):
        bundle.unlink()
