"""Which pages are generated, and what each one shows."""

import html
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmark.leaderboard.board import HOME, Board, boards
from benchmark.leaderboard.catalog import suite_title
from benchmark.leaderboard.commands import Commands, commands
from benchmark.leaderboard.directory import Directory, Notes, Schemas, directory, notes, schemas
from benchmark.leaderboard.model import Model, models
from benchmark.leaderboard.places import places_by_table
from benchmark.leaderboard.ranking_report import RankingReport
from benchmark.leaderboard.unfinished import unfinished
from benchmark.leaderboard.wording import clean
from benchmark.results.retraction import Withdrawn
from benchmark.results.row import Row
from benchmark.results.status import RunStatus

View = Board | Model | Directory | Notes | Schemas | Commands


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A generated page: where it goes, its title, and the template that shows its view."""

    source: str  #: path inside the site's pages, as links name it
    title: str
    template: str
    view: View
    slug: str = ""  #: what the search finds beside the title; nothing else of a page is searched

    @property
    def source_text(self) -> str:
        """The page as mkdocs reads it: a title that is safe to print as HTML, and a slug for the search."""
        title = json.dumps(html.escape(self.title))
        words = f"`{self.slug}`" if self.slug else ""
        return f"---\ntitle: {title}\ntemplate: sb.html\nhide: [navigation, toc]\n---\n{words}\n"


def pages(
    rows: Iterable[Row],
    prose: Path,
    group: click.Group,
    rows_folder: str = "results",
    *,
    ranking: Path | None = None,
    withdrawn: Iterable[Withdrawn] = (),
    statuses: Sequence[RunStatus] = (),
) -> tuple[Page, ...]:
    """All generated pages.

    Args:
        rows: every row that counts.
        prose: folder of the written pages, with the decision notes and schemas that are listed.
        group: the command line, for the reference of its commands.
        rows_folder: how the command that verifies a row calls the rows' folder.
        ranking: file with the ranks of all tables, as `sightbench rank --json` prints them; pages without it
            show no places.
        withdrawn: rows that count no more; the pages say that they were withdrawn, and why.
        statuses: why runs have no row, oldest first.
    """
    rows, withdrawn = tuple(rows), tuple(withdrawn)
    places = {} if ranking is None else places_by_table(read_ranking(ranking).tables)
    made = [
        Page(source=source, title=_board_title(source, board), template="board.html", view=board)
        for source, board in boards(rows, places, withdrawn).items()
    ]
    made += [
        Page(source=source, title=model.name, template="model.html", view=model, slug=model.slug)
        for source, model in models(rows, rows_folder, places, withdrawn).items()
    ]
    left = unfinished(statuses, (*rows, *(one.row for one in withdrawn)))
    made.append(
        Page(source="model/index.md", title="Models", template="models.html", view=directory(rows, left))
    )
    made.append(
        Page(
            source="decisions/index.md",
            title="Decisions",
            template="decisions.html",
            view=notes(prose / "decisions"),
        )
    )
    made.append(
        Page(
            source="schemas/index.md",
            title="JSON schemas",
            template="schemas.html",
            view=schemas(prose / "schemas"),
        )
    )
    made.append(
        Page(source="commands/index.md", title="Commands", template="commands.html", view=commands(group))
    )
    return tuple(made)


def read_ranking(path: Path) -> RankingReport:
    """Read ranks; they were written by this version."""
    return RankingReport.model_validate_json(path.read_bytes())


def _board_title(source: str, board: Board) -> str:
    current = next((tab.title for tab in board.tabs if tab.current), "")
    if current:
        return f"{current} leaderboard"
    if source == HOME and board.tables:
        return f"{board.tables[0].title.split(',')[0]} leaderboard"
    return "Leaderboard" if source == HOME else f"{clean(suite_title(source.split('/')[1]))} leaderboard"
