"""Hostile pull requests: each case has the files that it adds, and the place and message of its refusal.

They are git objects that are written byte by byte, so that they can be invalid on purpose.
"""

import hashlib
import subprocess
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

FILE, EXECUTABLE, LINK, SUBMODULE, TREE = "100644", "100755", "120000", "160000", "40000"


@dataclass(frozen=True)
class TreeEntry:
    """A file to write: its content and mode, or the id of an object that may be missing."""

    data: bytes = b""
    mode: str = FILE
    id: str = ""


Files = Mapping[str | bytes, bytes | TreeEntry]


class Repo:
    """A repository without a work tree."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(folder)], check=True)

    def write(self, kind: str, data: bytes) -> str:
        whole = f"{kind} {len(data)}".encode() + b"\0" + data
        identifier = hashlib.sha1(whole).hexdigest()  # noqa: S324 - git uses it
        path = self.folder / "objects" / identifier[:2] / identifier[2:]
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(zlib.compress(whole, 1))
        return identifier

    def raw_tree(self, entries: list[tuple[str, bytes, str]]) -> str:
        """Write a tree with exactly these entries (mode, name, id) in this order, and return its id."""
        lines = (f"{mode} ".encode() + name + b"\0" + bytes.fromhex(id_) for mode, name, id_ in entries)
        return self.write("tree", b"".join(lines))

    def tree(self, files: Files) -> str:
        """Write a tree of files by path, sorted as git sorts, and return its id."""
        below: dict[bytes, dict[str | bytes, bytes | TreeEntry]] = {}
        entries = []
        for path, given in files.items():
            entry = given if isinstance(given, TreeEntry) else TreeEntry(given)
            first, slash, rest = (path.encode() if isinstance(path, str) else path).partition(b"/")
            if slash:
                below.setdefault(first, {})[rest] = entry
            else:
                entries.append((entry.mode, first, entry.id or self.write("blob", entry.data)))
        entries += [(TREE, name, self.tree(inner)) for name, inner in below.items()]
        return self.raw_tree(
            sorted(entries, key=lambda entry: entry[1] + (b"/" if entry[0] == TREE else b""))
        )

    def commit(self, tree: str, *parents: str) -> str:
        who = "somebody <somebody@example.org> 1700000000 +0000"
        lines = [f"tree {tree}", *(f"parent {id_}" for id_ in parents), f"author {who}", f"committer {who}"]
        return self.write("commit", ("\n".join(lines) + "\n\nwords\n").encode())

    def branch(self, name: str, commit: str) -> None:
        path = self.folder / "refs" / "heads" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{commit}\n")


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
SUBMISSION = RUN + "    prompt: upstream\n    predictions: predictions.jsonl\n"
ANSWER = b'{"task_id": "t", "draw": 0, "completion": ""}\n'


def submission(slug: str = "acme-1", *, owners: str = "alice", more: str = "") -> bytes:
    """Return a submission.yaml with ``more`` appended."""
    text = SUBMISSION.replace("slug: acme-1", f"slug: {slug}").replace("[alice]", f"[{owners}]")
    if slug != "acme-1":  # every model has a name of its own
        text = text.replace("name: Acme One", f"name: Model {slug}")
    return (text + more).encode()


def folder(slug: str = "acme-1", *, owners: str = "alice") -> dict[str | bytes, bytes | TreeEntry]:
    """Return the files of a submission."""
    where = f"submissions/{slug}"
    return {
        f"{where}/submission.yaml": submission(slug, owners=owners),
        f"{where}/predictions.jsonl": ANSWER,
    }


HERE = "submissions/acme-1"
#: The files of the base branch: code, an example, and submissions of other people.
BASE: Files = {
    "README.md": b"Sightbench\n",
    ".github/workflows/validate.yml": b"on: pull_request\n",
    "benchmark/cli/__init__.py": b"",
    "submissions/_examples/gold/submission.yaml": b"slug: gold\n",
    "submissions/README.md": b"One folder per model.\n",
    **folder("bobs-model", owners="bob"),
    **folder("carols.v2", owners="carol, dave"),
    "submissions/torn/submission.yaml": b"owners: [alice\n",
    "submissions/empty-handed/notes.md": b"no submission.yaml\n",
}


def yaml(text: str) -> dict[str | bytes, bytes | TreeEntry]:
    return {**folder(), f"{HERE}/submission.yaml": text.encode()}


def with_name(name: str, *, slug: str = "acme-1") -> dict[str | bytes, bytes | TreeEntry]:
    """Return a submission with this display name, as written in the YAML file."""
    text = submission(slug).decode()
    line = next(line for line in text.splitlines() if line.startswith("name: "))
    return {
        **folder(slug),
        f"submissions/{slug}/submission.yaml": text.replace(line, f"name: {name}").encode(),
    }


def bomb(size: int) -> bytes:
    """Return a gzip of one line that begins as JSON and continues with spaces."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    pieces = (packer.compress(b" " * (1 << 20)) for _ in range(size >> 20))
    return b"".join([packer.compress(b"{"), *pieces, packer.flush()])


#: A manifest that declares three of four samples missing.
EXCUSES = b"""{
 "schema": "sightbench/generation/1", "digest": "%(digest)s", "started": "2026-01-01T00:00:00Z", "wanted": 4,
 "config": {"provider": "p", "model": "m", "suite": "s", "dataset": "d", "tasks": "", "setting": "flowchart",
            "prompt": "upstream", "prompt_digest": "%(digest)s"},
 "missing": {"hard-1#0": "no", "hard-2#0": "no", "hard-3#0": "no"}
}""" % {b"digest": b"0" * 64}

Case = tuple[Callable[[], Files], str, str]  #: the files, the place in the message, the message


def added(path: str, data: bytes | TreeEntry, message: str) -> Case:
    """Return the case of a submission with one more file, or with another file in its place."""
    return lambda: {**folder(), path: data}, f"{path}: ", message


def alone(path: str, data: bytes | TreeEntry, message: str) -> Case:
    """Return the case of a pull request that changes only this path."""
    return lambda: {path: data}, f"{path}: ", message


def text(content: str, place: str, message: str) -> Case:
    """Return the case of a submission whose submission.yaml has this content."""
    return lambda: yaml(content), f"{HERE}/submission.yaml: {place}", message


def named(name: str, message: str) -> Case:
    """Return the case of a submission with this display name."""
    return lambda: with_name(name), f"{HERE}/submission.yaml: line 3: name: ", message


def called(slug: str, message: str, field: str = "slug") -> Case:
    """Return the case of a submission with this slug, whose refusal names a field."""
    return lambda: folder(slug), f"submissions/{slug}/submission.yaml: {field}: ", message


def invalid(slug: str, shown: str = "") -> Case:
    """Return the case of a submission whose slug is not valid; messages may show it in another way."""
    shown = shown or repr(slug)
    place = f"submissions/{slug}" if slug.isascii() else f"'submissions/{shown[1:]}"
    return lambda: folder(slug), f"{place}: ", f"{shown} is not a valid slug"


def strange(name: str | bytes, shown: str, message: str) -> Case:
    """Return the case of a submission with a file whose name messages show in another way."""
    path = HERE.encode() + b"/" + name if isinstance(name, bytes) else f"{HERE}/{name}"
    return lambda: {**folder(), path: ANSWER}, f"{shown}: ", message


OUTSIDE, ODD = "is outside submissions/SLUG/", "has a name that some systems do not allow"
FOREIGN = "has non-ASCII characters in its name"
CASES: dict[str, Case] = {
    "a path outside submissions": added(
        "benchmark/cli/__init__.py", b"import os",
        "is outside submissions/SLUG/, but this pull request also changes a submission"),
    "a workflow next to a submission": added(".github/workflows/validate.yml", b"on: push\n", OUTSIDE),
    "an example next to a submission": added(
        "submissions/_examples/gold/submission.yaml", b"slug: evil\n", OUTSIDE),
    "a policy of its own": added("policy.yml", b"maintainers: [alice]\n", OUTSIDE),
    "attributes with a filter": added(".gitattributes", b"*.yaml filter=evil\n", OUTSIDE),
    "attributes in its own folder": added(f"{HERE}/.gitattributes", b"* filter=evil export-subst\n", ODD),
    "git's own folder in another spelling": added(f"{HERE}/.GIT/config", b"[core]\n", ODD),
    "a symbolic link": added(
        f"{HERE}/predictions.jsonl", TreeEntry(b"/etc/passwd", LINK), "is a symbolic link"),
    "a symbolic link instead of the folder": alone(
        HERE, TreeEntry(b"bobs-model", LINK),
        "is a symbolic link, but submissions/ holds one folder per submission"),
    "a link as submission.yaml": added(
        f"{HERE}/submission.yaml", TreeEntry(b"../bobs-model/submission.yaml", LINK), "is a symbolic link"),
    "a submodule": added(f"{HERE}/data", TreeEntry(mode=SUBMODULE, id="c" * 40), "is a submodule"),
    "a submodule instead of the folder": alone(
        HERE, TreeEntry(mode=SUBMODULE, id="c" * 40),
        "is a submodule, but submissions/ holds one folder per submission"),
    "a file instead of the folder": alone(
        HERE, b"x", "is a file, but submissions/ holds one folder per submission"),
    "an executable file": added(f"{HERE}/predictions.jsonl", TreeEntry(ANSWER, EXECUTABLE), "is executable"),
    "a mode that somebody made up": added(
        f"{HERE}/predictions.jsonl", TreeEntry(ANSWER, "104755"), "has the mode '104755'"),
    "a program": added(
        f"{HERE}/setup.py", b"import os", "is not a kind of file that a submission may contain"),
    "a name with two dots": added(f"{HERE}/a..jsonl", ANSWER, ODD),
    "a name that Windows reserves": added(f"{HERE}/aux.jsonl", ANSWER, ODD),
    "a look-alike of the folder of submissions": (
        lambda: {"submissi\u043ens/acme-1/submission.yaml": b"x"},
        r"'submissi\u043ens/acme-1/submission.yaml': ",
        "is not in submissions/, although its name is similar",
    ),
    "the folder of submissions in capitals": alone(
        "Submissions/acme-1/submission.yaml", b"x", "is not in submissions/, although its name is similar"),
    "a look-alike of a slug": invalid("b\u043ebs-model", r"'b\u043ebs-model'"),
    "a slug in capitals": invalid("ACME"),
    "a slug that Windows reserves": invalid("con"),
    "a slug that Windows reserves with an ending": invalid("nul.7b"),
    "folders that differ only in case": (
        lambda: {**folder(), f"{HERE}/A/x.jsonl": ANSWER, f"{HERE}/a/y.jsonl": ANSWER},
        f"{HERE}/a: ",
        f"differs from {HERE}/A only in upper and lower case",
    ),
    "a file and a folder that differ only in case": (
        lambda: {**folder(), f"{HERE}/X.jsonl": ANSWER, f"{HERE}/x.jsonl/y.jsonl": ANSWER},
        f"{HERE}/x.jsonl: ",
        f"differs from {HERE}/X.jsonl only in upper and lower case",
    ),
    "an owner who did not agree": (
        lambda: folder(owners="alice, mallory"),
        f"{HERE}/submission.yaml: line 4: owners: ",
        "lists mallory, who did not open this pull request",
    ),
    "a name that is not ASCII": strange(
        "pr\u0435dictions.jsonl", rf"'{HERE}/pr\u0435dictions.jsonl'", FOREIGN),
    "a name that is not UTF-8": strange(b"a\xff.jsonl", rf"{HERE}/a\xff.jsonl", FOREIGN),
    "a name that reverses the direction of the text": strange(
        "gz\u202elnosj.a", rf"'{HERE}/gz\u202elnosj.a'", FOREIGN),
    "a name with a line break and a command of the runner": strange(
        "a\n::set-env name=PATH::x.jsonl", rf"'{HERE}/a\n::set-env name=PATH::x.jsonl'", ODD),
    "a name with an escape sequence": strange("\x1b[2J.jsonl", rf"'{HERE}/\x1b[2J.jsonl'", ODD),
    "a name with a backslash": added(f"{HERE}/..\\..\\policy.jsonl", ANSWER, ODD),
    "a name like an option": added(f"{HERE}/--output=x.jsonl", ANSWER, ODD),
    "names that differ only in case": strange(
        "Predictions.jsonl", f"{HERE}/predictions.jsonl",
        f"differs from {HERE}/Predictions.jsonl only in upper and lower case"),
    "deeply nested folders": added(f"{HERE}/a/b/c/d/e.jsonl", ANSWER, "is 4 folders deep"),
    "a very long name": (
        lambda: {**folder(), f"{HERE}/{'a' * 3000}.jsonl": ANSWER},
        f"'{HERE}/aaaa",
        "has a path of 3025 characters",
    ),
    "too many files": (
        lambda: {**folder(), **{f"{HERE}/{number}.jsonl": ANSWER for number in range(60)}},
        "pull request: ",
        "its submissions have 62 files; the limit is 50",
    ),
    "too many submissions": (
        lambda: {path: data for number in range(7) for path, data in folder(f"many-{number}").items()},
        "pull request: ",
        "touches 7 submissions; the limit is 5",
    ),
    "a large submission.yaml": text("#" * 200_000, "", "has 200,000 bytes; the limit is 131,072"),
    "a gzip bomb": (
        lambda: {**yaml(submission(more="").decode().replace("s.jsonl", "s.jsonl.gz")),
                 f"{HERE}/predictions.jsonl.gz": bomb(64 << 20)},
        f"{HERE}/predictions.jsonl.gz: ",
        "longer than 16 MiB",
    ),
    "a gzip bomb that no run uses": (
        lambda: {**folder(), f"{HERE}/notes.json.gz": bomb(16 << 20)},
        f"{HERE}/notes.json.gz: ",
        "decompresses to more than the limit of 8 MiB",
    ),
    "a YAML tag": text(
        "name: !!python/object/apply:os.system ['touch /tmp/x']\n", "line 1: name: ",
        "the tag 'tag:yaml.org,2002:python/object/apply:os.system' is not allowed"),
    "a model that needs a GPU and is not listed": text(
        RUN + "    model: {provider: local, model: evil/weights}\n", "line 10: runs[0].model.model: ",
        "'evil/weights' needs a GPU, but policy.yml does not list it"),
    "a key that would be sent to a foreign host": (
        lambda: yaml(RUN + "    model: {provider: openai, model: m, base_url: 'https://evil.org/v1', "
                     "api_key_env: ZHIPU_API_KEY}\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].model.api_key_env: ",
        "CI has no key ZHIPU_API_KEY",
    ),
    "a budget over the limit of the policy": (
        lambda: yaml(RUN + "    model: {provider: replay, model: predictions.jsonl, max_cost: 1000.0}\n"),
        f"{HERE}/submission.yaml: line 10: runs[0].model.max_cost: ",
        "1000 US dollars is more than the 10",
    ),
    "the name of a baseline": called("gold", "gold is the name of a baseline of the benchmark"),
    "a slug that is similar to another": called(
        "carols-v2", "carols-v2 is too similar to carols.v2, which is already taken"),
    "two slugs that are similar": (
        lambda: {**folder("q-1"), **folder("q.1")}, "submissions/q.1/submission.yaml: slug: ",
        "q.1 is too similar to q-1, which is already taken",
    ),
    "a slug that differs in 1 and l": called(
        "caro1s.v2", "caro1s.v2 is too similar to carols.v2, which is already taken"),
    "a slug that differs in 0 and o": called(
        "b0bs-model", "b0bs-model is too similar to bobs-model, which is already taken"),
    "a slug like a baseline's": called("g0ld", "g0ld is too similar to gold, which is already taken"),
    "a slug like a reserved one": called("vend0r-9", "vend0r-9 belongs to vendor", "owners"),
    "the name of another model": named(
        "Model bobs-model",
        "'Model bobs-model' is too similar to 'Model bobs-model', the name of another model"),
    "a name in other case and spacing": named("MODEL  Bob's Model", "is too similar to 'Model bobs-model'"),
    "a name with a digit for a letter": named("Mode1 b0bs-model", "is too similar to 'Model bobs-model'"),
    "a name with Cyrillic letters": named(
        "M\u043edel b\u043ebs-model", "'M\\u043edel' mixes letters of alphabets that look alike"),
    "a name with accents": named("Mod\u00e9l b\u00f6bs-model", "is too similar to 'Model bobs-model'"),
    "a name in wide letters": named(
        "\uff2d\uff4f\uff44\uff45\uff4c bobs-model", "is too similar to 'Model bobs-model'"),
    "the slug of another model as a name": named(
        "Bobs Model", "'Bobs Model' is too similar to 'Model bobs-model', the name of another model"),
    "a display name like a baseline": named(
        "Gold", "'Gold' is too similar to gold, the name of another model"),
    "a name without letters": named("'. - .'", "has no letter and no digit"),
    "a name that is a log command": named("'::error::Acme'", "has a command for GitHub's runner"),
    "a name with an old log command": named("'Acme ##[add-mask]One'", "has a command for GitHub's runner"),
    "two models with one name": (
        lambda: {**folder(), **with_name("Acme 0ne", slug="acme-2")},
        "submissions/acme-2/submission.yaml: line 3: name: ",
        "'Acme 0ne' is too similar to 'Acme One', the name of another model",
    ),
    "a slug that is reserved for somebody": called(
        "vendor-9", "vendor-9 belongs to vendor on the base branch, not to alice", "owners"),
    "a slug that is similar to a reserved one": called(
        "vendor.9", "vendor.9 belongs to vendor on the base branch, not to alice", "owners"),
    "a submission for somebody else": (
        lambda: folder(owners="bob"), f"{HERE}/submission.yaml: line 4: owners: ",
        "does not list alice, who opened this pull request",
    ),
    "an API key": (
        lambda: {**folder(), f"{HERE}/predictions.generation.json": b'{"key": "sk-abcdef0123456789abcdef"}'},
        f"{HERE}/predictions.generation.json: line 1: ",
        "contains what looks like an API key (not shown here)",
    ),
    "a manifest that declares hard tasks missing": (
        lambda: {**folder(), f"{HERE}/predictions.generation.json": EXCUSES},
        f"{HERE}/predictions.generation.json: missing: ",
        "lists 3 of 4 samples as missing; the limit is 1%",
    ),
    "no submission.yaml": (
        lambda: {f"{HERE}/predictions.jsonl": ANSWER}, f"{HERE}/submission.yaml: ", "is missing",
    ),
}  # fmt: skip
