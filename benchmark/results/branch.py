"""The branch that keeps the results: many writers, only added files, nothing lost.

A writer takes the newest state of the branch, adds its files to it and pushes. When somebody else was
faster, it starts again from the new state: nothing is merged, rebased or forced, so a writer that is killed
at any moment leaves the branch as it was or with all that it added.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, SightbenchError, shown
from benchmark.files.atomic import make_folder
from benchmark.results.git import Git, GitAccess, GitFailure, check_remote
from benchmark.results.objects import FILE

BRANCH = "results"
DEADLINE_SECONDS = 600.0
FILE_LIMIT = 50 << 20  #: bytes; GitHub warns above, and takes none of 100 MiB
_LONGEST_PAUSE = 15.0  #: seconds between two attempts
_DOUBLED = 6  #: times at most that the pause doubles

_PATH = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9._+-]{0,199}/){0,9}[A-Za-z0-9][A-Za-z0-9._+-]{0,199}")
_BRANCH = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)*")
#: What git says when another attempt would end the same way.
_HOPELESS = re.compile(
    r"Authentication failed|could not read (?:Username|Password)|Permission denied|Permission to .* denied"
    r"|returned error: 40[013]|[Rr]epository .*not found|does not appear to be a git repository"
    r"|hook declined|protected branch|repository rule violations|dubious ownership"
    r"|marked as read only|Host key verification failed"
)
_NO_BRANCH = "couldn't find remote ref"

#: Adds files to a checkout; returns the message of the commit, or None when there is nothing to add.
Write = Callable[[Path], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishOutcome:
    """What came of one call of :func:`publish`."""

    checkout: Path  #: the branch as it is now, with what was added
    commit: str | None  #: None when there was nothing to add
    added: tuple[str, ...]  #: paths, sorted
    attempts: int
    seconds: float


def publish(
    remote: str,
    write: Write,
    *,
    folder: Path,
    branch: str = BRANCH,
    token: str = "",
    needed: Sequence[str] = (),
    deadline_seconds: float = DEADLINE_SECONDS,
    told: Callable[[str], None] = lambda _note: None,
) -> PublishOutcome:
    """Add files to a branch, whoever else does the same at that time.

    Args:
        remote: folder or address of the repository; its branch is there already (:func:`begin`).
        write: adds its files to the checkout it is given. It is called again with a newer checkout, without
            the files of the call before, as often as somebody else was faster.
        folder: of the checkout, missing or empty; it stays.
        branch: its name.
        token: for a remote by HTTPS.
        needed: what ``write`` looks into: folders such as ``status/acme``, or files, with a star for any name
            or part of one, such as ``results/*/*/acme/*.json``; the checkout has these and the files of the
            top only, which is quicker. All of it when empty. Each costs some time: rather few wide ones.
        deadline_seconds: no attempt begins after that.
        told: takes a line about an attempt that came to nothing.

    Raises:
        BadInput: when the remote or its branch are not there, or ``write`` did anything but add plain files
            with portable names (ASCII, at most 10 parts) of at most 50 MiB; nothing was pushed then.
        OurFailure: when the deadline passed, or the remote refuses for good.
        Exception: whatever ``write`` raises; nothing was pushed then.
    """
    started = time.monotonic()
    checkout = _Checkout.begun(remote, branch, folder, token)
    checkout.narrow(needed)
    attempts = 0
    while True:
        attempts += 1
        begun = time.monotonic()
        try:
            added, commit = checkout.attempt(write)
        except GitFailure as failure:
            problem = failure
        else:
            return PublishOutcome(
                checkout=folder,
                commit=commit,
                added=added,
                attempts=attempts,
                seconds=time.monotonic() - started,
            )
        if _HOPELESS.search(problem.said):
            raise OurFailure(str(problem), "check the address, the token and its rights to the branch")
        now = time.monotonic()
        pause = _pause(attempts, now - begun)
        if now + pause - started > deadline_seconds:
            spent = f"{now - started:.0f} s and {attempts} attempts"
            raise OurFailure(
                f"nothing was added to branch {branch} in {spent}: {problem}",
                "run it again: nothing is half written",
            )
        told(f"attempt {attempts}: {problem}; the next one in {pause:.1f} s")
        time.sleep(pause)


def begin(
    remote: str, files: dict[str, bytes], *, folder: Path, branch: str = BRANCH, token: str = ""
) -> bool:
    """Make the branch with its first commit; False when it is there already, and is left alone.

    Args:
        remote: folder or address of the repository.
        files: of the first commit, by path.
        folder: to work in, missing or empty; it stays.
        branch: its name.
        token: for a remote by HTTPS.

    Raises:
        BadInput: for an address that is none.
        OurFailure: when the remote cannot be read or written.
    """
    checkout = _Checkout.begun(remote, branch, folder, token)
    if checkout.git.run("ls-remote", "--heads", "--", checkout.remote, f"refs/heads/{branch}"):
        return False
    for path, data in files.items():
        make_folder((folder / path).parent)
        (folder / path).write_bytes(data)
    checkout.git.run("add", "--all", "--force", "--", ".")
    checkout.push(checkout.committed(f"Begin the branch {branch}", ()))
    return True


def fetched(remote: str, *, folder: Path, branch: str = BRANCH, token: str = "") -> Git:
    """The branch with all of its history, as a repository without a work tree.

    Args:
        remote: folder or address of the repository.
        folder: missing or empty; it stays.
        branch: its name.
        token: for a remote by HTTPS.

    Raises:
        BadInput: when the remote has no such branch, or only the end of its history.
        OurFailure: when it cannot be read.
    """
    check_remote(remote)
    _check_branch(branch)
    _check_empty(folder)
    git = Git(folder, GitAccess.to(remote, token))
    git.run("init", "--quiet", "--bare", "--template=", "--", ".")
    try:
        names = f"refs/heads/{branch}:refs/heads/{branch}"
        git.run("fetch", "--quiet", "--no-tags", "--update-shallow", "--", _place(remote), names)
    except GitFailure as failure:
        raise _no_branch(failure, branch) from None
    if git.text("rev-parse", "--is-shallow-repository") != "false":
        raise BadInput(
            "remote", "", "has only the end of its history", "fetch the rest: git fetch --unshallow"
        )
    return git


def checked_out(remote: str, *, folder: Path, branch: str = BRANCH, token: str = "") -> str:
    """The newest state of the branch as files; returns its commit. Arguments and errors as in ``fetched``."""
    return _Checkout.begun(remote, branch, folder, token).fetched()


def _pause(attempts: int, round_seconds: float) -> float:
    """Seconds to wait: the more often somebody was faster, the longer, and never two writers alike."""
    longest = min(round_seconds * float(1 << min(attempts - 1, _DOUBLED)), _LONGEST_PAUSE)
    return longest * random.uniform(0.25, 1)  # noqa: S311 - no secret


def _check_branch(branch: str) -> None:
    if not _BRANCH.fullmatch(branch) or ".." in branch or branch.endswith(".lock"):
        raise BadInput("branch", "", f"{shown(branch)} is no name of a branch", "such as results")


def _check_empty(folder: Path) -> None:
    make_folder(folder)
    if any(folder.iterdir()):
        raise BadInput(folder, "", "is not empty", "name a new folder: the branch goes there")


def _place(remote: str) -> str:
    """A folder's address does not depend on where git is started."""
    return str(Path(remote).resolve()) if Path(remote).is_dir() else remote


def _no_branch(failure: GitFailure, branch: str) -> SightbenchError:
    if _NO_BRANCH not in failure.said:
        return failure
    return BadInput("remote", "", f"has no branch {branch}", "make it: sightbench results init")


@dataclass(slots=True)
class _Checkout:
    git: Git
    remote: str
    branch: str
    last: tuple[str, dict[str, str]] | None = None  #: commit of the last push, and blobs by path
    used: bool = False  #: whether anything was checked out

    @classmethod
    def begun(cls, remote: str, branch: str, folder: Path, token: str) -> "_Checkout":
        check_remote(remote)
        _check_branch(branch)
        _check_empty(folder)
        remote = _place(remote)
        git = Git(folder, GitAccess.to(remote, token))
        git.run("init", "--quiet", "--template=", "--initial-branch=here", "--", ".")
        information = folder / ".git" / "info"
        make_folder(information)  # the strongest attributes: bytes go in and come out as they are
        (information / "attributes").write_text("* -text -filter -ident -working-tree-encoding\n", "ascii")
        return cls(git=git, remote=remote, branch=branch)

    def narrow(self, needed: Sequence[str]) -> None:
        """Check out these only; what is written elsewhere is added, or refused, all the same."""
        if not needed:
            return
        if odd := [one for one in needed if not _PATH.fullmatch(one.replace("*", "x"))]:
            raise ValueError(f"nothing that can be on the branch: {odd[0]}")
        patterns = ["/*", "!/*/", *(f"/{one}" for one in needed)]
        (self.git.folder / ".git" / "info" / "sparse-checkout").write_text(
            "\n".join(patterns) + "\n", "ascii"
        )
        self.git.run("config", "core.sparseCheckout", "true")

    def attempt(self, write: Write) -> tuple[tuple[str, ...], str | None]:
        """Paths added and the commit that is on the remote now; no commit when there is nothing to add."""
        tip = self.fetched()
        if self.last is not None and self._has(tip, self.last[1]):  # the push was heard, its answer was not
            return tuple(sorted(self.last[1])), self.last[0]
        message = write(self.git.folder)
        added = self._added(tip)
        if message is None and added:
            raise OurFailure(f"files were added without a message: {', '.join(added)[:200]}")
        if message is None or not added:
            return (), None
        commit = self.committed(message, (tip,))
        self.last = commit, added
        self.push(commit)
        return tuple(sorted(added)), commit

    def committed(self, message: str, parents: Sequence[str]) -> str:
        """The id of a commit of what is staged."""
        tree = self.git.text("write-tree")
        above = [word for parent in parents for word in ("-p", parent)]
        return self.git.text("commit-tree", tree, *above, feed=f"{message.strip()}\n".encode())

    def push(self, commit: str) -> None:
        self.git.run(
            "push", "--quiet", "--no-verify", "--", self.remote, f"{commit}:refs/heads/{self.branch}"
        )

    def fetched(self) -> str:
        """The commit that the remote has, checked out; whatever an earlier attempt left is gone."""
        try:
            self.git.run(
                "fetch", "--quiet", "--no-tags", "--depth=1", "--", self.remote, f"refs/heads/{self.branch}"
            )
        except GitFailure as failure:
            raise _no_branch(failure, self.branch) from None
        tip = (self.git.folder / ".git" / "FETCH_HEAD").read_text("ascii").split()[0]
        self.git.run("reset", "--quiet", "--hard", tip)
        if self.used:  # the first one found an empty folder
            self.git.run("clean", "-ffdxq")
        self.used = True
        return tip

    def _has(self, tip: str, wanted: dict[str, str]) -> bool:
        listed = self.git.run("ls-tree", "-r", "-z", "--full-tree", tip).split(b"\0")[:-1]
        there = {
            path: described.split()[2] for described, _, path in (one.partition(b"\t") for one in listed)
        }
        return all(there.get(path.encode()) == blob.encode() for path, blob in wanted.items())

    def _added(self, tip: str) -> dict[str, str]:
        """Blobs by path of what was added since ``tip``.

        Raises:
            BadInput: for any other change, and for what cannot be on the branch.
        """
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
        problem, fix = "", "rows and what belongs to them are never changed: add a file with another name"
        if change == "D":
            problem = "would be deleted: on this branch files are only added"
        elif change != "A":
            problem = "would be changed: on this branch files are only added"
        elif mode != FILE:
            problem, fix = f"is no plain file (mode {mode})", "add plain files only"
        elif not _PATH.fullmatch(path) or path.endswith(".lock"):
            problem, fix = "is no portable name", "use letters and digits with . _ + - between them"
        elif (size := (self.git.folder / path).stat().st_size) > FILE_LIMIT:
            problem = f"has {size >> 20} MiB, more than {FILE_LIMIT >> 20} MiB"
            fix = "keep it as an asset of a release"
        if problem:
            raise BadInput(path if path.isprintable() else shown(path), "", problem, fix)
