"""Pull requests that no honest person sends: each is refused with one clear line, and nothing of it runs.

Real git objects on disk. No test of this file judges: whatever would, fails.
"""

import gzip
import json
import signal
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

import pytest
from hostile import BASE, CASES, HERE
from pulls import ANSWER, LINK, TREE, Files, Repo, Thing, folder, submission

from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request import validating
from benchmark.chain.pull_request.checkout import PullRequestRules
from benchmark.chain.pull_request.problems import as_problem
from benchmark.chain.pull_request.pull_report import PullReport, dump_report
from benchmark.chain.pull_request.summary import ReportOrigin, summary
from benchmark.chain.pull_request.validating import CheckOptions, PullRequest, ValidationResult, validate
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import Executor
from benchmark.files.edge import validate_record

KNOWN = known_suites()
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
    repo: Repo,
    base: str,
    head: str,
    author: str = "alice",
    rows: Path | None = None,
    *,
    executor: Callable[[], Executor] = forbidden,
) -> ValidationResult:
    rules = PullRequestRules(author=author, policy=validate_record(Policy, POLICY, "policy.yml"), known=KNOWN)
    asked = PullRequest(repository=repo.folder, base=base, head=head, rules=rules, rows=rows)
    found = validate(asked, CheckOptions(executor=executor, seconds=1200))
    # Whatever was found, the next job can read what is said of it.
    assert validate_record(PullReport, json.loads(dump_report(found.report)), "report.json") == found.report
    assert found.report.outcome != "judged" or not found.report.previews
    return found


def pull(
    repo: Repo, after: Files, *, author: str = "alice", without: tuple[str, ...] = ()
) -> ValidationResult:
    """Check a pull request that adds files to BASE, or takes them away."""
    base = repo.commit(repo.tree(BASE))
    left = {path: data for path, data in BASE.items() if not str(path).startswith(without or ("\0",))}
    return check(repo, base, repo.commit(repo.tree({**left, **after}), base), author)


def told(found: ValidationResult) -> str:
    return "\n".join(error.render() for error in found.errors)


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_pull_request_is_refused_with_one_clear_line(repo: Repo, case: str) -> None:
    files, where, what = CASES[case]
    found = pull(repo, files())
    assert found.report.outcome == "refused"
    lines = [line for line in told(found).splitlines() if line.startswith(f"error: {where}")]
    assert any(what in line for line in lines), told(found)
    assert told(found).isprintable() or "\n" in told(found)
    assert all(line.isprintable() for line in told(found).splitlines())
    assert all(error.fix for error in found.errors)
    assert "/tmp/" not in told(found), "paths are those of the repository"
    page = summary(found.report, ReportOrigin())
    assert "nothing was judged" in page
    assert "\n::" not in page


def test_one_problem_is_one_line(repo: Repo) -> None:
    assert len(pull(repo, CASES["a symbolic link"][0]()).errors) == 1
    assert len(pull(repo, CASES["an executable file"][0]()).errors) == 1
    assert len(pull(repo, CASES["a YAML tag"][0]()).errors) == 1


@pytest.mark.parametrize("author", ["alice", "Bobby", "bob-", "dependabot[bot]"])
def test_the_submission_of_another_is_not_touched(repo: Repo, author: str) -> None:
    if author == "bob-":
        with pytest.raises(BadInput, match="is no GitHub login"):
            pull(repo, folder("bobs-model"), author=author)
        return
    found = pull(repo, {"submissions/bobs-model/notes.md": b"mine now\n"}, author=author)
    assert f"bobs-model belongs to bob on the base branch, not to {author}" in told(found)


@pytest.mark.parametrize(
    ("author", "slug"),
    [("bob", "bobs-model"), ("BOB", "bobs-model"), ("Dave", "carols.v2"), ("root", "bobs-model")],
)
def test_owners_and_maintainers_may(repo: Repo, author: str, slug: str) -> None:
    found = pull(repo, {f"submissions/{slug}/notes.md": b"words\n"}, author=author)
    assert (found.report.outcome, told(found)) == ("judged", "")
    assert [one.why for one in found.report.later] == ["its files are not changed here"]


def test_owners_that_the_pull_request_changes_do_not_count(repo: Repo) -> None:
    found = pull(repo, folder("bobs-model", owners="alice"))
    assert told(found).startswith(
        "error: submissions/bobs-model/submission.yaml: owners: "
        "bobs-model belongs to bob on the base branch, not to alice"
    )


def test_a_slug_is_not_taken_over_by_a_move(repo: Repo) -> None:
    """Away from its owner, or onto it."""
    away = {
        **folder("acme-1"),
        "submissions/acme-1/predictions.jsonl": BASE["submissions/bobs-model/predictions.jsonl"],
    }
    found = pull(repo, away, without=("submissions/bobs-model/",))
    assert "bobs-model belongs to bob" in told(found)
    base = repo.commit(repo.tree({**BASE, **folder("acme-1")}))
    onto = {path: data for path, data in BASE.items() if not str(path).startswith("submissions/bobs-model/")}
    found = check(repo, base, repo.commit(repo.tree({**onto, **folder("bobs-model")}), base))
    assert "bobs-model belongs to bob" in told(found)


def test_the_submission_of_another_is_not_deleted(repo: Repo) -> None:
    found = pull(repo, {}, without=("submissions/bobs-model/",))
    assert "bobs-model belongs to bob" in told(found)


def test_an_owner_may_remove_a_submission(repo: Repo) -> None:
    found = pull(repo, {}, without=("submissions/bobs-model/",), author="bob")
    assert (found.report.outcome, found.report.notes) == ("judged", ["bobs-model is removed; its rows stay"])


def test_what_cannot_be_read_on_the_base_belongs_to_the_maintainers(repo: Repo) -> None:
    for slug in ("torn", "empty-handed"):
        found = pull(repo, {f"submissions/{slug}/notes.md": b"mine\n"})
        assert f"{slug} belongs to the maintainers on the base branch, not to alice" in told(found)


def test_a_login_beyond_ascii_is_nobody(repo: Repo) -> None:
    """The sign of Kelvin in small letters is a plain k."""
    theirs = {**BASE, "submissions/zed/submission.yaml": "owners: [\u212aim]\n".encode()}
    base = repo.commit(repo.tree(theirs))
    head = repo.commit(repo.tree({**theirs, "submissions/zed/notes.md": b"x"}), base)
    assert "zed belongs to the maintainers on the base branch, not to kim" in told(
        check(repo, base, head, author="kim")
    )


def test_the_report_of_a_great_removal_can_be_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names so many and no more, as its schema says."""
    monkeypatch.setattr(validating, "SLUGS_LIMIT", 2)
    monkeypatch.setattr(validating, "NOTES_LIMIT", 2)
    many = {f"submissions/m{number}/notes.md": b"x" for number in range(3)}
    base = repo.commit(repo.tree({**BASE, **many}))
    report = check(repo, base, repo.commit(repo.tree(BASE), base), author="root").report
    assert (report.outcome, report.slugs, len(report.notes)) == ("judged", ["m0", "m1"], 2)


def test_a_slug_with_rows_is_not_free(repo: Repo, tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    (rows / "code-vision" / "rebuilt" / "acme-1").mkdir(parents=True)
    (rows / "code-vision" / "rebuilt" / "acme-1" / f"{'0' * 64}.json").touch()
    base = repo.commit(repo.tree(BASE))
    head = repo.commit(repo.tree({**BASE, **folder()}), base)
    found = check(repo, base, head, rows=rows)
    assert "acme-1 has results already, and its submission was removed" in told(found)


def test_a_pull_request_of_code_alone_is_none_of_its_business(repo: Repo) -> None:
    found = pull(repo, {"benchmark/new.py": b"x", "tests/odd \xc3\xa4.txt": b"y"})
    assert (found.report.outcome, found.errors) == ("none", ())


def test_a_200_mb_file_is_refused_by_its_size_alone(repo: Repo) -> None:
    """It is never read: its data do not even unpack."""
    whole = f"blob {200 << 20}".encode() + b"\0"
    identifier = "d" * 40
    path = repo.folder / "objects" / identifier[:2] / identifier[2:]
    path.parent.mkdir()
    path.write_bytes(zlib.compress(whole))
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": Thing(id=identifier)})
    assert f"{HERE}/predictions.jsonl: has 200.0 MiB, more than 50" in told(found)


def test_a_tree_that_stands_for_a_billion_files_ends_soon(repo: Repo) -> None:
    tree = repo.tree({f"f{number}": b"x" for number in range(10)})
    for _ in range(9):
        tree = repo.raw_tree([(TREE, b"d%d" % number, tree) for number in range(10)])
    base = repo.commit(repo.tree(BASE))
    bombed = repo.tree({**BASE, f"{HERE}/x": Thing(mode=TREE, id=tree)})
    found = check(repo, base, repo.commit(bombed, base))
    assert "changes more than 5,000 paths" in told(found)


def test_a_tree_without_bottom_ends_soon(repo: Repo) -> None:
    tree = repo.tree({"f": b"x"})
    for _ in range(60):
        tree = repo.raw_tree([(TREE, b"d", tree)])
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, HERE: Thing(mode=TREE, id=tree)}), base))
    assert "has folders more than 24 deep" in told(found)


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ([b"..", b"a"], "holds a file named '..'"),
        ([b"../../policy.yml"], "holds a file named '../../policy.yml'"),
        ([b"bobs-model/submission.yaml"], "holds a file named"),
        ([b"submission.yaml", b"submission.yaml"], "holds 'submission.yaml' twice"),
        ([b""], "holds a file named ''"),
    ],
)
def test_a_damaged_tree_is_refused(repo: Repo, entries: list[bytes], what: str) -> None:
    blob = repo.write("blob", submission())
    damaged = repo.raw_tree([("100644", name, blob) for name in entries])
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, HERE: Thing(mode=TREE, id=damaged)}), base))
    assert what in told(found)
    assert found.report.outcome == "refused"


def test_a_submission_out_of_order_does_not_pass_for_a_removed_one(repo: Repo) -> None:
    """Git does not find by its name what the whole tree shows."""
    mine = repo.tree({"submission.yaml": submission(), "predictions.jsonl": ANSWER})
    entries = [(TREE, b"zeta", repo.tree({"notes.md": b"x"})), (TREE, b"acme-1", mine)]
    disordered = Thing(mode=TREE, id=repo.raw_tree(entries))
    base = repo.commit(repo.tree({"README.md": b"x", "submissions/zeta/notes.md": b"x"}))
    found = check(repo, base, repo.commit(repo.tree({"README.md": b"x", "submissions": disordered}), base))
    assert "holds 'acme-1' out of order" in told(found)
    assert found.report.outcome == "refused"


def test_folders_are_ordered_as_git_orders_them(repo: Repo) -> None:
    """A folder stands where its name and a slash would."""
    tree = repo.raw_tree([("100644", b"a.b", repo.write("blob", b"x")), (TREE, b"a", repo.tree({"c": b"x"}))])
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, "new": Thing(mode=TREE, id=tree)}), base))
    assert (found.report.outcome, found.errors) == ("none", ())


def test_a_line_beyond_all_numbers_is_told_in_words() -> None:
    """A bomb of line ends alone: the report points at no line, and can be written."""
    problem = as_problem(BadInput("p.jsonl.gz", "line 157286401: x", "must be an object"))
    assert (problem.line, problem.field) == (None, "line 157286401: x")
    assert as_problem(BadInput("p.jsonl", "line 7: x", "is wrong")).line == 7


def test_a_tree_that_is_cut_off_is_refused(repo: Repo) -> None:
    cut = repo.write("tree", b"100644 submission.yaml\0" + b"\1" * 19)
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, HERE: Thing(mode=TREE, id=cut)}), base))
    assert "is cut off" in told(found)


def test_an_object_of_another_kind_is_refused(repo: Repo) -> None:
    tree, blob = repo.tree({"f": b"x"}), repo.write("blob", b"x")
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": Thing(id=tree)})
    assert f"its object {tree} is a tree where a blob belongs" in told(found)
    found = pull(repo, {HERE: Thing(mode=TREE, id=blob)})
    assert f"its object {blob} is a blob where a tree belongs" in told(found)


def test_the_folder_of_submissions_stays_a_folder(repo: Repo) -> None:
    found = pull(repo, {"submissions": Thing(b"/etc", LINK)}, without=("submissions/",))
    assert "submissions: is not in submissions/, but looks so" in told(found)
    assert "bobs-model belongs to bob" in told(found)


def test_an_object_that_was_not_fetched_is_our_failure(repo: Repo) -> None:
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": Thing(id="e" * 40)})
    assert found.report.outcome == "failed"
    assert isinstance(found.failure, OurFailure)
    assert "says nothing of the submission" in summary(found.report, ReportOrigin())


def test_a_merge_hides_nothing(repo: Repo) -> None:
    """A merge commit whose tree is of neither side: what differs from the fork counts."""
    base = repo.commit(repo.tree(BASE))
    one = repo.commit(repo.tree({**BASE, **folder()}), base)
    evil = repo.commit(repo.tree({**BASE, **folder(), "README.md": b"evil\n"}), one, base)
    assert "README.md: lies outside of submissions/SLUG/" in told(check(repo, base, evil))


def test_a_crossed_history_is_refused(repo: Repo) -> None:
    """With two common ancestors a change can hide: seen from the left one, README.md is as it was."""
    root = repo.commit(repo.tree(BASE))
    left = repo.commit(repo.tree({**BASE, "docs.md": b"l"}), root)
    right = repo.commit(repo.tree({**BASE, "README.md": b"mended\n"}), root)
    base = repo.commit(repo.tree({**BASE, "docs.md": b"l", "README.md": b"mended\n"}), left, right)
    head = repo.commit(repo.tree({**BASE, "docs.md": b"l", **folder()}), left, right)
    found = check(repo, base, head)
    assert "pull request: has several common ancestors with the base branch" in told(found)


def test_a_history_of_its_own_is_refused(repo: Repo) -> None:
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, **folder()})))
    assert "has no history in common with the base branch" in told(found)


def test_a_shallow_history_is_our_failure_and_says_so(repo: Repo) -> None:
    root = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, "docs.md": b"x"}), root)
    head = repo.commit(repo.tree({**BASE, **folder()}), root)
    (repo.folder / "shallow").write_text(f"{head}\n{base}\n")
    found = check(repo, base, head)
    assert found.report.outcome == "failed"
    assert found.failure is not None
    assert "fetch-depth: 0" in found.failure.render()


def test_a_shallow_history_that_holds_the_fork_is_enough(repo: Repo) -> None:
    base = repo.commit(repo.tree(BASE), "f" * 40)
    (repo.folder / "shallow").write_text(f"{base}\n")
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), base)
    assert check(repo, base, head, author="bob").report.outcome == "judged"


def test_what_the_base_has_changed_since_is_looked_at_again(repo: Repo) -> None:
    fork = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, **folder("bobs-model", owners="mallory")}), fork)
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), fork)
    assert "bobs-model belongs to mallory" in told(check(repo, base, head, author="bob")), (
        "owners are those of now"
    )
    found = check(repo, base, head, author="mallory")
    assert "submissions/bobs-model/: has changed on the base branch since" in told(found)


def test_what_the_base_has_changed_elsewhere_does_not_matter(repo: Repo) -> None:
    fork = repo.commit(repo.tree(BASE))
    base = repo.commit(repo.tree({**BASE, "README.md": b"newer\n", **folder("new-one", owners="eve")}), fork)
    head = repo.commit(repo.tree({**BASE, "submissions/bobs-model/notes.md": b"x"}), fork)
    assert check(repo, base, head, author="bob").report.slugs == ["bobs-model"]


@pytest.mark.parametrize("revision", ["", "nothing", "--all", "main^{tree}", "-x", "a" * 40])
def test_a_revision_is_a_commit(repo: Repo, revision: str) -> None:
    base = repo.commit(repo.tree(BASE))
    repo.branch("main", base)
    with pytest.raises(BadInput, match="has no commit"):
        check(repo, "main", revision)
    assert check(repo, "main", "main").report.outcome == "none"


def test_the_repository_cannot_make_git_run_anything(repo: Repo, tmp_path: Path) -> None:
    """Its configuration is a checkout's, which a step before may have changed."""
    touched = tmp_path / "touched"
    (repo.folder / "config").write_text(
        "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
        f"\tfsmonitor = touch {touched}\n\tsshCommand = touch {touched}\n\tpager = touch {touched}\n"
        f'[filter "evil"]\n\tsmudge = touch {touched}\n[diff "evil"]\n\ttextconv = touch {touched}\n'
        f"[alias]\n\tcat-file = !touch {touched}\n"
    )
    pull(repo, {**folder(), ".gitattributes": b"* filter=evil diff=evil\n"})
    assert not touched.exists()


def test_a_plain_submission_waits_for_nothing(repo: Repo) -> None:
    """The control of this file: what is sound gets as far as the judge."""
    with pytest.raises(AssertionError, match="something was judged"):
        pull(repo, {**folder(), f"{HERE}/predictions.jsonl": gzip.compress(ANSWER)})


def time_passes(*_: object, **__: object) -> None:
    """All of it, at once."""
    signal.raise_signal(signal.SIGALRM)


def test_what_cannot_be_checked_in_time_is_refused(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validating, "check", time_passes)
    found = pull(repo, folder())
    assert found.report.outcome == "refused"
    assert told(found) == (
        "error: pull request: was not checked within 20 minutes\n  fix: bring fewer and smaller files"
    )


def test_answers_that_take_all_the_time_are_judged_after_the_merge(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job that is killed would say nothing at all."""
    monkeypatch.setattr(validating, "judge_run", time_passes)
    base = repo.commit(repo.tree(BASE))
    head = repo.commit(repo.tree({**BASE, **folder()}), base)
    found = check(repo, base, head, executor=lambda: cast("Executor", None))
    assert (found.report.outcome, found.errors, found.report.previews) == ("judged", (), [])
    (later,) = found.report.later
    assert (later.slug, later.why) == (
        "acme-1", "it is judged after the merge: there was no time left of 20 minutes",
    )  # fmt: skip
