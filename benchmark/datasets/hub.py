"""Files of data sets on the Hugging Face hub, and of sources on GitHub."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from benchmark.core.errors import BadInput, OurFailure, shown
from benchmark.datasets.lock import PinnedFile, PinnedText

_HUB, _GITHUB = "https://huggingface.co", "https://raw.githubusercontent.com"
_SECONDS = 20  #: without a byte
_ATTEMPTS = 5  #: to read on in one call, as long as something comes
_PARTIAL = 206
_ENDING = ".parquet"


@dataclass(frozen=True, slots=True, kw_only=True)
class HubFile:
    """A file as the hub offers it."""

    url: str
    size: int  #: bytes
    etag: str  #: for a large file, its SHA-256


def check_installed() -> None:
    """Do nothing where the extra ``hub`` is there.

    Raises:
        BadInput: where it is not.
    """
    try:
        import huggingface_hub  # noqa: F401
        import PIL  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as error:
        fix = "python -m pip install 'sightbench[hub]'"
        raise BadInput("sightbench dataset", "", f"needs {error.name}, not installed here", fix) from None


def hub_address() -> str:
    """Of the hub, or of the mirror that ``HF_ENDPOINT`` names."""
    return (os.environ.get("HF_ENDPOINT") or _HUB).rstrip("/")


def listed(repository: str, revision: str) -> list[PinnedFile]:
    """The parquet files of a data set's split ``test``.

    Raises:
        OurFailure: when the hub cannot be asked, or has none.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.hf_api import RepoFile

    with _said(f"{hub_address()}/datasets/{repository}", revision):
        tree = HfApi(endpoint=hub_address(), token=False).list_repo_tree(
            repository, revision=revision, repo_type="dataset", recursive=True
        )
        files = [one for one in tree if isinstance(one, RepoFile)]
    found = [
        PinnedFile(path=one.path, size=one.size)
        for one in sorted(files, key=lambda one: one.path)
        if one.path.endswith(_ENDING) and "test" in one.path.rpartition("/")[2]
    ]
    if not found:
        raise OurFailure(f"{repository} at {revision} has no parquet file of a split test")
    return found


def offered(repository: str, revision: str, file: PinnedFile) -> HubFile:
    """What the hub says of a file, before any of it is read.

    Raises:
        OurFailure: when the hub cannot be asked.
        BadInput: when it offers another revision or size than is pinned, or another digest.
    """
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    url = hf_hub_url(repository, file.path, repo_type="dataset", revision=revision, endpoint=hub_address())
    with _said(url, revision):
        found = get_hf_file_metadata(url, token=False, timeout=_SECONDS, endpoint=hub_address())
    said = {"revision": (found.commit_hash, revision), "size": (found.size, file.size or found.size)}
    if len(found.etag or "") == len(file.sha256):
        said["SHA-256"] = (found.etag, file.sha256)
    for name, (got, wanted) in said.items():
        if got is None or got != wanted:
            raise BadInput(url, "", f"{name} is {shown(got)}, and {shown(wanted)} is pinned", _CHANGED)
    return HubFile(url=found.location, size=found.size or 0, etag=found.etag or "")


_CHANGED = "the data were changed where they are published; nothing was taken"


def download(offer: HubFile, part: Path) -> None:
    """Read a file into ``part``; what is there already, from an earlier call too, is not read again.

    The library's own download begins anew with each call.

    Raises:
        OurFailure: when the connection breaks and stays so.
    """
    import httpx2

    with _said(offer.url, "", kept=part), part.open("ab") as stream:
        for attempt in range(1, _ATTEMPTS + 1):
            had = stream.tell()
            try:
                _read_on(offer, stream)
            except httpx2.TransportError:
                if attempt == _ATTEMPTS or stream.tell() == had:
                    raise
            if stream.tell() >= offer.size:
                return
        raise OSError(f"{stream.tell()} of {offer.size} bytes came")


def _read_on(offer: HubFile, stream: BinaryIO) -> None:
    from huggingface_hub.utils import get_session

    had = stream.tell()
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={had}-"} if had else {})
    more = get_session().stream("GET", offer.url, headers=headers, timeout=_SECONDS, follow_redirects=True)
    with more as response:
        response.raise_for_status()
        if had and response.status_code != _PARTIAL:
            stream.truncate(0)  # the server sends all of it
        for chunk in response.iter_raw():
            stream.write(chunk)
            stream.flush()


def source_text(text: PinnedText) -> bytes:
    """A file of upstream's source at its commit; its digest is the caller's to check.

    Raises:
        OurFailure: when it cannot be had.
    """
    from huggingface_hub.utils import get_session

    base = (os.environ.get("SIGHTBENCH_GITHUB") or _GITHUB).rstrip("/")
    url = f"{base}/{text.repository}/{text.commit}/{text.path}"
    with _said(url, text.commit):
        response = get_session().get(url, timeout=_SECONDS, follow_redirects=True)
        response.raise_for_status()
        return bytes(response.content)


@contextlib.contextmanager
def _said(url: str, revision: str, kept: Path | None = None) -> Iterator[None]:
    """Words for what goes wrong on the way to a server."""
    import httpx2
    from huggingface_hub.errors import OfflineModeIsEnabled

    at = f" at {revision}" if revision else ""
    again = "; what has come is kept, and the same command goes on there" if kept is not None else ""
    try:
        yield
    except OfflineModeIsEnabled:
        fix = "unset HF_HUB_OFFLINE, or give a folder that you have with --from"
        raise OurFailure(f"{url} was not asked: HF_HUB_OFFLINE is set", fix) from None
    except httpx2.HTTPStatusError as error:
        raise _answered(url, at, error.response.status_code, again) from None
    except (httpx2.HTTPError, OSError) as error:
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status is not None:
            raise _answered(url, at, status, again) from None
        fix = "check the network; HF_ENDPOINT names a mirror of the hub, --from a folder that you have"
        reason = str(error).strip().splitlines()[:1] or [type(error).__name__]
        raise OurFailure(f"{url} cannot be read: {shown(reason[0])}{again}", fix) from None


def _answered(url: str, at: str, status: int, again: str) -> OurFailure:
    fix = "try again later; HF_ENDPOINT names a mirror of the hub, --from a folder that you have"
    return OurFailure(f"{url}{at}: the server answered {status}{again}", fix)
