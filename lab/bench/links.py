"""Check the links of a built site: each must lead to a file, and its fragment to a part of the page."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_XML_LINK = re.compile(r"""<(?:loc|id|uri)>([^<]*)</|\shref=["']([^"']*)["']""")
_LINK_ATTRIBUTES = frozenset(
    {"href", "src", "action", "poster", "data-src", "data-href", "data-shard", "data-files", "xlink:href"}
)
_LINK_LIST_ATTRIBUTES = frozenset({"srcset"})
_ROOT = "http://site.invalid/"
_OUTSIDE_SCHEMES = frozenset({"https", "http", "mailto", "data"})


@dataclass(frozen=True, slots=True, order=True)
class DeadLink:
    """A link whose target does not exist."""

    page: str  #: path of the page with the link, below the site's folder
    link: str  #: the link as it is written on the page
    problem: str


class _Document(HTMLParser):
    """The names and links of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.names: set[str] = set()  #: the ids and names that a fragment may refer to
        self._links: dict[str, None] = {}
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    @property
    def links(self) -> tuple[str, ...]:
        """The links of the page in order, each once."""
        return tuple(self._links)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the names and links of an element."""
        for name, value in attrs:
            text = value or ""
            if name == "id" or (name == "name" and tag == "a"):
                self.names.add(text)
            elif name in _LINK_ATTRIBUTES:
                self._links[text.strip()] = None
            elif name in _LINK_LIST_ATTRIBUTES:
                self._links.update((entry.split()[0], None) for entry in text.split(",") if entry.strip())


def dead_links(site: Path, address: str = "") -> Iterator[DeadLink]:
    """Yield the dead links of all pages and XML files of a site, without any network access.

    Args:
        site: folder of the built site.
        address: address of the published site, such as ``https://example.org/bench/``; whole addresses that
            begin with it are checked as well. If it is empty, whole addresses are not checked.
    """
    pages = {path.relative_to(site).as_posix(): _Document(path) for path in sorted(site.rglob("*.html"))}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    below = urlsplit(address).path.lstrip("/")
    for page, document in pages.items():
        # The host shows 404.html at any missing address, so its links must begin at the root.
        base = _ROOT + below + ("" if page == "404.html" else page)
        for link in document.links:
            problem = _problem(_site_path(link, base, address, below), pages, files)
            if problem:
                yield DeadLink(page, link, problem)
    for file in sorted(files):
        if Path(file).suffix in {".xml", ".atom"} and address:
            for link in _xml_links((site / file).read_text(encoding="utf-8"), address):
                problem = _problem(_site_path(link, _ROOT + below + file, address, below), pages, files)
                if problem:
                    yield DeadLink(file, link, problem)


def _xml_links(text: str, address: str) -> tuple[str, ...]:
    """Return addresses that begin with the site's, and all values of ``href``; other texts are not links."""
    found = {
        html.unescape(value).strip()
        for text, href in _XML_LINK.findall(text)
        if (value := href or (text if text.startswith(address) else ""))
    }
    return tuple(sorted(found))


def _site_path(link: str, base: str, address: str, below: str) -> str | None:
    """Return the path of a link below the site's folder, with its fragment; None for other hosts."""
    if address and (link.startswith(address) or link == address.rstrip("/")):
        return link[len(address) :]
    if urlsplit(link).scheme in _OUTSIDE_SCHEMES or link.startswith("//"):
        return None
    path = urljoin(base, link).removeprefix(_ROOT)
    # A path outside the site's folder is a dead link: the leading slash makes sure that no file matches.
    return path.removeprefix(below) if path.startswith(below) else f"/{path}"


def _problem(target: str | None, pages: dict[str, _Document], files: set[str]) -> str:
    if target is None:
        return ""
    parts = urlsplit(target)
    if parts.scheme:
        return f"has the unsupported scheme {parts.scheme}:"
    path, fragment = unquote(parts.path), unquote(parts.fragment)
    if path == "" or path.endswith("/"):
        path += "index.html"
    if path not in files:
        return f"there is no {path}"
    if fragment and path in pages and fragment not in pages[path].names:
        return f"{path} has no element called {fragment}"
    return ""
