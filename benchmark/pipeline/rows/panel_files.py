"""Panels of nights on disk: which files are panels, how one is read, and where its completions are."""

from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.tasks import tasks_digest
from benchmark.pipeline import sources
from benchmark.pipeline.rows.row_files import Fetch, local_or_fetched
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.nights import RECORD_NAME, Panel, completions_name, read_completions
from benchmark.results.row import RowFile


def is_panel(path: Path) -> bool:
    """Whether a file has the name of a panel: the night and the id, while a row has the id only."""
    return RECORD_NAME.fullmatch(path.name) is not None


def panel_files(nightly: Path) -> tuple[Path, ...]:
    """Return the files of all panels in the folder ``nightly``, sorted."""
    found = (nightly / Panel.folder).glob("*/*/*/*.json")
    return tuple(sorted(path for path in found if RECORD_NAME.fullmatch(path.name)))


def panel_completions(
    panel: Panel, path: Path, predictions: Path | None = None, fetch: Fetch | None = None
) -> tuple[Completion, ...]:
    """Return the completions of a panel, after checking that they are those from which it was made.

    Args:
        panel: the panel in ``path``.
        path: path of the panel; its completions are next to it, or an asset of a release.
        predictions: a file of completions to read instead.
        fetch: downloads completions that are not next to the panel; None for no download.

    Raises:
        BadInput: if they are missing, or are not those from which the panel was made.
    """
    described, name = panel.run.completions_file, completions_name(panel)
    local = predictions or path.with_name(name)
    if described is None:
        return read_completions(panel, local)
    # Not validated: the name has the night's date, whose hyphens no name of a row's file has.
    named = RowFile.model_construct(name=name, sha256=described.sha256, bytes=described.bytes)
    with local_or_fetched(panel.id, local, named, fetch) as file:
        return read_completions(panel, file)


def why_not_read(panel: Panel, path: Path, fetch: Fetch | None) -> str:
    """Return why the completions are not checked; empty if they are."""
    described = panel.run.completions_file
    if described is None:
        return "names no file of completions"
    there = path.with_name(completions_name(panel)).exists()
    if fetch is None and described.bytes > ROW_FILE_LIMIT and not there:
        return f"{completions_name(panel)} is an asset of a release; check it with --assets OWNER/NAME"
    return ""


def why_not_judged(panel: Panel) -> str:
    """Return why a panel cannot be judged on this machine; empty if it can."""
    name = f"{panel.result.suite} {panel.result.dataset}"
    try:
        source = sources.from_suite(panel.result.suite, panel.result.dataset, "panel")
    except BadInput:
        return f"its tasks are not on this machine: {name}"
    if tasks_digest(source.tasks) != panel.result.tasks.digest:
        return f"its tasks are those of another version of {name}"
    return ""
