"""Links of generated pages: source paths become addresses relative to the page."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol


class SiteFile(Protocol):
    """A page or file as mkdocs knows it."""

    @property
    def url(self) -> str:
        """Return its address below the site's root."""


@dataclass(frozen=True, slots=True)
class PageLinks:
    """The links of one page."""

    address: str  #: of the page, below the site's root
    files: Mapping[str, SiteFile]  #: pages and files of mkdocs, by source path
    plain: Collection[str]  #: paths of the files that are written after mkdocs
    relative: Callable[[str, str], str]  #: makes an address relative to another one

    def link(self, source: str) -> str:
        """Return the address of a page or file, relative to this page.

        Raises:
            KeyError: if the site does not have it; that stops the build.
        """
        url = source if source in self.plain else self.files[source].url
        top, up = self.address.partition("/")[0] + "/", "../" * self.address.count("/")
        # To another top folder, an address through the site's root is quicker to make than `relative`.
        in_other_folder = "/" in url and up and not url.startswith((".", top))
        return up + url if in_other_folder else self.relative(url, self.address)

    def has(self, source: str) -> bool:
        """Return whether the site has a page or file with this source path."""
        return source in self.plain or source in self.files
