"""Check the paths and owners of a pull request, and write its submissions to a fresh folder.

Who may change a submission is decided by the owners on the base branch, never by the pull request.

No file is read before its path, kind, size and owner pass, and no program of the pull request runs: git's
trees are read as data, level by level, only where the two sides differ, and up to a limit. A few tree objects
can describe a billion files. Names stay bytes until they have been checked.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, get_args

from benchmark.chain.plan.ownership import owns
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, quote_value
from benchmark.core.lookalike import slug_key
from benchmark.core.names import is_slug
from benchmark.files.atomic import make_folder
from benchmark.results.git import FILE, Git, GitFailure, blobs, entries
from benchmark.results.layout import OWNERS
from benchmark.results.ledger import row_files
from benchmark.results.owners import read_owners
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT, OwnedSubmission, read_owned
from benchmark.submissions.files import (
    EXECUTABLE,
    OTHER_NAMES,
    REGULAR,
    SUBMISSIONS,
    SubmissionFile,
    file_problems,
    invalid_slug,
    loose_entry,
    misplaced,
    printable_path,
    pull_problem,
)
from benchmark.submissions.rules import not_its_owner, slug_rules
from benchmark.submissions.schema import Baseline


@dataclass(frozen=True, kw_only=True)
class PullRequest:
    """A pull request to check, and what it is checked against."""

    repository: Path  #: a clone that has both commits
    base: str  #: commit of the base branch
    head: str  #: last commit of the pull request
    author: str  #: login of the account that opened the pull request
    author_id: int = 0  #: number of that account; 0 if unknown, which no recorded owner has
    policy: Policy  #: the policy of the base branch
    rows: Path | None = None  #: folder of recorded rows, next to that of recorded owners

    @cached_property
    def recorded(self) -> frozenset[str]:
        """Slugs that have rows."""
        return frozenset(path.parent.name for path in row_files(self.rows)) if self.rows else frozenset()

    @cached_property
    def on_base(self) -> Mapping[str, OwnedSubmission]:
        """The submissions on the base branch, by slug."""
        git, found, read = Git(self.repository), dict[str, OwnedSubmission](), dict[str, str]()
        for entry in entries(git, self.base, SUBMISSIONS):
            _, slug, *below = entry.path.split("/")
            if below and is_slug(slug):
                found[slug] = OwnedSubmission()
                if below == [FILE_NAME] and entry.mode == FILE and entry.size <= SIZE_LIMIT:
                    read[slug] = entry.id
        # As files, because their strict reader has the limits for hostile YAML.
        with TemporaryDirectory() as folder:
            for slug, data in zip(read, blobs(git, read.values()), strict=True):
                file = Path(folder) / slug
                file.write_bytes(data)
                found[slug] = read_owned(file)
        return found


def ownership_problems(pull: PullRequest, slugs: Collection[str]) -> Iterator[BadInput]:
    """Yield one problem per submission that the author may not change."""
    if pull.policy.is_maintainer(pull.author):
        return
    base = pull.on_base
    taken = {slug_key(slug): slug for slug in (*pull.recorded, *base.keys() - set(slugs))}
    for slug in sorted(slugs):
        reserved_for = pull.policy.owners_of(slug)
        field, fix = "slug", "choose another slug"
        if slug in base or reserved_for is not None:
            listed = base[slug].owners if slug in base else ()
            known = read_owners(pull.rows.parent / OWNERS, slug) if pull.rows and slug in base else None
            if owns(pull.author, pull.author_id, slug, listed, policy=pull.policy, known=known):
                continue
            logins = {login.lower() for login in listed} if known is None else set(known.listed)
            allowed = ", ".join(sorted(logins | (reserved_for or set()))) or "the maintainers"
            field = "owners"
            _, problem, fix = not_its_owner(slug, allowed, pull.author)
        # Baselines such as `gold` have rows that come from no submission.
        elif slug in pull.recorded - {*get_args(Baseline)}:
            problem = f"{slug} already has rows, from a submission that was removed"
            fix = "choose another slug, or ask the maintainers"
        elif broken := next(slug_rules(slug, taken), None):
            _, problem, fix = broken
        else:
            continue
        yield BadInput(f"{SUBMISSIONS}/{slug}/{FILE_NAME}", field, problem, fix)


ENTRIES_LIMIT = 5_000  #: maximum paths that differ, folders included
DEPTH_LIMIT = 24  #: maximum parts of a path
TREE_LIMIT = 8 << 20  #: maximum bytes of all folders of one depth, as git stores them
TREE = "40000"  #: mode of a folder; the other modes are in ``results.git``
_ID_BYTES = 20
_FETCH = "fetch the whole pull request, without a filter; if that does not help, push its commits again"
_AGAIN = "create the commit again with plain git"
#: Every mode that git treats as a folder: TREE and malformed variants of it.
_FOLDER_MODE = re.compile("0*4[0-7]{4}")


class TreeNode(NamedTuple):
    """An entry of a git tree, without its name."""

    mode: str  #: a mode of ``results.git``, TREE, or an invalid one that somebody made up
    id: str


def fork_point(git: Git, base: str, head: str) -> str:
    """Return the commit at which a pull request branched off; ``base`` and ``head`` are commit ids.

    With exactly one fork point, merging changes exactly what differs between it and the head. With several,
    a change could hide between them, so they are refused.

    Raises:
        BadInput: if there is no fork point, or more than one.
        OurFailure: if the fetched history is too short.
    """
    try:
        found = git.text("merge-base", "--all", base, head).split()
    except GitFailure as error:
        # Without a common ancestor, git fails without a word.
        if error.stderr.strip():
            raise OurFailure(f"the history of {base} and {head} was not fetched completely", _FETCH) from None
        found = []
    # Before the question of a shallow clone: here no older history could change the result.
    if found == [base]:
        return base
    if git.text("rev-parse", "--is-shallow-repository") == "true":
        problem = f"this shallow clone lacks the commit where {head} branched off from {base}"
        raise OurFailure(problem, "fetch the whole history (fetch-depth: 0)")
    if len(found) != 1:
        problem = "has several common ancestors with" if found else "has no history in common with"
        fix = "merge the base branch into the pull request, or start a new branch from it"
        raise pull_problem(f"{problem} the base branch", fix)
    return found[0]


def changed_paths(git: Git, before: str | None, after: str) -> Mapping[bytes, TreeNode | None]:
    """Return the paths that differ between two trees, sorted, each with its new entry; None if deleted.

    A move is a deleted path and a new one. The trees have names such as ``COMMIT^{tree}``; ``before`` is None
    for an empty tree.

    Raises:
        BadInput: if too many paths differ, or a tree is malformed.
        OurFailure: if an object was not fetched.
    """
    found: dict[bytes, TreeNode | None] = {}
    level: list[tuple[bytes, str | None, str | None]] = [(b"", before, after)]
    seen = 0
    for _ in range(DEPTH_LIMIT):
        trees = _read_trees(git, sorted({tree for _, *sides in level for tree in sides if tree}))
        below: list[tuple[bytes, str | None, str | None]] = []
        for prefix, *sides in level:
            old, new = (trees[side] if side else {} for side in sides)
            names = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
            seen += len(names)
            if seen > ENTRIES_LIMIT:
                raise pull_problem(f"changes more than {ENTRIES_LIMIT:,} paths", "change fewer paths")
            for name in names:
                nodes = (old.get(name), new.get(name))
                left, right = (node if node and node.mode != TREE else None for node in nodes)
                if left or right:
                    found[prefix + name] = right
                old_tree, new_tree = (node.id if node and node.mode == TREE else None for node in nodes)
                if old_tree or new_tree:
                    below.append((prefix + name + b"/", old_tree, new_tree))
        if not below:
            return dict(sorted(found.items()))
        level = below
    raise pull_problem(f"has paths with more than {DEPTH_LIMIT} parts", "use fewer folders")


def object_sizes(git: Git, identifiers: Sequence[str], kind: str = "blob") -> Mapping[str, int]:
    """Return the size of each object in bytes, without reading its content.

    Raises:
        BadInput: if an object is not of this kind.
        OurFailure: if an object was not fetched.
    """
    sizes = {}
    for identifier, found in zip(identifiers, _describe_objects(git, identifiers), strict=True):
        if found is None:
            raise OurFailure(f"the object {identifier} of the pull request was not fetched", _FETCH)
        if found[1] != kind:
            raise pull_problem(f"its object {identifier} is a {found[1]}, but should be a {kind}", _AGAIN)
        sizes[identifier] = found[2]
    return sizes


def _describe_objects(git: Git, names: Sequence[str]) -> list[tuple[str, str, int] | None]:
    """Return the id, type and size of each object; None for a missing object."""
    feed = "".join(f"{name}\n" for name in names).encode("ascii")
    lines = git.text("cat-file", "--batch-check", feed=feed).splitlines()
    parts = [line.split(" ") for line in lines]  # a missing object gives "NAME missing"
    return [(part[0], part[1], int(part[2])) if part[-1].isdigit() else None for part in parts]


def _read_trees(git: Git, identifiers: Sequence[str]) -> dict[str, dict[bytes, TreeNode]]:
    """Return trees by their ids, each as a mapping of names to entries."""
    sizes = object_sizes(git, identifiers, "tree")
    if (total := sum(sizes.values())) > TREE_LIMIT:
        problem = f"its folders have {total:,} bytes of file names; the limit is {TREE_LIMIT:,}"
        raise pull_problem(problem, "submit fewer files")
    contents = zip(identifiers, blobs(git, identifiers, "tree"), strict=True)
    return {identifier: dict(_parse_tree(data, identifier)) for identifier, data in contents}


def _parse_tree(data: bytes, identifier: str) -> Iterator[tuple[bytes, TreeNode]]:
    """Yield the entries of a tree. Git stores each as its mode, its name and 20 bytes of id."""
    place, seen, last = 0, set(), b""
    while place < len(data):
        space, end = data.find(b" ", place), data.find(b"\0", place)
        if not place < space < end or end + _ID_BYTES >= len(data):
            raise pull_problem(f"its tree {identifier} is cut off", _AGAIN)
        mode, name = data[place:space].decode("latin-1"), data[space + 1 : end]
        # Git searches trees in its own order, and would not find an entry that is out of order.
        order = name + b"/" if _FOLDER_MODE.fullmatch(mode) else name
        wrong = ""
        if not name or b"/" in name or name in (b".", b".."):
            wrong = "a file named {}"
        # Of two entries of one name, a check may read the one and a checkout write the other.
        elif name in seen:
            wrong = "{} twice"
        elif order < last:
            wrong = "{} out of order"
        if wrong:
            shown = wrong.format(quote_value(name.decode("latin-1")))
            raise pull_problem(f"its tree {identifier} has {shown}", _AGAIN)
        seen.add(name)
        last = order
        place = end + 1 + _ID_BYTES
        # Git writes the mode of a folder as 40000, other programs as 040000.
        yield name, TreeNode(mode.lstrip("0"), data[end + 1 : place].hex())


def extract_submissions(pull: PullRequest, root: Path) -> tuple[Mapping[str, bool], frozenset[str]]:
    """Write the submissions that a pull request touches, merged, to the empty folder ``root``.

    Returns:
        The slugs, each with whether it exists after the merge; and all changed paths.

    Raises:
        BadInput: with every problem of paths, owners and sizes. Nothing is written then.
    """
    git = Git(pull.repository)
    fork = fork_point(git, pull.base, pull.head)
    changes = changed_paths(git, f"{fork}^{{tree}}", f"{pull.head}^{{tree}}")
    slugs, problems = _touched_slugs(changes)
    problems += ownership_problems(pull, slugs)
    trees: dict[str, list[str | None]] = {}
    for commit in (fork, pull.base, pull.head):
        found = _describe_objects(git, [f"{commit}:{SUBMISSIONS}/{slug}" for slug in slugs])
        trees[commit] = [folder[0] if folder and folder[1] == "tree" else None for folder in found]
    for slug, before, now in zip(slugs, trees[fork], trees[pull.base], strict=True):
        if before != now:  # the merge would combine two changes, and nobody would have checked the result
            problem = "has changed on the base branch since this pull request began"
            fix = "merge the base branch into the pull request"
            problems.append(BadInput(f"{SUBMISSIONS}/{slug}/", "", problem, fix))
    if problems:
        raise ManyBadInputs(problems)
    present = {slug: tree for slug, tree in zip(slugs, trees[pull.head], strict=True) if tree}
    files = {
        f"{SUBMISSIONS}/{slug}/".encode() + path: node
        for slug, tree in present.items()
        for path, node in changed_paths(git, None, tree).items()
        if node
    }
    regular = {node.id for node in files.values() if node.mode in (REGULAR, EXECUTABLE)}
    sizes = object_sizes(git, sorted(regular))
    sized = {path: SubmissionFile(node.mode, sizes.get(node.id, 0)) for path, node in files.items()}
    if problems := [*file_problems(sized, len(present), pull.policy.pull_requests)]:
        raise ManyBadInputs(problems)
    for name, data in zip(files, blobs(git, [node.id for node in files.values()]), strict=True):
        path = root / name.decode("ascii")
        make_folder(path.parent)
        with path.open("xb") as stream:  # regular files with checked names; none of them exists yet
            stream.write(data)
    touched = {slug: slug in present for slug in slugs}
    return touched, frozenset(path.decode("ascii", "replace") for path in changes)


def _touched_slugs(changes: Mapping[bytes, TreeNode | None]) -> tuple[tuple[str, ...], list[BadInput]]:
    """Return the submissions that a pull request touches, and the problems of its paths.

    A pull request must not change both submissions and other files.
    """
    slugs: dict[str, None] = {}
    invalid: dict[bytes, None] = {}
    elsewhere: list[BadInput] = []
    problems: list[BadInput] = []
    for raw, node in changes.items():
        path = printable_path(raw)
        first, *below = (part.decode("utf-8", "backslashreplace") for part in raw.split(b"/"))
        inside = first == SUBMISSIONS and bool(below)
        if not inside or below[0] in OTHER_NAMES:
            if not inside and (wrong := misplaced(first)):
                problems.append(BadInput(path, "", *wrong))
            problem = f"is outside {SUBMISSIONS}/SLUG/, but this pull request also changes a submission"
            elsewhere.append(BadInput(path, "", problem, "move this change to another pull request"))
        elif len(below) == 1:
            problems.append(BadInput(path, "", *loose_entry(node.mode if node else "")))
        elif not is_slug(below[0]):
            invalid[raw.rsplit(b"/", len(below) - 1)[0]] = None
        else:
            slugs[below[0]] = None
    problems += map(invalid_slug, invalid)
    return tuple(slugs), [*problems, *(elsewhere if slugs or problems else ())]
