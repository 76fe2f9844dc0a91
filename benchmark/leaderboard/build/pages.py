"""The functions that make all pages and plain files; a new kind of page adds its function here."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import click

from benchmark.leaderboard.board.as_of import asof_pages, change_pages
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.charts.page import chart_pages
from benchmark.leaderboard.compare.data import compare_files
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.downloads.badges import badge_files
from benchmark.leaderboard.downloads.cite import cite_pages
from benchmark.leaderboard.downloads.files import download_files
from benchmark.leaderboard.downloads.page import downloads_pages
from benchmark.leaderboard.downloads.papers import paper_pages
from benchmark.leaderboard.inputs.site_config import BUILT_PATH, built_bytes
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.lists.commands import command_reference
from benchmark.leaderboard.lists.directory import decision_notes, model_directory, published_schemas
from benchmark.leaderboard.lists.privacy import privacy_pages
from benchmark.leaderboard.lists.status import status_pages
from benchmark.leaderboard.metadata.robots import ROBOTS_PATH, robots_bytes
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.parts.addresses import MODELS
from benchmark.leaderboard.parts.answers import answer_files
from benchmark.leaderboard.parts.page import Page, PlainFile, SearchWords
from benchmark.leaderboard.parts.pictures import picture_files
from benchmark.leaderboard.task.page import task_pages
from benchmark.leaderboard.task.results import stem_files
from benchmark.leaderboard.trends.page import trends_pages

#: Functions that make pages from the sources alone.
PAGE_KINDS: tuple[Callable[[Sources], Iterable[Page]], ...] = (
    board_pages,
    model_pages,
    asof_pages,
    change_pages,
    status_pages,
    task_pages,
    dataset_pages,
    compare_pages,
    chart_pages,
    trends_pages,
    paper_pages,
    downloads_pages,
    cite_pages,
    privacy_pages,
)


def _site_files(sources: Sources) -> Iterable[PlainFile]:
    yield PlainFile(BUILT_PATH, partial(built_bytes, sources.where))
    yield PlainFile(ROBOTS_PATH, partial(robots_bytes, sources.where))


#: Functions that make plain files.
FILE_KINDS: tuple[Callable[[Sources], Iterable[PlainFile]], ...] = (
    answer_files,
    stem_files,
    picture_files,
    compare_files,
    download_files,
    badge_files,
    _site_files,
)


def all_pages(sources: Sources, prose: Path, group: click.Group) -> tuple[Page, ...]:
    """Return all generated pages; the folder ``prose`` has the notes and schemas that two of them list."""
    commands = command_reference(group)
    return (
        *(page for kind in PAGE_KINDS for page in kind(sources)),
        Page(
            source=MODELS,
            title="Models",
            template="models.html",
            view=model_directory(sources.light_rows, sources.submissions),
            search=SearchWords(
                keywords=(
                    "list of models, all models, llm, vlm, open weights, closed weights, organisations, "
                    "reasoning models, open source models"
                )
            ),
            styles=("board.css",),
        ),
        Page(
            source="decisions/index.md",
            title="Decisions",
            template="decisions.html",
            view=decision_notes(prose / "decisions"),
            search=SearchWords(keywords="design, rationale, why, architecture"),
        ),
        Page(
            source="schemas/index.md",
            title="JSON schemas",
            template="schemas.html",
            view=published_schemas(prose / "schemas"),
            search=SearchWords(keywords="json schema, format, fields"),
        ),
        Page(
            source="commands/index.md",
            title="Commands",
            template="commands.html",
            view=commands,
            search=SearchWords(keywords="cli, command line, help, options"),
            search_parts=tuple(
                SearchWords(
                    kind="section",
                    within="Commands",
                    name=command.name,
                    line=f"{command.sentence} Options: {', '.join(command.options)}."
                    if command.options
                    else command.sentence,
                    anchor=command.anchor,
                )
                for command in commands.commands
            ),
        ),
    )


def plain_files(sources: Sources) -> tuple[PlainFile, ...]:
    """Return all plain files; their content is made when they are written."""
    return tuple(file for kind in FILE_KINDS for file in kind(sources))
