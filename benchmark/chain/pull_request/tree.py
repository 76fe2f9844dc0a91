"""Find the paths that a pull request changes, from git's objects: nothing of it is checked out.

Trees are read level by level, only where the two sides differ, and up to a limit: a few tree objects can
describe a billion files. Names stay bytes until they have been checked.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.results.git import Git, GitFailure

ENTRIES_LIMIT = 5_000  #: maximum paths that differ, folders included
DEPTH_LIMIT = 24  #: maximum parts of a path
TREE_LIMIT = 8 << 20  #: maximum bytes of all folders of one depth, as git stores them
TREE = "40000"  #: mode of a folder; the other modes are in ``results.git``
_SECONDS = 120.0  #: time limit of one call of git
_ID_BYTES = 20
_CHARACTERS_LIMIT = 120
_FETCH = "fetch the whole pull request, without a filter; if that does not help, push its commits again"
_FOLDER_MODE = re.compile(
    "0*4[0-7]{4}"
)  #: every mode that git treats as a folder, TREE and malformed variants of it


@dataclass(frozen=True, slots=True)
class TreeNode:
    """An entry of a git tree, without its name."""

    mode: str  #: a mode of ``results.git``, TREE, or an invalid one that somebody made up
    id: str


@dataclass(frozen=True, slots=True)
class PathChange:
    """A path that differs between two commits; a move is a deleted path and a new one."""

    path: bytes
    before: TreeNode | None  #: None for a new path
    after: TreeNode | None  #: None for a deleted path

    @property
    def printable_path(self) -> str:
        """The path for messages, in ASCII; in quotes only if it has odd characters or is long."""
        text = self.path.decode("utf-8", "backslashreplace")
        return (
            text
            if text.isascii() and text.isprintable() and len(text) <= _CHARACTERS_LIMIT
            else quote_value(text)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitRange:
    """The ids of the commits that define a pull request."""

    base: str  #: the last commit of the base branch
    fork: str  #: the commit at which the pull request branched off
    head: str  #: the last commit of the pull request


def fork_point(git: Git, base: str, head: str) -> str:
    """Return the commit at which a pull request branched off; ``base`` and ``head`` are commit ids.

    With exactly one fork point, merging changes exactly what differs between it and the head. With several,
    a change could hide between them, so they are refused.

    Raises:
        BadInput: if there is no fork point, or more than one.
        OurFailure: if the fetched history is too short.
    """
    try:
        found = git.text("merge-base", "--all", base, head, seconds=_SECONDS).split()
    except GitFailure as error:
        if error.stderr.strip():
            raise OurFailure(f"the history of {base} and {head} was not fetched completely", _FETCH) from None
        found = []
    if found == [base]:
        return base
    if git.text("rev-parse", "--is-shallow-repository") == "true":
        problem = f"this shallow clone lacks the commit where {head} branched off from {base}"
        raise OurFailure(problem, "fetch the whole history (fetch-depth: 0)")
    if len(found) != 1:
        problem = "has several common ancestors with" if found else "has no history in common with"
        fix = "merge the base branch into the pull request, or start a new branch from it"
        raise BadInput("pull request", "", f"{problem} the base branch", fix)
    return found[0]


def changes(git: Git, before: str, after: str, limit: int = ENTRIES_LIMIT) -> tuple[PathChange, ...]:
    """Return the paths that differ between two commits or trees, sorted.

    Args:
        git: the repository.
        before: id of a commit or a tree; empty for an empty tree.
        after: id of a commit or a tree; empty for an empty tree.
        limit: maximum number of paths, folders included.

    Raises:
        BadInput: if more paths differ, or a tree is malformed.
        OurFailure: if an object was not fetched.
    """
    found: list[PathChange] = []
    level = [(b"", _root(git, before), _root(git, after))]
    seen = 0
    for _ in range(DEPTH_LIMIT):
        trees = read_trees(git, {node.id for _, *sides in level for node in sides if node is not None})
        below: list[tuple[bytes, TreeNode | None, TreeNode | None]] = []
        for prefix, *sides in level:
            old, new = (trees[side.id] if side else {} for side in sides)
            for name in sorted(old.keys() | new.keys()):
                nodes = (old.get(name), new.get(name))
                if nodes[0] == nodes[1]:
                    continue
                seen += 1
                if seen > limit:
                    raise BadInput(
                        "pull request", "", f"changes more than {limit:,} paths", "change fewer paths"
                    )
                path = prefix + name
                if any(map(_is_file, nodes)):
                    found.append(PathChange(path, *(node if _is_file(node) else None for node in nodes)))
                if any(map(is_tree, nodes)):
                    left, right = (node if is_tree(node) else None for node in nodes)
                    below.append((path + b"/", left, right))
        if not below:
            return tuple(sorted(found, key=lambda change: change.path))
        level = below
    raise BadInput("pull request", "", f"has paths with more than {DEPTH_LIMIT} parts", "use fewer folders")


def files_in(git: Git, commit: str, folder: str, limit: int) -> tuple[PathChange, ...]:
    """Return all files in a folder of a commit, with paths relative to it; empty if there is no such folder.

    Raises:
        BadInput: if there are too many files, or a tree is malformed.
        OurFailure: if an object was not fetched.
    """
    tree = folder_ids(git, commit, [folder])[folder]
    return () if tree is None else changes(git, "", tree, limit)


def folder_ids(git: Git, commit: str, paths: Iterable[str]) -> Mapping[str, str | None]:
    """Return the tree id of each path in a commit; None if there is no folder. Paths must be plain ASCII."""
    names = list(paths)
    found = _describe_objects(git, [f"{commit}:{path}" for path in names])
    return {
        path: info[0] if info is not None and info[1] == "tree" else None
        for path, info in zip(names, found, strict=True)
    }


def blob_sizes(git: Git, identifiers: Iterable[str]) -> Iterator[int]:
    """Yield the size of each blob in bytes, without reading its content.

    Raises:
        BadInput: if an object is not a blob.
        OurFailure: if an object was not fetched.
    """
    wanted = list(identifiers)
    for identifier, info in zip(wanted, _describe_objects(git, wanted), strict=True):
        yield _checked_size(identifier, info, "blob")


def read_trees(git: Git, identifiers: Iterable[str]) -> dict[str, dict[bytes, TreeNode]]:
    """Return trees by their ids, each as a mapping of names to entries.

    Raises:
        BadInput: if the trees are too large, or malformed.
        OurFailure: if a tree was not fetched.
    """
    wanted = sorted(identifiers)
    total = 0
    for identifier, info in zip(wanted, _describe_objects(git, wanted), strict=True):
        total += _checked_size(identifier, info, "tree")
    if total > TREE_LIMIT:
        problem = f"its folders have {total:,} bytes of file names; the limit is {TREE_LIMIT:,}"
        raise BadInput("pull request", "", problem, "submit fewer files")
    data = git.run("cat-file", "--batch", feed=_lines(wanted), seconds=_SECONDS)
    found, place = {}, 0
    for identifier in wanted:
        end = data.index(b"\n", place)
        size = int(data[place:end].split()[2])
        found[identifier] = dict(_parse_tree(data[end + 1 : end + 1 + size], identifier))
        place = end + 1 + size + 1
    return found


def _parse_tree(data: bytes, identifier: str) -> Iterator[tuple[bytes, TreeNode]]:
    """Yield the entries of a tree. Git stores each as its mode, its name and 20 bytes of id."""
    place, seen, last = 0, set(), b""
    while place < len(data):
        space, end = data.find(b" ", place), data.find(b"\0", place)
        if not place < space < end or end + _ID_BYTES >= len(data):
            raise _damaged_tree(identifier, "is cut off")
        mode, name = data[place:space].decode("latin-1"), data[space + 1 : end]
        if not name or b"/" in name or name in (b".", b".."):
            raise _damaged_tree(identifier, f"has a file named {quote_value(name.decode('latin-1'))}")
        if name in seen:
            raise _damaged_tree(identifier, f"has {quote_value(name.decode('latin-1'))} twice")
        # Git searches trees in its own order, and would not find an entry that is out of order.
        order = name + b"/" if _FOLDER_MODE.fullmatch(mode) else name
        if order < last:
            raise _damaged_tree(identifier, f"has {quote_value(name.decode('latin-1'))} out of order")
        seen.add(name)
        last = order
        place = end + 1 + _ID_BYTES
        yield name, TreeNode(mode.lstrip("0"), data[end + 1 : place].hex())


def is_tree(node: TreeNode | None) -> bool:
    """Whether an entry exists and is a folder."""
    return node is not None and node.mode == TREE


def _is_file(node: TreeNode | None) -> bool:
    return node is not None and node.mode != TREE


def _root(git: Git, identifier: str) -> TreeNode | None:
    if not identifier:
        return None
    try:
        tree = git.text("rev-parse", "--verify", "--end-of-options", f"{identifier}^{{tree}}")
    except GitFailure:
        raise OurFailure(f"the tree of commit {identifier} was not fetched", _FETCH) from None
    return TreeNode(TREE, tree)


def _describe_objects(git: Git, names: Iterable[str]) -> list[tuple[str, str, int] | None]:
    """Return the id, type and size of each object; None for a missing object."""
    wanted = list(names)
    lines = git.run("cat-file", "--batch-check", feed=_lines(wanted), seconds=_SECONDS).splitlines()
    if len(lines) != len(wanted):
        raise OurFailure(f"git cat-file described {len(lines)} objects instead of {len(wanted)}", _FETCH)
    found: list[tuple[str, str, int] | None] = []
    for line in lines:
        parts = line.decode("utf-8", "replace").split(" ")
        known = len(parts) == 3 and parts[2].isdigit()  # noqa: PLR2004 - a missing object gives "NAME missing"
        found.append((parts[0], parts[1], int(parts[2])) if known else None)
    return found


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode("ascii")


def _checked_size(identifier: str, found: tuple[str, str, int] | None, kind: str) -> int:
    """Return the size of an object in bytes if it has the expected type."""
    if found is None:
        raise OurFailure(f"the object {identifier} of the pull request was not fetched", _FETCH)
    if found[1] != kind:
        raise BadInput(
            "pull request",
            "",
            f"its object {identifier} is a {found[1]}, but should be a {kind}",
            "create the commit again with plain git",
        )
    return found[2]


def _damaged_tree(identifier: str, problem: str) -> BadInput:
    fix = "create the commit again with plain git"
    return BadInput("pull request", "", f"its tree {identifier} {problem}", fix)
