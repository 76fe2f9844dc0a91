"""The branch of results: many writers add files at the same time, and nothing is lost."""

import hashlib
import itertools
import os
import shutil
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import PublishOutcome, begin, check_out, fetch_history, publish
from benchmark.results.branch_record import add_record
from benchmark.results.git import Git
from benchmark.results.layout import ROWS
from benchmark.results.ledger import read_rows
from benchmark.results.soundness import check_branch, check_history
from tests.case_files import table
from tests.conftest import GitIn, MakeRow
from tests.sampling import first_of, gate_of

pytestmark = gate_of("chain")


def _adding(path: str, text: str = "{}\n") -> Callable[[Path], str | None]:
    """Return a writer that adds one file, or nothing if the file exists."""

    def write(checkout: Path) -> str | None:
        file = checkout / path
        if file.exists():
            return None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return f"Add {path}"

    return write


def _program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}", "utf-8")
    path.chmod(0o755)


def _files(git_in: GitIn, remote: Path) -> list[str]:
    return git_in(remote, "ls-tree", "-r", "--name-only", "results").split()


def test_a_file_is_added_with_its_message(remote: Path, tmp_path: Path, git_in: GitIn) -> None:
    done = publish(str(remote), _adding("results/a/1.json"), folder=tmp_path / "one")
    assert (done.added, done.attempts) == (("results/a/1.json",), 1)
    assert done.commit == git_in(remote, "rev-parse", "results").strip()
    assert git_in(remote, "log", "-1", "--format=%s %an", "results") == "Add results/a/1.json Sightbench\n"
    assert _files(git_in, remote) == ["README.md", "results/a/1.json"]
    assert (done.checkout / "results" / "a" / "1.json").is_file()


def test_a_writer_with_nothing_to_add_makes_no_commit(remote: Path, tmp_path: Path, git_in: GitIn) -> None:
    publish(str(remote), _adding("results/a/1.json"), folder=tmp_path / "one")
    done = publish(str(remote), _adding("results/a/1.json", "other\n"), folder=tmp_path / "two")
    assert (done.commit, done.added) == (None, ())
    assert git_in(remote, "rev-list", "--count", "results") == "2\n"


@pytest.mark.gate
@pytest.mark.parametrize("count", first_of([8, 32]))
def test_writers_at_the_same_time_lose_nothing_and_repeat_nothing(
    remote: Path, tmp_path: Path, git_in, make_row, count
) -> None:
    check_many_writers(remote, tmp_path, git_in, make_row, count=count)


def test_a_slower_writer_starts_again_from_the_newer_state(remote: Path, tmp_path: Path) -> None:
    """The second checkout has the other writer's file, and no file of the first attempt."""
    seen: list[list[str]] = []

    def write(checkout: Path) -> str:
        seen.append(sorted(path.name for path in checkout.glob("*.json")))
        if len(seen) == 1:
            publish(str(remote), _adding("other.json"), folder=tmp_path / "other")
            (checkout / ".gitignore").write_text("*\n", "ascii")
            (checkout / "ignored.json").write_text("{}\n", "ascii")
            (checkout / ".gitignore").unlink()
        (checkout / f"mine-{len(seen)}.json").write_text("{}\n", "ascii")
        return "Add mine"

    lines: list[str] = []
    done = publish(str(remote), write, folder=tmp_path / "mine", report=lines.append)
    assert seen == [[], ["other.json"]]
    assert (done.added, done.attempts) == (("mine-2.json",), 2)
    assert len(lines) == 1
    assert "attempt 1: git push: " in lines[0]


def test_a_push_whose_reply_is_lost_is_not_repeated(remote, tmp_path, git_in, monkeypatch) -> None:
    """The remote accepts the push, but the writer sees a failure."""
    shim, real = tmp_path / "bin", shutil.which("git")
    shim.mkdir()
    _program(shim / "git", f'{real} "$@" || exit\nif [ "$1" = push ]; then rm "$0"; exit 1; fi\n')
    monkeypatch.setenv("PATH", f"{shim}:{os.environ['PATH']}")
    calls: list[Path] = []

    def write(checkout: Path) -> str:
        calls.append(checkout)
        (checkout / f"{len(calls)}.json").write_text("{}\n", "ascii")
        return "Add"

    done = publish(str(remote), write, folder=tmp_path / "one")
    assert (done.added, done.attempts, len(calls)) == (("1.json",), 2, 1)
    assert done.commit == git_in(remote, "rev-parse", "results").strip()


@pytest.mark.gate
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_writer_killed_at_any_step_leaves_the_branch_valid(remote, tmp_path, git_in, moment) -> None:
    """Kill the writer before or after each call of git in turn, until it succeeds."""
    shim, real = tmp_path / "bin", shutil.which("git")
    shim.mkdir()
    count, chosen = tmp_path / "count", tmp_path / "chosen"
    kill = f'if [ $n = "$(cat {chosen})" ]; then kill -KILL $PPID; exit; fi\n'
    call = f'{real} "$@"\nr=$?\n'
    both = (kill, call) if moment == "before" else (call, kill)
    _program(shim / "git", f"n=$(($(cat {count}) + 1))\necho $n > {count}\n{''.join(both)}exit $r\n")
    published, step = [], 0
    while True:
        step += 1
        count.write_text("0", "ascii")
        chosen.write_text(str(step), "ascii")
        path = f"results/{moment}/{step}.json"
        killed = _killed_in_child(
            lambda step=step, path=path: _publishing(shim, remote, tmp_path / f"w{step}", path)
        )
        there = path in _files(git_in, remote)
        assert is_whole(git_in, remote)
        if not killed:
            assert there
            break
        published.append(there)
        publish(str(remote), _adding(path), folder=tmp_path / f"again-{step}")  # a second run of the writer
        assert _files(git_in, remote).count(path) == 1
    assert published == [False] * 10 + [moment == "after"]  # git is called 11 times; the last is the push


def _publishing(shim: Path, remote: Path, folder: Path, path: str) -> None:
    os.environ["PATH"] = f"{shim}:{os.environ['PATH']}"
    publish(str(remote), _adding(path), folder=folder)


def _killed_in_child(job: Callable[[], None]) -> bool:
    """Run the job in a child process, and return whether it was killed."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            job()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.waitstatus_to_exitcode(status) == 0
    return False


def test_a_remote_that_dies_during_the_push_is_unchanged(remote: Path, tmp_path: Path, git_in: GitIn) -> None:
    """The next attempt succeeds."""
    hook = remote / "hooks" / "pre-receive"
    _program(hook, 'rm "$0"\nkill -KILL $PPID\n')
    done = publish(str(remote), _adding("results/1.json"), folder=tmp_path / "one")
    assert (done.attempts, done.added) == (2, ("results/1.json",))
    assert git_in(remote, "rev-list", "--count", "results") == "2\n"
    assert is_whole(git_in, remote)


def _large(checkout: Path) -> None:
    with (checkout / "large").open("wb") as stream:
        stream.truncate((50 << 20) + 1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda folder: (folder / "README.md").write_text("x\n", "ascii"), "README.md: would be changed"),
        (lambda folder: (folder / "README.md").unlink(), "README.md: would be deleted"),
        (lambda folder: (folder / "README.md").rename(folder / "READ.md"), "would be deleted"),
        (lambda folder: (folder / "link").symlink_to("/etc/passwd"), "link: is not a plain file"),
        (lambda folder: _program(folder / "run", ""), "run: is not a plain file"),
        (
            lambda folder: shutil.copytree(folder / ".git", folder / "module" / ".git"),
            "module: is not a plain file",
        ),
        (
            lambda folder: (folder / ".gitattributes").write_text("* filter=x\n", "ascii"),
            ".gitattributes: is not a portable name",
        ),
        (lambda folder: (folder / "rеsults").write_text("", "ascii"), "is not a portable name"),  # noqa: RUF001 - one letter is Cyrillic on purpose
        (_large, "large: has 50 MiB"),
    ],
)
def test_anything_but_added_plain_files_is_refused(remote, tmp_path, git_in, change, problem) -> None:
    def write(checkout: Path) -> str:
        (checkout / "a.json").write_text("{}\n", "ascii")
        change(checkout)
        return "Add"

    before = git_in(remote, "rev-parse", "results")
    with pytest.raises(BadInput, match=problem):
        publish(str(remote), write, folder=tmp_path / "one")
    assert git_in(remote, "rev-parse", "results") == before


def test_git_attributes_on_the_branch_never_change_bytes(remote: Path, tmp_path: Path, git_in: GitIn) -> None:
    clone = tmp_path / "clone"
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), str(clone))
    (clone / ".gitattributes").write_text("* text eol=crlf ident\n", "ascii")
    git_in(clone, "add", ".")
    git_in(clone, "commit", "--quiet", "-m", "Attributes")
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")
    text = "a\r\nb\n$Id$\n"
    publish(str(remote), _adding("a.json", text), folder=tmp_path / "one")
    blob = hashlib.sha1(b"blob 10\0" + text.encode(), usedforsecurity=False).hexdigest()
    assert git_in(remote, "rev-parse", "results:a.json").strip() == blob
    again = publish(str(remote), lambda _: None, folder=tmp_path / "two").checkout
    assert (again / "a.json").read_bytes() == text.encode()


def test_the_deadline_ends_the_attempts(remote: Path, tmp_path: Path) -> None:
    rounds = []

    def write(checkout: Path) -> str:
        rounds.append(checkout)
        publish(str(remote), _adding(f"other-{len(rounds)}"), folder=tmp_path / f"other-{len(rounds)}")
        (checkout / "mine").write_text("", "ascii")
        return "Add mine"

    with pytest.raises(OurFailure, match=r"nothing was added to branch results in \d+ s") as caught:
        publish(str(remote), write, folder=tmp_path / "one", deadline_seconds=0.8)
    assert f"and {len(rounds)} attempts: git push: " in str(caught.value)
    assert len(rounds) < 20  # because the pauses between attempts grow


def test_a_push_that_a_hook_declines_is_not_repeated(remote: Path, tmp_path: Path) -> None:
    _program(remote / "hooks" / "pre-receive", "echo not here >&2; exit 1\n")
    with pytest.raises(OurFailure, match="pre-receive hook declined"):
        publish(str(remote), _adding("a"), folder=tmp_path / "one")
    with pytest.raises(OurFailure, match="does not appear to be a git repository"):
        publish(str(tmp_path / "none"), _adding("a"), folder=tmp_path / "two")


@table("results")
def test_a_permanent_error_is_not_repeated(remote, tmp_path, said, monkeypatch) -> None:
    """The messages are those of GitHub and ssh."""
    git = shutil.which("git")
    (tmp_path / "bin").mkdir()
    _program(tmp_path / "bin" / "git", f'test "$1" = push && echo "{said}" >&2 && exit 1\nexec {git} "$@"\n')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    with pytest.raises(OurFailure) as caught:
        publish(str(remote), _adding("a"), folder=tmp_path / "one", deadline_seconds=1)
    assert said in str(caught.value)
    assert "check the address, the token and its rights to the branch" in caught.value.fix


def test_an_error_about_a_missing_branch_says_how_to_create_it(remote: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="has no branch rows") as caught:
        publish(str(remote), _adding("a"), folder=tmp_path / "one", branch="rows")
    assert caught.value.fix == "create it with sightbench results init"


def test_a_partial_checkout_still_refuses_changes_elsewhere(remote, tmp_path, git_in) -> None:
    for slug in ("a", "b"):
        for path in (f"results/suite/set/{slug}/1.json", f"status/{slug}/1.json"):
            publish(str(remote), _adding(path), folder=tmp_path / path.replace("/", "-"))
    needed = ("results/*/*/a/*.json", "status/a")

    def write(checkout: Path) -> str:
        found = sorted(str(path.relative_to(checkout)) for path in checkout.rglob("*.*") if path.is_file())
        assert [path for path in found if not path.startswith(".git")] == [
            "README.md",
            "results/suite/set/a/1.json",
            "status/a/1.json",
        ]
        (checkout / "results/suite/set/a/2.json").write_text("{}\n", "ascii")
        (checkout / "status/c").mkdir()
        (checkout / "status/c/1.json").write_text("{}\n", "ascii")
        return "Add"

    done = publish(str(remote), write, folder=tmp_path / "narrow", needed=needed)
    assert done.added == ("results/suite/set/a/2.json", "status/c/1.json")
    assert len(_files(git_in, remote)) == 7

    def changing(checkout: Path) -> str:
        (checkout / "status/b").mkdir()
        (checkout / "status/b/1.json").write_text("other\n", "ascii")
        return "Change what was not checked out"

    with pytest.raises(BadInput, match=r"status/b/1\.json: would be changed"):
        publish(str(remote), changing, folder=tmp_path / "changing", needed=needed)


def _fetched(git_in: GitIn, folder: Path) -> tuple[int, set[str]]:
    """Return how often git fetched into a folder, and the contents that it has."""
    there = git_in(folder, "cat-file", "--batch-all-objects", "--batch-check=%(objecttype) %(objectname)")
    blobs = [line.split()[1] for line in there.splitlines() if line.startswith("blob")]
    texts = {git_in(folder, "cat-file", "blob", blob) for blob in blobs}
    return len(list((folder / ".git/objects/pack").glob("*.promisor"))), texts


def test_only_the_contents_that_a_writer_needs_are_fetched_and_all_at_once(
    remote: Path, tmp_path: Path, git_in: GitIn
) -> None:
    """One fetch for the names, one for the contents. A rejected push fetches the newer names once more."""

    def fill(checkout: Path) -> str:
        for number in range(40):
            (checkout / f"money-{number % 4}").mkdir(exist_ok=True)
            (checkout / f"money-{number % 4}" / f"{number}.json").write_text(f"{number}\n", "ascii")
        return "Fill"

    publish(str(remote), fill, folder=tmp_path / "fill")
    calls: list[int] = []

    def write(checkout: Path) -> str:
        calls.append(1)
        if len(calls) == 1:
            publish(str(remote), _adding("money-1/new.json", "new\n"), folder=tmp_path / "other")
        (checkout / "mine").write_text("mine\n", "ascii")
        return "Add mine"

    done = publish(str(remote), write, folder=tmp_path / "narrow", needed=["money-1"])
    assert (done.attempts, done.added) == (2, ("mine",))
    needed = {*(f"{number}\n" for number in range(1, 40, 4)), "# Results\n", "mine\n", "new\n"}
    assert _fetched(git_in, done.checkout) == (5, needed)
    assert is_whole(git_in, remote)
    everything = publish(str(remote), _adding("last"), folder=tmp_path / "everything")
    assert _fetched(git_in, everything.checkout)[0] == 2
    assert len(list(everything.checkout.glob("money-*/*"))) == 41


def test_a_push_whose_reply_is_lost_fetches_no_contents_to_find_out(
    remote, tmp_path, git_in, monkeypatch
) -> None:
    publish(str(remote), _adding("a/1.json", "1\n"), folder=tmp_path / "a")
    shim, real = tmp_path / "bin", shutil.which("git")
    shim.mkdir()
    _program(shim / "git", f'{real} "$@" || exit\nif [ "$1" = push ]; then rm "$0"; exit 1; fi\n')
    monkeypatch.setenv("PATH", f"{shim}:{os.environ['PATH']}")
    done = publish(str(remote), _adding("b.json", "2\n"), folder=tmp_path / "b", needed=["none"])
    assert done.attempts == 2
    assert _fetched(git_in, done.checkout)[1] == {"# Results\n", "2\n"}


def test_a_server_that_sends_everything_changes_nothing(remote, tmp_path, git_in) -> None:
    git_in(remote, "config", "uploadpack.allowFilter", "false")
    done = publish(str(remote), _adding("a"), folder=tmp_path / "one", needed=["none"])
    assert (done.added, done.attempts) == (("a",), 1)
    assert is_whole(git_in, remote)


@pytest.mark.parametrize("name", ["", "-f", "a..b", "HEAD:main", "+results", "a b", "a.lock"])
def test_an_invalid_branch_name_is_refused(remote: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="is not a name of a branch"):
        publish(str(remote), _adding("a"), folder=tmp_path / "one", branch=name)


def test_a_folder_that_is_not_empty_is_refused_and_unchanged(remote: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x", "ascii")
    with pytest.raises(BadInput, match="is not empty"):
        publish(str(remote), _adding("a"), folder=tmp_path / "full")
    assert (tmp_path / "full" / "thesis.txt").read_text("ascii") == "x"


def test_an_error_of_the_writer_is_raised_and_nothing_is_pushed(remote, tmp_path, git_in) -> None:
    def write(checkout: Path) -> str:
        (checkout / "a").write_text("", "ascii")
        raise OurFailure("no")

    with pytest.raises(OurFailure, match=r"^no$"):
        publish(str(remote), write, folder=tmp_path / "one")
    assert _files(git_in, remote) == ["README.md"]


def test_an_existing_branch_is_not_created_again(remote: Path, tmp_path: Path, git_in: GitIn) -> None:
    before = git_in(remote, "rev-parse", "results")
    assert not begin(str(remote), {"OTHER.md": b"x"}, folder=tmp_path / "again")
    assert git_in(remote, "rev-parse", "results") == before


@pytest.fixture
def clone(remote: Path, tmp_path: Path, git_in: GitIn) -> Path:
    """A clone with the right to push, whose branch has three commits with one file each."""
    folder = tmp_path / "clone"
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), str(folder))
    for name in ("a.json", "b.json"):
        (folder / name).write_text(f"{name}\n", "ascii")
        _commit(folder, git_in, f"Add {name}")
    return folder


def _commit(folder: Path, git_in: GitIn, message: str) -> None:
    git_in(folder, "add", "--all")
    git_in(folder, "commit", "--quiet", "-m", message)


def _findings(remote: Path, folder: Path, clone: Path, git_in: GitIn, seen: str = "") -> list[str]:
    git_in(clone, "push", "--quiet", "--force", "origin", "HEAD:results")
    git = fetch_history(str(remote), folder=folder)
    found = check_branch(git, "results", [seen] if seen else [], "", AttestationChecker(None))
    assert found.rewritten == bool(seen)
    about_history = (
        line for line in map(str, found.findings) if line.startswith("commit ") or "rewritten" in line
    )
    return [line.partition(": ")[2] for line in about_history]


def _change(clone: Path) -> None:
    (clone / "a.json").write_text("other\n", "ascii")


def _link(clone: Path) -> None:
    (clone / "a.json").unlink()
    (clone / "a.json").symlink_to("b.json")


def test_a_branch_that_only_grew_has_no_findings(remote, clone, tmp_path, git_in) -> None:
    assert _findings(remote, tmp_path / "check", clone, git_in) == []


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (_change, "changes a.json"),
        (lambda clone: (clone / "a.json").unlink(), "deletes a.json"),
        (lambda clone: (clone / "a.json").rename(clone / "c.json"), "deletes a.json"),
        (_link, "changes the kind of a.json"),
    ],
)
def test_a_change_is_found_even_if_it_was_reverted(
    remote, clone, tmp_path, git_in, *, spoil, problem
) -> None:
    spoil(clone)
    _commit(clone, git_in, "Spoil")
    assert _findings(remote, tmp_path / "one", clone, git_in) == [problem]
    git_in(clone, "revert", "--no-edit", "HEAD")
    assert problem in _findings(remote, tmp_path / "two", clone, git_in)


def test_a_merge_may_only_add_files(remote: Path, clone: Path, tmp_path: Path, git_in: GitIn) -> None:
    git_in(clone, "checkout", "--quiet", "-b", "side", "HEAD~1")
    (clone / "c.json").write_text("c\n", "ascii")
    _commit(clone, git_in, "Add c")
    git_in(clone, "checkout", "--quiet", "results")
    git_in(clone, "merge", "--quiet", "--no-edit", "side")
    assert _findings(remote, tmp_path / "one", clone, git_in) == []
    _change(clone)
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "--amend", "--no-edit")
    assert set(_findings(remote, tmp_path / "two", clone, git_in)) == {"changes a.json"}


def test_a_rewritten_history_is_found_if_an_earlier_commit_is_known(remote, clone, tmp_path, git_in) -> None:
    """Every commit of the new history only adds files, so only the missing commit shows it."""
    seen = git_in(clone, "rev-parse", "HEAD").strip()
    git_in(clone, "reset", "--quiet", "--hard", "HEAD~1")
    (clone / "b.json").write_text("another score\n", "ascii")
    _commit(clone, git_in, "Add b.json")
    assert _findings(remote, tmp_path / "one", clone, git_in) == []
    assert _findings(remote, tmp_path / "two", clone, git_in, seen) == [
        "was on the branch and is missing now: the history was rewritten"
    ]


def test_a_shallow_history_is_refused(remote: Path, clone: Path, tmp_path: Path, git_in: GitIn) -> None:
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")
    check_out(str(remote), folder=tmp_path / "shallow")
    git_in(tmp_path / "shallow", "branch", "results")
    with pytest.raises(BadInput, match="without the beginning of its history"):
        fetch_history(str(tmp_path / "shallow"), folder=tmp_path / "check")


def test_replaced_git_objects_do_not_hide_a_change(clone: Path, git_in: GitIn) -> None:
    """By default, git shows the replaced history of `git replace`."""
    _change(clone)
    _commit(clone, git_in, "Spoil")
    git_in(clone, "replace", "HEAD", "HEAD~1")
    git = Git(clone)
    findings = check_history(git, git.text("rev-list", "HEAD").split())
    assert [finding.problem for finding in findings] == ["changes a.json"]


def check_many_writers(remote: Path, folder: Path, git_in: GitIn, make_row: MakeRow, *, count: int) -> None:
    """Every fourth writer adds the same row as another writer, judged at another time."""
    done: list[PublishOutcome] = []
    same_state = threading.Barrier(count)  # all first attempts begin with the same state of the branch
    slugs = [f"acme-{number - 1 if number % 4 == 3 else number}" for number in range(count)]

    def add_row(number: int) -> None:
        row = make_row(slugs[number])
        run = row.run.model_copy(update={"seconds": float(number)})
        attempts = itertools.count()

        def write(checkout: Path) -> str | None:
            if next(attempts) == 0:
                same_state.wait(60)
            before = row.path(checkout / ROWS).exists()
            add_record(checkout / ROWS, row.model_copy(update={"run": run}))
            return None if before else f"Add a row of {slugs[number]}"

        done.append(publish(str(remote), write, folder=folder / str(number)))

    writers = [threading.Thread(target=add_row, args=(number,)) for number in range(count)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sum(outcome.commit is None for outcome in done) == count // 4
    assert sum(outcome.attempts for outcome in done) >= 2 * count - 1  # all but one had to start again
    assert git_in(remote, "rev-list", "--count", "results") == f"{1 + count - count // 4}\n"
    newest = publish(str(remote), lambda _: None, folder=folder / "newest").checkout
    rows = read_rows(newest / ROWS)
    assert sorted(row.result.submission.slug for row in rows) == sorted(set(slugs))
    assert is_whole(git_in, remote)


def is_whole(git_in: GitIn, remote: Path) -> bool:
    """Return whether the branch has all its objects, and each commit only adds files."""
    git_in(remote, "fsck", "--strict", "--connectivity-only", "results")
    return git_in(remote, "log", "--diff-filter=a", "--raw", "results", "--").strip() == ""
