"""Play the whole chain on this machine: a pull request, its merge, a pushed row and a built site.

``./noxw -s rehearse``; arguments: ``--folder DIR``. The workflow files are played as they are; GitHub's own
actions have stand-ins (``rehearsal/actions``), GitHub's API is the one of our tests, the repository lies on
disk. Rights, environments, concurrency and time limits are not played: ``./noxw -s workflows`` checks them.
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from act import Played, Stage
from engine import make_engine
from hosting import hosting
from world import ROOT, Pull, World

from benchmark.chain.pull_request.pull_report import read_report
from benchmark.results.ledger import read_rows
from benchmark.results.row import Row

sys.path.insert(0, str(ROOT / "tests" / "chain"))
from fake_github import TOKEN, FakeGitHub

REPOSITORY, FORK, AUTHOR = "octo/bench", "kim/bench", "kim"
SLUG, REPLAYED, SERVED = "rehearsed-1b", "rehearsed-2b", "rehearsed-3b"
#: A submission of the project itself, which has no row yet when the first evaluation runs.
BUNDLED = "smollm2-135m-q4"
#: Its answers, those of a small model: a whole data set, with every kind of outcome.
ANSWERS = ROOT / "submissions" / BUNDLED / "predictions.jsonl"
TASKS = 164
#: That validate may take, installation included where wheels are cached: of CPU, which is about what it takes
#: where nothing else runs.
VALIDATE_SECONDS = 60.0

_SUBMISSION = """\
schema: sightbench/submission/1
slug: {slug}
name: {name}
organisation: Rehearsal
owners: [{author}]
weights: open
runs:
  - suite: code-vision
    dataset: rebuilt
    setting: text
    protocol: greedy
    prompt: sightbench
"""
_HANDED_IN = "    predictions: predictions.jsonl\n"
_SERVED = "    model:\n      provider: local\n      model: stand-ins/tiny\n"
_REPLAYED = "    model:\n      provider: replay\n      model: replies.jsonl\n"


#: What the rehearsed repository has beside the project: a runner with a GPU, and weights for it.
_LENT = """\
gpus:
  - name: stand-in
    labels: [self-hosted, stand-in]
    models: [stand-ins/tiny]
"""
_MORE: dict[str, Callable[[str], str]] = {
    "policy.yml": lambda text: text.replace("gpus: []\n", _LENT),
    "stand-ins/tiny/config.json": lambda _: "{}\n",
    "stand-ins/tiny/model.safetensors": lambda _: "no weights\n",
}


class Rehearsal:
    """The acts, in order; each asserts what it must have done."""

    def __init__(self, folder: Path, hub: FakeGitHub, server: str) -> None:
        self.folder, self.hub = folder, hub
        self.world = World(folder, REPOSITORY)
        self.stage = Stage(folder, REPOSITORY, server, hub.url, TOKEN, folder / "engine")
        self.runs = iter(range(101, 1000))
        self.rows: tuple[Row, ...] = ()

    def set_up(self) -> None:
        """The repository as its maintainers begin it."""
        self.world.set_up(_MORE)
        self.stage.set_up()
        make_engine(self.stage.engines)
        sightbench("results", "init", "--remote", str(self.world.bare))
        self.hub.workflows.append({"id": 1, "name": "evaluate", "path": ".github/workflows/evaluate.yml"})

    def pull_request(self) -> Pull:
        """A model's answers are handed in: checked, judged and commented on."""
        pull = self._open(7, SLUG, {"submission.yaml": _yaml(SLUG, _HANDED_IN), "predictions.jsonl": ANSWERS})
        played, run = self._validate(pull)
        passed(played)
        report = read_report(self._artifacts(run) / "report" / "report.json")
        check(report.outcome == "judged", f"the report says {report.outcome}, not judged")
        check(report.head == pull.head, "the report is about another commit")
        check("unverified preview" in played.summary.lower(), "the summary does not say what it is")
        self.stage = replace(self.stage, environments=ROOT)  # to install once is enough
        check(
            played.cpu_seconds <= VALIDATE_SECONDS,
            f"validate took {played.cpu_seconds:.0f} s of CPU, more than {VALIDATE_SECONDS:.0f}",
        )
        comments = self._report(pull, run, "success")
        check(len(comments) == 1, f"{len(comments)} comments instead of one")
        check("unverified preview" in comments[0]["body"].lower(), "the comment does not say what it is")
        check(len(self._report(pull, run, "success")) == 1, "a second report did not update the first")
        return pull

    def hostile_pull_request(self) -> None:
        """One that also changes a workflow is refused, and nothing is posted."""
        more = {".github/workflows/extra.yml": b"on: push\n"}
        pull = self._open(
            8,
            "hostile-1b",
            {"submission.yaml": _yaml("hostile-1b", _HANDED_IN), "predictions.jsonl": ANSWERS},
            more,
        )
        played, run = self._validate(pull)
        check(set(played.jobs.values()) == {"failure"}, f"it was not refused: {played.jobs}")
        report = read_report(self._artifacts(run) / "report" / "report.json")
        check(report.outcome == "refused", f"the report says {report.outcome}, not refused")
        check(not self._report(pull, run, "failure"), "a comment was posted on what changes workflows")

    def merge(self, pull: Pull) -> None:
        """The merge makes a row of it, and a site."""
        played, _ = self._evaluate(pull)
        passed(played)
        new = {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {SLUG, BUNDLED}, f"there are rows of {sorted(new)}")
        row = new[SLUG]
        result = row.result
        check(result.statuses == new[BUNDLED].result.statuses, "the same answers got other verdicts")
        check(
            (result.suite, result.dataset, result.tasks.count) == ("code-vision", "rebuilt", TASKS),
            "the row is of other tasks",
        )
        check(len(result.statuses) == TASKS, "the row has not every status")
        check(row.run.trust == "judged", f"the row says {row.run.trust}")
        check(row.run.commit == self.world.tip("main"), "the row names another commit")
        self._check_row(row)

    def generated(self) -> None:
        """Two models that CI asks, merged at once: one on a hosted runner, one on a runner with a GPU."""
        replayed: dict[str, str | Path] = {
            "submission.yaml": _yaml(REPLAYED, _REPLAYED),
            "replies.jsonl": ANSWERS,
        }
        self.world.merge(self._open(9, REPLAYED, replayed))
        played, run = self._evaluate(self._open(10, SERVED, {"submission.yaml": _yaml(SERVED, _SERVED)}))
        passed(played)
        generated = [name for name in self._names(run) if name.startswith("generate.")]
        check(len(generated) == len((REPLAYED, SERVED)), f"generated were {generated}")
        new = {row.result.submission.slug: row for row in self._new_rows()}
        check(set(new) == {REPLAYED, SERVED}, f"there are rows of {sorted(new)}")
        first = next(one for one in self.rows if one.result.submission.slug == SLUG)
        check(new[REPLAYED].result.statuses == first.result.statuses, "the same answers got other verdicts")
        check(new[SERVED].run.trust == "verified", f"the row says {new[SERVED].run.trust}")
        for row in new.values():
            self._check_row(row)

    def again(self) -> None:
        """A second run of the same finds nothing to do, and neither does reconcile."""
        before = self.world.tip("results")
        event = {"ref": "refs/heads/main", "inputs": {"only": ""}, "repository": self._repository()}
        played = self._play("evaluate.yml", "workflow_dispatch", event)[0]
        passed(played)
        check(self.world.tip("results") == before, "a second run added something")
        passed(self._play("reconcile.yml", "workflow_dispatch", event)[0])
        check(not self.hub.dispatched, "reconcile began something that is done")
        check(not self.hub.issues, "reconcile opened an issue")
        sightbench("results", "check", "--remote", str(self.world.bare))

    def _open(
        self, number: int, slug: str, files: dict[str, str | Path], more: dict[str, bytes] | None = None
    ) -> Pull:
        content = {
            f"submissions/{slug}/{name}": data.encode() if isinstance(data, str) else data.read_bytes()
            for name, data in files.items()
        }
        pull = self.world.open_pull(number, f"add-{slug}", {**content, **(more or {})})
        found = self.hub.pull(number, sha=pull.head, repository=FORK, branch=pull.branch)
        self.hub.pulls.append({**found, "user": {"login": AUTHOR}})
        self.hub.files[number] = [
            {"filename": name, "status": "added"} for name in {**content, **(more or {})}
        ]
        return pull

    def _validate(self, pull: Pull) -> tuple[Played, int]:
        head = {"sha": pull.head, "ref": pull.branch, "repo": {"full_name": FORK, "fork": True}}
        base = {"sha": pull.base, "ref": "main", "repo": self._repository()}
        event = {
            "action": "opened",
            "number": pull.number,
            "pull_request": {"number": pull.number, "user": {"login": AUTHOR}, "head": head, "base": base},
            "repository": self._repository(),
        }
        return self._play("validate.yml", "pull_request", event)

    def _report(self, pull: Pull, validated: int, conclusion: str) -> list[dict[str, Any]]:
        """The comments after a report."""
        self.world.at(self.world.tip("main"))
        event = {
            "action": "completed",
            "workflow_run": {
                "id": validated,
                "event": "pull_request",
                "conclusion": conclusion,
                "head_sha": pull.head,
                "head_branch": pull.branch,
                "head_repository": {"full_name": FORK, "owner": {"login": AUTHOR}},
                "pull_requests": [],
            },
            "repository": self._repository(),
        }
        passed(self._play("report.yml", "workflow_run", event)[0])
        comments: list[dict[str, Any]] = self.hub.comments.get(pull.number, [])
        return comments

    def _evaluate(self, pull: Pull) -> tuple[Played, int]:
        before = self.world.tip("main")
        after = self.world.merge(pull)
        event = {"ref": "refs/heads/main", "before": before, "after": after, "repository": self._repository()}
        return self._play("evaluate.yml", "push", event)

    def _play(self, workflow: str, event: str, payload: dict[str, Any]) -> tuple[Played, int]:
        run = next(self.runs)
        played = self.stage.play(self.world.clone, workflow, event, payload, run)
        print(
            f"\n{workflow} on {event}, run {run}: {played.seconds:.1f} s, {played.cpu_seconds:.1f} s of CPU"
        )
        for step in played.steps:
            mark = {"success": " ", "skipped": "-"}.get(step.result, "!")
            print(f"  {mark}{step.seconds:7.1f} s  {step.job.partition('/')[2].strip()}: {step.name}")
        return played, run

    def _new_rows(self) -> list[Row]:
        known = {row.id for row in self.rows}
        self.rows = read_rows(self.world.check_out("results", self.folder / "results") / "results")
        return [row for row in self.rows if row.id not in known]

    def _check_row(self, row: Row) -> None:
        """What every row must have: a link to its run, an attestation, a page, and verdicts that hold."""
        (path,) = (self.folder / "results").rglob(f"{row.id}.json")
        check("CI run" in row.run.links, "the row does not say which run made it")
        attested = (self.folder / "attested").read_text(encoding="utf-8")
        check(path.name in attested, "the row was not attested")
        page = self.folder / "pages" / "model" / row.result.submission.slug / "index.html"
        check(page.is_file(), f"the site has no page {page.relative_to(self.folder)}")
        check(row.id[:8] in page.read_text(encoding="utf-8"), "the page does not show the row")
        sightbench("verify", str(path))

    def _artifacts(self, run: int) -> Path:
        return self.folder / "artifacts" / str(run)

    def _names(self, run: int) -> list[str]:
        return sorted(one.name for one in self._artifacts(run).iterdir())

    def _repository(self) -> dict[str, Any]:
        return {"full_name": REPOSITORY, "default_branch": "main", "owner": {"login": "octo"}}


def _yaml(slug: str, answers: str) -> str:
    return _SUBMISSION.format(slug=slug, name=slug.replace("-", " ").title(), author=AUTHOR) + answers


def check(holds: bool, otherwise: str) -> None:
    """End the rehearsal with a sentence unless something holds."""
    if not holds:
        raise SystemExit(f"rehearsal failed: {otherwise}")


def passed(played: Played) -> None:
    """Every job succeeded; else the end of what the failed steps said."""
    wrong = {job: result for job, result in played.jobs.items() if result != "success"}
    if wrong:
        raise SystemExit(f"rehearsal failed: run {played.run}: {wrong}\n" + "\n".join(played.failures()))


def sightbench(*arguments: str) -> None:
    """Run one of our commands; what it says is shown when it fails."""
    command = [str(Path(sys.executable).parent / "sightbench"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    check(done.returncode == 0, f"sightbench {' '.join(arguments)}\n{done.stdout}{done.stderr}")


@contextmanager
def act(title: str) -> Iterator[None]:
    """Say what is played, and how long it took."""
    began = time.monotonic()
    print(f"\n=== {title}", flush=True)
    yield
    print(f"=== {time.monotonic() - began:.1f} s", flush=True)


def main() -> None:
    """Play everything; the first thing that is not as it must be ends it with exit code 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "rehearsal", help="replaced")
    folder: Path = parser.parse_args().folder.resolve()
    if folder.exists():
        check((folder / "rehearsal").is_file(), f"{folder} is no folder of a rehearsal; remove it yourself")
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / "rehearsal").touch()
    began = time.monotonic()
    with FakeGitHub(REPOSITORY) as hub, hosting(folder / "server", TOKEN) as server:
        rehearsal = Rehearsal(folder, hub, server)
        with act("A repository is begun"):
            rehearsal.set_up()
        with act("Answers are handed in"):
            pull = rehearsal.pull_request()
        with act("A pull request brings more than answers"):
            rehearsal.hostile_pull_request()
        with act("The answers are merged"):
            rehearsal.merge(pull)
        with act("Two models are merged, and asked"):
            rehearsal.generated()
        with act("Everything is run again"):
            rehearsal.again()
    taken = f"{time.monotonic() - began:.0f} s"
    print(f"\nrehearsed in {taken}: {len(rehearsal.rows)} rows, site in {folder / 'pages'}")


if __name__ == "__main__":
    main()
