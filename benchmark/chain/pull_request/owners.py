"""Who may touch a submission: what the base branch says counts, never what the pull request says."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmark.analysis.catalog import BASELINES
from benchmark.chain.plan.policy import Policy
from benchmark.chain.pull_request.tree import files_below, folders, is_tree, read_trees, sizes
from benchmark.core.errors import BadInput, shown
from benchmark.core.slug import is_slug
from benchmark.files.strict_yaml import read_yaml
from benchmark.results.git import Git
from benchmark.results.objects import FILE, blobs
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT

SUBMISSIONS = "submissions"
_FILES_LIMIT = 5_000  #: of one submission on the base branch
_AUTHOR = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?")
_SEPARATORS = re.compile(r"[._-]")


def check_author(author: str) -> str:
    """The login of a pull request's author.

    Raises:
        BadInput: for what is none.
    """
    if not _AUTHOR.fullmatch(author):
        raise BadInput("--author", "", f"{shown(author)} is no GitHub login", "such as octocat, without @")
    return author


def slugs_on(git: Git, commit: str) -> frozenset[str]:
    """Folders of submissions/ on a commit."""
    tree = folders(git, commit, [SUBMISSIONS])[SUBMISSIONS]
    names = {} if tree is None else read_trees(git, [tree])[tree]
    found = (name.decode("ascii", "replace") for name, node in names.items() if is_tree(node))
    return frozenset(name for name in found if is_slug(name))


def owners_on(git: Git, commit: str, slugs: Collection[str]) -> Mapping[str, tuple[str, ...] | None]:
    """Owners of submissions as a commit has them; None where it has no such submission.

    A submission that cannot be read there has no owners: only maintainers may mend it.
    """
    paths = {slug: f"{SUBMISSIONS}/{slug}" for slug in slugs}
    there = folders(git, commit, paths.values())
    return {slug: None if there[path] is None else _owners(git, commit, path) for slug, path in paths.items()}


def trespasses(
    author: str,
    on_base: Mapping[str, tuple[str, ...] | None],
    policy: Policy,
    *,
    others: Collection[str] = (),
    recorded: Collection[str] = (),
) -> Iterator[BadInput]:
    """One problem for each submission that the author may not touch.

    Args:
        author: login.
        on_base: owners by slug, see :func:`owners_on`; None for a slug that is new.
        policy: of the base branch.
        others: all slugs of the base branch.
        recorded: slugs that have rows.
    """
    if policy.is_maintainer(author):
        return
    taken = {_SEPARATORS.sub("", slug): slug for slug in others}
    for slug, owners in sorted(on_base.items()):
        file = f"{SUBMISSIONS}/{slug}/{FILE_NAME}"
        named = policy.owners_of(slug)
        allowed = {login.lower() for login in owners or ()} | (named or set())
        if owners is not None or named is not None:
            if author.lower() not in allowed:
                yield BadInput(
                    file, "owners", _belongs(slug, author, allowed), "ask them, or take another slug"
                )
        elif slug in BASELINES:
            yield BadInput(file, "slug", f"{slug} is a name of the benchmark itself", "take another slug")
        elif slug in recorded:
            problem = f"{slug} has results already, and its submission was removed"
            yield BadInput(file, "slug", problem, "take another slug, or ask the maintainers")
        elif (like := taken.setdefault(_SEPARATORS.sub("", slug), slug)) != slug:
            yield BadInput(file, "slug", f"{slug} reads like {like}, which is taken", "take another slug")


def _belongs(slug: str, author: str, allowed: Collection[str]) -> str:
    known = ", ".join(sorted(allowed)) or "the maintainers"
    return f"{slug} belongs to {known} on the base branch, not to {author}"


def _owners(git: Git, commit: str, path: str) -> tuple[str, ...]:
    files = {change.path: change.after for change in files_below(git, commit, path, _FILES_LIMIT)}
    node = files.get(FILE_NAME.encode())
    if node is None or node.mode != FILE or next(iter(sizes(git, [node.id]))) > SIZE_LIMIT:
        return ()
    with TemporaryDirectory() as folder:
        file = Path(folder) / FILE_NAME
        file.write_bytes(next(iter(blobs(git, [node.id]))))
        try:
            value = read_yaml(file, SIZE_LIMIT).value
        except BadInput:
            return ()
    named = value.get("owners") if isinstance(value, dict) else None
    # A letter beyond ASCII may turn into a plain one where letters are made small: the sign of Kelvin does.
    plain = (
        (one for one in named if isinstance(one, str) and one.isascii()) if isinstance(named, list) else ()
    )
    return tuple(plain)
