"""Every link of a built site, followed to its page, and to the part of the page that it names."""

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
#: What stands between these is text, whatever it looks like.
_RAW = re.compile(r"<!--.*?-->|(<(script|style|textarea)\b[^>]*>).*?(?=</\2>)", re.DOTALL | re.IGNORECASE)
_LINK_ATTRIBUTES = frozenset(
    {"href", "src", "action", "poster", "data-src", "data-href", "data-shard", "data-files", "xlink:href"}
)
_LINK_LIST_ATTRIBUTES = frozenset({"srcset"})
_ROOT = "http://site.invalid/"
_OUTSIDE_SCHEMES = frozenset({"https", "http", "mailto", "data"})


@dataclass(frozen=True, slots=True, order=True)
class DeadLink:
    """A link that leads nowhere."""

    page: str  #: where it stands, below the site's folder
    link: str  #: as it stands there
    problem: str


@dataclass(frozen=True, eq=False)
class _Document:
    """What is in one page."""

    path: Path

    @cached_property
    def _found(self) -> tuple[frozenset[str], tuple[str, ...]]:
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
        """What a fragment may lead to."""
        return self._found[0]

    @property
    def links(self) -> tuple[str, ...]:
        """Each once, in order."""
        return self._found[1]


def dead_links(site: Path, address: str = "") -> Iterator[DeadLink]:
    """Follow the links of all pages and XML files of a site; other hosts are not asked.

    Args:
        site: folder of the built site.
        address: where it is published, such as ``https://example.org/bench/``; whole addresses that begin
            so are followed, too. Empty: they are taken for another host's.
    """
    pages = {path.relative_to(site).as_posix(): _Document(path) for path in sorted(site.rglob("*.html"))}
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    below = urlsplit(address).path.lstrip("/")
    for page, document in pages.items():
        # The page for addresses that are none is shown anywhere, so its links begin at the root.
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
    """Whole addresses of the site, and whatever ``href`` says; an id of a feed may be no address."""
    found = {
        html.unescape(value).strip()
        for text, href in _XML_LINK.findall(text)
        if (value := href or (text if text.startswith(address) else ""))
    }
    return tuple(sorted(found))


def _site_path(link: str, base: str, address: str, below: str) -> str | None:
    """A path below the site's folder, with its fragment; None for what lies elsewhere."""
    if address and (link.startswith(address) or link == address.rstrip("/")):
        return link[len(address) :]
    if urlsplit(link).scheme in _OUTSIDE_SCHEMES or link.startswith("//"):
        return None
    path = urljoin(base, link).removeprefix(_ROOT)
    # A path from the root of the host that leaves the site leads nowhere.
    return path.removeprefix(below) if path.startswith(below) else f"/{path}"


def _problem(target: str | None, pages: dict[str, _Document], files: set[str]) -> str:
    if target is None:
        return ""
    parts = urlsplit(target)
    if parts.scheme:
        return f"has the scheme {parts.scheme}:"
    path, fragment = unquote(parts.path), unquote(parts.fragment)
    if path == "" or path.endswith("/"):
        path += "index.html"
    if path not in files:
        return f"there is no {path}"
    if fragment and path in pages and fragment not in pages[path].names:
        return f"{path} has nothing called {fragment}"
    return ""
