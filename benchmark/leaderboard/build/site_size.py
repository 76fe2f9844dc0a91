"""How large a site may become: GitHub Pages takes a gigabyte, and the next build is larger."""

from collections import Counter
from pathlib import Path

from benchmark.core.errors import OurFailure

MAX_SITE_BYTES = 800_000_000  #: bytes of all files together
_NAMED_FOLDERS = 3  #: folders in the message


class SiteSize:
    """Adds up what is written, and stops a site that becomes too large before it fills a disk."""

    def __init__(self, out: Path, limit: int = MAX_SITE_BYTES) -> None:
        """``out`` is the folder of the site, whose files so far are counted."""
        self._limit = limit
        self._sizes: Counter[str] = Counter()
        for path in out.rglob("*"):
            if path.is_file():
                self.add(path.relative_to(out).as_posix(), path.stat().st_size)

    @property
    def total(self) -> int:
        """Bytes."""
        return self._sizes.total()

    def add(self, path: str, size: int) -> None:
        """Count a file of ``size`` bytes.

        Raises:
            OurFailure: when the site is larger than its limit with it; names the largest folders.
        """
        folder, _, below = path.partition("/")
        self._sizes[f"{folder}/" if below else folder] += size
        if self.total > self._limit:
            largest = ", ".join(f"{name} {_mb(of)}" for name, of in self._sizes.most_common(_NAMED_FOLDERS))
            raise OurFailure(
                f"the site is larger than {_mb(self._limit)}, which its host does not take: {largest}",
                "answers are in d/: those of rows whose completions are in releases alone are not shown",
            )


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
