"""Where pages are made from, and how one process tells another: mkdocs runs in one of its own."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.results import layout

_PREFIX = "SIGHTBENCH_"
_FOLDER_FIELDS = ("rows", "cache", "statuses", "submissions")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """Folders, files and addresses; all but the rows may be absent."""

    rows: Path  #: ``<suite>/<dataset>/<slug>/<id>.json``
    named: str = "results"  #: how the command that verifies a row calls that folder
    cache: Path | None = None  #: of counted rows and compared pairs, as `sightbench rank` keeps it
    statuses: Path | None = None  #: ``<slug>/*.json``: why a run has no row
    submissions: Path | None = None  #: ``<slug>/submission.yaml``
    tasks: tuple[Path, ...] = ()  #: task files, beside the data sets that suites have here
    repository: str = ""  #: https address, for links; none without it
    address: str = ""  #: https address of the site, for feeds; relative links need none

    @property
    def base(self) -> str:
        """What whole links begin with, with a slash at its end; empty without an address."""
        return f"{self.address.rstrip('/')}/" if self.address else ""

    def resolved(self) -> "SiteConfig":
        """The same with paths that hold in another working folder."""
        known = {
            name: path.absolute() for name in _FOLDER_FIELDS if (path := getattr(self, name)) is not None
        }
        return replace(self, **known, tasks=tuple(path.absolute() for path in self.tasks))

    def environment(self) -> dict[str, str]:
        """All of it but addresses, which mkdocs' own configuration takes from the same variables."""
        return {
            f"{_PREFIX}ROWS": str(self.rows),
            f"{_PREFIX}CACHE": str(self.cache or ""),
            f"{_PREFIX}STATUSES": str(self.statuses or ""),
            f"{_PREFIX}SUBMISSIONS": str(self.submissions or ""),
            f"{_PREFIX}TASKS": os.pathsep.join(map(str, self.tasks)),
        }


def config_from_environment(environment: Mapping[str, str], root: Path) -> SiteConfig:
    """What :meth:`SiteConfig.environment` says; paths are relative to ``root``.

    What is not said at all is looked for where it usually is: rows in ``results``, submissions in
    ``submissions``, and statuses beside the rows.
    """

    def folder(name: str, usual: Path | None) -> Path | None:
        said = environment.get(_PREFIX + name)
        if said is None:
            return usual
        return root / said if said else None

    rows = root / (environment.get(f"{_PREFIX}ROWS") or layout.ROWS)
    return SiteConfig(
        rows=rows,
        named=rows.relative_to(root).as_posix() if rows.is_relative_to(root) else layout.ROWS,
        cache=folder("CACHE", None),
        statuses=folder("STATUSES", default_statuses(rows)),
        submissions=folder("SUBMISSIONS", root / "submissions"),
        tasks=tuple(root / path for path in environment.get(f"{_PREFIX}TASKS", "").split(os.pathsep) if path),
        repository=environment.get(f"{_PREFIX}REPO_URL", ""),
        address=environment.get(f"{_PREFIX}SITE_URL", ""),
    )


def default_statuses(rows: Path) -> Path | None:
    """Where the statuses of a checkout of the branch of results are; None for other folders of rows."""
    return rows.parent / layout.STATUS if rows.absolute().name == layout.ROWS else None
