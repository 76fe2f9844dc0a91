"""Git never runs anything that an untrusted repository or address contains."""

import base64
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.branch import check_out
from benchmark.results.git import (
    Git,
    GitAccess,
    GitFailure,
    blobs,
    check_remote,
    commit_id,
    entries,
)
from benchmark.submissions.files import SUBMODULE
from tests.case_files import read_cases, table
from tests.conftest import GitIn
from tests.http_server import QuietHandler, serving

TOKEN = "ghs_" + "a1B2" * 9


@pytest.fixture
def hostile(tmp_path: Path, git_in: GitIn) -> tuple[Path, Path]:
    """A repository that tries to run programs, and the file that these programs would write."""
    folder, proof = tmp_path / "hostile", tmp_path / "proof"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho ran >> {proof}\ncat\n", "ascii")
    program.chmod(0o755)
    git_in(tmp_path, "init", "--quiet", str(folder))
    (folder / ".gitattributes").write_text("* filter=own diff=own\n", "ascii")
    (folder / "file.txt").write_text("text\n", "ascii")
    git_in(folder, "add", ".")
    git_in(folder, "commit", "--quiet", "-m", "first")
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "diff.external"):
        git_in(folder, "config", name, str(program))
    for hook in ("pre-commit", "post-checkout", "reference-transaction", "post-index-change"):
        (folder / ".git" / "hooks" / hook).symlink_to(program)
    return folder, proof


def test_a_repository_s_hooks_and_programs_do_not_run(hostile: tuple[Path, Path], git_in: GitIn) -> None:
    folder, proof = hostile
    git = Git(folder)
    git.run("status", "--porcelain")
    git.run("update-ref", "refs/heads/other", "HEAD")
    git.run("checkout", "--quiet", "other")
    assert [next(iter(blobs(git, [entry.id]))) for entry in entries(git, "HEAD")][-1] == b"text\n"
    assert not proof.exists()
    git_in(folder, "status", "--porcelain")
    assert proof.exists()  # git without our settings does run them


def test_the_user_s_configuration_and_variables_are_ignored(hostile, monkeypatch, tmp_path) -> None:
    folder, _ = hostile
    (tmp_path / ".gitconfig").write_text("[alias]\n\tgreet = !echo hello\n", "ascii")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    with pytest.raises(GitFailure, match=r"greet.*is not a git command"):
        Git(folder).run("greet")
    assert Git(folder).text("rev-parse", "--show-toplevel") == str(folder.resolve())


def test_a_folder_inside_a_repository_is_not_a_repository(hostile: tuple[Path, Path]) -> None:
    inside = hostile[0] / "inside"
    inside.mkdir()
    with pytest.raises(GitFailure, match="not a git repository"):
        Git(inside).run("status")


@pytest.mark.parametrize(("stderr", "fix"), read_cases("texts/failures_of_git.yaml"))
def test_every_failure_of_git_says_what_to_do(stderr: str, fix: str) -> None:
    assert fix in GitFailure("fetch", stderr).fix
    assert GitFailure("fetch", stderr, "buy a disk").fix == "buy a disk"


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a folder"):
        Git(tmp_path / "none").run("status")


def test_a_missing_git_is_an_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OurFailure, match="git is not installed"):
        Git(tmp_path).run("status")


def test_a_command_over_the_time_limit_is_killed_with_its_children(tmp_path: Path, remote: Path) -> None:
    gone = tmp_path / "gone"
    hook = remote / "hooks" / "pre-receive"
    hook.write_text(f"#!/bin/sh\nsleep 1\ntouch {gone}\n", "ascii")
    hook.chmod(0o755)
    check_out(str(remote), folder=tmp_path / "clone")
    git = Git(tmp_path / "clone")
    commit = git.text("commit-tree", "-p", "HEAD", "HEAD^{tree}", feed=b"later\n")
    with pytest.raises(GitFailure, match="did not end within"):
        git.run("push", "--quiet", str(remote), f"{commit}:refs/heads/results", seconds=0.3)
    threading.Event().wait(1.2)
    assert not gone.exists()
    assert commit_id(Git(remote), "results") != commit


def test_entries_of_all_kinds_are_read_unchanged(tmp_path: Path, git_in: GitIn) -> None:
    git_in(tmp_path, "init", "--quiet", "tree")
    folder = tmp_path / "tree"
    (folder / "tab\tand\nline é").write_bytes(b"\0odd")
    (folder / "link").symlink_to("/etc/passwd")
    (folder / "run.sh").write_text("#!/bin/sh\n", "ascii")
    (folder / "run.sh").chmod(0o755)
    git_in(folder, "add", ".")
    git_in(folder, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},module")
    git_in(folder, "commit", "--quiet", "-m", "odd")
    git = Git(folder)
    found = {entry.path: (entry.mode, entry.size) for entry in entries(git, commit_id(git, "HEAD"))}
    assert found == {
        "link": ("120000", 11),
        "module": (SUBMODULE, -1),
        "run.sh": ("100755", 10),
        "tab\tand\nline é": ("100644", 4),
    }
    files = [entry.id for entry in entries(git, "HEAD") if entry.mode != SUBMODULE]
    assert list(blobs(git, files)) == [b"/etc/passwd", b"#!/bin/sh\n", b"\0odd"]
    assert list(entries(git, "HEAD", "*")) == []  # the folder's name is not a pattern


def test_an_unknown_commit_or_blob_is_refused(remote: Path) -> None:
    git = Git(remote)
    for name in ("none", "--all", "results^{tree}"):
        with pytest.raises(BadInput, match="has no commit"):
            commit_id(git, name)
    with pytest.raises(OurFailure, match="is missing or is not a file"):
        list(blobs(git, ["1" * 40]))


@table("results")
def test_an_unsafe_address_is_refused(address: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as caught:
        check_remote(address)
    assert "secret" not in caught.value.render()


def test_usual_addresses_are_accepted(tmp_path: Path) -> None:
    for address in (
        str(tmp_path),
        "https://github.com/a/b",
        "ssh://git@github.com/a/b",
        "git@github.com:a/b",
    ):
        assert check_remote(address) == address


@pytest.fixture
def refusing() -> Iterator[tuple[str, list[str | None]]]:
    """The address of a server that refuses every request, and the headers with tokens that it got so far."""
    heard: list[str | None] = []

    class Refusing(QuietHandler, BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers.get("Authorization"))
            self.reply(403, f"no: {heard[-1]}".encode())

    with serving(Refusing) as address:
        yield address, heard


def test_a_token_is_sent_only_to_its_server_and_never_shown(refusing, tmp_path) -> None:
    server, heard = refusing
    address = f"{server}/a/b"
    access = GitAccess.to(address, TOKEN)
    assert access is not None
    with pytest.raises(GitFailure) as caught:
        Git(tmp_path, access).run("ls-remote", "--", address)
    encoded = base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode()
    assert heard == [f"Authorization: Basic {encoded}".partition(": ")[2]]
    assert TOKEN not in caught.value.render() + repr(access)
    assert encoded not in caught.value.render() + repr(access)
    elsewhere = GitAccess("http://localhost:1/", TOKEN)
    with pytest.raises(GitFailure):
        Git(tmp_path, elsewhere).run("ls-remote", "--", address)
    assert heard[1:] == [None]


def test_a_github_token_is_sent_only_to_github(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_SERVER_URL", raising=False)
    for remote in (
        str(tmp_path),
        "git@github.com:a/b",
        "ssh://git@github.com/a/b",
        "https://example.org/a/b",
    ):
        assert GitAccess.to(remote, TOKEN) is None
    assert GitAccess.to("https://github.com.example.org/a/b", TOKEN) is None
    assert GitAccess.to("https://github.com/a/b", TOKEN) == GitAccess("https://github.com/", TOKEN)
    assert GitAccess.to("https://github.com/a/b", "") is None
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://git.example.org")
    assert GitAccess.to("https://git.example.org/a/b", TOKEN) == GitAccess("https://git.example.org/", TOKEN)
    assert GitAccess.to("https://github.com/a/b", TOKEN) is None
