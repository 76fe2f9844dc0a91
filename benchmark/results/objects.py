"""What a repository holds at a commit, read as data: no file is written, nothing is checked out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from benchmark.core.errors import BadInput, OurFailure, shown
from benchmark.results.git import Git, GitFailure

FILE, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"
_NO_SIZE = -1


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One path of a tree."""

    path: str  #: as git has it, ``/`` between its parts; bytes that are no UTF-8 as lone surrogates
    mode: str  #: FILE, EXECUTABLE, LINK or SUBMODULE
    id: str  #: of the blob; of a commit for a submodule
    size: int  #: bytes; -1 for a submodule


def commit_id(git: Git, revision: str) -> str:
    """The id of a commit.

    Raises:
        BadInput: when the repository has no such commit.
    """
    try:
        return git.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except GitFailure:
        raise BadInput(
            git.folder, "", f"has no commit {shown(revision)}", "fetch it first, or check its name"
        ) from None


def entries(git: Git, commit: str, folder: str = "") -> Iterator[TreeEntry]:
    """Every file, link and submodule of a commit, or of a folder of it, in git's order."""
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
    """The contents of blobs, one after the other, in the order asked for; look at their sizes first.

    Raises:
        GitFailure: when git fails.
        OurFailure: when one is not there.
    """
    asked = list(identifiers)
    feed = "".join(f"{one}\n" for one in asked).encode("ascii")
    with git.reading("cat-file", "--batch", feed=feed) as stream:
        for one in asked:
            yield _blob(git, stream, one)


def _blob(git: Git, stream: IO[bytes], identifier: str) -> bytes:
    header = stream.readline().split()
    if len(header) != 3 or header[1] != b"blob":  # noqa: PLR2004 - id, type, size
        raise OurFailure(f"{git.folder}: has no blob {identifier}", "fetch the repository again")
    data = stream.read(int(header[2]))
    stream.read(1)  # the line's end behind it
    return data
