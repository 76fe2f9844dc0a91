"""The tables and figures of the four papers: how each is made again, and its cells next to our numbers."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from benchmark.analysis.reported.table import ReportedTable, reported_tables
from benchmark.analysis.studies.correlations import average, correlations
from benchmark.analysis.studies.dataset_report import DatasetReport
from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.prompt import OWN_PROMPT
from benchmark.core.score import Score
from benchmark.core.verdict import ErrorType, Outcome
from benchmark.results.row import RowScore
from benchmark.scoring.metrics import count_error_types
from benchmark.suites import OFFICIAL, fetch_command, suite_of
from benchmark.suites.paper_prompts import stored_prompt

#: ``scores``: of a model's runs; ``dataset``: of the tasks; ``correlations``: of the paper's own numbers;
#: ``prompts``: texts of the paper, which are read from it.
Kind = Literal["scores", "dataset", "correlations", "prompts"]
State = Literal["reproduced here", "possible", "impossible"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRun:
    """One run of a model, and the columns of the paper's table that its scores are compared with."""

    setting: str
    protocol: str
    prompt: str
    cells: Mapping[str, str]  #: column → metric, and after a space the category
    #: Values of the paper's row in other columns, such as its inputs.
    where: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperItem:
    """A table or figure of a paper."""

    paper: str  #: the suite that implements the paper
    id: str  #: such as ``table-2``
    title: str
    kind: Kind = "scores"
    suite: str  #: suite of the tasks
    dataset: str = ""
    extraction: str = "own"
    reported: str = ""  #: name of the table with the paper's numbers; empty if we do not have them
    recorded: bool = False  #: whether rows that are shipped have these scores
    prompts: Sequence[str] = ()  #: names of its prompts, of those that the paper prints
    #: Why a cell differs, by the model's letters and digits and the column, such as ``gpt4o humaneval``.
    explained: Mapping[str, str] = field(default_factory=dict)
    never: str = ""  #: why it cannot be made again; empty if it can
    note: str = ""
    runs: Sequence[PaperRun] = ()

    @property
    def state(self) -> tuple[State, str]:
        """Whether it can be made again on a machine without data, and with what, or why not."""
        if self.never:
            return "impossible", self.never
        if self.kind == "correlations":
            return "reproduced here", "from the numbers that the paper collects"
        if self.recorded:
            return "reproduced here", "from the recorded rows"
        if self.kind == "prompts":
            return "possible", f"with the paper: `sightbench dataset prompts {self.suite} --from PAPER`"
        fetch = fetch_command(self.suite, self.dataset)
        licence = suite_of(self.suite).data.licences.get(self.dataset)
        command = fetch if fetch or licence is None else licence.command
        model = "your key or GPU, and " if self.kind == "scores" else ""
        if self.suite in OFFICIAL and not fetch:
            return "impossible", f"the data are not public. If you have them: {model}`{command}`"
        return "possible", f"{model}`{command}`"

    @property
    def state_here(self) -> tuple[State, str]:
        """The same as :attr:`state` on this machine, which may have the data, or the paper's prompts."""
        if self.state[0] == "reproduced here" or self.never:
            return self.state
        if self.kind == "prompts":
            stored = sum(map(self.is_stored, self.prompts))
            if stored == len(self.prompts):
                return "reproduced here", "from the paper's text, which is stored"
            return "possible", f"{self.state[1]}; {stored} of {len(self.prompts)} stored"
        if not _is_here(self.suite, self.dataset):
            return self.state
        here = "the data are here"
        return (
            ("reproduced here", here) if self.kind == "dataset" else ("possible", f"{here}; your key or GPU")
        )

    def is_stored(self, prompt: str) -> bool:
        """Whether the paper's text of a prompt is on this machine, unchanged."""
        try:
            stored_prompt(self.suite, prompt)
        except BadInput:
            return False
        return True


@cache
def _is_here(suite: str, dataset: str) -> bool:
    """Whether a data set is on this machine; its files are read and checked."""
    try:
        return bool(suite_of(suite).datasets[dataset]())
    except (BadInput, OurFailure):
        return False


@cache
def paper_items() -> tuple[PaperItem, ...]:
    """Return the tables and figures of all papers, in the order of each paper."""
    found = tomllib.loads(files(__package__).joinpath("papers.toml").read_text(encoding="utf-8"))
    columns, never, usual = found.pop("columns"), found.pop("never"), found.pop("defaults")
    items = [
        _item(paper, item if "kind" in item else {**usual[paper], **item}, columns)
        for paper, listed in found.items()
        for item in listed
    ]
    for paper, listed in never.items():
        known = ({"id": id_, "title": title, "never": why} for id_, (title, why) in listed.items())
        items += [_item(paper, item, columns) for item in known]
    return tuple(sorted(items, key=lambda item: list(found).index(item.paper)))


def find_item(paper: str, item: str) -> PaperItem:
    """Return a table or figure by the names of its paper and of itself, such as ``table-2`` or ``Table 2``.

    Raises:
        BadInput: for an unknown name.
    """
    papers = dict.fromkeys(known.paper for known in paper_items())
    items = {known.id: known for known in paper_items() if known.paper == paper}
    if not items:
        problem = f"{quote_value(paper)} is not one of the papers"
        raise BadInput("PAPER", "", problem, f"use one of: {', '.join(papers)}")
    name = "-".join(item.casefold().replace("-", " ").split())
    if name not in items:
        problem = f"{quote_value(item)} is not a table or figure of {paper}"
        raise BadInput("TABLE", "", problem, f"use one of: {', '.join(items)}")
    return items[name]


def list_page() -> str:
    """Return the page that lists all tables and figures with their states, as Markdown."""
    lines = [
        "# Tables and figures of the papers",
        "",
        "`sightbench reproduce PAPER TABLE` makes a table again and prints each cell next to the paper's.",
        "This page is what `sightbench reproduce --list` prints on a machine that has fetched nothing.",
    ]
    for paper in dict.fromkeys(item.paper for item in paper_items()):
        suite = suite_of(paper)
        cited = (
            f" ({of.author.partition(',')[0]} et al. {of.year})"
            if (of := suite.display.paper) is not None
            else ""
        )
        lines += ["", f"## {suite.title}{cited}", ""]
        lines += ["| item | contents | state | what it needs, or why |", "|---|---|---|---|"]
        for item in paper_items():
            if item.paper == paper:
                why = ". ".join(filter(None, (item.state[1], item.note)))
                lines.append(f"| `{item.id}` | {item.title} | {item.state[0]} | {why} |")
    return "\n".join(lines) + "\n"


def _item(paper: str, item: dict[str, Any], columns: Mapping[str, Mapping[str, str]]) -> PaperItem:
    prompt, name = item.pop("prompt", OWN_PROMPT), f"{paper}-{item['id']}"
    if "never" not in item and any(table.name == name for table in reported_tables()):
        item.setdefault("reported", name)
    runs = []
    for run in item.pop("runs", ()):
        if isinstance(run["cells"], str):
            run["cells"] = columns[run["cells"]]
        settings = run.pop("settings", None) or [run.pop("setting")]
        runs += [PaperRun(**{"prompt": prompt, **run, "setting": setting}) for setting in settings]
    return PaperItem(**{"paper": paper, "suite": paper, **item}, runs=runs)


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
    explained: str = ""  #: why the two differ, where that is known

    @property
    def difference(self) -> float | None:
        """The number here minus the paper's, after rounding as the paper does; None if one is not known."""
        return None if self.paper is None else round(self.here, self.decimals) - self.paper

    @property
    def is_equal(self) -> bool:
        """Whether both are equal as printed; False if one is not known."""
        return self.difference is not None and abs(self.difference) < 0.5 * 10**-self.decimals


def table_of(item: PaperItem) -> ReportedTable | None:
    """Return the table with the paper's numbers; None if we do not have them."""
    return next((table for table in reported_tables() if table.name == item.reported), None)


def paper_rows(item: PaperItem, run: PaperRun, model: str) -> list[_PaperRow]:
    """Return the rows of the paper's table for a model, by its name, or by name and size."""
    table = table_of(item)
    rows = [] if table is None else [*table.values()]
    fitting = [row for row in rows if all(row.get(name) == value for name, value in run.where.items())]
    wanted = _letters(model)
    return [
        row
        for row in fitting
        if wanted in (_letters(f"{row.get('model')}{size}") for size in ("", row.get("parameters_b") or ""))
    ]


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
        factor = 100.0 if score.scale == "fraction" else 1.0
        if known is not None and known.unit == _TASKS:
            factor = float(score.tasks)
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
            explained=item.explained.get(f"{_letters(model)} {column}", ""),
        )


#: Attribute of Table 1 of HumanEval-V → the same of a :class:`DatasetReport`.
_ATTRIBUTES = {
    "Image Width (px)": "picture width",
    "Image Height (px)": "picture height",
    "Textual Token Count": "text tokens",
    "GT Code Statements": "reference statements",
    "Test Cases Count": "test cases",
}


def compare_dataset(item: PaperItem, report: DatasetReport) -> Iterator[ComparedCell]:
    """Yield the numbers of tasks next to those of HumanEval-V's Table 1 or 9; none for other tables.

    Tokens are left out if they were not counted. A type that the table leaves empty is none of its numbers.
    """
    table = table_of(item)
    rows = {} if table is None else {next(iter(row.values())): row for row in table.values()}
    found: dict[str, Mapping[str, float]] = {
        shown: {"median": each.median, "average": each.mean, "min": each.least, "max": each.most}
        for shown, name in _ATTRIBUTES.items()
        for each in report.attributes
        if each.name == name
    }
    found |= {"Input": dict(report.inputs), "Output": dict(report.outputs)}
    for column in () if table is None else table.columns[1:]:
        for name, row in rows.items():
            numbers = found.get(str(name))
            if numbers is not None and (column.id in numbers or row.get(column.id) is not None):
                yield ComparedCell(
                    model=str(name),
                    name=column.title,
                    here=numbers.get(column.id, 0),
                    paper=_number(row.get(column.id)),
                    decimals=column.decimals or 0,
                )


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
