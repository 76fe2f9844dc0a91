"""The folders and addresses that a site is built from, their environment variables, and robots.txt.

mkdocs runs in a process of its own, so the settings are passed to it as environment variables.

Crawlers may read pages, no answers, and for the training of models no tasks either. They read robots.txt only
at the root of a host. A site below a path, such as OWNER.github.io/NAME, needs a copy of the file there; that
is why its rules name whole paths and its first line asks for the copy.
"""

import json
import os
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from benchmark.core.errors import SightbenchError
from benchmark.results import layout

_PREFIX = "SIGHTBENCH_"
_FOLDER_FIELDS = ("rows", "cache", "statuses", "nightly", "submissions", "trusted_root")
_TEXT_FIELDS = ("signer", "results_commit", "source_commit")


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteConfig:
    """Folders, files and addresses that a site is built from; only the folder of rows is required."""

    rows: Path  #: folder of rows: ``<suite>/<dataset>/<slug>/<id>.json``
    rows_name: str = "results"  #: path of this folder in the commands that pages print
    cache: Path | None = None  #: cache of counted rows and compared pairs, shared with `sightbench rank`
    statuses: Path | None = None  #: folder of ``<slug>/*.json`` files that say why a run has no row
    nightly: Path | None = None  #: folder of panels, decisions and events of nights
    submissions: Path | None = None  #: folder of ``<slug>/submission.yaml``
    tasks: tuple[Path, ...] = ()  #: task files, in addition to the data sets that suites have here
    repository: str = ""  #: https address of the repository; without it pages have no links to it
    signer: str = ""  #: ``OWNER/NAME#ID`` of the repository that signs rows; without it all are unattested
    trusted_root: Path | None = None  #: file with a root of trust; None means Sigstore's public one
    address: str = ""  #: https address of the site, for whole links in feeds and downloads
    results_commit: str = ""  #: commit of the results branch that the rows come from; empty if unknown
    source_commit: str = ""  #: commit of the checkout that builds the site; empty if unknown

    @property
    def base(self) -> str:
        """The start of whole links, with a slash at its end; empty if the site's address is unknown."""
        return f"{self.address.rstrip('/')}/" if self.address else ""

    def resolved(self) -> "SiteConfig":
        """Return a copy with absolute paths, for a process in another working folder."""
        known = {
            name: path.absolute() for name in _FOLDER_FIELDS if (path := getattr(self, name)) is not None
        }
        return replace(self, **known, tasks=tuple(path.absolute() for path in self.tasks))

    def environment(self) -> dict[str, str]:
        """Return the folders and files as variables; mkdocs.yml reads the addresses from variables itself."""
        texts = {name: str(getattr(self, name) or "") for name in (*_FOLDER_FIELDS, *_TEXT_FIELDS)}
        texts["tasks"] = os.pathsep.join(map(str, self.tasks))
        return {_PREFIX + name.upper(): value for name, value in texts.items()}


def config_from_environment(environment: Mapping[str, str], root: Path) -> SiteConfig:
    """Read the variables that :meth:`SiteConfig.environment` returns; paths are relative to ``root``.

    Defaults of missing variables: rows in ``results``, submissions in ``submissions``, and statuses in
    ``status`` and nights in ``nightly`` next to a folder of rows that is called ``results``.
    """

    def folder(name: str, default: Path | None) -> Path | None:
        value = environment.get(_PREFIX + name)
        if value is None:
            return default
        return root / value if value else None

    rows = root / (environment.get(f"{_PREFIX}ROWS") or layout.ROWS)
    return SiteConfig(
        rows=rows,
        rows_name=rows.relative_to(root).as_posix() if rows.is_relative_to(root) else layout.ROWS,
        cache=folder("CACHE", None),
        statuses=folder("STATUSES", beside_results(rows, layout.STATUS)),
        nightly=folder("NIGHTLY", beside_results(rows, layout.NIGHTLY)),
        submissions=folder("SUBMISSIONS", root / "submissions"),
        tasks=tuple(root / path for path in environment.get(f"{_PREFIX}TASKS", "").split(os.pathsep) if path),
        trusted_root=folder("TRUSTED_ROOT", None),
        repository=environment.get(f"{_PREFIX}REPO_URL", ""),
        address=environment.get(f"{_PREFIX}SITE_URL", ""),
        **{name: environment.get(_PREFIX + name.upper(), "") for name in _TEXT_FIELDS},
    )


def beside_results(rows: Path, name: str) -> Path | None:
    """Return the folder next to a folder of rows called ``results``, as on their branch; None for others."""
    return rows.parent / name if rows.absolute().name == layout.ROWS else None


BUILT_PATH = "built.json"
_SCHEMA = "sightbench/built/1"


def built_bytes(where: SiteConfig) -> bytes:
    """Return the file: ``results`` and ``source`` are ids of commits, empty if unknown."""
    content = {"schema": _SCHEMA, "results": where.results_commit, "source": where.source_commit}
    return (json.dumps(content, indent=1) + "\n").encode("ascii")


MESSAGE_FILE_VARIABLE = "SIGHTBENCH_MESSAGE_FILE"  #: path of the file; without it no message is written


def write_message(environment: Mapping[str, str], message: SightbenchError | tuple[str, ...]) -> None:
    """Write notes or an error to the message file, replacing an earlier message."""
    if path := environment.get(MESSAGE_FILE_VARIABLE):
        Path(path).write_bytes(pickle.dumps(message))


def read_message(path: Path) -> SightbenchError | tuple[str, ...]:
    """Return the notes or the error of the other process; no notes if it wrote no message."""
    if not path.is_file():
        return ()
    message: SightbenchError | tuple[str, ...] = pickle.loads(path.read_bytes())  # noqa: S301 (our own file)
    return message


@contextmanager
def report_errors(environment: Mapping[str, str]) -> Iterator[None]:
    """Write an error that leaves the block to the message file, and raise it again."""
    try:
        yield
    except SightbenchError as error:
        write_message(environment, error)
        raise


ROBOTS_PATH = "robots.txt"
#: Answers and results, which scripts load, and pictures of tasks.
_ANSWERS = ("d/",)
#: Pages with texts and pictures of tasks.
_TASKS = ("dataset/", "task/")
#: Names under which crawlers collect texts for the training of models, as their operators document them.
TRAINING_CRAWLERS = (
    "AI2Bot",
    "Amazonbot",
    "Applebot-Extended",
    "Bytespider",
    "CCBot",
    "ClaudeBot",
    "cohere-training-data-crawler",
    "Google-Extended",
    "GPTBot",
    "Meta-ExternalAgent",
)


def robots_bytes(where: SiteConfig) -> bytes:
    """Return robots.txt; it names the sitemap if the site's address is known."""
    root = urlsplit(where.base).path or "/"
    lines = []
    if root != "/":
        own = urljoin(where.base, f"/{ROBOTS_PATH}")
        lines += [f"# Crawlers read this file only at the root of a host. Copy it to {own}.", ""]
    lines += ["# Search engines may read all pages. Answers of models are not pages.", "User-agent: *"]
    lines += [f"Disallow: {root}{folder}" for folder in _ANSWERS]
    lines += ["", "# These tasks measure models, so models should not be trained on them."]
    lines += [f"User-agent: {name}" for name in TRAINING_CRAWLERS]
    lines += [f"Disallow: {root}{folder}" for folder in (*_ANSWERS, *_TASKS)]
    lines += ["", f"Sitemap: {where.base}sitemap.xml"] if where.base else []
    return ("\n".join(lines) + "\n").encode("ascii")
