"""Records of a night are pushed once and in one commit, and issues follow what the branch says."""

import re
import shlex
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from fake_github import Fault

from benchmark.core.errors import BadInput
from benchmark.nightly.records import NightWriter, read_found, record_paths
from benchmark.results.branch import publish
from benchmark.results.layout import NIGHTLY
from tests.nightly_records import decision, happened, models_seen, panel
from tests.processes import run
from tests.sampling import gate_of

from .conftest import PublishedNights, submit
from .night_records import MOVED, decided, write


@pytest.mark.gate
def test_a_night_is_added_in_one_commit_and_only_once(nights: PublishedNights) -> None:
    records = (MOVED, models_seen(), decided("regressed", 13, events=[MOVED.id]))
    before = nights.files()
    done = nights.publish(*records)
    assert done.returncode == 0, done.stderr
    assert "3 file(s) added to results" in done.stdout
    added = {record.path(Path(NIGHTLY)).as_posix() for record in records}
    assert set(nights.files()) == {*before, *added}
    assert "true" in (nights.folder / "outputs").read_text(encoding="utf-8")
    (issue,) = nights.hub.issues
    asked = len(nights.hub.requests)
    again = nights.publish(*records)
    assert (again.returncode, again.stdout.splitlines()[-1]) == (0, "nothing new for results")
    assert nights.hub.issues == [issue]
    assert {request.method for request in nights.hub.requests[asked:]} == {"GET"}


def test_the_names_of_all_records_are_read_without_their_contents(nights: PublishedNights) -> None:
    """Git would fetch each content by itself."""
    command = ["git", "-C", str(nights.remote), "config", "uploadpack.allowFilter", "true"]
    subprocess.run(command, check=True)
    found: list[int] = []

    def write(checkout: Path) -> None:
        found.append(len(record_paths(checkout)))

    done = publish(str(nights.remote), write, folder=nights.folder / "one", needed=["status"])
    assert found[0] > 10
    assert len(list((done.checkout / ".git/objects/pack").glob("*.promisor"))) == 2


@pytest.mark.gate
def test_issues_that_github_did_not_answer_for_are_repaired_by_the_next_publish(nights) -> None:
    nights.hub.faults.append(Fault("POST", "/issues$", 403))
    first = nights.publish(decided("regressed", 13))
    assert (first.returncode, nights.hub.issues) == (3, [])
    assert len(nights.files("decisions")) == 1
    nights.hub.faults.append(Fault("GET", "/issues$", 403))
    second = nights.publish(decided("regressed", 14))
    assert (second.returncode, len(nights.files("decisions"))) == (3, 2)
    assert nights.publish().returncode == 0
    assert len(nights.hub.issues) == 1
    nights.close("jane")
    nights.hub.faults.append(Fault("GET", r"/issues/\d+$", 403))
    third = nights.publish(decided("regressed", 15))
    assert (third.returncode, len(nights.files("decisions"))) == (3, 3)
    assert "new baseline: acme-1" in nights.publish().stdout


@pytest.mark.gate
def test_a_publish_without_a_repository_only_pushes(nights, monkeypatch) -> None:
    monkeypatch.delenv("GITHUB_REPOSITORY")
    asked = len(nights.hub.requests)
    assert nights.publish(decided("regressed", 13)).returncode == 0
    assert (len(nights.files("decisions")), len(nights.hub.requests)) == (1, asked)


@gate_of("nights")
def test_a_maintainer_who_closes_the_issue_accepts_the_present_level(nights: PublishedNights) -> None:
    nights.publish(decided("regressed", 13))
    nights.close("Jane", reason="not_planned", when="2026-11-14T08:00:00Z")
    done = nights.publish(decided("regressed", 14))
    assert "new baseline: acme-1: Jane closed issue" in done.stdout
    (issue,) = nights.hub.issues
    assert issue["state"] == "closed"
    newest = nights.folder / "clone"
    subprocess.run(["git", "clone", "-q", "-b", "results", nights.remote, newest], check=True)
    (path,) = (one for one in (newest / NIGHTLY / "decisions/acme-1").iterdir() if "Jane" in one.read_text())
    text = path.read_text(encoding="utf-8")
    assert '"cause":"person"' in text
    assert '"date":"2026-11-14"' in text
    assert f'"issue":"https://github.com/octo/bench/issues/{issue["number"]}"' in text
    assert nights.publish().stdout == "nothing new for results\n"
    nights.publish(decided("regressed", 25))  # a new alarm has an issue of its own
    assert [one["state"] for one in nights.hub.issues] == ["closed", "open"]


@pytest.mark.gate
@pytest.mark.parametrize(("login", "reason"), [("mallory", "completed"), ("jane", "duplicate")])
def test_an_issue_that_somebody_else_or_as_a_duplicate_closed_is_opened_again(nights, login, reason) -> None:
    nights.publish(decided("regressed", 13))
    nights.close(login, reason=reason)
    assert ": Nightly alarm" in nights.publish().stdout
    assert [issue["state"] for issue in nights.hub.issues] == ["open"]
    assert len(nights.files("decisions")) == 1


@pytest.mark.gate
def test_a_vanished_model_closes_its_issue_in_the_night_that_finds_it(nights: PublishedNights) -> None:
    submit(nights.folder / "submissions")
    nights.publish(decided("regressed", 13))
    (issue,) = nights.hub.issues
    gone = happened("vanished", provider="openai", model="acme-1", date="2026-11-16")
    assert f"issue #{issue['number']} closed: Nightly alarm" in nights.publish(gone).stdout
    assert (issue["state"], issue["state_reason"]) == ("closed", "not_planned")
    asked = len(nights.hub.requests)
    assert nights.publish(gone).stdout == "nothing new for results\n"
    assert {request.method for request in nights.hub.requests[asked:]} == {"GET"}
    assert len(nights.hub.comments[issue["number"]]) == 1


@pytest.mark.gate
def test_commands_that_an_issue_prints_can_be_run(nights: PublishedNights) -> None:
    nights.publish(decided("regressed", 13))
    (issue,) = nights.hub.issues
    lines = re.findall(r"^\$ (.+)$", issue["body"], re.MULTILINE)
    for line in lines:
        words = shlex.split(line.replace("https://github.com/octo/bench", str(nights.remote)))
        if words[0] == "sightbench":
            nights.sightbench(*words[1:], code=0)
        else:
            subprocess.run([*words[:2], "-q", *words[2:]], cwd=nights.folder, check=True)
    assert len(lines) == 3


def edited(folder: Path, change: Callable[[bytes], bytes]) -> None:
    path = MOVED.path(folder / NIGHTLY)
    path.write_bytes(change(path.read_bytes()))


def truncate(folder: Path) -> None:
    edited(folder, lambda data: data[:40])


def add_link(folder: Path) -> None:
    path = MOVED.path(folder / NIGHTLY)
    path.with_name(f"2026-11-14.{MOVED.id}.json").symlink_to("/etc/passwd")


def add_completions(folder: Path) -> None:
    file = folder / NIGHTLY / "panels/a/b/c" / f"2026-11-13.{'0' * 64}.completions.jsonl.gz"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"x")


DAMAGES: dict[str, Callable[[Path], object]] = {
    "not valid JSON": truncate,
    "is not the digest": lambda folder: edited(folder, lambda data: data.replace(b"1101", b"1102")),
    "is not the file of a record": lambda folder: (folder / NIGHTLY / "events/notes.txt").write_text("x"),
    "is not a regular file": add_link,
    "belongs to a nightly run": add_completions,
    "is another decision of this night for the same series": lambda folder: write(
        folder, decided("ok", 13), decided("ok", 13, "another reason")
    ),
    "there is no file with the id": lambda folder: write(folder, decided("regressed", 13, events=["0" * 64])),
}


@pytest.mark.parametrize("problem", DAMAGES)
def test_damaged_and_contradictory_records_are_refused(tmp_path: Path, remote: Path, problem: str) -> None:
    found = write(tmp_path / "found", MOVED)
    DAMAGES[problem](found)
    with pytest.raises(BadInput, match=problem):
        publish(str(remote), NightWriter(read_found([found])), folder=tmp_path / "branch")


@pytest.mark.gate
def test_two_publishes_at_once_add_each_record_once(tmp_path: Path, remote: Path) -> None:
    """Both decided the same day; the decision that is pushed first counts."""
    notes: list[str] = []
    writers = []
    for number in range(2):
        same = (MOVED, models_seen(), decided("ok", 13, f"found by run {number}", events=[MOVED.id]))
        found = read_found([write(tmp_path / f"found-{number}", *same)])
        writers.append(NightWriter(found, report=notes.append))

    def push(number: int) -> None:
        folder = tmp_path / f"branch-{number}"
        publish(str(remote), writers[number], folder=folder, needed=writers[number].needed)

    threads = [threading.Thread(target=push, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    listed = run(
        ["git", "-C", str(remote), "ls-tree", "-r", "--name-only", "results", "nightly/"], check=True
    ).stdout.splitlines()
    assert len([path for path in listed if not path.startswith("nightly/panels/")]) == 3
    assert any("was first in this night" in note for note in notes)


def test_panels_are_not_published(nights: PublishedNights) -> None:
    """run.yml records and signs them; a job that runs answers could have left these."""
    before = nights.files()
    done = nights.publish(panel("WWP", "2026-11-21"), decided("ok", 13))
    assert (done.returncode, nights.files()) == (2, before)
    assert "belongs to a nightly run" in done.stderr


@pytest.mark.gate
def test_folders_of_several_steps_are_published_together(nights: PublishedNights) -> None:
    write(nights.folder / "found" / "discovered", models_seen(), MOVED)
    write(nights.folder / "found" / "decided", decided("ok", 13, events=[MOVED.id]))
    done = nights.publish_folder(nights.folder / "found", more=("--found", "missing"))
    assert "3 file(s) added" in done.stdout


@pytest.mark.gate
def test_decisions_of_one_series_do_not_replace_those_of_another(nights: PublishedNights) -> None:
    both = decided("ok", 13), decision(outcome="ok", date="2026-11-13", level="model")
    assert "2 file(s) added" in nights.publish(*both).stdout
