"""Cells of a paper's table next to the numbers that were made here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.analysis.reported.table import ReportedColumn, ReportedTable, reported_tables
from benchmark.analysis.reproduce.entries import PaperItem, PaperRun
from benchmark.analysis.studies.correlations import average, correlations
from benchmark.core.score import Score
from benchmark.core.verdict import ErrorType, Outcome
from benchmark.results.row import RowScore
from benchmark.scoring.summary import count_error_types

_TASKS = "tasks"
AnyScore = Score | RowScore
_PaperRow = Mapping[str, str | float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCell:
    """One number, as made here and as printed."""

    model: str
    name: str  #: of the column, or metric and category where the paper's number is not known
    here: float
    low: float | None = None  #: 95 % interval
    high: float | None = None
    paper: float | None = None
    decimals: int = 1  #: decimals that the paper prints

    @property
    def difference(self) -> float | None:
        """The number here minus the paper's, after rounding as the paper does; None if one is not known."""
        return None if self.paper is None else round(self.here, self.decimals) - self.paper


def table_of(item: PaperItem) -> ReportedTable | None:
    """Return the table with the paper's numbers; None if we do not have them."""
    return next((table for table in reported_tables() if table.name == item.reported), None)


def paper_rows(item: PaperItem, run: PaperRun, model: str) -> list[_PaperRow]:
    """Return the rows of the paper's table for a model, by its name, or by name and size."""
    table = table_of(item)
    rows = [] if table is None else [*table.values()]
    fitting = [row for row in rows if all(row.get(name) == value for name, value in run.where.items())]
    wanted = _letters(model)
    return [row for row in fitting if wanted in {_letters(name) for name in row_names(row)}]


def row_names(row: _PaperRow) -> Iterator[str]:
    """Yield the names of a row of a paper's table: the model, and the model with its size."""
    yield str(row.get("model"))
    if row.get("parameters_b"):
        yield f"{row['model']} {row['parameters_b']}"


def compare_run(
    item: PaperItem, run: PaperRun, model: str, scores: Iterable[AnyScore], rows: Sequence[_PaperRow]
) -> Iterator[ComparedCell]:
    """Yield the cells of a run: of the paper's columns, or all main scores if it names none.

    Args:
        item: the table or figure.
        run: one of its runs.
        model: the name that is shown.
        scores: the run's scores.
        rows: the paper's rows for the model; their numbers are left out unless it is one.
    """
    table = table_of(item)
    columns = {} if table is None else {column.id: column for column in table.columns}
    by_name = {f"{score.metric} {score.category}".strip(): score for score in scores}
    cells = run.cells or {name: name for name, score in by_name.items() if not score.category}
    for column, name in cells.items():
        if (score := by_name.get(name)) is None:
            continue
        known = columns.get(column)
        factor = _factor(score, known)
        paper = rows[0].get(column) if len(rows) == 1 else None
        words = known.title if known is not None else f"{run.setting}: {column}"
        yield ComparedCell(
            model=model,
            name=words if not run.where else f"{', '.join(run.where.values())}: {words}",
            here=factor * score.value,
            low=factor * score.low,
            high=factor * score.high,
            paper=float(paper) if isinstance(paper, int | float) else None,
            decimals=1 if known is None or known.decimals is None else known.decimals,
        )


def _factor(score: AnyScore, column: ReportedColumn | None) -> float:
    if column is not None and column.unit == _TASKS:
        return float(score.tasks)
    return 100.0 if score.scale == "fraction" else 1.0


#: Error types by the names that MMCode's paper has for them, in text and Figure 4.
ERRORS: Mapping[ErrorType, str] = {
    "wrong-answer": "Problem Understanding",
    "access": "Access Error",
    "type": "Type Error",
    "math": "Math Error",
    "name": "Name Error",
    "input-parsing": "Input Parsing",
    "output-format": "Output Format",
    "syntax": "Syntax Error",
    "time-limit": "Time Limit",
}


def error_cells(run: PaperRun, model: str, outcomes: Sequence[Outcome]) -> Iterator[ComparedCell]:
    """Yield the share of each type of error among failed samples, in %; the paper's numbers are not known."""
    counts = count_error_types(outcomes)
    failed = sum(counts.values())
    for kind in (*ERRORS, *(kind for kind in counts if kind not in ERRORS)):
        if failed:
            name = f"{run.setting}: {ERRORS.get(kind, kind)}, % of {failed} failures"
            yield ComparedCell(model=model, name=name, here=100 * counts.get(kind, 0) / failed)


def compare_correlations(item: PaperItem) -> Iterator[ComparedCell]:
    """Yield Pearson's correlation of every two benchmarks, from the numbers of Table 7, and the averages."""
    table = table_of(item)
    if table is None:
        return
    columns = collected_columns(table)
    pairs = correlations(columns)
    printed = {str(row["row"]): row for row in table.values()}
    for pair in pairs:
        if pair.pearson is not None:
            yield ComparedCell(
                model=pair.a,
                name=pair.b,
                here=pair.pearson.value,
                low=pair.pearson.low,
                high=pair.pearson.high,
                paper=_number(printed[pair.a][pair.b]),
                decimals=2,
            )
    for name in columns:
        mean = average(pairs, name)[0]
        if mean is not None:
            paper = _number(printed["Average"][name])
            yield ComparedCell(model=name, name="average", here=mean, paper=paper, decimals=2)


def collected_columns(table: ReportedTable) -> dict[str, tuple[float | None, ...]]:
    """Return the numbers of Table 7 by benchmark of a table of correlations; HumanEval-V by pass@10."""
    (collected,) = (each for each in reported_tables() if each.name == "humaneval-v-table-7")
    rows = [*collected.values()]
    names = [column.id for column in table.columns[1:]]
    return {name: tuple(_number(row.get(name, row["pass@10"])) for row in rows) for name in names}


def _number(value: str | float | None) -> float | None:
    return None if value is None or isinstance(value, str) else float(value)


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))
