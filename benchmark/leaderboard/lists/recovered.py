"""The page of repaired answers: how much a benchmark measures the form of an answer instead of its code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import NamedTuple

from benchmark.analysis.catalog import status_title
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.score_cells import optional_mark
from benchmark.analysis.wording import clean, count, percent, plural
from benchmark.core.sample import repairs_of
from benchmark.leaderboard.inputs.facts import display_name, group_title
from benchmark.leaderboard.inputs.provenance import published_answers
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.stored_samples import StoredVerdict, stored_verdicts
from benchmark.leaderboard.parts.addresses import model_page, task_link
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.leaderboard.parts.task_list import OpenedAnswers, opened_answers, query_name
from benchmark.results.row import Row, RowRecovered
from benchmark.suites import suite_of

PAGE = "recovered/index.md"

#: Repair of extraction → what it does.
REPAIRS = {
    "chat-words": "words of a chat template in front of the answer are dropped",
    "end-token": "the text is cut at a token that ends it",
    "tags": "the answer is taken from between tags, such as <code> and </code>",
    "letter-in-text": "the first letter that stands alone in the text is taken",
    "text-around": "code without a fence is taken out of the text around it",
    "open-block": "a code block that is never closed counts up to the end of the answer",
    "fence-in-string": "a fence inside a string of the code does not end its block",
    "quoted-block": "a block is taken out of a quotation",
    "short-fence": "a closing fence with too few characters ends the block",
    "text-in-block": "prose below the code in an open block is cut",
    "block-in-line": "a code block that is written in one line counts",
    "indented-block": "indented code counts",
    "inline-code": "code between single backticks counts",
    "body-cut": "lines below a function body that do not parse are cut",
    "first-line": "the first line of a body gets the indentation of the others",
    "notebook": "commands of a notebook are removed",
    "session": "prompts and results of an interpreter are removed",
    "spaces": "unusual spaces are replaced",
    "indentation": "indentation that all lines share is removed",
    "other-blocks": "statements of other blocks are added",
    "future-imports": "imports from __future__ are moved to the top",
}


class _Counted(NamedTuple):
    """A model of a table whose row counts repaired answers."""

    row: Row
    counts: RowRecovered
    samples: int
    repaired: tuple[StoredVerdict, ...]  #: in the order of the file; empty if the file is not here


def recovered_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page, also before any row counts repaired answers."""
    opened = opened_answers(sources)
    tables = [(group, _counted(sources, group)) for group in sources.tables]
    shown = [(group, rows) for group, rows in tables if rows]
    every = list(_once(shown))
    samples, repaired = sum(each.samples for each in every), sum(each.counts.answers for each in every)
    steps: Counter[str] = Counter()
    for each in every:
        steps.update(each.counts.steps)
    sentence = "No row says yet how many answers needed a repair."
    if samples:
        share = percent(repaired / samples)
        sentence = f"{count(repaired)} of {plural(samples, 'answer')}, {share} %, needed a repair to be read."
    yield Page(
        source=PAGE,
        title="Answers out of form",
        template="recovered.html",
        view={
            "sentence": sentence,
            "tables": [_table(sources, group, rows, opened) for group, rows in shown],
            "steps": [(count(number), REPAIRS.get(step, step)) for step, number in steps.most_common()],
        },
        description=sentence,
        search=SearchWords(keywords="repaired answers, recovered, format, extraction, out of form"),
    )


def _once(shown: Sequence[tuple[RowGroup, Sequence[_Counted]]]) -> Iterator[_Counted]:
    """Yield the models of all tables; a model's answers to a part of a data set are in the whole, too."""
    wholes = {(group.key, each.row.slug) for group, rows in shown for each in rows}
    for group, rows in shown:
        whole = suite_of(group.key.suite).data.parts.get(group.key.dataset)
        key = None if whole is None else replace(group.key, dataset=whole)
        yield from (each for each in rows if (key, each.row.slug) not in wholes)


def _counted(sources: Sources, group: RowGroup) -> list[_Counted]:
    found = []
    for row in group.every_model:
        if (recovered := row.run.recovered) is not None:
            path = sources.file_path(row, row.run.verdicts_file)
            verdicts = () if path is None else stored_verdicts(path)
            repaired = tuple(verdict for verdict in verdicts if repairs_of(verdict.steps))
            found.append(_Counted(row, recovered, row.result.completions.count, repaired))
    return found


def _table(
    sources: Sources, group: RowGroup, rows: Sequence[_Counted], opened: dict[str, OpenedAnswers]
) -> SimpleNamespace:
    """Return a table's models, the most repaired answers first."""
    ordered = sorted(rows, key=lambda each: (-each.counts.answers / each.samples, each.row.slug))
    return SimpleNamespace(
        title=group_title(group.key),
        conditions=sources.conditions[group.key],
        lines=tuple(_line(sources, each, opened.get(each.row.id)) for each in ordered),
    )


def _line(sources: Sources, each: _Counted, opened: OpenedAnswers | None) -> SimpleNamespace:
    row, counts, score = each.row, each.counts, score_of(each.row)
    without = next((other for other in counts.without if score and other.metric == score.metric), None)
    return SimpleNamespace(
        name=display_name(row),
        page=model_page(row.slug),
        answers=counts.answers,
        share=percent(counts.answers / each.samples),
        passed=counts.passed,
        score=optional_mark(score),
        without=optional_mark(without),
        samples=tuple(_samples(sources, each, opened)),
        here=bool(each.repaired),  # whether the repaired answers are known one by one
    )


def _samples(sources: Sources, each: _Counted, opened: OpenedAnswers | None) -> Iterator[SimpleNamespace]:
    """Yield the repaired answers: what was repaired, how it was judged, and where it can be read."""
    result, published = each.row.result, published_answers(each.row)
    counts = sources.counts[each.row.id]
    stems = dict(zip(counts.tasks, counts.stems, strict=True))
    for verdict in each.repaired:
        task = verdict.task
        yield SimpleNamespace(
            task=clean(task),
            page=task_link(result.suite, result.dataset, stems.get(task, task)),
            draw=verdict.draw + 1 if result.completions.draws > 1 else 0,  # 0 if there is only one
            outcome=status_title(verdict.status),
            passed=verdict.status == "passed",
            repairs=tuple(REPAIRS.get(step, step) for step in repairs_of(verdict.steps)),
            published=published.get(task, ""),  # address of the answer at its publisher
            answer=opened.page_of(task) if opened else "",
            query=f"{opened.query}{query_name(task)}" if opened else "",
        )
