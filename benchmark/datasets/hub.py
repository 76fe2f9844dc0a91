"""Downloads data sets from the Hugging Face hub, and upstream's source files from GitHub."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.install import install_extra
from benchmark.datasets.lock import PinnedFile, PinnedText

_HUB, _GITHUB = "https://huggingface.co", "https://raw.githubusercontent.com"
_SECONDS = 20  #: a connection fails after this many seconds without data
_ATTEMPTS = 5  #: maximum connections per file, as long as each one brings new bytes
_PARTIAL = 206
_ENDING = ".parquet"


@dataclass(frozen=True, slots=True, kw_only=True)
class HubFile:
    """Metadata of a file on the hub."""

    url: str
    size: int  #: bytes
    etag: str  #: the hub's identifier of the content; for a large file, its SHA-256


def check_installed() -> None:
    """Check that the packages of the extra ``hub`` are installed.

    Raises:
        BadInput: if one is missing.
    """
    try:
        import huggingface_hub  # noqa: F401
        import PIL  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as error:
        fix = install_extra("hub")
        raise BadInput("sightbench dataset", "", f"needs {error.name}, not installed here", fix) from None


def hub_address() -> str:
    """Return the address of the hub, or of the mirror that ``HF_ENDPOINT`` names."""
    return (os.environ.get("HF_ENDPOINT") or _HUB).rstrip("/")


def list_test_files(repository: str, revision: str) -> list[PinnedFile]:
    """List the parquet files of a data set's split ``test``.

    Raises:
        OurFailure: if the hub cannot be reached, or has no such file.
    """
    from huggingface_hub import HfApi
    from huggingface_hub.hf_api import RepoFile

    with _network_errors(f"{hub_address()}/datasets/{repository}", revision):
        # No token: these data are public, and a user's token would go to whatever HF_ENDPOINT names.
        tree = HfApi(endpoint=hub_address(), token=False).list_repo_tree(
            repository, revision=revision, repo_type="dataset", recursive=True
        )
        files = [entry for entry in tree if isinstance(entry, RepoFile)]
    found = [
        PinnedFile(path=file.path, size=file.size)
        for file in sorted(files, key=lambda file: file.path)
        if file.path.endswith(_ENDING) and "test" in file.path.rpartition("/")[2]
    ]
    if not found:
        raise OurFailure(f"{repository} at {revision} has no parquet file of the split test")
    return found


def file_metadata(repository: str, revision: str, file: PinnedFile) -> HubFile:
    """Return the hub's metadata of a file, checked against its pin before the download.

    Raises:
        OurFailure: if the hub cannot be reached.
        BadInput: if revision, size or digest differ from the pin.
    """
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    url = hf_hub_url(repository, file.path, repo_type="dataset", revision=revision, endpoint=hub_address())
    with _network_errors(url, revision):
        found = get_hf_file_metadata(url, token=False, timeout=_SECONDS, endpoint=hub_address())
    facts = {"revision": (found.commit_hash, revision), "size": (found.size, file.size or found.size)}
    # Only large files have a SHA-256 as their etag; small ones have git's SHA-1, which is shorter.
    if len(found.etag or "") == len(file.sha256):
        facts["SHA-256"] = (found.etag, file.sha256)
    for name, (got, wanted) in facts.items():
        if got is None or got != wanted:
            raise BadInput(
                url, "", f"{name} is {quote_value(got)}, but the lock pins {quote_value(wanted)}", _CHANGED
            )
    return HubFile(url=found.location, size=found.size or 0, etag=found.etag or "")


_CHANGED = "ask the data set's authors what changed; nothing was downloaded"


def download(offer: HubFile, part: Path) -> None:
    """Download a file to ``part``, resuming an earlier partial download.

    The library's own function would start from the beginning with each call.

    Raises:
        OurFailure: if the connection breaks and does not recover.
    """
    import httpx2

    with _network_errors(offer.url, "", kept=part), part.open("ab") as stream:
        for attempt in range(1, _ATTEMPTS + 1):
            had = stream.tell()
            try:
                _resume(offer, stream)
            except httpx2.TransportError:
                if attempt == _ATTEMPTS or stream.tell() == had:
                    raise
            if stream.tell() >= offer.size:
                return
        raise OSError(f"only {stream.tell()} of {offer.size} bytes arrived")


def _resume(offer: HubFile, stream: BinaryIO) -> None:
    from huggingface_hub.utils import get_session

    had = stream.tell()
    # Uncompressed, because the size of what is here says where the rest of the file begins.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={had}-"} if had else {})
    more = get_session().stream("GET", offer.url, headers=headers, timeout=_SECONDS, follow_redirects=True)
    with more as response:
        response.raise_for_status()
        if had and response.status_code != _PARTIAL:
            stream.truncate(0)  # the server ignored the range and sends the whole file
        for chunk in response.iter_raw():
            stream.write(chunk)
            # What has arrived is kept even if the process is killed.
            stream.flush()


def source_text(text: PinnedText) -> bytes:
    """Download a file of upstream's source at its pinned commit; the caller checks its digest.

    Raises:
        OurFailure: if the download fails.
    """
    from huggingface_hub.utils import get_session

    base = (os.environ.get("SIGHTBENCH_GITHUB") or _GITHUB).rstrip("/")
    url = f"{base}/{text.repository}/{text.commit}/{text.path}"
    with _network_errors(url, text.commit):
        response = get_session().get(url, timeout=_SECONDS, follow_redirects=True)
        response.raise_for_status()
        return bytes(response.content)


@contextlib.contextmanager
def _network_errors(url: str, revision: str, kept: Path | None = None) -> Iterator[None]:
    """Turn network errors into ``OurFailure`` with a fix; ``kept`` is a partial download, if there is one."""
    import httpx2
    from huggingface_hub.errors import OfflineModeIsEnabled

    at = f" at {revision}" if revision else ""
    again = "; the partial download is kept, and the same command resumes it" if kept is not None else ""
    try:
        yield
    except OfflineModeIsEnabled:
        fix = "unset HF_HUB_OFFLINE, or use a local folder with --from"
        raise OurFailure(f"{url} was not requested: HF_HUB_OFFLINE is set", fix) from None
    except httpx2.HTTPStatusError as error:
        raise _status_error(url, at, error.response.status_code, again) from None
    except (httpx2.HTTPError, OSError) as error:
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status is not None:
            raise _status_error(url, at, status, again) from None
        fix = "check the network, name a mirror of the hub in HF_ENDPOINT, or use a local folder with --from"
        reason = str(error).strip().splitlines()[:1] or [type(error).__name__]
        raise OurFailure(f"{url} cannot be read: {quote_value(reason[0])}{again}", fix) from None


def _status_error(url: str, at: str, status: int, again: str) -> OurFailure:
    fix = "try again later, name a mirror of the hub in HF_ENDPOINT, or use a local folder with --from"
    return OurFailure(f"{url}{at}: the server answered {status}{again}", fix)
