"""Repositories on disk for the rehearsal: the project, its pull requests and its merges."""

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: A submission of the project itself, which gets its row in the first evaluation.
BUNDLED = "smollm2-135m-q4"


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, and return its output."""
    people = {
        f"GIT_{role}_{what}": f"rehearsal{end}" for role in ("AUTHOR", "COMMITTER") for what, end in _WHO
    }
    settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **people}
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env={**os.environ, **settings},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.strip()


_WHO = (("NAME", ""), ("EMAIL", "@example.org"))


@dataclass(frozen=True, slots=True)
class Pull:
    """The commits of a pull request."""

    number: int
    branch: str
    base: str  #: id of the commit of main that it started from
    head: str  #: id of its last commit
    merge: str  #: id of the commit that would merge it


@dataclass(frozen=True, slots=True)
class World:
    """A bare repository in place of GitHub's, and a clone in which its users work."""

    folder: Path
    repository: str

    @property
    def bare(self) -> Path:
        """The bare repository."""
        return self.folder / "server" / self.repository

    @property
    def clone(self) -> Path:
        """The clone in which commits are made and act finds the workflow files."""
        return self.folder / "clone"

    def set_up(self, more: Mapping[str, Callable[[str], str]]) -> None:
        """Create the repository from the files of this checkout, including uncommitted ones.

        Submissions by reference are left out: their answers are on hosts that a rehearsal does not reach.

        Args:
            more: changes by path; each function gets the text of the file, or an empty text if there is none.
        """
        self.bare.mkdir(parents=True)
        git(self.bare, "init", "--quiet", "--bare", "--initial-branch=main")
        git(self.bare, "config", "uploadpack.allowReachableSHA1InWant", "true")  # as GitHub allows
        git(self.bare, "config", "http.receivepack", "true")
        self.clone.mkdir()
        git(self.clone, "init", "--quiet", "--initial-branch=main")
        git(self.clone, "config", "pack.window", "0")  # comparing files takes longer than copying them
        objects = git(ROOT, "rev-parse", "--path-format=absolute", "--git-path", "objects")
        (self.clone / ".git" / "objects" / "info" / "alternates").write_text(f"{objects}\n", "utf-8")
        git(self.clone, "remote", "add", "origin", self.bare.as_uri())
        listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        for name in filter(None, dict.fromkeys(listed)):
            if not (ROOT / name).exists() or _is_another(name):
                continue
            (self.clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.clone / name, follow_symlinks=False)
        for name, change in more.items():
            file = self.clone / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(change(file.read_text("utf-8") if file.exists() else ""), encoding="utf-8")
        self.commit("The project")
        git(self.clone, "push", "--quiet", "origin", "main")

    def commit(self, message: str) -> str:
        """Commit everything, and return the id of the commit."""
        git(self.clone, "add", "--all")
        git(self.clone, "commit", "--quiet", "--message", message)
        return git(self.clone, "rev-parse", "HEAD")

    def open_pull(self, number: int, branch: str, files: Mapping[str, bytes]) -> Pull:
        """Open a pull request from the newest commit of main; the clone is then at its merge commit."""
        base = git(self.clone, "rev-parse", "origin/main")
        git(self.clone, "switch", "--quiet", "--create", branch, base)
        for name, data in files.items():
            (self.clone / name).parent.mkdir(parents=True, exist_ok=True)
            (self.clone / name).write_bytes(data)
        head = self.commit(f"Pull request {number}")
        git(self.clone, "switch", "--quiet", "--detach", base)
        git(self.clone, "merge", "--quiet", "--no-ff", "--message", f"Merge pull request {number}", head)
        merge = git(self.clone, "rev-parse", "HEAD")
        refs = [f"{head}:refs/pull/{number}/head", f"{merge}:refs/pull/{number}/merge"]
        git(self.clone, "push", "--quiet", "origin", *refs)
        return Pull(number, branch, base, head, merge)

    def merge(self, pull: Pull) -> str:
        """Merge a pull request into main; return the new commit, which is then checked out in the clone."""
        git(self.clone, "switch", "--quiet", "--force-create", "main", "origin/main")
        message = f"Merge pull request {pull.number}"
        git(self.clone, "merge", "--quiet", "--no-ff", "--message", message, pull.head)
        git(self.clone, "push", "--quiet", "origin", "main")
        return git(self.clone, "rev-parse", "HEAD")

    def at(self, commit: str) -> None:
        """Check out a commit in the clone."""
        git(self.clone, "switch", "--quiet", "--detach", commit)

    def tip(self, branch: str) -> str:
        """Return the newest commit of a branch of the repository."""
        return git(self.bare, "rev-parse", f"refs/heads/{branch}")

    def check_out(self, branch: str, folder: Path) -> Path:
        """Clone a branch into a fresh folder, and return the folder."""
        shutil.rmtree(folder, ignore_errors=True)
        git(self.folder, "clone", "--quiet", "--branch", branch, self.bare.as_uri(), str(folder))
        return folder


def _is_another(name: str) -> bool:
    """Whether a file of the checkout is of a submission that the rehearsal leaves out: of all but one.

    The answers of some are elsewhere, and more rows of small models would show nothing new.
    """
    top, *more = Path(name).parts
    return top == "submissions" and len(more) > 1 and not more[0].startswith("_") and more[0] != BUNDLED
