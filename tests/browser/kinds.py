"""Choose the pages to test: the largest and the smallest page of each kind that the site has."""

from collections import defaultdict
from pathlib import Path, PurePosixPath


def kind_of(page: str) -> str:
    """Return the kind of a page, which is its first folder and its depth below it.

    ``model/gpt-4o/index.html`` gives ``model/*``, and ``index.html`` gives an empty text.
    """
    folders = PurePosixPath(page).parent.parts
    if PurePosixPath(page).name != "index.html":
        return page
    return "/".join((*folders[:1], *("*" for _ in folders[1:])))


def pages_of_kinds(site: Path) -> dict[str, list[str]]:
    """Return one or two paths of each kind, relative to the site's address, the largest page first."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for path in site.rglob("*.html"):
        page = path.relative_to(site).as_posix()
        found[kind_of(page)].append((path.stat().st_size, page.removesuffix("index.html")))
    chosen = {}
    for kind, pages in sorted(found.items()):
        largest, smallest = max(pages), min(pages)
        chosen[kind] = list(dict.fromkeys((largest[1], smallest[1])))
    return chosen
