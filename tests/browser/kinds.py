"""Which pages of a site are looked at: of each kind the largest and the smallest, whatever there is."""

from collections import defaultdict
from pathlib import Path, PurePosixPath


def kind_of(page: str) -> str:
    """What pages have in common that one template makes: their first folder, and how deep they lie in it.

    ``model/gpt-4o/index.html`` gives ``model/*``, ``index.html`` an empty text.
    """
    folders = PurePosixPath(page).parent.parts
    if PurePosixPath(page).name != "index.html":
        return page
    return "/".join((*folders[:1], *("*" for _ in folders[1:])))


def pages_of_kinds(site: Path) -> dict[str, list[str]]:
    """One or two addresses of each kind, below the site's own, the largest page first."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for path in site.rglob("*.html"):
        page = path.relative_to(site).as_posix()
        found[kind_of(page)].append((path.stat().st_size, page.removesuffix("index.html")))
    chosen = {}
    for kind, pages in sorted(found.items()):
        largest, smallest = max(pages), min(pages)
        chosen[kind] = list(dict.fromkeys((largest[1], smallest[1])))
    return chosen
