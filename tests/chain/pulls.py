"""Pull requests on disk: git objects written byte by byte, so that they can be invalid on purpose."""

import hashlib
import subprocess
import zlib
from collections.abc import Mapping
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


SUBMISSION = b"""schema: sightbench/submission/1
slug: acme-1
name: Acme One
owners: [alice]
runs:
  - suite: code-vision
    dataset: rebuilt
    setting: flowchart
    protocol: cool-1
    prompt: upstream
    predictions: predictions.jsonl
"""
ANSWER = b'{"task_id": "t", "draw": 0, "completion": ""}\n'


def submission(slug: str = "acme-1", *, owners: str = "alice", more: str = "") -> bytes:
    """Return a submission.yaml with ``more`` appended."""
    text = SUBMISSION.decode().replace("slug: acme-1", f"slug: {slug}").replace("[alice]", f"[{owners}]")
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
