"""Commits that do more than add files are found, whatever comes after them."""

from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import check_out, fetch_history
from benchmark.results.git import Git
from benchmark.results.soundness import check_branch, check_history
from tests.conftest import GitIn


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
