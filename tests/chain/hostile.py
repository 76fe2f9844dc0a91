"""Hostile pull requests: each case has the files that it adds, and the place and message of its refusal.

They are git objects that are written byte by byte, so that they can be invalid on purpose.
"""

import hashlib
import subprocess
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.case_files import read_cases

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
ANSWER = b'{"task_id": "t", "draw": 0, "completion": "x"}\n'


def submission(slug: str = "acme-1", *, owners: str = "alice") -> bytes:
    """Return a submission.yaml."""
    text = SUBMISSION.replace("slug: acme-1", f"slug: {slug}").replace("[alice]", f"[{owners}]")
    if slug != "acme-1":  # every model has a name of its own
        text = text.replace("name: Acme One", f"name: Model {slug}")
    return text.encode()


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


Case = tuple[Callable[[], Files], str, str]  #: the files, the place in the message, the message


def _entry(given: str | dict[str, str] | None) -> TreeEntry:
    match given:
        case None:
            return TreeEntry(ANSWER)
        case {"link": target}:
            return TreeEntry(target.encode(), LINK)
        case {"submodule": identifier}:
            return TreeEntry(mode=SUBMODULE, id=identifier)
        case {"mode": mode}:
            return TreeEntry(ANSWER, mode)
    return TreeEntry(given.encode())


def _case(given: dict[str, Any]) -> Case:
    """Return a case of the file hostile.yaml, whose first lines say what its fields are."""
    files: dict[str | bytes, bytes | TreeEntry] = {}
    for slug in given.get("slugs", ["acme-1"]):
        files |= folder(slug, owners=given.get("owners", "alice"))
    if "name" in given:
        files |= with_name(given["name"])
    if "run" in given:
        files[f"{HERE}/submission.yaml"] = f"{RUN}    {given['run']}\n".encode()
    files |= {
        path.replace("./", f"{HERE}/", 1): _entry(file) for path, file in given.get("files", {}).items()
    }
    return lambda: files, f"{given['where'].replace('./', f'{HERE}/', 1)}: ", given["says"]


FOREIGN = "has non-ASCII characters in its name"
CASES: dict[str, Case] = {
    **{name: _case(given) for name, given in read_cases("chain/hostile.yaml").items()},
    "a name that is not UTF-8": (
        lambda: {**folder(), HERE.encode() + b"/a\xff.jsonl": ANSWER}, rf"{HERE}/a\xff.jsonl: ", FOREIGN),
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
    "a large submission.yaml": (
        lambda: {**folder(), f"{HERE}/submission.yaml": b"#" * 200_000},
        f"{HERE}/submission.yaml: ",
        "has 200,000 bytes; the limit is 131,072",
    ),
    "a gzip bomb": (
        lambda: {**folder(), f"{HERE}/submission.yaml": submission().replace(b"s.jsonl", b"s.jsonl.gz"),
                 f"{HERE}/predictions.jsonl.gz": bomb(64 << 20)},
        f"{HERE}/predictions.jsonl.gz: ",
        "longer than 16 MiB",
    ),
    "a gzip bomb that no run uses": (
        lambda: {**folder(), f"{HERE}/notes.json.gz": bomb(16 << 20)},
        f"{HERE}/notes.json.gz: ",
        "decompresses to more than the limit of 8 MiB",
    ),
}  # fmt: skip
