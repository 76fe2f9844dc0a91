"""What a pull request would change, read from git's objects: nothing of it is checked out.

Trees are read level by level and only where the two sides differ, within bounds: a tree of a few objects can
stand for a billion files. Names are bytes until they have been looked at.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from benchmark.core.errors import BadInput, OurFailure, shown
from benchmark.results.git import Git, GitFailure

ENTRIES_LIMIT = 5_000  #: paths that differ, folders included
DEPTH_LIMIT = 24  #: parts of a path
TREE_LIMIT = 8 << 20  #: bytes of all trees of one level
TREE = "40000"  #: mode of a folder; others are in ``results.objects``
_SECONDS = 120.0  #: for one call of git
_ID_BYTES = 20
_SHOWN = 120
_FOLDER_MODE = re.compile("0*4[0-7]{4}")  #: whatever git takes for a folder, TREE and what is not quite it


@dataclass(frozen=True, slots=True)
class TreeNode:
    """What a tree holds under one name."""

    mode: str  #: as in ``results.objects``, TREE, or what somebody made up
    id: str


@dataclass(frozen=True, slots=True)
class PathChange:
    """A path that differs; a move is a path that goes and one that comes."""

    path: bytes
    before: TreeNode | None  #: None for a new path
    after: TreeNode | None  #: None for a deleted one

    @property
    def shown(self) -> str:
        """For messages: plain ASCII, without quotes where nothing needs them."""
        text = self.path.decode("utf-8", "backslashreplace")
        return text if text.isascii() and text.isprintable() and len(text) <= _SHOWN else shown(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitRange:
    """The commits between which a pull request lies, as ids."""

    base: str  #: the base branch now
    fork: str  #: where the pull request left it
    head: str  #: its last commit


def fork_point(git: Git, base: str, head: str) -> str:
    """Where a pull request left the base branch; both ends are ids of commits.

    Merging it changes exactly what differs between the fork point and the head, if there is only one such
    point; with several, a change could hide between them.

    Raises:
        BadInput: for histories that do not say where the fork is.
        OurFailure: when too little of them was fetched.
    """
    try:
        found = git.text("merge-base", "--all", base, head, seconds=_SECONDS).split()
    except GitFailure as error:
        if error.stderr.strip():
            raise
        found = []
    if found == [base]:
        return base
    if git.text("rev-parse", "--is-shallow-repository") == "true":
        problem = f"{git.folder}: the fork of {head} from {base} is not in this shallow clone"
        raise OurFailure(problem, "fetch all of the history: fetch-depth: 0")
    if len(found) != 1:
        problem = "has several common ancestors with" if found else "has no history in common with"
        fix = "merge the base branch into the pull request, or begin again from it"
        raise BadInput("pull request", "", f"{problem} the base branch", fix)
    return found[0]


def changes(git: Git, before: str, after: str, limit: int = ENTRIES_LIMIT) -> tuple[PathChange, ...]:
    """Paths that differ between two commits or trees, in order.

    Args:
        git: of the repository.
        before: id of a commit or a tree; empty for no tree at all.
        after: likewise.
        limit: of paths, folders included.

    Raises:
        BadInput: for more than that, and trees that no git would write.
        OurFailure: when an object is not here.
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
                one, other = old.get(name), new.get(name)
                if one == other:
                    continue
                seen += 1
                if seen > limit:
                    raise BadInput("pull request", "", f"changes more than {limit:,} paths", "bring less")
                path = prefix + name
                if _is_file(one) or _is_file(other):
                    before_it, after_it = (side if _is_file(side) else None for side in (one, other))
                    found.append(PathChange(path, before_it, after_it))
                if is_tree(one) or is_tree(other):
                    left, right = (side if is_tree(side) else None for side in (one, other))
                    below.append((path + b"/", left, right))
        if not below:
            return tuple(sorted(found, key=lambda change: change.path))
        level = below
    raise BadInput("pull request", "", f"has folders more than {DEPTH_LIMIT} deep", "flatten them")


def files_below(git: Git, commit: str, folder: str, limit: int) -> tuple[PathChange, ...]:
    """Everything in a folder of a commit, with paths below it; nothing where there is no folder.

    Raises:
        BadInput: as :func:`changes`.
    """
    tree = folders(git, commit, [folder])[folder]
    return () if tree is None else changes(git, "", tree, limit)


def folders(git: Git, commit: str, paths: Iterable[str]) -> Mapping[str, str | None]:
    """Ids of the trees at these plain paths of a commit; None where there is no folder."""
    asked = list(paths)
    found = _described(git, [f"{commit}:{path}" for path in asked])
    return {
        path: one[0] if one is not None and one[1] == "tree" else None
        for path, one in zip(asked, found, strict=True)
    }


def sizes(git: Git, identifiers: Iterable[str]) -> Iterator[int]:
    """Bytes of each blob, without reading any.

    Raises:
        BadInput: for what is no blob.
        OurFailure: when one is not here.
    """
    asked = list(identifiers)
    for identifier, one in zip(asked, _described(git, asked), strict=True):
        yield _size(git, identifier, one, "blob")


def read_trees(git: Git, identifiers: Iterable[str]) -> dict[str, dict[bytes, TreeNode]]:
    """Trees by their ids.

    Raises:
        BadInput: for too large ones, and those that no git would write.
        OurFailure: when one is not here.
    """
    asked = sorted(identifiers)
    total = 0
    for identifier, one in zip(asked, _described(git, asked), strict=True):
        total += _size(git, identifier, one, "tree")
    if total > TREE_LIMIT:
        raise BadInput("pull request", "", f"has folders of {total:,} bytes of names", "bring fewer files")
    data = git.run("cat-file", "--batch", feed=_lines(asked), seconds=_SECONDS)
    found, place = {}, 0
    for identifier in asked:
        end = data.index(b"\n", place)
        size = int(data[place:end].split()[2])
        found[identifier] = dict(_nodes(data[end + 1 : end + 1 + size], identifier))
        place = end + 1 + size + 1
    return found


def _nodes(data: bytes, identifier: str) -> Iterator[tuple[bytes, TreeNode]]:
    """The entries of a tree, as git stores them: mode, name, 20 bytes of id."""
    place, seen, last = 0, set(), b""
    while place < len(data):
        space, end = data.find(b" ", place), data.find(b"\0", place)
        if not place < space < end or end + _ID_BYTES >= len(data):
            raise _damaged(identifier, "is cut off")
        mode, name = data[place:space].decode("latin-1"), data[space + 1 : end]
        if not name or b"/" in name or name in (b".", b".."):
            raise _damaged(identifier, f"holds a file named {shown(name.decode('latin-1'))}")
        if name in seen:
            raise _damaged(identifier, f"holds {shown(name.decode('latin-1'))} twice")
        # Git looks names up in its own order, and would not find what stands elsewhere.
        order = name + b"/" if _FOLDER_MODE.fullmatch(mode) else name
        if order < last:
            raise _damaged(identifier, f"holds {shown(name.decode('latin-1'))} out of order")
        seen.add(name)
        last = order
        place = end + 1 + _ID_BYTES
        yield name, TreeNode(mode.lstrip("0"), data[end + 1 : place].hex())


def is_tree(node: TreeNode | None) -> bool:
    """Whether there is a folder."""
    return node is not None and node.mode == TREE


def _is_file(node: TreeNode | None) -> bool:
    return node is not None and node.mode != TREE


def _root(git: Git, identifier: str) -> TreeNode | None:
    if not identifier:
        return None
    return TreeNode(TREE, git.text("rev-parse", "--verify", "--end-of-options", f"{identifier}^{{tree}}"))


def _described(git: Git, names: Iterable[str]) -> list[tuple[str, str, int] | None]:
    """Id, type and size of objects; None for one that is not there."""
    asked = list(names)
    lines = git.run("cat-file", "--batch-check", feed=_lines(asked), seconds=_SECONDS).splitlines()
    if len(lines) != len(asked):
        raise OurFailure(f"git cat-file answered {len(lines)} of {len(asked)} questions")
    found: list[tuple[str, str, int] | None] = []
    for line in lines:
        parts = line.decode("utf-8", "replace").split(" ")
        known = len(parts) == 3 and parts[2].isdigit()  # noqa: PLR2004 - else "NAME missing"
        found.append((parts[0], parts[1], int(parts[2])) if known else None)
    return found


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode("ascii")


def _size(git: Git, identifier: str, found: tuple[str, str, int] | None, kind: str) -> int:
    """Bytes of an object that must be of a kind."""
    if found is None:
        problem = f"{git.folder}: has no object {identifier}"
        raise OurFailure(problem, "fetch the pull request without a filter")
    if found[1] != kind:
        raise BadInput(
            "pull request",
            "",
            f"its object {identifier} is a {found[1]} where a {kind} belongs",
            "commit it again with git itself",
        )
    return found[2]


def _damaged(identifier: str, problem: str) -> BadInput:
    return BadInput("pull request", "", f"its tree {identifier} {problem}", "commit it again with git itself")
