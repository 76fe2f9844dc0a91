"""Check the links of a built site: each must lead to a file, and its fragment to a part of the page."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

_TAG = re.compile(
    r"""<([a-zA-Z][\w-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?)*)\s*/?>""",
)
_ATTRIBUTE = re.compile(r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_XML_LINK = re.compile(r"""<(?:loc|id|uri)>([^<]*)</|\shref=["']([^"']*)["']""")
#: Comments, scripts, styles and text areas: their content is text, even if it looks like tags.
_RAW = re.compile(r"<!--.*?-->|(<(script|style|textarea)\b[^>]*>).*?(?=</\2>)", re.DOTALL | re.IGNORECASE)
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


@dataclass(frozen=True, eq=False)
class _Document:
    """The names and links of one page."""

    path: Path

    @cached_property
    def _names_and_links(self) -> tuple[frozenset[str], tuple[str, ...]]:
        names: set[str] = set()
        links: dict[str, None] = {}
        text = _RAW.sub(lambda raw: raw[1] or "", self.path.read_text(encoding="utf-8"))
        for tag in _TAG.finditer(text):
            for attribute in _ATTRIBUTE.finditer(tag[2]):
                name = attribute[1].lower()
                value = attribute[2] or attribute[3] or attribute[4] or ""
                if name == "id" or (name == "name" and tag[1].lower() == "a"):
                    names.add(html.unescape(value))
                elif name in _LINK_ATTRIBUTES:
                    links[html.unescape(value).strip()] = None
                elif name in _LINK_LIST_ATTRIBUTES:
                    links.update(
                        (entry.split()[0], None) for entry in html.unescape(value).split(",") if entry.strip()
                    )
        return frozenset(names), tuple(links)

    @property
    def names(self) -> frozenset[str]:
        """The ids and names that a fragment may refer to."""
        return self._names_and_links[0]

    @property
    def links(self) -> tuple[str, ...]:
        """The links of the page in order, each once."""
        return self._names_and_links[1]


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
    """Return addresses that begin with the site's, and all values of ``href``; other texts are no links."""
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
