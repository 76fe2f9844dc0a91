"""Hostile pull requests are refused with one clear line, and nothing in them runs.

The tests use real git objects on disk. A test fails if any answer is judged.
"""

import json
import signal
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from hostile import (
    ANSWER,
    BASE,
    CASES,
    HERE,
    LINK,
    TREE,
    Files,
    Repo,
    TreeEntry,
    folder,
    submission,
    with_name,
)

from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request import validating
from benchmark.chain.pull_request.checkout import PullRequest
from benchmark.chain.pull_request.pull_report import PullReport, dump_report
from benchmark.chain.pull_request.summary import summary
from benchmark.chain.pull_request.validating import (
    ValidationResult,
    report_problem,
    validate,
)
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import Executor
from benchmark.files.edge import validate_record
from benchmark.results.layout import OWNERS
from benchmark.results.owners import OwnersRecord, add_owners
from tests.case_files import table

pytestmark = pytest.mark.gate  # takes long

POLICY: Mapping[str, object] = {
    "schema": "sightbench/policy/1",
    "maintainers": ["root"],
    "owners": {"vendor-*": ["vendor"]},
}


def forbidden() -> Executor:
    raise AssertionError("something was judged")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo.git")


def check(
    repo: Repo, base: str, head: str, executor: Callable[[], Executor] = forbidden, **more: Any
) -> ValidationResult:
    """Check a pull request of alice, or of whom ``more`` names."""
    policy = validate_record(Policy, POLICY, "policy.yml")
    given = {"author": "alice", **more, "repository": repo.folder, "base": base, "head": head}
    found = validate(PullRequest(**given, policy=policy), executor=executor, seconds=1200)
    # Whatever was found, the next job can read the report.
    assert validate_record(PullReport, json.loads(dump_report(found.report)), "report.json") == found.report
    assert found.report.outcome != "judged" or not found.report.previews
    return found


def pull(repo: Repo, after: Files, *, without: tuple[str, ...] = (), **more: Any) -> ValidationResult:
    """Check a pull request that adds files to BASE, or removes some."""
    base = repo.commit(repo.tree(BASE))
    left = {path: data for path, data in BASE.items() if not str(path).startswith(without or ("\0",))}
    return check(repo, base, repo.commit(repo.tree({**left, **after}), base), **more)


def messages(found: ValidationResult) -> str:
    return found.error.render() if isinstance(found.error, BadInput) else ""


def problems(found: ValidationResult) -> tuple[BadInput, ...]:
    assert isinstance(found.error, BadInput)
    return found.error.problems


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_pull_request_is_refused_with_one_clear_line(repo: Repo, case: str) -> None:
    files, where, what = CASES[case]
    found = pull(repo, files())
    assert found.report.outcome == "refused"
    lines = [line for line in messages(found).splitlines() if line.startswith(f"error: {where}")]
    assert any(what in line for line in lines), messages(found)
    assert messages(found).isprintable() or "\n" in messages(found)
    assert all(line.isprintable() for line in messages(found).splitlines())
    assert all(error.fix for error in problems(found))
    assert "/tmp/" not in messages(found), "paths are relative to the repository"
    page = summary(found.report)
    assert "nothing was judged" in page
    assert "\n::" not in page


def test_one_problem_is_one_line(repo: Repo) -> None:
    for case in ("a symbolic link", "an executable file", "a YAML tag"):
        assert len(problems(pull(repo, CASES[case][0]()))) == 1


@pytest.mark.parametrize("author", ["alice", "Bobby", "bob-", "dependabot[bot]"])
def test_an_author_cannot_change_the_submission_of_another(repo: Repo, author: str) -> None:
    if author == "bob-":
        with pytest.raises(BadInput, match="is not a GitHub login"):
            pull(repo, folder("bobs-model"), author=author)
        return
    found = pull(repo, {"submissions/bobs-model/notes.md": b"mine now\n"}, author=author)
    assert f"bobs-model belongs to bob on the base branch, not to {author}" in messages(found)


@pytest.mark.parametrize(
    ("author", "slug"),
    [("bob", "bobs-model"), ("BOB", "bobs-model"), ("Dave", "carols.v2"), ("root", "bobs-model")],
)
def test_owners_and_maintainers_may_change_a_submission(repo: Repo, author: str, slug: str) -> None:
    found = pull(repo, {f"submissions/{slug}/notes.md": b"words\n"}, author=author)
    assert (found.report.outcome, messages(found)) == ("judged", "")
    assert [run.why for run in found.report.later] == ["this pull request does not change its files"]


def test_owners_in_the_pull_request_do_not_count(repo: Repo) -> None:
    found = pull(repo, folder("bobs-model", owners="alice"))
    assert messages(found).startswith(
        "error: submissions/bobs-model/submission.yaml: owners: "
        "bobs-model belongs to bob on the base branch, not to alice"
    )


@table("chain")
def test_only_a_maintainer_adds_an_owner_who_opened_no_pull_request(repo, author, owners, added) -> None:
    slug = "carols.v2" if author == "dave" else "bobs-model"
    file = f"submissions/{slug}/submission.yaml"
    files = {file: submission(slug, owners=owners)}
    if not added:
        with pytest.raises(AssertionError, match="something was judged"):
            pull(repo, files, author=author)
        return
    assert f"{file}: line 4: owners: lists {added}, who did not open this pull request" in messages(
        pull(repo, files, author=author)
    )


@pytest.mark.parametrize(
    ("author", "number", "outcome"),
    [("bob-renamed", 7, "judged"), ("bob", 8, "refused"), ("bob", 0, "refused"), ("root", 0, "judged")],
)
def test_recorded_owners_are_compared_by_number(repo, tmp_path, author, number, outcome) -> None:
    """A renamed account still owns its submissions; whoever takes its old login owns nothing."""
    when = "2026-11-01T00:00:00Z"
    record = OwnersRecord(slug="bobs-model", listed=["bob"], accounts={"bob": 7}, commit="c" * 40, when=when)
    add_owners(tmp_path / OWNERS, record)
    found = pull(
        repo,
        {"submissions/bobs-model/notes.md": b"x"},
        author=author,
        rows=tmp_path / "results",
        author_id=number,
    )
    assert found.report.outcome == outcome
    assert outcome == "judged" or "bobs-model belongs to bob on the base branch" in messages(found)


@pytest.mark.parametrize("author", ["bob", "root"])
def test_a_name_that_is_already_there_stays(repo: Repo, author: str) -> None:
    """Two models on the base branch have the same name: an owner may still change other files."""
    twins = {**BASE, **folder("one", owners="bob"), **folder("two", owners="bob")}
    text = submission("two", owners="bob").replace(b"Model two", b"Model one")
    twins["submissions/two/submission.yaml"] = text
    base = repo.commit(repo.tree(twins))
    head = repo.commit(repo.tree({**twins, "submissions/two/notes.md": b"x"}), base)
    assert check(repo, base, head, author=author).error is None
    edited = {**twins, "submissions/two/submission.yaml": text + b"# checked\n"}
    with pytest.raises(AssertionError, match="something was judged"):
        check(repo, base, repo.commit(repo.tree(edited), base), author=author)


def test_a_maintainer_may_choose_a_similar_name(repo: Repo) -> None:
    found = pull(repo, {**BASE, **with_name("Bobs Model"), f"{HERE}/predictions.jsonl": b""}, author="root")
    assert "too similar" not in messages(found)


@pytest.mark.parametrize(
    "name", ["Acme VL 7B", "Phi-3.5", "\u6a21\u578b 7B", "\u03c0 0", "Llama 3.1 (8B)", "Acme-\u03b2"]
)
def test_a_name_of_its_own_is_fine(repo: Repo, name: str) -> None:
    with pytest.raises(AssertionError, match="something was judged"):
        pull(repo, with_name(name))


def test_a_name_like_that_of_a_recorded_model_is_refused(repo: Repo, tmp_path: Path) -> None:
    """The submission of the recorded model was removed, but its rows are still shown."""
    row = tmp_path / "rows" / "code-vision" / "rebuilt" / "acme-vl" / f"{'0' * 64}.json"
    row.parent.mkdir(parents=True)
    row.touch()
    found = pull(repo, {**with_name("ACME V1")}, rows=tmp_path / "rows")
    assert "'ACME V1' is too similar to acme-vl, the name of another model" in messages(found)


def test_a_move_cannot_take_over_a_slug(repo: Repo) -> None:
    """Files are moved away from the submission of another, or onto it."""
    away = {
        **folder("acme-1"),
        "submissions/acme-1/predictions.jsonl": BASE["submissions/bobs-model/predictions.jsonl"],
    }
    found = pull(repo, away, without=("submissions/bobs-model/",))
    assert "bobs-model belongs to bob" in messages(found)
    base = repo.commit(repo.tree({**BASE, **folder("acme-1")}))
    onto = {path: data for path, data in BASE.items() if not str(path).startswith("submissions/bobs-model/")}
    found = check(repo, base, repo.commit(repo.tree({**onto, **folder("bobs-model")}), base))
    assert "bobs-model belongs to bob" in messages(found)


def test_an_owner_may_remove_a_submission(repo: Repo) -> None:
    found = pull(repo, {}, without=("submissions/bobs-model/",), author="bob")
    assert (found.report.outcome, found.report.notes) == ("judged", ["bobs-model is removed; its rows stay"])


def test_an_unreadable_submission_belongs_to_the_maintainers(repo: Repo) -> None:
    for slug in ("torn", "empty-handed"):
        found = pull(repo, {f"submissions/{slug}/notes.md": b"mine\n"})
        assert f"{slug} belongs to the maintainers on the base branch, not to alice" in messages(found)


def test_a_login_with_non_ascii_letters_is_ignored(repo: Repo) -> None:
    """The Kelvin sign in lower case is the letter k."""
    theirs = {**BASE, "submissions/zed/submission.yaml": "owners: [\u212aim]\n".encode()}
    base = repo.commit(repo.tree(theirs))
    head = repo.commit(repo.tree({**theirs, "submissions/zed/notes.md": b"x"}), base)
    assert "zed belongs to the maintainers on the base branch, not to kim" in messages(
        check(repo, base, head, author="kim")
    )


def test_the_report_of_a_large_removal_stays_within_its_limits(repo, monkeypatch) -> None:
    """The report lists at most as many submissions as its schema allows."""
    monkeypatch.setattr(validating, "NOTES_LIMIT", 2)
    many = {f"submissions/m{number}/notes.md": b"x" for number in range(3)}
    base = repo.commit(repo.tree({**BASE, **many}))
    report = check(repo, base, repo.commit(repo.tree(BASE), base), author="root").report
    assert (report.outcome, len(report.notes)) == ("judged", 2)


def test_a_slug_with_rows_cannot_be_claimed(repo: Repo, tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    (rows / "code-vision" / "rebuilt" / "acme-1").mkdir(parents=True)
    (rows / "code-vision" / "rebuilt" / "acme-1" / f"{'0' * 64}.json").touch()
    found = pull(repo, {**folder()}, rows=rows)
    assert "acme-1 already has rows, from a submission that was removed" in messages(found)


def test_a_pull_request_without_submissions_is_not_checked(repo: Repo) -> None:
    found = pull(repo, {"benchmark/new.py": b"x", "tests/odd \xc3\xa4.txt": b"y"})
    assert (found.report.outcome, found.error) == ("none", None)


def test_a_200_mb_file_is_refused_by_its_size_alone(repo: Repo) -> None:
    """The file is never read: its data cannot even be decompressed."""
    whole = f"blob {200 << 20}".encode() + b"\0"
    identifier = "d" * 40
    path = repo.folder / "objects" / identifier[:2] / identifier[2:]
    path.parent.mkdir()
    path.write_bytes(zlib.compress(whole))
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": TreeEntry(id=identifier)})
    assert f"{HERE}/predictions.jsonl: has 200.0 MiB; the limit is 50 MiB" in messages(found)


def test_a_tree_that_describes_a_billion_files_is_refused_quickly(repo: Repo) -> None:
    tree = repo.tree({f"f{number}": b"x" for number in range(10)})
    for _ in range(9):
        tree = repo.raw_tree([(TREE, b"d%d" % number, tree) for number in range(10)])
    base = repo.commit(repo.tree(BASE))
    bombed = repo.tree({**BASE, f"{HERE}/x": TreeEntry(mode=TREE, id=tree)})
    found = check(repo, base, repo.commit(bombed, base))
    assert "changes more than 5,000 paths" in messages(found)


def deep_tree(repo: Repo) -> str:
    tree = repo.tree({"f": b"x"})
    for _ in range(60):
        tree = repo.raw_tree([(TREE, b"d", tree)])
    return tree


#: What is added instead of the submission's folder, and what its refusal says.
NO_TREE: dict[str, tuple[Callable[[Repo], str], str]] = {
    "very deep": (deep_tree, "has paths with more than 24 parts"),
    "cut off": (lambda repo: repo.write("tree", b"100644 submission.yaml\0" + b"\1" * 19), "is cut off"),
    "a file": (lambda repo: repo.write("blob", b"x"), "is a blob, but should be a tree"),
}


@pytest.mark.parametrize("kind", NO_TREE)
def test_what_is_not_the_tree_of_a_folder_is_refused_quickly(repo: Repo, kind: str) -> None:
    write, what = NO_TREE[kind]
    assert what in messages(pull(repo, {HERE: TreeEntry(mode=TREE, id=write(repo))}))


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ([b"..", b"a"], "has a file named '..'"),
        ([b"../../policy.yml"], "has a file named '../../policy.yml'"),
        ([b"bobs-model/submission.yaml"], "has a file named"),
        ([b"submission.yaml", b"submission.yaml"], "has 'submission.yaml' twice"),
        ([b""], "has a file named ''"),
    ],
)
def test_a_damaged_tree_is_refused(repo: Repo, entries: list[bytes], what: str) -> None:
    blob = repo.write("blob", submission())
    damaged = repo.raw_tree([("100644", name, blob) for name in entries])
    found = pull(repo, {HERE: TreeEntry(mode=TREE, id=damaged)})
    assert what in messages(found)
    assert found.report.outcome == "refused"


def test_a_submission_out_of_order_does_not_count_as_removed(repo: Repo) -> None:
    """Git cannot find such an entry by its name, although the tree lists it."""
    mine = repo.tree({"submission.yaml": submission(), "predictions.jsonl": ANSWER})
    entries = [(TREE, b"zeta", repo.tree({"notes.md": b"x"})), (TREE, b"acme-1", mine)]
    disordered = TreeEntry(mode=TREE, id=repo.raw_tree(entries))
    base = repo.commit(repo.tree({"README.md": b"x", "submissions/zeta/notes.md": b"x"}))
    found = check(repo, base, repo.commit(repo.tree({"README.md": b"x", "submissions": disordered}), base))
    assert "has 'acme-1' out of order" in messages(found)
    assert found.report.outcome == "refused"


def test_folders_are_ordered_as_git_orders_them(repo: Repo) -> None:
    """A folder is sorted as if its name ended with a slash."""
    tree = repo.raw_tree([("100644", b"a.b", repo.write("blob", b"x")), (TREE, b"a", repo.tree({"c": b"x"}))])
    found = pull(repo, {"new": TreeEntry(mode=TREE, id=tree)})
    assert (found.report.outcome, found.error) == ("none", None)


def test_a_huge_line_number_is_reported_as_text() -> None:
    """The file has nothing but line breaks: the report names no line, and can still be written."""
    problem = report_problem(BadInput("p.jsonl.gz", "line 157286401: x", "must be an object"))
    assert (problem.line, problem.field) == (None, "line 157286401: x")
    assert report_problem(BadInput("p.jsonl", "line 7: x", "is wrong")).line == 7


def test_a_tree_in_place_of_a_file_is_refused(repo: Repo) -> None:
    tree = repo.tree({"f": b"x"})
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": TreeEntry(id=tree)})
    assert f"its object {tree} is a tree, but should be a blob" in messages(found)


def test_the_folder_of_submissions_cannot_be_replaced(repo: Repo) -> None:
    found = pull(repo, {"submissions": TreeEntry(b"/etc", LINK)}, without=("submissions/",))
    assert "submissions: is not in submissions/, although its name is similar" in messages(found)
    assert "bobs-model belongs to bob" in messages(found)


@pytest.mark.parametrize(
    "files",
    [
        {**folder(), f"{HERE}/predictions.jsonl": TreeEntry(id="e" * 40)},
        {**folder(), f"{HERE}/submission.yaml": TreeEntry(id="e" * 40)},
        {**folder(), f"{HERE}/notes": TreeEntry(mode=TREE, id="e" * 40)},
        {HERE: TreeEntry(mode=TREE, id="e" * 40)},
        {"docs": TreeEntry(mode=TREE, id="e" * 40)},
        None,
    ],
    ids=["file", "submission.yaml", "folder", "submission", "elsewhere", "all"],
)
def test_an_object_that_was_not_fetched_is_our_failure(repo: Repo, files: Files | None) -> None:
    """The message is one line and a fix, without a path of this machine."""
    base = repo.commit(repo.tree(BASE))
    head = repo.commit("e" * 40 if files is None else repo.tree({**BASE, **files}), base)
    _assert_not_fetched(repo, check(repo, base, head))


def test_a_history_that_was_not_fetched_and_a_damaged_file_are_our_failures(repo: Repo) -> None:
    base = repo.commit(repo.tree(BASE))
    tree = repo.tree({**BASE, **folder()})
    _assert_not_fetched(repo, check(repo, base, repo.commit(tree, base, "e" * 40)))
    identifier = repo.write("blob", ANSWER)
    damaged = repo.folder / "objects" / identifier[:2] / identifier[2:]
    damaged.write_bytes(zlib.compress(b"blob 45\0x"))
    _assert_not_fetched(repo, check(repo, base, repo.commit(tree, base)))


def _assert_not_fetched(repo: Repo, found: ValidationResult) -> None:
    assert found.report.outcome == "failed"
    assert isinstance(found.error, OurFailure)
    problem, fix = found.error.render().split("\n")
    assert problem.startswith("error: the ")
    assert fix.startswith("  fix: fetch the ")
    assert str(repo.folder.parent) not in problem + fix
    assert "your submission is not to blame" in summary(found.report)


def test_a_merge_commit_hides_no_change(repo: Repo) -> None:
    """The tree of the merge commit is that of neither parent; its differences from the fork point count."""
    base = repo.commit(repo.tree(BASE))
    honest = repo.commit(repo.tree({**BASE, **folder()}), base)
    evil = repo.commit(repo.tree({**BASE, **folder(), "README.md": b"evil\n"}), honest, base)
    assert "README.md: is outside submissions/SLUG/" in messages(check(repo, base, evil))


def test_a_crossed_or_unrelated_history_is_refused(repo: Repo) -> None:
    """With two common ancestors, a change of README.md is invisible in a comparison with one of them."""
    root = repo.commit(repo.tree(BASE))
    left = repo.commit(repo.tree({**BASE, "docs.md": b"l"}), root)
    right = repo.commit(repo.tree({**BASE, "README.md": b"mended\n"}), root)
    base = repo.commit(repo.tree({**BASE, "docs.md": b"l", "README.md": b"mended\n"}), left, right)
    head = repo.commit(repo.tree({**BASE, "docs.md": b"l", **folder()}), left, right)
    found = check(repo, base, head)
    assert "pull request: has several common ancestors with the base branch" in messages(found)
    found = check(repo, base, repo.commit(repo.tree({**BASE, **folder()})))
    assert "has no history in common with the base branch" in messages(found)


def test_a_shallow_history_is_our_failure_and_says_so(repo: Repo) -> None:
    root = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, "docs.md": b"x"}), root)
    head = repo.commit(repo.tree({**BASE, **folder()}), root)
    (repo.folder / "shallow").write_text(f"{head}\n{base}\n")
    found = check(repo, base, head)
    assert found.report.outcome == "failed"
    assert "fetch-depth: 0" in found.error.render()


def test_a_shallow_history_with_the_fork_point_is_enough(repo: Repo) -> None:
    base = repo.commit(repo.tree(BASE), "f" * 40)
    (repo.folder / "shallow").write_text(f"{base}\n")
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), base)
    assert check(repo, base, head, author="bob").report.outcome == "judged"


def test_a_submission_that_changed_on_the_base_must_be_merged_first(repo: Repo) -> None:
    fork = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, **folder("bobs-model", owners="mallory")}), fork)
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), fork)
    assert "bobs-model belongs to mallory" in messages(check(repo, base, head, author="bob")), (
        "the current owners count"
    )
    found = check(repo, base, head, author="mallory")
    assert (
        "submissions/bobs-model/: has changed on the base branch since this pull request began"
        in messages(found)
    )


def test_other_changes_on_the_base_do_not_matter(repo: Repo) -> None:
    fork = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, "README.md": b"newer\n", **folder("new-one", owners="eve")}), fork)
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), fork)
    assert check(repo, base, head, author="bob").report.outcome == "judged"


@pytest.mark.parametrize("revision", ["", "nothing", "--all", "main^{tree}", "-x", "a" * 40])
def test_a_revision_must_name_a_commit(repo: Repo, revision: str) -> None:
    base = repo.commit(repo.tree(BASE))
    repo.branch("main", base)
    with pytest.raises(BadInput, match="has no commit"):
        check(repo, "main", revision)
    assert check(repo, "main", "main").report.outcome == "none"


def test_the_repository_cannot_make_git_run_anything(repo: Repo, tmp_path: Path) -> None:
    """Its config is that of a checkout, which an earlier step may have changed."""
    touched = tmp_path / "touched"
    (repo.folder / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
        f"\tfsmonitor = touch {touched}\n\tsshCommand = touch {touched}\n\tpager = touch {touched}\n"
        f'[filter "evil"]\n\tsmudge = touch {touched}\n[diff "evil"]\n\ttextconv = touch {touched}\n'
        f"[alias]\n\tcat-file = !touch {touched}\n"
    )
    pull(repo, {**folder(), ".gitattributes": b"* filter=evil diff=evil\n"})
    assert not touched.exists()


def use_up_the_time(*_: object, **__: object) -> None:
    """Let the time limit end at once."""
    signal.raise_signal(signal.SIGALRM)


def test_a_check_that_takes_too_long_is_refused(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validating, "check_submissions", use_up_the_time)
    found = pull(repo, folder())
    assert found.report.outcome == "refused"
    assert messages(found) == (
        "error: pull request: could not be checked within 20 minutes\n  fix: submit fewer and smaller files"
    )


def test_answers_that_use_up_the_time_are_judged_after_the_merge(repo, monkeypatch) -> None:
    """Otherwise the job would be killed, and report nothing at all."""
    monkeypatch.setattr(validating, "judge_run", use_up_the_time)
    found = pull(repo, {**folder()}, executor=lambda: cast("Executor", None))
    assert (found.report.outcome, found.error, found.report.previews) == ("judged", None, [])
    (later,) = found.report.later
    assert (later.slug, later.why) == (
        "acme-1", "it is judged after the merge: the check ran out of its 20 minutes",
    )  # fmt: skip
