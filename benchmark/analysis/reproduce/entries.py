"""The tables and figures of the four papers: how each is made again, and whether that is possible."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.prompt import OWN_PROMPT
from benchmark.core.suite import suite_of
from benchmark.suites.official_sets import OFFICIAL, fetch_command

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
    where: Mapping[str, str]  #: values of the paper's row in other columns, such as its inputs
    cells: Mapping[str, str]  #: column → metric, and after a space the category


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperItem:
    """A table or figure of a paper."""

    paper: str  #: the suite that implements the paper
    id: str  #: such as ``table-2``
    title: str
    kind: Kind
    suite: str  #: suite of the tasks
    dataset: str
    extraction: str
    reported: str  #: name of the table with the paper's numbers; empty if we do not have them
    recorded: bool  #: whether rows that are shipped have these scores
    never: str  #: why it cannot be made again; empty if it can
    note: str
    runs: Sequence[PaperRun] = field(default=())

    @property
    def state(self) -> tuple[State, str]:
        """Whether it can be made again, and with what, or why not."""
        if self.never:
            return "impossible", self.never
        if self.kind == "correlations":
            return "reproduced here", "from the numbers that the paper collects"
        if self.recorded:
            return "reproduced here", "from the recorded rows"
        if self.kind == "prompts":
            return "possible", f"with the paper: `sightbench dataset fetch {self.suite} --paper FILE`"
        fetch = fetch_command(self.suite, self.dataset)
        licence = suite_of(self.suite).licences.get(self.dataset)
        command = fetch if fetch or licence is None else licence.command
        model = "your key or GPU, and " if self.kind == "scores" else ""
        if self.suite in OFFICIAL and not fetch:
            return "impossible", f"the data are not public; {model}`{command}`"
        return "possible", f"{model}`{command}`"


@cache
def paper_items() -> tuple[PaperItem, ...]:
    """Return the tables and figures of all papers, in the order of each paper."""
    found = tomllib.loads(files(__package__).joinpath("papers.toml").read_text(encoding="utf-8"))
    columns, never = found.pop("columns"), found.pop("never")
    items = [_item(paper, item, columns) for paper, listed in found.items() for item in listed]
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
    return "\n".join(_page_lines()) + "\n"


def _page_lines() -> Iterator[str]:
    yield "# Tables and figures of the papers"
    yield ""
    yield "`sightbench reproduce PAPER TABLE` makes a table again and prints each cell next to the paper's."
    yield "This page is what `sightbench reproduce --list` prints."
    for paper in dict.fromkeys(item.paper for item in paper_items()):
        suite = suite_of(paper)
        cited = f" ({suite.paper.author} et al. {suite.paper.year})" if suite.paper is not None else ""
        yield from (
            "",
            f"## {suite.title}{cited}",
            "",
            "| item | contents | state | what it needs, or why |",
            "|---|---|---|---|",
        )
        for item in paper_items():
            if item.paper == paper:
                why = ". ".join(filter(None, (item.state[1], item.note)))
                yield f"| `{item.id}` | {item.title} | {item.state[0]} | {why} |"


def _item(paper: str, item: dict[str, Any], columns: Mapping[str, Mapping[str, str]]) -> PaperItem:
    runs = [
        PaperRun(
            setting=run["setting"],
            protocol=run["protocol"],
            prompt=run.get("prompt", item.get("prompt", OWN_PROMPT)),
            where=run.get("where", {}),
            cells=columns[run["cells"]] if isinstance(run["cells"], str) else run["cells"],
        )
        for run in item.get("runs", ())
    ]
    return PaperItem(
        paper=paper,
        id=item["id"],
        title=item["title"],
        kind=item.get("kind", "scores"),
        suite=item.get("suite", paper),
        dataset=item.get("dataset", ""),
        extraction=item.get("extraction", "own"),
        reported=item.get("reported", ""),
        recorded=item.get("recorded", False),
        never=item.get("never", ""),
        note=item.get("note", ""),
        runs=runs,
    )
