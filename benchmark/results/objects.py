"""Reads the files of a commit directly from git's database, without a checkout."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.results.git import Git, GitFailure

FILE, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
_NO_SIZE = -1


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A file, link or submodule in a commit."""

    path: str  #: path with ``/`` between its parts; bytes that are not UTF-8 become lone surrogates
    mode: str  #: FILE, EXECUTABLE, LINK or SUBMODULE
    id: str  #: id of the blob; for a submodule, of its commit
    size: int  #: bytes; -1 for a submodule


#: Yields the contents of files, in the order of the given entries.
ReadFiles = Callable[[Sequence[TreeEntry]], Iterator[bytes]]


def commit_id(git: Git, revision: str) -> str:
    """Return the id of the commit that ``revision`` names.

    Raises:
        BadInput: if the repository has no such commit.
    """
    try:
        return git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except GitFailure:
        raise BadInput(
            git.folder,
            "",
            f"has no commit {quote_value(revision)}",
            "check the name, or fetch the commit first",
        ) from None


def entries(git: Git, commit: str, folder: str = "") -> Iterator[TreeEntry]:
    """Yield all files, links and submodules of a commit, or of one folder in it, in git's order."""
    chosen = ("--", f":(literal){folder}") if folder else ()
    listed = git.run("ls-tree", "-r", "-z", "--long", "--full-tree", commit, *chosen)
    for line in listed.split(b"\0")[:-1]:
        described, _, path = line.partition(b"\t")
        mode, _kind, identifier, size = described.decode("ascii").split()
        yield TreeEntry(
            path=path.decode("utf-8", "surrogateescape"),
            mode=mode,
            id=identifier,
            size=_NO_SIZE if size == "-" else int(size),
        )


def blobs(git: Git, identifiers: Iterable[str]) -> Iterator[bytes]:
    """Yield the contents of blobs in the given order. Sizes are not limited: check them first.

    Raises:
        GitFailure: if git fails.
        OurFailure: if a blob does not exist.
    """
    wanted = list(identifiers)
    feed = "".join(f"{identifier}\n" for identifier in wanted).encode("ascii")
    with git.stream("cat-file", "--batch", feed=feed) as stream:
        for identifier in wanted:
            yield _blob(stream, identifier)


def _blob(stream: IO[bytes], identifier: str) -> bytes:
    header = stream.readline().split()
    if len(header) != 3 or header[1] != b"blob":  # noqa: PLR2004 - id, type, size
        raise OurFailure(f"the object {identifier} is missing or is not a file", "fetch the repository again")
    data = stream.read(int(header[2]))
    stream.read(1)  # skip the line end after the data
    return data
