"""Gets referenced files: from a folder, from this machine's cache, or from their address, within limits.

Nothing in these files is trusted: a file counts only if its SHA-256 is the one that was named. Where none was
named, the digest of the first fetch is kept on this machine, and a later fetch has to find the same.
"""

import re
import ssl
import string
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.datasets.store import datasets_folder
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.references import ReferencedFile, address_kind

FILE_LIMIT = 64 * MIB  #: maximum bytes of one file, as it is served
TOTAL_LIMIT = 128 * MIB  #: maximum bytes of all files of one reference
SECONDS_LIMIT = 300.0  #: maximum seconds for all files of one reference
_STALL_SECONDS = 30.0  #: a connection fails after this time without data
_ATTEMPTS = 3
_WAIT = 1.0  #: seconds before the second attempt; doubled before the third
_REDIRECTS_LIMIT = 3
_CHUNK = 1 << 16
_CACHE = ".references"  #: folder of the files that were fetched, each named by its SHA-256
_DIGEST = re.compile("[0-9a-f]{64}")
_REPOSITORY_PARTS = 3  #: parts of an address before the path in the repository: owner, repository, commit
_TOO_MANY, _SERVER_ERROR = 429, 500
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Digests are of files as they are published, not of a compressed transfer.
_HEADERS = {"User-Agent": "sightbench", "Accept-Encoding": "identity"}
_CHANGED = "ask its publisher what changed, or name another file; nothing was judged"


def referenced_files(files: Sequence[ReferencedFile], folder: Path | None = None) -> tuple[Path, ...]:
    """Return the paths of copies of referenced files on this machine, after checking their digests.

    Args:
        files: the files.
        folder: a folder that has them already, such as a clone of their repository: under the end of their
            address, gzipped or not, or under their SHA-256; without a SHA-256, under their whole path. None
            for the network; what was fetched once is kept in the folder of data sets.

    Raises:
        BadInput: if a file has another digest, is too large or not there, or its address redirects elsewhere.
        OurFailure: if a server cannot be reached or takes too long.
    """
    if folder is not None:
        return tuple(_find(file, folder) for file in files)
    cache = datasets_folder() / _CACHE
    deadline, left = time.monotonic() + SECONDS_LIMIT, TOTAL_LIMIT
    paths = []
    for file in files:
        path = _kept_copy(file, cache, min(left, FILE_LIMIT), deadline)
        left -= path.stat().st_size
        paths.append(path)
    return tuple(paths)


def _kept_copy(file: ReferencedFile, cache: Path, limit: int, deadline: float) -> Path:
    """Return the path of a file's copy in the cache; fetch it if it is not there, or was changed."""
    first = cache / f"{sha256_hex(file.url.encode())}.first"
    recorded = (
        "" if file.sha256 or not first.is_file() else first.read_text(encoding="ascii", errors="replace")
    )
    wanted = file.sha256 or recorded
    path = cache / wanted
    # Checked each time, because any program of the user may have changed the cache.
    if _DIGEST.fullmatch(wanted) and path.is_file() and sha256_hex(path.read_bytes()) == wanted:
        return path
    data = download(file.url, limit, deadline)
    if (digest := sha256_hex(data)) != wanted and wanted:
        which = "the given" if file.sha256 else f"what {first} recorded at the first fetch,"
        raise BadInput(file.url, "", f"has SHA-256 {digest}, not {which} {wanted}", _CHANGED)
    write_atomic(cache / digest, data)
    if not wanted:
        write_atomic(first, digest.encode())
    return cache / digest


def with_digests(files: Sequence[ReferencedFile], folder: Path | None = None) -> list[ReferencedFile]:
    """Return the files with the digests of their copies, which are fetched if they are not here.

    Raises:
        BadInput, OurFailure: as :func:`referenced_files`.
    """
    loose = [file for file in files if not file.sha256]
    paths = referenced_files(loose, folder)
    digests = {file.url: sha256_hex(_served(file, path)) for file, path in zip(loose, paths, strict=True)}
    return [file.model_copy(update={"sha256": digests.get(file.url, file.sha256)}) for file in files]


def _served(file: ReferencedFile, path: Path) -> bytes:
    """Return the bytes of a file as its address serves them; a folder may have gzipped it."""
    packed = path.suffix == ".gz" and not file.url.endswith(".gz")
    return read_bytes(path, FILE_LIMIT) if packed else path.read_bytes()


def _find(file: ReferencedFile, folder: Path) -> Path:
    if not folder.is_dir():
        raise BadInput(folder, "", "no such folder", "name a folder with the referenced files")
    parts = urlsplit(file.url).path.strip("/").split("/")
    # Without a digest, a name alone could be any model's: only the address, or the path in the repository.
    starts = range(len(parts)) if file.sha256 else (0, _REPOSITORY_PARTS)
    ends = ["/".join(parts[start:]) for start in starts]
    found = [
        path
        for end in filter(None, (file.sha256, *ends))
        for path in (folder / end, folder / f"{end}.gz")
        if path.is_file()
    ]
    for path in found:
        if not file.sha256 or file.sha256 in (
            sha256_hex(path.read_bytes()),
            sha256_hex(read_bytes(path, FILE_LIMIT)),
        ):
            return path
    if found:
        problem = f"is not {file.url}: its SHA-256 is not {file.sha256}"
        raise BadInput(found[0], "", problem, "use the original file")
    fix = f"put it there as {ends[-1]}" + (f" in its folders, or as {file.sha256}" if file.sha256 else "")
    raise BadInput(folder, "", f"does not contain {file.url}", fix)


def download(url: str, limit: int, deadline: float) -> bytes:
    """Return the bytes at an https address; a file that is not there is the reference's fault.

    Args:
        url: the address. A redirect is followed only if its kind is registered and has stores.
        limit: maximum bytes.
        deadline: time of the monotonic clock after which nothing is read.

    Raises:
        BadInput: if the server refuses the request, redirects elsewhere or sends more.
        OurFailure: if it cannot be reached, or the time is over.
    """
    for attempt in range(_ATTEMPTS):
        try:
            return _download_once(url, limit, deadline)
        except urllib.error.HTTPError as error:
            reason = f"the server answered {error.code}"
            if error.code < _SERVER_ERROR and error.code != _TOO_MANY:
                raise BadInput(url, "", reason, "check the address; the file must be public") from None
        except (HTTPException, OSError) as error:
            reason = quote_value(str(getattr(error, "reason", error)).strip() or type(error).__name__)
        wait = _WAIT * 2**attempt
        if attempt + 1 == _ATTEMPTS or time.monotonic() + wait > deadline:
            break
        time.sleep(wait)
    raise OurFailure(f"{url} cannot be fetched: {reason}", "try again later, or check the network")


def _download_once(url: str, limit: int, deadline: float) -> bytes:
    opener, target = _opener(url, deadline), url
    for _ in range(_REDIRECTS_LIMIT + 1):
        request = urllib.request.Request(target, headers=_HEADERS)  # noqa: S310 - always https
        try:
            # The limit of connecting and of the handshake; reading has its own in `_opener`.
            seconds = min(_STALL_SECONDS, max(deadline - time.monotonic(), 0.001))
            with opener.open(request, timeout=seconds) as response:
                return b"".join(_pieces(url, response, limit))
        except urllib.error.HTTPError as error:
            error.close()  # its body may be endless, and is never read
            if error.code not in _REDIRECTS:
                raise
            target = _store_address(url, target, error.headers.get("Location") or "")
    raise _redirect_error(url, target)


def _pieces(url: str, response: HTTPResponse, limit: int) -> Iterator[bytes]:
    length = re.fullmatch(r"\d{1,18}", response.headers.get("Content-Length") or "")
    wanted = None if length is None else int(length[0])
    size = 0
    while not size > limit and (wanted or 0) <= limit:
        # `read` would wait until a whole chunk is there, and the deadline is checked between two reads.
        piece = response.read1(_CHUNK)
        if not piece:
            if wanted is not None and size < wanted:
                raise OSError(f"only {size:,} of {wanted:,} bytes arrived")
            return
        size += len(piece)
        yield piece
    problem = f"is larger than the {limit / MIB:.3g} MiB that are left for this reference"
    if limit == FILE_LIMIT:
        problem = f"is larger than {FILE_LIMIT / MIB:.3g} MiB, the limit of a referenced file"
    raise BadInput(url, "", problem, "publish smaller files, for example gzipped")


def _opener(url: str, deadline: float) -> urllib.request.OpenerDirector:
    """Return a client that speaks https only, follows no redirect, and reads nothing after the deadline."""

    class LimitedSocket(ssl.SSLSocket):
        def read(self, *args: Any, **named: Any) -> Any:
            """Read what arrives next: a byte of a header or of a chunk's size is enough to go on waiting."""
            left = deadline - time.monotonic()
            late = OurFailure(
                f"{url} cannot be fetched within {SECONDS_LIMIT:.0f} seconds",
                "reference smaller files, or try again later",
            )
            if left <= 0:
                raise late
            self.settimeout(min(_STALL_SECONDS, left))
            try:
                return super().read(*args, **named)
            except TimeoutError:
                raise (late if left < _STALL_SECONDS else TimeoutError("the server sends nothing")) from None

    context = ssl.create_default_context()
    context.sslsocket_class = LimitedSocket
    # Not `build_opener`, whose handlers follow redirects and open `file:` and `ftp:`.
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPSHandler(context=context),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _store_address(url: str, start: str, location: str) -> str:
    """Return where a redirect leads, if that is a host that stores the file of ``url``."""
    kind = address_kind(url)
    try:
        # http.client reads headers as ISO 8859-1, so this gives back the bytes that the server sent.
        target = urljoin(start, quote(location, safe=string.punctuation, encoding="iso-8859-1"))
        parts = urlsplit(target)
        # `https://raw.githubusercontent.com@evil.example/` names a user, and leads to evil.example.
        host, known = parts.hostname or "", parts.port in (None, 443) and parts.username is None
    except ValueError:
        raise _redirect_error(url, location) from None
    if known and target.startswith("https://") and _is_store(host, () if kind is None else kind.stores):
        return target
    raise _redirect_error(url, host)


def _redirect_error(url: str, target: str) -> BadInput:
    kind = address_kind(url)
    stores = "" if kind is None else " or ".join(kind.stores)
    fix = f"it may redirect only to {stores}" if stores else "name the address at which the file itself is"
    return BadInput(url, "", f"redirects elsewhere, to {quote_value(target)}", fix)


def _is_store(host: str, stores: Sequence[str]) -> bool:
    """Whether a host is one of the stores, or below one that begins with a dot."""
    return any(host == store or (store.startswith(".") and host.endswith(store)) for store in stores)
