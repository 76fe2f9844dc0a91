"""Rehearse a month of nights on this machine, with a stand-in for OpenAI's API and for GitHub's.

``./noxw -s rehearse -- nights``, and part of ``./noxw -s weekly``. Each night runs the commands of care.yml
and run.yml in a fresh process: discover, publish, plan, generate, score, record, decide, publish. The story:
clean nights, a new version that is missed in its first night, an outage, an answer that comes from another
model than before, a model that became worse, and its recovery.
"""

import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from followed import CHANGES, MODEL, NEW_MODEL, RECOVERED, SLUG, WORSE, make_vendor
from running import check, empty_folder, read_options, sightbench
from vendor import Vendor
from world import ROOT, World

from benchmark.chain.plan.job import read_plan
from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, Panel, read_records
from benchmark.scoring.nights.rule import BASELINE_NIGHTS

sys.path.insert(0, str(ROOT / "tests" / "chain"))
from fake_github import FakeGitHub

REPOSITORY = "octo/bench"
FIRST_NIGHT = date(2026, 3, 2)


class Nights:
    """The nights of a repository, in order; each is one call of :meth:`night`."""

    def __init__(self, folder: Path, hub: FakeGitHub, vendor: Vendor) -> None:
        self.folder, self.hub, self.vendor = folder, hub, vendor
        self.world = World(folder, REPOSITORY)
        self.date = FIRST_NIGHT - timedelta(1)
        self.checkout = folder / "results"

    def set_up(self) -> None:
        """Set up a repository that follows one model."""
        self.world.set_up(CHANGES)
        self.world.bare.parent.mkdir(parents=True, exist_ok=True)
        self._run("results", "init", "--remote", str(self.world.bare))

    def night(self, *, drawn: bool = True, **changes: Any) -> "Night":
        """Play the next night, and return what it recorded.

        Args:
            drawn: whether the plan is made; otherwise it failed.
            changes: changes of the stand-in, which remain for later nights.
        """
        began = time.monotonic()
        self.vendor.change(**changes)
        self.date += timedelta(1)
        out = self.folder / "nights" / self.date.isoformat()
        day: list[str | Path] = ["--date", self.date.isoformat()]
        nightly = self._check_out() / "nightly"
        before = self._records()
        with_keys = self.vendor.environment()
        self._run("ci", "night-discover", "--nightly", nightly, "--out", out / "found", *day, also=with_keys)
        self._publish(out / "found")
        if drawn:
            self._check_out()
            rows = self.checkout / "results"
            self._run("ci", "plan", "--night", "--rows", rows, "--out", out / "plan.json", *day)
            self._draw(out, with_keys)
        nightly = self._check_out() / "nightly"
        self._run("ci", "night-decide", "--nightly", nightly, "--out", out / "decided", *day)
        self._publish(out / "decided")
        self._check_out()
        new = {kind: [one for one in found if one.id not in before[kind]] for kind, found in self._found()}
        night = Night(new["events"], new["panels"], new["decisions"])
        seconds = time.monotonic() - began
        print(f"{self.date}: {'; '.join(night.words()) or 'nothing new'} ({seconds:.1f} s)", flush=True)
        return night

    def again(self) -> None:
        """Repeat the last night: nothing may be asked, recorded or opened twice."""
        asked, tip, issues = self.vendor.asked, self.world.tip("results"), json.dumps(self.hub.issues)
        self.date -= timedelta(1)
        self.night()
        check(self.vendor.asked == asked, "a repeated night asked the model again")
        check(self.world.tip("results") == tip, "a repeated night changed the branch")
        check(json.dumps(self.hub.issues) == issues, "a repeated night changed an issue")

    def issues(self, state: str, word: str) -> list[dict[str, Any]]:
        """Return the issues in a state whose title has a word."""
        return [one for one in self.hub.issues if one["state"] == state and word in one["title"]]

    def _draw(self, out: Path, with_keys: dict[str, str]) -> None:
        """Run the jobs of the plan, and record their panels."""
        plan, jobs = read_plan(out / "plan.json"), out / "jobs"
        if not plan.runs:  # the night was drawn already
            return
        for job in sorted(plan.jobs, key=lambda job: job.kind):  # generate comes before score
            step: list[str | Path] = ["--job", job.id, "--plan", out / "plan.json", "--out", jobs / job.id]
            if job.kind == "score":
                self._run("ci", "score", *step, "--completions", jobs)
            else:
                self._run("ci", "generate", *step, also=with_keys, codes=(0, 2, 3))
        record: list[str | Path] = ["--plan", out / "plan.json", "--artifacts", jobs]
        self._run("ci", "record", *record, "--remote", self.world.bare, "--checkout", out / "branch")

    def _publish(self, found: Path) -> None:
        remote: list[str | Path] = ["--remote", self.world.bare, "--repository", REPOSITORY]
        self._run("ci", "night-publish", "--found", found, *remote, also=self.hub.environment)

    def _check_out(self) -> Path:
        return self.world.check_out("results", self.checkout)

    def _records(self) -> dict[str, set[str]]:
        return {kind: {one.id for one in found} for kind, found in self._found()}

    def _found(self) -> Iterator[tuple[str, Sequence[Any]]]:
        for kind in (ModelsSeen, NightlyEvent, Panel, Decision):
            yield kind.folder, read_records(self.checkout / "nightly", kind)

    def _run(
        self, *arguments: str | Path, also: dict[str, str] | None = None, codes: Sequence[int] = (0,)
    ) -> None:
        """Run one of our commands in the repository's clone."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GITHUB_", "GIT_"))}
        sightbench(*arguments, cwd=self.world.clone, variables={**kept, **(also or {})}, codes=codes)


@dataclass(frozen=True)
class Night:
    """What one night added to the branch."""

    events: list[NightlyEvent]
    panels: list[Panel]
    decisions: list[Decision]

    @property
    def kinds(self) -> list[str]:
        """The kinds of its events, sorted."""
        return sorted(event.kind for event in self.events)

    @property
    def outcome(self) -> str:
        """What was decided about the followed series."""
        return next((one.outcome for one in self.decisions if one.slug == SLUG), "nothing")

    def words(self) -> list[str]:
        """Return one phrase for each kind of record."""
        answers = [[drawn[0] for drawn in panel.result.statuses.values()] for panel in self.panels]
        scores = [f"{first.count('passed')} of {len(first)}" for first in answers]
        return [*scores, *(f"event {kind}" for kind in self.kinds), f"decided: {self.outcome}"]


def play(nights: Nights) -> None:
    """Play the story."""
    for number in range(BASELINE_NIGHTS):
        quiet = nights.night()
        expected = "warming-up" if number + 1 < BASELINE_NIGHTS else "ok"
        check(quiet.outcome == expected, f"night {number + 1} of the baseline decided {quiet.outcome}")
        check(not quiet.events, f"events without a change: {quiet.kinds}")
    nights.again()

    found = nights.night(drawn=False, served=(*nights.vendor.models.served, NEW_MODEL))
    check(found.kinds == ["new-version"], f"a new version gave the events {found.kinds}")
    (issue,) = nights.issues("open", NEW_MODEL)
    check("submission.yaml" in issue["body"], "the issue of the new version does not show its submission")

    moved = nights.night(resolves={MODEL: f"{MODEL}-2026-01-31"}, fingerprint="fp_other")
    slugs = sorted(panel.result.slug for panel in moved.panels)
    check(slugs == sorted([SLUG, NEW_MODEL]), f"the night after a missed one has panels of {slugs}")
    check("alias-moved" in moved.kinds, f"another model answers, and the events are {moved.kinds}")
    check(moved.outcome != "regressed", "a moved alias alone was reported as worse")

    worse = nights.night(solved=WORSE)
    check(worse.outcome == "ok", f"a single worse night was decided as {worse.outcome}")
    out = nights.night(failing=0.5)
    check("outage" in out.kinds, f"an outage gave the events {out.kinds}")
    check(out.outcome == "unknown", f"an outage was decided as {out.outcome}")
    check(not nights.issues("open", "Nightly alarm"), "an issue was opened because of an outage")
    for _ in range(4):
        check(not nights.issues("open", "Nightly alarm"), "an issue was opened before the decision")
        worse = nights.night(failing=0.0)
        if worse.outcome == "regressed":
            break
    check(worse.outcome == "regressed", f"a model that stays much worse is {worse.outcome}")
    (alarm,) = nights.issues("open", "Nightly alarm")
    check("worse on these tasks" in alarm["body"], "the issue lacks the words of the decision")
    text = alarm["body"]
    nights.night()
    (alarm,) = nights.issues("open", "Nightly alarm")
    check(alarm["body"] != text, "the issue was not updated")

    for number in range(3):
        check(
            len(nights.issues("open", "Nightly alarm")) == 1,
            f"the issue was closed after {number} clean nights",
        )
        clean = nights.night(solved=RECOVERED)
    check(not nights.issues("open", "Nightly alarm"), "three clean nights did not close the issue")
    check(clean.outcome == "new-baseline", f"after a closed alarm the series is {clean.outcome}")
    nights.again()


def main() -> None:
    """Run the rehearsal; the first failed check ends it with exit code 1."""
    folder = empty_folder(read_options(__doc__, "nights").folder)
    began = time.monotonic()
    vendor = make_vendor(folder, Path(sys.executable))
    with FakeGitHub(REPOSITORY) as hub, vendor.running():
        nights = Nights(folder, hub, vendor)
        nights.set_up()
        play(nights)
    print(f"\nrehearsed nights in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
