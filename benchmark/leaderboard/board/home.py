"""The home page: what leads and the picture of it, a card per suite, one table of models, and a task to try.

The task to try has a picture, one call in words, and four results. Two of the wrong results are what its
twins give for the same call, so that only the picture tells them apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

from benchmark.analysis.catalog import suite_task, suite_title
from benchmark.analysis.groups import score_of
from benchmark.analysis.reported.table import reported_tables
from benchmark.analysis.score_cells import PERCENT, row_words, score_axis, score_mark
from benchmark.analysis.wording import clean, plural
from benchmark.core.task import Picture, Task
from benchmark.generation.prompts.picture import picture_bytes
from benchmark.leaderboard.board.headline import Headline, headline
from benchmark.leaderboard.board.joined_tables import JoinedTable, suite_tables
from benchmark.leaderboard.board.models_table import judged_tables, models_tables
from benchmark.leaderboard.board.reported_numbers import leading_table, reported_about, reported_numbers
from benchmark.leaderboard.inputs.age import aged_model
from benchmark.leaderboard.inputs.costs import cost_of
from benchmark.leaderboard.inputs.facts import day, day_or_month, display_name, short_name
from benchmark.leaderboard.inputs.organisations import hue_of, model_hue, organisation_named
from benchmark.leaderboard.inputs.provenance import judged_note, provenance
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.addresses import model_page, suite_page, table_id, task_page
from benchmark.leaderboard.parts.labels import short_labels
from benchmark.leaderboard.parts.pictures import pictures_of, stored_small
from benchmark.leaderboard.parts.sample_tasks import SampleTask, task_of_each_suite
from benchmark.leaderboard.parts.score_chart import drawing, lay_out_known, score_ticks
from benchmark.leaderboard.parts.site_page import PlainFile

DATASET, STEM = "open", "bin-days"
CALL = (4, 30)  #: the call that the question puts into words
_QUESTION = "Now a month of 30 days starts on a Friday. On which days is the bin emptied?"
#: The result of the task, of its two twins, and of whoever overlooks the day of rest.
RESULTS = {
    f"{STEM}-1": [3, 8, 12, 18, 23, 28],
    f"{STEM}-2": [3, 8, 14, 19, 24, 29],
    f"{STEM}-3": [3, 8, 18, 23, 28],
    "": [3, 8, 13, 18, 23, 28],
}
_PICTURE = "d/try.png"  #: the picture, in fewer bytes
_STEPS = ((720, 24),)  #: with 16 colours, the grey day of rest becomes white
_ORDER = ("", f"{STEM}-2", f"{STEM}-1", f"{STEM}-3")
_REASON = (
    "Every fifth day from the 3rd. The 13th is a Wednesday, the grey day of rest, so that bin is emptied on "
    "the 12th, the day before."
)


def try_one(sources: Sources) -> SimpleNamespace | None:
    """Return the task; None if this site's machine does not have it, or its picture may not be shown."""
    found = _shown(sources)
    if found is None:
        return None
    suite = found[0].suite
    groups = [group for group in sources.groups.get(suite, ()) if group.key.dataset == DATASET]
    return SimpleNamespace(
        picture=replace(next(iter(pictures_of(*found))), path=_PICTURE),
        question=_QUESTION,
        # each result, and whether it is right
        options=tuple((", ".join(map(str, RESULTS[name])), name == f"{STEM}-1") for name in _ORDER),
        reason=_REASON,
        page=task_page(suite, DATASET, STEM),
        # number of judged models that were asked the task
        tried=len({row.slug for group in groups for row in group.every_model}),
    )


def try_files(sources: Sources) -> Iterator[PlainFile]:
    """Yield the file of the picture."""
    if (found := _shown(sources)) is not None:
        tasks, task = found
        picture = next(part for part in task.parts if isinstance(part, Picture))
        whole = partial(picture_bytes, picture, tasks.folder, task.id)
        yield PlainFile(_PICTURE, partial(stored_small, whole, sources.where.cache, steps=_STEPS))


def _shown(sources: Sources) -> tuple[TaskSet, Task] | None:
    for tasks in sources.tasks.values():
        task = tasks.tasks.get(f"{STEM}-1") if tasks.dataset == DATASET else None
        if task is not None and pictures_of(tasks, task):
            return tasks, task
    return None


SENTENCE = (
    "Sightbench measures how often a model that is shown a picture, such as a diagram or a chart, writes a "
    "program that passes tests."
)
_FIRST = 3  #: models of a card


def welcome(sources: Sources, suites: Sequence[str], home: Headline) -> SimpleNamespace:
    """Return the home page; ``suites`` are in the order of the menu, and ``home`` is said without models."""
    judged, places = judged_tables(sources, suites), sources.places
    order = sorted(suites, key=lambda suite: suite not in judged)
    table, papers = models_tables(sources, suites)
    first = next(iter(judged.values()), None)
    said = home if first is None else headline(first.group, places.get(first.key), len(first.unranked))
    before = said.sentence.removesuffix(said.claim)
    if first is not None:
        name = clean(suite_title(first.key.suite))
        before = f"{before.removesuffix(' by ')} {name} by " if said.claim else f"{name}: {before}"
    shown = [row for found in judged.values() for row in found.group.models]
    tables = (found for suite in suites for found in suite_tables(sources, suite)[:1])
    others_rows = (row for found in tables for row in (*found.unranked, *found.baselines))
    row = shown[0] if shown else next(others_rows, None)
    where, aged = sources.where, aged_model(sources, shown)
    samples = {task.suite: task for task in task_of_each_suite(sources, order)}
    return SimpleNamespace(
        sentence=SENTENCE,  # what Sightbench measures
        before=before,  # the sentence up to its claim, with the name of the suite
        headline=said,
        judged=judged_note(shown, map(sources.trust, shown)),
        # the newest ranked model, its page and its date; None if it is recent
        aged=None if aged is None else (short_name(aged[0]), model_page(aged[0].slug), aged[1]),
        picture=None if first is None else _picture(sources, first, aged is not None),
        cards=tuple(_card(sources, suite, judged.get(suite), samples) for suite in order),
        # how small a difference the first suite's tasks can show
        note="" if first is None or first.key not in places else places[first.key].note,
        table=table,
        papers=papers,  # the table of models that only papers have
        # tables that others measured: suite and number of models, anchor, who measured; they fill no column
        others=tuple(
            (
                f"{clean(suite_title(found.suite))}, {plural(len(found.rows), 'model')}",
                found.name,
                found.source.citation,
            )
            for found in reported_tables()
            if found.by == "others" and found.suite in suites
        ),
        try_one=try_one(sources),
        # command that judges the first row of the table again; empty without rows
        row_command=""
        if row is None
        else provenance(row, sources.counts[row.id], where.rows_name, where.repository).command,
        row_page="" if row is None else model_page(row.slug),
        row_published=row is not None and row.run.references is not None,
    )


def _picture(sources: Sources, table: JoinedTable, aged: bool) -> SimpleNamespace | None:
    """Return the drawings of the first table by date and by cost, if known for a quarter of its models."""
    drawn = lay_out_known(sources, table.group, aged=aged)
    if not drawn:
        return None
    measured = "solved in %" if drawn[0].words is PERCENT else "points"
    compared = table.key in sources.places and len(sources.places[table.key].of) > 1
    return SimpleNamespace(
        title=f"{clean(suite_title(table.key.suite))}, {measured}, with ranges",
        # what it is drawn against, words of it, drawing
        drawings=tuple((each.kind.id, each.kind.by, drawing(each)) for each in drawn),
        axis=score_ticks(drawn[0]),
        slugs=" ".join(entry.slug for entry in drawn[0].entries),
        # its name on the page that compares; empty without a model to compare
        table=table_id(table.key) if compared else "",
        first=drawn[0].entries[0],
        some_named=len(drawn[0].plane.labelled) < len(drawn[0].entries),
        estimated=any(entry.estimated for each in drawn for entry in each.entries),
        absent=tuple(each.kind.absent for each in drawn if each.absent),
    )


def _card(
    sources: Sources, suite: str, table: JoinedTable | None, samples: Mapping[str, SampleTask]
) -> SimpleNamespace:
    """Return a suite's card; its first three models are all judged, or all reported."""
    title, task = clean(suite_title(suite)), suite_task(suite, table.key.setting if table else "")
    return SimpleNamespace(
        title=title,
        page=suite_page(suite),
        task=f"{task[:1].upper()}{task[1:]}",
        sample=samples.get(title),  # a task with a picture; may be None
        judged=table is not None,
        **vars(_reported_card(sources, suite) if table is None else _judged_card(sources, table)),
    )


def _judged_card(sources: Sources, table: JoinedTable) -> SimpleNamespace:
    models = table.group.models
    found = [(row, score) for row in models if (score := score_of(row)) is not None][:_FIRST]
    names = short_labels([display_name(row) for row, _ in found])
    words = row_words(models[0])
    axis = score_axis(words, [end for _, score in found for end in (score.low, score.value, score.high)])
    costs = [cost for row in models if (cost := cost_of(sources, row)) is not None]
    costs.sort(key=lambda cost: cost.dollars)
    paid = " to ".join(dict.fromkeys(cost.text.removeprefix("est. ") for cost in (*costs[:1], *costs[-1:])))
    about = " est." if any(cost.price_date for cost in costs) else ""
    paper, numbers = leading_table(table.key.suite), reported_numbers(table.key.suite)
    return SimpleNamespace(
        when=f"Judged {day(max(row.run.started for row in models))}",
        models=plural(len(models), "model"),
        # what papers report of it, in words
        also=f"{len(numbers)} reported {day_or_month(paper.date[:7])}" if paper is not None else "",
        three=tuple(
            SimpleNamespace(
                name=name,
                page=model_page(row.slug),
                hue=model_hue(sources, row),
                mark=score_mark(score, axis),
            )
            for name, (row, score) in zip(names, found, strict=True)
        ),
        ends=(axis.ticks[0], axis.ticks[-1]),
        about=plural(models[0].result.tasks.count, "task"),
        dollars=f"${paid}{about} for 1,000" if paid else "",
    )


def _reported_card(sources: Sources, suite: str) -> SimpleNamespace:
    paper, numbers = leading_table(suite), reported_numbers(suite)
    axis = score_axis(PERCENT, [end for number in numbers[:_FIRST] for end in (*number.ends, number.value)])
    return SimpleNamespace(
        when="No model yet" if paper is None else f"Reported {day_or_month(paper.date[:7])}",
        models=plural(len(numbers), "model") if numbers else "",
        also="",
        three=tuple(
            SimpleNamespace(
                name=name,
                page="",
                hue=hue_of(sources, organisation_named(number.name)),
                mark=number.mark(axis),
            )
            for name, number in zip(
                short_labels([each.name for each in numbers]), numbers[:_FIRST], strict=False
            )
        ),
        ends=(axis.ticks[0], axis.ticks[-1]) if numbers else (),
        about="" if paper is None else reported_about(paper),
        dollars="",
    )
