"""Adds files to the branch of results, safely even with many writers at the same time.

A writer fetches the newest state of the branch, adds its files and pushes. If another writer was faster, it
starts again from the new state. Nothing is merged, rebased or forced, so a writer that is killed at any
moment leaves the branch either unchanged or with all of its files. Only the branch of a dry run begins anew.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.files.atomic import make_folder
from benchmark.results.git import FILE, Git, GitAccess, GitFailure, check_remote, entries
from benchmark.results.layout import MONEY, SUM, closed_months

BRANCH = "results"
DEADLINE_SECONDS = 600.0
FILE_LIMIT = 50 << 20  #: maximum bytes of a file; GitHub warns above this, and refuses 100 MiB
_LONGEST_PAUSE = 15.0  #: maximum seconds between two attempts
_DOUBLINGS = 6  #: maximum number of times that the pause is doubled

_PATH = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._+-]{0,199}/){0,9}[A-Za-z0-9][A-Za-z0-9._+-]{0,199}")
_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
_NO_BRANCH = "couldn't find remote ref"

#: Adds files to a checkout, and returns the commit message, or None if there is nothing to add.
Write = Callable[[Path], str | None]


class PublishOutcome(NamedTuple):
    """The result of :func:`publish`."""

    checkout: Path  #: folder with the new state of the branch
    commit: str | None  #: id of the new commit; None if there was nothing to add
    added: tuple[str, ...]  #: paths of the added files, sorted
    attempts: int


def publish(
    remote: str,
    write: Write,
    *,
    folder: Path,
    branch: str = BRANCH,
    token: str = "",
    needed: Sequence[str] = (),
    deadline_seconds: float = DEADLINE_SECONDS,
    report: Callable[[str], None] = lambda _line: None,
) -> PublishOutcome:
    """Add files to a branch, while others may do the same.

    Args:
        remote: folder or address of the repository, which must have the branch (see :func:`begin`).
        write: adds files to the given checkout. It is called again, with a newer checkout that lacks these
            files, each time another writer was faster.
        folder: folder for the checkout, missing or empty; it is not removed.
        branch: name of the branch.
        token: token for a remote over HTTPS.
        needed: paths that ``write`` reads: folders such as ``status/acme``, or files, with ``*`` for any
            part of a name, such as ``results/*/*/acme/*.json``. Only these and the files at the top are
            fetched and checked out; if empty, everything but the entries of closed months of the ledger.
            A few wide patterns are faster than many.
        deadline_seconds: no attempt begins after this time.
        report: called with one line of text per failed attempt.

    Raises:
        BadInput: if the remote or the branch does not exist, or ``write`` did anything else than add plain
            files with portable names (ASCII, at most 10 parts) of at most 50 MiB; nothing is pushed then.
        OurFailure: if the deadline has passed, or the remote refuses for a lasting reason.
        Exception: anything that ``write`` raises; nothing is pushed then.
    """
    started = time.monotonic()
    if odd := [pattern for pattern in needed if not _PATH.fullmatch(pattern.replace("*", "x"))]:
        raise ValueError(f"cannot be a path on the branch: {odd[0]}")
    checkout = _Checkout.create(remote, branch, folder, token)
    checkout.git.run("config", "core.sparseCheckout", "true")
    checkout.needed = needed
    attempts = 0
    while True:
        attempts += 1
        begun = time.monotonic()
        try:
            added, commit = checkout.attempt(write)
        except GitFailure as failure:
            problem = failure
        else:
            return PublishOutcome(checkout=folder, commit=commit, added=added, attempts=attempts)
        if problem.lasting:
            raise OurFailure(str(problem), "check the address, the token and its rights to the branch")
        now = time.monotonic()
        pause = _pause(attempts, now - begun)
        if now + pause - started > deadline_seconds:
            spent = f"{now - started:.0f} s and {attempts} attempts"
            raise OurFailure(
                f"nothing was added to branch {branch} in {spent}: {problem}",
                "run the command again; no file was written",
            )
        report(f"attempt {attempts}: {problem}; next attempt in {pause:.1f} s")
        time.sleep(pause)


def begin(
    remote: str,
    files: dict[str, bytes],
    *,
    folder: Path,
    branch: str = BRANCH,
    token: str = "",
    anew: bool = False,
) -> bool:
    """Create the branch with a first commit of files by path; see :func:`publish` for the other arguments.

    Return False, without changing anything, if the branch exists; except with ``anew``, which replaces the
    branch of a dry run.
    """
    checkout = _Checkout.create(remote, branch, folder, token)
    there = checkout.git.run("ls-remote", "--heads", "--", checkout.remote, f"refs/heads/{branch}")
    if there and not anew:
        return False
    for path, data in files.items():
        make_folder((folder / path).parent)
        (folder / path).write_bytes(data)
    checkout.git.run("add", "--all", "--force", "--", ".")
    # By force only for a dry run: no page is made from its branch.
    checkout.push(checkout.commit_staged(f"Begin the branch {branch}", ()), force=anew)
    return True


def fetch_history(remote: str, *, folder: Path, branch: str = BRANCH, token: str = "") -> Git:
    """Fetch the branch with its whole history, as a repository without a work tree; see :func:`publish`.

    Raises:
        BadInput: if the remote has no such branch, or only the end of its history.
        OurFailure: if the remote cannot be read.
    """
    git = _new_repository(remote, branch, folder, token, "--bare")
    # By default git refuses the branch of a shallow clone, and the error below would not be reached.
    _fetch(git, _absolute(remote), branch, "--update-shallow", target=f":refs/heads/{branch}")
    if git.text("rev-parse", "--is-shallow-repository") != "false":
        problem = "is a shallow clone, without the beginning of its history"
        raise BadInput("remote", "", problem, "run git fetch --unshallow in it")
    return git


def check_out(remote: str, *, folder: Path, branch: str = BRANCH, token: str = "") -> str:
    """Check out the newest state of the branch, and return its commit; errors as in ``fetch_history``."""
    return _Checkout.create(remote, branch, folder, token).fetch_newest()


def _pause(attempts: int, round_seconds: float) -> float:
    """Return the seconds to wait: longer after each attempt, and random, so that writers do not collide."""
    # In proportion to a round: with a slow remote, others need as long, too.
    longest = min(round_seconds * float(1 << min(attempts - 1, _DOUBLINGS)), _LONGEST_PAUSE)
    return longest * random.uniform(0.25, 1)  # noqa: S311 - not used for security


def _new_repository(remote: str, branch: str, folder: Path, token: str, option: str) -> Git:
    check_remote(remote)
    if not _BRANCH.fullmatch(branch) or ".." in branch or branch.endswith(".lock"):
        problem = f"{quote_value(branch)} is not a name of a branch"
        raise BadInput("branch", "", problem, "use a name such as results")
    make_folder(folder)
    if any(folder.iterdir()):
        raise BadInput(folder, "", "is not empty", "give a new folder for the branch")
    git = Git(folder, GitAccess.to(remote, token))
    # Without the machine's template, which may contain hooks.
    git.run("init", "--quiet", "--template=", option, "--", ".")
    return git


def _fetch(git: Git, remote: str, branch: str, *options: str, target: str = "") -> None:
    try:
        git.run("fetch", "--quiet", "--no-tags", *options, "--", remote, f"refs/heads/{branch}{target}")
    except GitFailure as failure:
        if _NO_BRANCH not in failure.stderr:
            raise
        fix = "create it with sightbench results init"
        raise BadInput("remote", "", f"has no branch {branch}", fix) from None


def _absolute(remote: str) -> str:
    """Make the address absolute if it is a folder, because git runs in another folder."""
    return str(Path(remote).resolve()) if Path(remote).is_dir() else remote


@dataclass(slots=True)
class _Checkout:
    git: Git
    remote: str
    branch: str
    needed: Sequence[str] | None = None  #: see :func:`publish`; None for a checkout of everything
    last: tuple[str, dict[str, str]] | None = None  #: commit of the last push, and its blobs by path

    @classmethod
    def create(cls, remote: str, branch: str, folder: Path, token: str) -> "_Checkout":
        git = _new_repository(remote, branch, folder, token, "--initial-branch=here")
        information = folder / ".git" / "info"
        make_folder(information)  # attributes here override all others, so that git never changes bytes
        (information / "attributes").write_text("* -text -filter -ident -working-tree-encoding\n", "ascii")
        # By a name: git fetches missing contents only from a remote that has one.
        git.run("config", "remote.origin.url", _absolute(remote))
        return cls(git=git, remote=_absolute(remote), branch=branch)

    def _narrow(self, tip: str) -> None:
        """Check out only what is needed; nothing changes for files that a writer adds at other paths."""
        # The files at the top, none of the folders, and then what is needed.
        patterns = ["/*", "!/*/", *(f"/{pattern}" for pattern in self.needed or ())]
        if not self.needed:
            paths = (entry.path for entry in entries(self.git, tip, MONEY, sizes=False))
            closed = [f"/{MONEY}/{month}/" for month in closed_months(paths)]
            patterns = ["/*", *(line for each in closed for line in (f"!{each}*", f"{each}{SUM}"))]
        file = self.git.folder / ".git" / "info" / "sparse-checkout"
        file.write_text("\n".join(patterns) + "\n", "ascii")

    def attempt(self, write: Write) -> tuple[tuple[str, ...], str | None]:
        """Write, commit and push once; return the added paths and the commit, or None for no commit."""
        tip = self.fetch_newest()
        if self.last is not None:
            commit, added = self.last
            if added.items() <= {(entry.path, entry.id) for entry in entries(self.git, tip, sizes=False)}:
                return tuple(sorted(added)), commit  # the push worked, and only its reply was lost
        message = write(self.git.folder)
        added = self._staged_files(tip)
        if message is None and added:
            raise OurFailure(f"files were added without a commit message: {', '.join(added)[:200]}")
        if message is None or not added:
            return (), None
        commit = self.commit_staged(message, (tip,))
        # Before the push: if only its reply is lost, the next attempt has to know what was sent.
        self.last = commit, added
        self.push(commit)
        return tuple(sorted(added)), commit

    def commit_staged(self, message: str, parents: Sequence[str]) -> str:
        """Commit the staged files, and return the id of the commit."""
        tree = self.git.text("write-tree")
        above = [word for parent in parents for word in ("-p", parent)]
        return self.git.text("commit-tree", tree, *above, feed=f"{message.strip()}\n".encode())

    def push(self, commit: str, *, force: bool = False) -> None:
        target = f"{'+' if force else ''}{commit}:refs/heads/{self.branch}"
        self.git.run("push", "--quiet", "--no-verify", "--", self.remote, target)

    def fetch_newest(self) -> str:
        """Check out the remote's newest commit, without files of earlier attempts; return its id."""
        # Without the contents: the reset below fetches those that it checks out, all at once.
        options = () if self.needed is None else ("--filter=blob:none",)
        _fetch(self.git, "origin", self.branch, "--depth=1", *options)
        tip = (self.git.folder / ".git" / "FETCH_HEAD").read_text("ascii").split()[0]
        if self.needed is not None:
            self._narrow(tip)
        again = (self.git.folder / ".git" / "index").exists()
        self.git.run("reset", "--quiet", "--hard", tip)
        # The first reset writes the index; before it, the folder was empty.
        if again:
            self.git.run("clean", "-ffdxq")
        return tip

    def _staged_files(self, tip: str) -> dict[str, str]:
        """Return the blobs of files added since ``tip`` by path; refuse (BadInput) all other changes."""
        # With ignored files, and with those outside of what was checked out.
        self.git.run("add", "--all", "--force", "--sparse", "--", ".")
        raw = self.git.run("diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", tip)
        fields = raw.decode("utf-8", "surrogateescape").split("\0")[:-1]
        added = {}
        for described, path in zip(fields[::2], fields[1::2], strict=True):
            _, mode, _, blob, change = described.split(" ")
            self._check(path, mode, change)
            added[path] = blob
        return added

    def _check(self, path: str, mode: str, change: str) -> None:
        problem, fix = "", "add a file with another name: rows and their files are never changed"
        if change == "D":
            problem = "would be deleted, but files of this branch can only be added"
        elif change != "A":
            problem = "would be changed, but files of this branch can only be added"
        elif mode != FILE:
            problem, fix = f"is not a plain file (mode {mode})", "add only plain files"
        elif not _PATH.fullmatch(path) or path.endswith(".lock"):
            problem, fix = "is not a portable name", "use letters and digits with . _ + - between them"
        elif (size := (self.git.folder / path).stat().st_size) > FILE_LIMIT:
            problem = f"has {size >> 20} MiB, more than {FILE_LIMIT >> 20} MiB"
            fix = "keep it as an asset of a release"
        if problem:
            raise BadInput(path if path.isprintable() else quote_value(path), "", problem, fix)
