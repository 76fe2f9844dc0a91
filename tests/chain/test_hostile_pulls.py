"""Pull requests that no honest person sends: each is refused with one clear line, and nothing of it runs.

Real git objects on disk. No test of this file judges: whatever would, fails.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from pulls import ANSWER, EXECUTABLE, LINK, SUBMODULE, TREE, Files, Repo, Thing, folder, submission

from benchmark.chain.bringing import Rules
from benchmark.chain.policy import Policy
from benchmark.chain.summary import Around, summary
from benchmark.chain.validating import Asked, Means, Validated, validate
from benchmark.cli.offered import known_suites
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import Executor
from benchmark.files.edge import validated

KNOWN = known_suites()
#: What is there before: code, an example, and three submissions of others.
BASE: Files = {
    "README.md": b"Sightbench\n",
    ".github/workflows/validate.yml": b"on: pull_request\n",
    "benchmark/cli/__init__.py": b"",
    "submissions/_examples/gold/submission.yaml": b"slug: gold\n",
    "submissions/README.md": b"One folder a model.\n",
    **folder("bobs-model", owners="bob"),
    **folder("carols.v2", owners="carol, dave"),
    "submissions/torn/submission.yaml": b"owners: [alice\n",
    "submissions/empty-handed/notes.md": b"no submission.yaml\n",
}
POLICY: Mapping[str, object] = {
    "schema": "sightbench/policy/1",
    "maintainers": ["root"],
    "owners": {"vendor-*": ["vendor"]},
}
HERE = "submissions/acme-1"


def forbidden() -> Executor:
    raise AssertionError("something was judged")


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return Repo(tmp_path / "repo.git")


def check(repo: Repo, base: str, head: str, author: str = "alice", rows: Path | None = None) -> Validated:
    rules = Rules(author=author, policy=validated(Policy, POLICY, "policy.yml"), known=KNOWN)
    asked = Asked(repository=repo.folder, base=base, head=head, rules=rules, rows=rows)
    found = validate(asked, Means(executor=forbidden))
    assert found.report.outcome != "judged" or not found.report.previews
    return found


def pull(repo: Repo, after: Files, *, author: str = "alice", without: tuple[str, ...] = ()) -> Validated:
    """Check a pull request that adds files to BASE, or takes them away."""
    base = repo.commit(repo.tree(BASE))
    left = {path: data for path, data in BASE.items() if not str(path).startswith(without or ("\0",))}
    return check(repo, base, repo.commit(repo.tree({**left, **after}), base), author)


def told(found: Validated) -> str:
    return "\n".join(error.render() for error in found.errors)


def yaml(text: str) -> dict[str | bytes, bytes | Thing]:
    return {**folder(), f"{HERE}/submission.yaml": text.encode()}


def bomb(size: int) -> bytes:
    """Gzip of one line that begins as JSON and goes on with spaces."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    pieces = (packer.compress(b" " * (1 << 20)) for _ in range(size >> 20))
    return b"".join([packer.compress(b"{"), *pieces, packer.flush()])


RUN = """schema: sightbench/submission/1
slug: acme-1
name: Acme One
owners: [alice]
runs:
  - suite: code-vision
    dataset: rebuilt
    setting: flowchart
    protocol: cool-1
"""

CASES: dict[str, tuple[Callable[[], Files], str, str]] = {
    # path by path: files → (what stands there), where, what is said
    "a path outside of submissions": (
        lambda: {**folder(), "benchmark/cli/__init__.py": b"import os"},
        "benchmark/cli/__init__.py: ",
        "lies outside of submissions/SLUG/, in a pull request that brings a submission",
    ),
    "a workflow beside a submission": (
        lambda: {**folder(), ".github/workflows/validate.yml": b"on: push\n"},
        ".github/workflows/validate.yml: ",
        "lies outside of submissions/SLUG/",
    ),
    "an example beside a submission": (
        lambda: {**folder(), "submissions/_examples/gold/submission.yaml": b"slug: evil\n"},
        "submissions/_examples/gold/submission.yaml: ",
        "lies outside of submissions/SLUG/",
    ),
    "a policy of its own": (
        lambda: {**folder(), "policy.yml": b"maintainers: [alice]\n"},
        "policy.yml: ",
        "lies outside of submissions/SLUG/",
    ),
    "attributes with a filter": (
        lambda: {**folder(), ".gitattributes": b"*.yaml filter=evil\n"},
        ".gitattributes: ",
        "lies outside of submissions/SLUG/",
    ),
    "attributes in its own folder": (
        lambda: {**folder(), f"{HERE}/.gitattributes": b"* filter=evil export-subst\n"},
        f"{HERE}/.gitattributes: ",
        "has a name that not every system takes",
    ),
    "git's own folder in another spelling": (
        lambda: {**folder(), f"{HERE}/.GIT/config": b"[core]\n"},
        f"{HERE}/.GIT/config: ",
        "has a name that not every system takes",
    ),
    "a symbolic link": (
        lambda: {**folder(), f"{HERE}/predictions.jsonl": Thing(b"/etc/passwd", LINK)},
        f"{HERE}/predictions.jsonl: ",
        "is a symbolic link",
    ),
    "a symbolic link instead of the folder": (
        lambda: {HERE: Thing(b"bobs-model", LINK)},
        f"{HERE}: ",
        "is a symbolic link where a submission's folder belongs",
    ),
    "a link as submission.yaml": (
        lambda: {**folder(), f"{HERE}/submission.yaml": Thing(b"../bobs-model/submission.yaml", LINK)},
        f"{HERE}/submission.yaml: ",
        "is a symbolic link",
    ),
    "a submodule": (
        lambda: {**folder(), f"{HERE}/data": Thing(mode=SUBMODULE, id="c" * 40)},
        f"{HERE}/data: ",
        "is a submodule",
    ),
    "a submodule instead of the folder": (
        lambda: {HERE: Thing(mode=SUBMODULE, id="c" * 40)},
        f"{HERE}: ",
        "is a submodule where a submission's folder belongs",
    ),
    "a file instead of the folder": (
        lambda: {HERE: b"x"},
        f"{HERE}: ",
        "is a file where a submission's folder belongs",
    ),
    "an executable file": (
        lambda: {**folder(), f"{HERE}/predictions.jsonl": Thing(ANSWER, EXECUTABLE)},
        f"{HERE}/predictions.jsonl: ",
        "is executable",
    ),
    "a mode that somebody made up": (
        lambda: {**folder(), f"{HERE}/predictions.jsonl": Thing(ANSWER, "104755")},
        f"{HERE}/predictions.jsonl: ",
        "has the mode '104755'",
    ),
    "a program": (
        lambda: {**folder(), f"{HERE}/setup.py": b"import os"},
        f"{HERE}/setup.py: ",
        "is no kind of file that a submission holds",
    ),
    "a name with two dots": (
        lambda: {**folder(), f"{HERE}/a..jsonl": ANSWER},
        f"{HERE}/a..jsonl: ",
        "has a name that not every system takes",
    ),
    "a name that Windows keeps": (
        lambda: {**folder(), f"{HERE}/aux.jsonl": ANSWER},
        f"{HERE}/aux.jsonl: ",
        "has a name that not every system takes",
    ),
    "a look-alike of the folder of submissions": (
        lambda: {"submissi\u043ens/acme-1/submission.yaml": b"x"},
        r"'submissi\u043ens/acme-1/submission.yaml': ",
        "is not in submissions/, but looks so",
    ),
    "the folder of submissions in capitals": (
        lambda: {"Submissions/acme-1/submission.yaml": b"x"},
        "Submissions/acme-1/submission.yaml: ",
        "is not in submissions/, but looks so",
    ),
    "a look-alike of a slug": (
        lambda: folder("b\u043ebs-model"),
        r"'submissions/b\u043ebs-model/predictions.jsonl': ",
        r"'b\u043ebs-model' is no slug",
    ),
    "a slug in capitals": (
        lambda: folder("ACME"),
        "submissions/ACME/predictions.jsonl: ",
        "'ACME' is no slug",
    ),
    "a name that is not ASCII": (
        lambda: {**folder(), f"{HERE}/pr\u0435dictions.jsonl": ANSWER},
        rf"'{HERE}/pr\u0435dictions.jsonl': ",
        "has characters beyond ASCII in its name",
    ),
    "a name that is not UTF-8": (
        lambda: {**folder(), f"{HERE}/".encode() + b"a\xff.jsonl": ANSWER},
        rf"{HERE}/a\xff.jsonl: ",
        "has characters beyond ASCII in its name",
    ),
    "a name that turns the direction of the line": (
        lambda: {**folder(), f"{HERE}/gz\u202elnosj.a": ANSWER},
        rf"'{HERE}/gz\u202elnosj.a': ",
        "has characters beyond ASCII in its name",
    ),
    "a name with a line end and a command of the runner": (
        lambda: {**folder(), f"{HERE}/a\n::set-env name=PATH::x.jsonl": ANSWER},
        rf"'{HERE}/a\n::set-env name=PATH::x.jsonl': ",
        "has a name that not every system takes",
    ),
    "a name with an escape sequence": (
        lambda: {**folder(), f"{HERE}/\x1b[2J.jsonl": ANSWER},
        rf"'{HERE}/\x1b[2J.jsonl': ",
        "has a name that not every system takes",
    ),
    "a name with a backslash": (
        lambda: {**folder(), f"{HERE}/..\\..\\policy.jsonl": ANSWER},
        f"{HERE}/..\\..\\policy.jsonl: ",
        "has a name that not every system takes",
    ),
    "a name like an option": (
        lambda: {**folder(), f"{HERE}/--output=x.jsonl": ANSWER},
        f"{HERE}/--output=x.jsonl: ",
        "has a name that not every system takes",
    ),
    "names that differ by case only": (
        lambda: {**folder(), f"{HERE}/Predictions.jsonl": ANSWER},
        f"{HERE}/predictions.jsonl: ",
        f"differs from {HERE}/Predictions.jsonl by the case of letters only",
    ),
    "folders in folders": (
        lambda: {**folder(), f"{HERE}/a/b/c/d/e.jsonl": ANSWER},
        f"{HERE}/a/b/c/d/e.jsonl: ",
        "lies 4 folders deep",
    ),
    "a name without end": (
        lambda: {**folder(), f"{HERE}/{'a' * 3000}.jsonl": ANSWER},
        f"'{HERE}/aaaa",
        "has a path of 3025 characters",
    ),
    "too many files": (
        lambda: {**folder(), **{f"{HERE}/{number}.jsonl": ANSWER for number in range(60)}},
        "pull request: ",
        "its submissions have 62 files, more than 50",
    ),
    "too many submissions": (
        lambda: {path: data for number in range(7) for path, data in folder(f"many-{number}").items()},
        "pull request: ",
        "touches 7 submissions, more than 5",
    ),
    "a large submission.yaml": (
        lambda: yaml("#" * 200_000),
        f"{HERE}/submission.yaml: ",
        "has 200,000 bytes, more than 131,072",
    ),
    "a gzip bomb": (
        lambda: {**yaml(submission(more="").decode().replace("s.jsonl", "s.jsonl.gz")),
                 f"{HERE}/predictions.jsonl.gz": bomb(64 << 20)},
        f"{HERE}/predictions.jsonl.gz: ",
        "longer than 16 MiB",
    ),
    "a gzip bomb that nothing names": (
        lambda: {**folder(), f"{HERE}/notes.json.gz": bomb(16 << 20)},
        f"{HERE}/notes.json.gz: ",
        "decompresses to more than the limit of 8 MiB",
    ),
    "a YAML bomb": (
        lambda: yaml("a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{one}: &{one} [*{other},*{other},*{other},*{other},*{other},*{other},*{other}]\n"
            for other, one in zip("abcdefgh", "bcdefghi", strict=True))),
        f"{HERE}/submission.yaml: line 1: a: ",
        "an anchor, 'a'",
    ),
    "deep YAML": (
        lambda: yaml("a: " + "[" * 20_000),
        f"{HERE}/submission.yaml: line 1: ",
        "nested more than 32 deep",
    ),
    "a YAML tag": (
        lambda: yaml("name: !!python/object/apply:os.system ['touch /tmp/x']\n"),
        f"{HERE}/submission.yaml: line 1: name: ",
        "a tag, 'tag:yaml.org,2002:python/object/apply:os.system'",
    ),
    "a duplicate key": (
        lambda: yaml(submission().decode() + "slug: bobs-model\n"),
        f"{HERE}/submission.yaml: line 12: ",
        "duplicate key 'slug'",
    ),
    "HTML in a name": (
        lambda: yaml(submission().decode().replace("Acme One", "<img src=x onerror=alert(1)>")),
        f"{HERE}/submission.yaml: line 3: name: ",
        "has markup ('<')",
    ),
    "a javascript link": (
        lambda: yaml(submission().decode() + "links:\n  paper: 'javascript:alert(1)'\n"),
        f"{HERE}/submission.yaml: line 13: links.paper: ",
        "must be an https:// link",
    ),
    "a slug that is not its folder": (
        lambda: yaml(submission("bobs-model").decode()),
        f"{HERE}/submission.yaml: line 2: slug: ",
        "bobs-model is not the name of the folder, 'acme-1'",
    ),
    "a model on no list that asks for a GPU": (
        lambda: yaml(RUN + "    model: {provider: local, model: evil/weights}\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].model.model: ",
        "'evil/weights' asks for a GPU and is on no list of policy.yml",
    ),
    "a key that would go to a stranger": (
        lambda: yaml(RUN + "    model: {provider: openai, model: m, base_url: 'https://evil.org/v1', "
                     "api_key_env: ZHIPU_API_KEY}\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].model.api_key_env: ",
        "CI has no key ZHIPU_API_KEY",
    ),
    "a budget beyond the policy's": (
        lambda: yaml(RUN + "    model: {provider: replay, model: predictions.jsonl, max_cost: 1000.0}\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].model.max_cost: ",
        "1000 US dollars is more than the 10",
    ),
    "predictions outside of the folder": (
        lambda: yaml(submission().decode().replace("predictions.jsonl", "../bobs-model/predictions.jsonl")),
        f"{HERE}/submission.yaml: line 11: runs[0].predictions: ",
        "must be a path inside the folder",
    ),
    "a baseline that scores 1.0": (
        lambda: yaml(RUN + "    baseline: gold\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].baseline: ",
        "is for the bundled examples only",
    ),
    "a name of the benchmark itself": (
        lambda: folder("gold"),
        "submissions/gold/submission.yaml: slug: ",
        "gold is a name of the benchmark itself",
    ),
    "a slug that reads like another": (
        lambda: folder("carols-v2"), "submissions/carols-v2/submission.yaml: slug: ",
        "carols-v2 reads like carols.v2, which is taken",
    ),
    "a slug that is kept for somebody": (
        lambda: folder("vendor-9"), "submissions/vendor-9/submission.yaml: owners: ",
        "vendor-9 belongs to vendor on the base branch, not to alice",
    ),
    "a submission for somebody else": (
        lambda: folder(owners="bob"), f"{HERE}/submission.yaml: line 4: owners: ",
        "do not name alice, who brings the submission",
    ),
    "an API key": (
        lambda: {**folder(), f"{HERE}/predictions.generation.json": b'{"key": "sk-abcdef0123456789abcdef"}'},
        f"{HERE}/predictions.generation.json: line 1: ",
        "holds what looks like an API key (not shown here)",
    ),
    "no submission.yaml": (
        lambda: {f"{HERE}/predictions.jsonl": ANSWER}, f"{HERE}/submission.yaml: ", "is missing",
    ),
}  # fmt: skip


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
    page = summary(found.report, Around())
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


def test_a_slug_with_rows_is_not_free(repo: Repo, tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    (rows / "code-vision" / "rebuilt" / "acme-1").mkdir(parents=True)
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


def test_a_tree_that_is_cut_off_is_refused(repo: Repo) -> None:
    cut = repo.write("tree", b"100644 submission.yaml\0" + b"\1" * 19)
    base = repo.commit(repo.tree(BASE))
    found = check(repo, base, repo.commit(repo.tree({**BASE, HERE: Thing(mode=TREE, id=cut)}), base))
    assert found.report.outcome in ("refused", "failed")
    assert not found.report.previews


def test_an_object_that_was_not_fetched_is_our_failure(repo: Repo) -> None:
    found = pull(repo, {**folder(), f"{HERE}/predictions.jsonl": Thing(id="e" * 40)})
    assert found.report.outcome == "failed"
    assert isinstance(found.failure, OurFailure)
    assert "says nothing of the submission" in summary(found.report, Around())


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


def test_a_report_of_anything_is_a_sound_report(repo: Repo) -> None:
    """Whatever was refused, the next job can read what is said of it."""
    for case in (
        "a name with a line end and a command of the runner",
        "a name that is not UTF-8",
        "a YAML bomb",
    ):
        found = pull(repo, CASES[case][0]())
        again = type(found.report).model_validate(json.loads(found.report.model_dump_json(by_alias=True)))
        assert again == found.report


def test_a_plain_submission_waits_for_nothing(repo: Repo) -> None:
    """The control of this file: what is sound gets as far as the judge."""
    with pytest.raises(AssertionError, match="something was judged"):
        pull(repo, {**folder(), f"{HERE}/predictions.jsonl": gzip.compress(ANSWER)})
