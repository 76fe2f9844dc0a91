"""The lines that send a submission: git pushes a branch; gh or a browser opens the pull request."""

import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmark.chain.github.workflow_runs import MAIN
from benchmark.core.errors import BadInput, OurFailure
from benchmark.submissions.files import SUBMISSIONS
from benchmark.submissions.schema import Submission

_URL = "https://github.com"


class PullRequestLines(NamedTuple):
    """Commands of a shell that send a submission, to be run in the root of a clone."""

    push: list[str]  #: make a branch with the folder only, and push it to the author's repository
    open: str  #: opens the pull request with gh
    page: str  #: address that opens it in a browser


def pull_request_lines(submission: Submission, repository: str, login: str) -> PullRequestLines:
    """Return the lines for a submission in ``submissions/SLUG`` of a clone.

    Each line may be repeated: a second run pushes what changed. Nothing else of the clone is committed.

    Args:
        submission: the submission.
        repository: ``OWNER/NAME`` of the benchmark, the remote ``origin``; empty if that is not on GitHub.
        login: the account that opens the pull request. Its fork gets the branch, unless it owns the
            benchmark.
    """
    owner, _, name = repository.partition("/")
    branch, folder = f"submit-{submission.slug}", f"{SUBMISSIONS}/{submission.slug}"
    title, own = f"Submit {submission.name}", owner.lower() in ("", login.lower())
    remote = "origin" if own else "fork"
    fork = f"git remote get-url fork >/dev/null 2>&1 || git remote add fork {_URL}/{login}/{name}.git"
    push = [
        f"git fetch origin {MAIN}",
        f"git switch {branch} 2>/dev/null || git switch --no-track --create {branch} origin/{MAIN}",
        f"git add -- {folder}",
        f"git diff --cached --quiet -- {folder} || git commit --message {shlex.quote(title)} -- {folder}",
        *([] if own else [fork]),
        f"git push {remote} {branch}",
    ]
    head = branch if own else f"{login}:{branch}"
    words = ["gh", "pr", "create", "--repo", repository, "--base", MAIN, "--head", head, "--title", title]
    words += ["--body", f"Adds {folder}; checked with sightbench submit check."]
    seen = f"gh pr list --repo {repository} --head {branch} --json url --jq '.[].url' | grep ."
    page = f"{_URL}/{repository}/compare/{MAIN}...{login}:{name}:{branch}?expand=1"
    return PullRequestLines(push, f"{seen} || {shlex.join(words)}", page)


def send_with_gh(submission: Submission, repository: str, clone: Path, say: Callable[[str], None]) -> None:
    """Push the branch and open the pull request with gh; pass each line to ``say`` before it runs.

    Raises:
        OurFailure: if a line fails; the fix names the lines that are left.
    """
    login = _run("gh api user --jq .login", clone, "run `gh auth login`").strip()
    lines = pull_request_lines(submission, repository, login)
    own = login.lower() == repository.partition("/")[0].lower()
    todo = [*([] if own else [f"gh repo fork {repository} --clone=false"]), *lines.push, lines.open]
    for number, line in enumerate(todo):
        say(f"$ {line}")
        _run(line, clone, "correct that, and run the rest:\n" + "\n".join(todo[number:]), shown=True)


def has_gh() -> bool:
    """Whether GitHub's command line is installed."""
    return shutil.which("gh") is not None


def _run(line: str, clone: Path, fix: str, *, shown: bool = False) -> str:
    """Run a line with the user's own git and gh settings, and return what it printed."""
    output = None if shown else subprocess.PIPE
    done = subprocess.run(["sh", "-c", line], cwd=clone, stdout=output, text=True, check=False)
    if done.returncode:
        raise OurFailure(f"`{line}` ended with {done.returncode}", fix)
    return done.stdout or ""


def check_place(path: Path, clone: Path | None, slug: str) -> Path:
    """Return the root of the clone that has a submission; BadInput if a pull request would not find it."""
    folder = path.absolute() if path.is_dir() else path.absolute().parent
    if clone is None or folder != clone / SUBMISSIONS / slug:
        fix = f"move it to {SUBMISSIONS}/{slug} of a clone of the repository, and name it there"
        raise BadInput(path, "", f"is not {SUBMISSIONS}/{slug} of a clone", fix)
    return clone
