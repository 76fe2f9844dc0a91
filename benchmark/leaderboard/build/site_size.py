"""The size limit of a site: GitHub Pages takes 1 GB, and the limit leaves room for growth."""

from collections import Counter
from pathlib import Path

from benchmark.core.errors import OurFailure

MAX_SITE_BYTES = 800_000_000  #: maximum bytes of all files together
_NAMED_FOLDERS = 3  #: number of folders that the message names


class SiteSize:
    """Adds up the sizes of written files, and stops a build that becomes too large."""

    def __init__(self, out: Path, limit: int = MAX_SITE_BYTES) -> None:
        """Count the files that the site's folder ``out`` already has."""
        self._limit = limit
        self._sizes: Counter[str] = Counter()
        for path in out.rglob("*"):
            if path.is_file():
                self.add(path.relative_to(out).as_posix(), path.stat().st_size)

    @property
    def total(self) -> int:
        """Bytes of all counted files."""
        return self._sizes.total()

    def add(self, path: str, size: int) -> None:
        """Count a file of ``size`` bytes.

        Raises:
            OurFailure: if the site exceeds its limit with this file; the message names the largest folders.
        """
        folder, _, below = path.partition("/")
        self._sizes[f"{folder}/" if below else folder] += size
        if self.total > self._limit:
            largest = ", ".join(f"{name} {_mb(of)}" for name, of in self._sizes.most_common(_NAMED_FOLDERS))
            raise OurFailure(
                f"the site is larger than {_mb(self._limit)}, too large for GitHub Pages: {largest}",
                "store large completions in releases only: pages then do not show those answers from d/",
            )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
