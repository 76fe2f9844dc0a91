"""Tables whose models can be compared, the results of each task, and sentences on two models.

The page and its script share the sentences. Names in braces are placeholders. Which sentence applies follows
only from the signs of published numbers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from benchmark.analysis.conditions import Conditions, conditions
from benchmark.analysis.groups import RowGroup
from benchmark.analysis.places import LUCK, ONE_IN, RARE
from benchmark.analysis.ranks.categories import categories_of_kind, split_by_families, too_few_families
from benchmark.analysis.score_cells import PERCENT, POINTS, Category, ScaleWords, dataset_words, row_words
from benchmark.analysis.wording import UNLESS_MISSING, plural
from benchmark.core.counts import Counts
from benchmark.core.order import natural_key
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.leaderboard.board.columns import compared_categories
from benchmark.leaderboard.inputs.facts import group_title, short_name
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.addresses import task_link
from benchmark.results.row import Row
from benchmark.scoring.metrics import metric
from benchmark.suites import suite_of

#: How many tasks where models differ a page lists, and how many come before a button that shows the others.
LISTED_TASKS, FIRST_TASKS = 200, 25
#: Characters of a failed check that two lines of a column hold, with two models; longer ones can be opened.
SHORT_CHECK = 48
#: Possible ends of the axis in points; half of each is a whole number, for the ticks.
AXIS_ENDS = (10, 20, 30, 40, 60, 80, 100)
#: Possible ends of the axis of a table whose scores are points from 1 to 10.
POINTS_AXIS_ENDS = (1, 2, 4, 6, 9)

#: One letter per result, used if each task has one draw.
LETTERS: dict[str, str] = dict(zip((*Status, "missing"), "PWRSNFUTMOB-", strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelPair:
    """The first model minus the second within one category, in tenths of a point."""

    difference: int
    low: int  #: lower end of the interval that allows for all pairs of the table
    high: int  #: its upper end
    alone_low: int  #: lower end of the interval that allows for no other pair
    alone_high: int  #: upper end of the interval that allows for no other pair
    #: If the two are equally good, luck alone makes such a difference 1 time in ``odds``; -1 means less than
    #: once in a thousand, -2 less than once in a million.
    odds: int
    #: Tasks that would settle the difference; -1 for more than a million. 0 if the difference is real or 0,
    #: or if the table already has that many tasks.
    needed: int
    sure: bool = True  #: whether ``real`` or else ``alone`` holds whatever the missing samples are

    @property
    def real(self) -> bool:
        """Whether the two really differ among all pairs: 0 lies outside the interval."""
        return self.low > 0 or self.high < 0

    @property
    def alone(self) -> bool:
        """Whether the two really differ if no other pair is compared."""
        return self.alone_low > 0 or self.alone_high < 0

    def swapped(self) -> "ModelPair":
        """Return the same pair with the other model first."""
        return replace(
            self,
            difference=-self.difference,
            low=-self.high,
            high=-self.low,
            alone_low=-self.alone_high,
            alone_high=-self.alone_low,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResults:
    """A model's results, task by task in the order of the table."""

    row: Row
    name: str
    passed: tuple[int, ...]  #: passed samples per task
    judged: tuple[int, ...]  #: judged samples per task; 0 if the task has no verdict
    letters: str  #: one letter of ``LETTERS`` per task; empty with several draws
    #: Mean points per task, None for a task without; empty if the table is not ranked by points.
    points: tuple[float | None, ...] = ()

    @property
    def slug(self) -> str:
        """The slug of the submission."""
        return self.row.slug


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTable:
    """A table with the results of its models."""

    group: RowGroup
    tasks: tuple[str, ...]  #: ids of tasks in natural order
    pages: tuple[str, ...]  #: source paths of the tasks' pages, with their part of it
    models: tuple[ModelResults, ...]  #: in the order of places
    #: What is compared: (category, number of categories of its kind, indexes of its tasks); the first look is
    #: at all tasks, with an empty category and no indexes.
    looks: tuple[tuple[str, int, tuple[int, ...]], ...]
    too_few: str  #: sentence on the categories with too few families; empty if there are none

    @property
    def title(self) -> str:
        """The table's title, such as ``Code-Vision, official``."""
        return group_title(self.group.key)

    @property
    def words(self) -> ScaleWords:
        """The words of the scale of the table's scores."""
        return dataset_words(self.group.key.suite, self.group.key.dataset)

    @property
    def axis_ends(self) -> tuple[int, ...]:
        """Possible ends of the axis of differences, in points."""
        return AXIS_ENDS if self.words is PERCENT else POINTS_AXIS_ENDS

    @property
    def conditions(self) -> Conditions:
        """The table's setting, protocol, prompt and extraction rule."""
        return conditions(self.group.key)

    @property
    def draws(self) -> int:
        """The maximum number of draws per task of any model."""
        return max(model.row.result.completions.draws for model in self.models)

    def look_title(self, number: int) -> str:
        """Return the title of a comparison: ``All tasks``, or its category, such as ``HumanEval``."""
        category, key = Category(self.looks[number][0]), self.group.key
        word = category.text.rpartition("level:")[2] if category.kind == "level" else ""
        title = suite_of(key.suite).level_title(key.dataset, word)
        return f"Level {title}" if title != word else category.title or "All tasks"


def ranked_groups(sources: Sources) -> Iterator[RowGroup]:
    """Yield the tables with at least two places, in the order of the site."""
    for group in sources.tables:
        ranked = sources.ranked.get(group.key)
        if ranked is not None and len(ranked.ranking.places) > 1:
            yield group


def ranked_rows(sources: Sources, group: RowGroup) -> list[Row]:
    """Return the rows of a table's models in the order of places."""
    rows = {row.slug: row for row in group.models}
    return [rows[place.slug] for place in sources.ranked[group.key].ranking.places]


def compared_looks(
    group: RowGroup, counts: Mapping[str, Counts]
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...]]:
    """Return each compared category with the number of its kind, and the categories with too few families."""
    models = [counts[row.id] for row in group.models]
    names = [category for kind in compared_categories(group.key.suite, group.models) for category in kind]
    enough, few = split_by_families(names, models)
    return tuple((category, categories_of_kind(category, models)) for category in enough), few


def compared_table(sources: Sources, group: RowGroup) -> ComparedTable:
    """Return the results of a table's models."""
    key, known = group.key, sources.counts
    counts = [known[row.id] for row in group.models]
    stems = {task: stem for model in counts for task, stem in zip(model.tasks, model.stems, strict=True)}
    here = sources.tasks.get((key.suite, key.dataset))
    if here is not None:
        stems |= {task: here.tasks[task].family for task in stems if task in here.tasks}
    tasks = tuple(sorted(stems, key=natural_key))
    number = {task: place for place, task in enumerate(tasks)}
    members: dict[str, set[int]] = {}
    for model in counts:
        for category, chosen in model.categories.items():
            members.setdefault(category, set()).update(number[model.tasks[place]] for place in chosen)
    looks, few = compared_looks(group, known)
    return ComparedTable(
        group=group,
        tasks=tasks,
        pages=tuple(task_link(key.suite, key.dataset, stems[task]) for task in tasks),
        models=tuple(_results(row, known[row.id], number) for row in ranked_rows(sources, group)),
        looks=(
            ("", 1, ()),
            *((category, number, tuple(sorted(members.get(category, ())))) for category, number in looks),
        ),
        too_few=too_few_families(few),
    )


def _results(row: Row, counts: Counts, number: dict[str, int]) -> ModelResults:
    passed, judged = [0] * len(number), [0] * len(number)
    letters = [LETTERS["missing"]] * len(number)
    places = [number[task] for task in counts.tasks]
    for status, column in counts.statuses.items():
        for place, samples in zip(places, column, strict=True):
            if samples:
                judged[place] += samples
                letters[place] = LETTERS[status]
                if status is Status.PASSED:
                    passed[place] += samples
    single = max(judged, default=0) <= 1
    return ModelResults(
        row=row,
        name=short_name(row),
        passed=tuple(passed),
        judged=tuple(judged),
        letters="".join(letters) if single else "",
        points=_points(counts, number) if row_words(row) is POINTS else (),
    )


def _points(counts: Counts, number: dict[str, int]) -> tuple[float | None, ...]:
    found: list[float | None] = [None] * len(number)
    for task, value in zip(counts.tasks, metric("points").values(counts).values, strict=True):
        found[number[task]] = None if value is None else round(value, POINTS_DECIMALS)
    return tuple(found)


#: Sentences by name; the script reads them from the same file as its other settings.
WORDS: dict[str, str] = {
    "real": "{ahead} leads {behind} by {gap} points, and the lead is real.",
    "unsure": f"{{ahead}} leads {{behind}} by {{gap}} points, and the lead is real {UNLESS_MISSING}.",
    "alone": "{ahead} leads {behind} by {gap} points: real if you chose these two beforehand, not proved"
    " among all {pairs}.",
    "alone unsure": "{ahead} leads {behind} by {gap} points: real if you chose these two beforehand,"
    f" {UNLESS_MISSING}, and not proved among all {{pairs}}.",
    "close": "{ahead} is {gap} points ahead of {behind}, but the lead may be luck.",
    "level": "{ahead} and {behind} are level.",
    "split": "On the same {tasks} it solved {more} that {behind} missed;"
    " {behind} solved {fewer} that it missed.",
    "split level": "On the same {tasks} {ahead} solved {more} that {behind} missed, and {behind} solved as"
    " many that {ahead} missed.",
    "rates level": "On the same {tasks} both solve {more} % on average.",
    "rates": "On the same {tasks} it solves {more} % on average, {behind} {fewer} %.",
    "points level": "On the same {tasks} both get {more} of 10 points.",
    "points": "On the same {tasks} it gets {more} of 10 points, {behind} {fewer}.",
    "luck": f"{LUCK.capitalize()}.",
    "luck often": "If the two were equally good, luck alone could well do that.",
    "odds": ONE_IN,
    "range ahead": "The true difference may be anything from {low} to {high} points ahead.",
    "range": "The true difference may be anything from {low} points behind to {high} ahead.",
    "strict ahead": "This is the answer for two models chosen before looking at scores. For two picked from"
    " the table, a stricter one allows for all {pairs}: real, too, and from {low} to {high} points ahead.",
    "strict only": "This is the answer for two models chosen before looking at scores. For two picked from"
    " the table, a stricter one allows for all {pairs}: it may be luck, from {low} points behind to"
    " {high} ahead.",
    "strict close": "This is the answer for two models chosen before looking at scores. The stricter one for"
    " two picked from the table allows for all {pairs}: from {low} points behind to {high} ahead.",
    "badge real": "ahead: {ahead}",
    "badge unsure": f"ahead, {UNLESS_MISSING}: {{ahead}}",
    "badge alone": "ahead, if chosen beforehand: {ahead}",
    "badge close": "too close to call",
    "all real": "{best} leads the other {others}, and every lead is real.",
    "none real": "{best} has the highest score, but its lead over the other {others} may be luck.",
    "some real": "{best} really leads {real}; its lead over {close} may be luck.",
    "some unsure": f"Of these leads, that over {{unsure}} is real {UNLESS_MISSING}.",
    "several": "{real} of {pairs} of these models really differ, on the same {tasks}."
    " The table shows every pair.",
    "settle": "It would take about {needed} tasks to settle a gap of {gap} points like this one{among}."
    " This table has {tasks}.",
    "settle many": "It would take more than a million tasks to settle a gap of {gap} points like this one"
    "{among}. This table has {tasks}.",
    "among": " among all {pairs}",
    "left out": "Left out: {tasks} without a verdict for every compared model.",
}

#: Odds that are written in words, by the negative number that encodes them.
ODDS: dict[str, str] = {str(-2): RARE[0][1], str(-1): RARE[1][1]}


def fill(name: str, **values: str) -> str:
    """Return the sentence of that name with its placeholders filled in."""
    return WORDS[name].format(**values)


def tasks_phrase(tasks: int) -> str:
    """Return what follows "On the same": ``438 tasks``, or ``task`` for a single task."""
    return "task" if tasks == 1 else plural(tasks, "task")


def sentence(names: tuple[str, str], pair: ModelPair, counted: str, scale: ScaleWords = PERCENT) -> str:
    """Return the first sentence on two models; ``names`` are those of the first and the second.

    ``counted`` has the number of pairs of the table in words, such as ``15 pairs of models``.
    """
    ahead, behind = names if pair.difference >= 0 else names[::-1]
    if pair.real:
        name = "real" if pair.sure else "unsure"
    elif pair.alone:
        name = "alone" if pair.sure else "alone unsure"
    else:
        name = "close" if pair.difference else "level"
    return fill(name, ahead=ahead, behind=behind, gap=scale.gap_of_steps(pair.difference), pairs=counted)


def luck_sentence(pair: ModelPair) -> str:
    """Return how rarely luck makes such a difference if the two are equally good, in a sentence."""
    if pair.odds in {0, 1}:
        return fill("luck often")
    return fill("luck", odds=ODDS.get(str(pair.odds)) or fill("odds", odds=f"{pair.odds:,}"))


def range_sentence(pair: ModelPair, scale: ScaleWords = PERCENT) -> str:
    """Return the sentence on the true difference of the two alone, seen from the model that is ahead."""
    ahead = pair if pair.difference >= 0 else pair.swapped()
    low, high = scale.gap_of_steps(ahead.alone_low), scale.gap_of_steps(ahead.alone_high)
    return fill("range ahead" if ahead.alone_low > 0 else "range", low=low, high=high)


def strict_sentence(pair: ModelPair, pairs: int, counted: str, scale: ScaleWords = PERCENT) -> str:
    """Return the sentence on the verdict among all pairs; empty if the table has no other pair."""
    if pairs == 1:
        return ""
    ahead = pair if pair.difference >= 0 else pair.swapped()
    name = "strict ahead" if pair.real else "strict only" if pair.alone else "strict close"
    low, high = scale.gap_of_steps(ahead.low), scale.gap_of_steps(ahead.high)
    return fill(name, low=low, high=high, pairs=counted)


def badge(names: tuple[str, str], pair: ModelPair) -> str:
    """Return the verdict on a pair for a table: which model is ahead, or that it is too close to call."""
    ahead = names[0] if pair.difference >= 0 else names[1]
    if pair.real:
        return fill("badge real" if pair.sure else "badge unsure", ahead=ahead)
    return fill("badge alone", ahead=ahead) if pair.alone else fill("badge close")


def settle_sentence(
    pair: ModelPair, tasks: str, pairs: int, counted: str, scale: ScaleWords = PERCENT
) -> str:
    """Return how many tasks would settle the gap among all pairs; empty if ``pair.needed`` is 0."""
    if pair.needed == 0:
        return ""
    among = fill("among", pairs=counted) if pairs > 1 else ""
    name = "settle many" if pair.needed < 0 else "settle"
    gap = scale.gap_of_steps(pair.difference)
    return fill(name, gap=gap, among=among, needed=f"{pair.needed:,}", tasks=tasks)
