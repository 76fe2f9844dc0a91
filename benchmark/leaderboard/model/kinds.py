"""The table of a model's scores by kind of tests."""

from dataclasses import dataclass

from benchmark.analysis.kinds import kind_scores
from benchmark.analysis.score_cells import ScoreMark, score_mark
from benchmark.analysis.wording import clean, count
from benchmark.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class KindLine:
    """The scores of one kind of tests."""

    title: str
    tasks: str  #: number of tasks that have tests of the kind
    passes: ScoreMark
    fails_only: ScoreMark


def kind_lines(row: Row) -> tuple[KindLine, ...]:
    """Return a line per kind of tests; none if the tests of these tasks have no kinds."""
    return tuple(
        KindLine(
            title=clean(found.kind),
            tasks=count(found.passes.tasks),
            passes=score_mark(found.passes),
            fails_only=score_mark(found.fails_only),
        )
        for found in kind_scores(row.result.scores)
    )
