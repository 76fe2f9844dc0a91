"""Studies of the MathOPEval paper from our rows: reasoning models and others, and worked examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmark.analysis.conditions import distinct_conditions
from benchmark.analysis.groups import RowGroup, score_of
from benchmark.analysis.scale_words import ScaleWords, dataset_words
from benchmark.analysis.score_cells import Category, Cell, value_cell
from benchmark.analysis.wording import plural
from benchmark.core.suite import suite_of
from benchmark.leaderboard.board.columns import subset_categories
from benchmark.leaderboard.inputs.facts import display_name, row_submission
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row
from benchmark.scoring.installed import has_statistics
from benchmark.suites.settings import ranking_metric

_SHOTS_CATEGORY = "category:geometric"  #: the figures of the paper's study of worked examples
_METHODS = {"direct": "Direct", "cot": "CoT", "dcot": "DCoT", "vot": "VoT"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningLine:
    """The mean scores of both groups of models in one category."""

    title: str
    depth: int  #: 0 for all tasks, 1 for an operation
    reasoning: Cell
    others: Cell
    difference: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningTable:
    """Reasoning models and other models in one setting."""

    setting: str
    models: str  #: how many models are in each group
    words: ScaleWords
    lines: tuple[ReasoningLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotLine:
    """A model's scores on geometric figures by number of worked examples, asked in one way."""

    name: str
    page: str
    method: str
    cells: tuple[Cell, ...]  #: one per number of examples


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotTable:
    """Scores on geometric figures by number of worked examples."""

    words: ScaleWords
    tasks: str  #: number of tasks
    shots: tuple[int, ...]
    lines: tuple[ShotLine, ...]


def reasoning_tables(groups: Sequence[RowGroup], sources: Sources) -> tuple[ReasoningTable, ...]:
    """Return a table per setting in which models of both groups have rows; only for MathOPEval.

    Whether a model reasons is a field of its submission, ``reasoning``; models without it are left out.
    """
    if not has_statistics():
        return ()
    shown = [group for group in groups if suite_of(group.key.suite).crossed_categories]
    settings = distinct_conditions([group.key for group in shown], 2)
    tables = (_reasoning_table(group, settings[group.key], sources) for group in shown)
    return tuple(table for table in tables if table is not None)


def _reasoning_table(group: RowGroup, setting: str, sources: Sources) -> ReasoningTable | None:
    from benchmark.analysis.studies.reasoning_models import compare_groups
    from benchmark.scoring.metrics import metric

    reasons = {
        row.id: row_submission(row, sources.submissions.get(row.result.submission.slug)).reasoning
        for row in group.models
    }
    first, second = (
        [sources.counts[row.id] for row in group.models if reasons[row.id] is wanted]
        for wanted in (True, False)
    )
    if not first or not second:
        return None
    words = dataset_words(group.key.suite, group.key.dataset)
    ranked = metric(ranking_metric(group.key.suite, group.key.dataset))
    lines = []
    for category in ("", *subset_categories(group.key.suite, group.models)):
        found = compare_groups(first, second, ranked, category)
        if found is not None:
            lines.append(
                ReasoningLine(
                    title=Category(category).title or f"All {plural(found.tasks, 'task')}",
                    depth=int(bool(category)),
                    reasoning=value_cell(words, found.first.value, found.first.low, found.first.high),
                    others=value_cell(words, found.second.value, found.second.low, found.second.high),
                    difference=Cell(
                        words.signed(found.difference),
                        f"{found.difference:.6f}",
                        f"{words.signed(found.low)} to {words.signed(found.high)}",
                    ),
                )
            )
    unknown = sum(value is None for value in reasons.values())
    left_out = f", {plural(unknown, 'model')} without this fact left out" if unknown else ""
    return ReasoningTable(
        setting=setting,
        models=f"{plural(len(first), 'reasoning model')}, {len(second)} general-purpose{left_out}",
        words=words,
        lines=tuple(lines),
    )


def shot_table(groups: Sequence[RowGroup]) -> ShotTable | None:
    """Return scores on geometric figures by number of worked examples; None without two such numbers."""
    found: dict[tuple[str, str], dict[int, Row]] = {}
    for group in groups:
        if suite_of(group.key.suite).crossed_categories:
            plain, shots = suite_of(group.key.suite).without_shots(group.key.setting)
            for row in group.models:
                rows = found.setdefault((plain, row.result.submission.slug), {})
                if score_of(row, category=_SHOTS_CATEGORY) is not None:
                    rows.setdefault(shots, row)
    several = {key: rows for key, rows in found.items() if len(rows) > 1}
    if not several:
        return None
    numbers = tuple(sorted({shots for rows in several.values() for shots in rows}))
    key = groups[0].key
    words = dataset_words(key.suite, key.dataset)
    scores = [score_of(row, category=_SHOTS_CATEGORY) for rows in several.values() for row in rows.values()]
    most = max(score.tasks for score in scores if score is not None)
    return ShotTable(
        words=words,
        tasks=plural(most, "task"),
        shots=numbers,
        lines=tuple(_shot_lines(several, numbers, words)),
    )


def _shot_lines(
    several: dict[tuple[str, str], dict[int, Row]], numbers: Sequence[int], words: ScaleWords
) -> Iterator[ShotLine]:
    order = list(_METHODS)
    for (plain, slug), rows in sorted(
        several.items(), key=lambda item: (item[0][1], order.index(item[0][0].rpartition("-")[2]))
    ):
        cells = []
        for number in numbers:
            score = score_of(rows[number], category=_SHOTS_CATEGORY) if number in rows else None
            cells.append(Cell() if score is None else value_cell(words, score.value, score.low, score.high))
        yield ShotLine(
            name=display_name(next(iter(rows.values()))),
            page=model_page(slug),
            method=_METHODS[plain.rpartition("-")[2]],
            cells=tuple(cells),
        )
