"""What only the home page has: what is measured, a task of each suite, and the next steps."""

from dataclasses import replace

from benchmark.analysis.catalog import suite_task, suite_title
from benchmark.analysis.conditions import shows_picture
from benchmark.analysis.wording import clean, count, number_word, plural
from benchmark.leaderboard.board.view import Board, Welcome
from benchmark.leaderboard.inputs.provenance import provenance
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page, suite_page
from benchmark.leaderboard.parts.sample_tasks import task_of_each_suite
from benchmark.results.row import Row

SENTENCE = (
    "Sightbench measures how often a model that is shown a picture, such as a diagram or a chart, writes a "
    "program that passes tests."
)
#: Number of models in the table of the home page; the page of its suite has all.
TOP = 12
#: Maximum number of further tables of the same suite that the page links.
NEXT = 2


def home_board(board: Board, row: Row | None, sources: Sources) -> Board:
    """Return the home page: the top of the first table, and what a reader who knows nothing needs.

    Args:
        board: the board of the suite that the home page shows.
        row: the first row of its first table; None without rows.
        sources: inputs of the pages.
    """
    tables = tuple(replace(table, models=table.models[:TOP], seen=False) for table in board.tables[:1])
    return replace(
        board,
        tables=tables,
        further=(),
        reported=(),
        papers=None,
        withdrawn=(),
        choices=(),
        about="",
        samples=None,
        welcome=_welcome(board, row, sources),
    )


def _welcome(board: Board, row: Row | None, sources: Sources) -> Welcome:
    models = len(board.tables[0].models) if board.tables else 0
    title = clean(suite_title(board.suite))
    command = ""
    if row is not None:
        where = sources.where
        command = provenance(row, sources.counts[row.id], where.rows_name, where.repository).command
    return Welcome(
        sentence=SENTENCE,
        samples=tuple(task_of_each_suite(sources, (tab.suite for tab in board.tabs))),
        table=_asked(board, row),
        whole_page=suite_page(board.suite),
        whole_title=f"All {count(models)} models of {title}" if models > TOP else f"All tables of {title}",
        first_of=f"The first {number_word(TOP)} of {count(models)} models" if models > TOP else "",
        next_tables=tuple(
            (f"{table.title}: {plural(len(table.models), 'model')}", table.anchor)
            for table in board.tables[1 : 1 + NEXT]
        ),
        row_command=command,
        row_page="" if row is None else model_page(row.result.submission.slug),
        row_published=row is not None and row.run.references is not None,
    )


def _asked(board: Board, row: Row | None) -> str:
    """Return which suite the table is about, what it asks, and whether no picture is shown."""
    if row is None:
        return ""
    setting = row.result.setting
    task = suite_task(board.suite, setting)
    seen = "" if shows_picture(board.suite, setting) else "; no picture is shown"
    return f"{board.tables[0].title}: {task}{seen}." if task else f"{board.tables[0].title}."
