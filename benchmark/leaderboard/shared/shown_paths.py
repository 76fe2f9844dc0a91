"""Paths in notes, as pages show them: without the folders of the machine that builds the site."""

import re
from collections.abc import Iterator
from pathlib import Path

from benchmark.leaderboard.shared.site_config import SiteConfig

#: The folders of an absolute path, up to its last part.
_ABSOLUTE = re.compile(r"(?<![\w./:~-])/(?:[^\s/'\":]+/)*(?=[^\s/'\":])")


def without_machine_paths(text: str, where: SiteConfig) -> str:
    """Return a text with paths relative to the site's inputs, and only the last part of other absolute paths.

    ``/tmp/x/rows/a/b.json: row`` becomes ``results/a/b.json: row``, and ``/home/me/b.json`` ``…/b.json``.
    """
    for folder, name in _input_folders(where):
        if folder.is_absolute():
            text = text.replace(f"{folder}/", f"{name}/" if name else "").replace(str(folder), name)
    return _ABSOLUTE.sub("…/", text)


def _input_folders(where: SiteConfig) -> Iterator[tuple[Path, str]]:
    """Yield the folders of the inputs and their names on pages, folders in others first."""
    named = [(where.rows, where.rows_name)]
    named += [
        (folder, name)
        for folder, name in (
            (where.cache, "cache"),
            (where.statuses, "status"),
            (where.nightly, "nightly"),
            (where.submissions, "submissions"),
            (where.trusted_root and where.trusted_root.parent, ""),
            *((path.parent, "") for path in where.tasks),
        )
        if folder is not None
    ]
    yield from sorted(named, key=lambda entry: len(str(entry[0])), reverse=True)
