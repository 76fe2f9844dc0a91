"""The pages of data sets: a list of all, one page per data set, and the design notes of families."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace

from benchmark.analysis.catalog import category_title, suite_order, suite_title
from benchmark.analysis.groups import is_blind, score_of
from benchmark.analysis.score_cells import Category, ScoreMark, optional_mark
from benchmark.analysis.studies.dataset_report import DatasetReport, dataset_report
from benchmark.analysis.wording import clean, count, number_word, percent, plural
from benchmark.core.canary import CANARY
from benchmark.core.task import Task
from benchmark.datasets.lock import read_lock
from benchmark.datasets.official import LOCK
from benchmark.leaderboard.board.rubrics import judge_tables
from benchmark.leaderboard.dataset.claim import (
    DesignNote,
    are_programs,
    check_lines,
    claim,
    collection_of,
    design_notes,
)
from benchmark.leaderboard.dataset.stem_items import (
    KnownTask,
    StemItem,
    item_choices,
    items,
    known_tasks,
    label_orders,
    label_tables,
    without_labels,
)
from benchmark.leaderboard.dataset.studies import (
    charts_view,
    published_table,
    reasoning_tables,
    shot_table,
    solved_words,
)
from benchmark.leaderboard.dataset.verdict_map import verdict_map
from benchmark.leaderboard.inputs.facts import display_name, external_datasets, licence_of
from benchmark.leaderboard.inputs.picture_gain import guess_shares
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import median_chances
from benchmark.leaderboard.parts.addresses import (
    DATASETS,
    address_part,
    dataset_page,
    families_page,
    model_page,
)
from benchmark.leaderboard.parts.people import dataset_people
from benchmark.leaderboard.parts.pictures import PictureView, pictures_of
from benchmark.leaderboard.parts.sentences import sentence
from benchmark.leaderboard.parts.site_page import Page, SearchWords
from benchmark.leaderboard.parts.task_list import TableTotals, table_totals
from benchmark.suites import load_all

_LEAD = (
    "The others belong to their authors. They are fetched where they are judged, and these pages show"
    " only what their licences allow."
)


def _entry(view: SimpleNamespace) -> SimpleNamespace:
    facts = dict(view.facts)
    if view.here:
        shown = "in full" if view.licence.shows else "ids and counts"
    else:
        shown = "ids and counts" if view.items else "nothing"
    return SimpleNamespace(
        title=view.title,
        page=dataset_page(view.suite, view.dataset),
        tasks=facts.get("Tasks", ""),
        stems=count(len(view.items)) if view.items else "",
        models=count(view.models) if view.models else "",
        # maximum share of tasks that a program without the pictures can solve, in percent
        ceiling="" if view.claim is None else view.claim.ceiling,
        people=facts.get("Solved by people", ""),
        licence=view.licence,
        shown=shown,
    )


_MAX_UNFILTERED = 9  #: a list with more entries gets a filter


def dataset_pages(sources: Sources) -> Iterator[Page]:
    """Yield the list of data sets, and the pages of each one that a suite, a row or a task file names."""
    keys = {(suite.id, name) for suite in load_all().values() for name in suite.datasets}
    keys |= external_datasets() | set(sources.tasks)
    keys |= {(row.result.suite, row.result.dataset) for row in sources.light_rows}
    # In the order of the suites' tabs; data sets with known tasks come first.
    in_order = sorted(keys, key=lambda key: (suite_order(key[0]), key not in sources.tasks, key[1]))
    shown = {key: _Dataset(sources, *key) for key in in_order}
    views = {key: dataset.view() for key, dataset in shown.items()}
    complete = [view for view in views.values() if view.here and view.licence.shows]
    all_tasks = plural(sum(len(item.tasks) for view in complete for item in view.items), "task")
    few, verb = number_word(len(complete)).capitalize(), "is" if len(complete) == 1 else "are"
    sentence = f"{few} of {number_word(len(views))} data sets {verb} shown in full: {all_tasks}."
    yield Page(
        source=DATASETS,
        title="Data sets",
        template="datasets.html",
        view={"sentence": sentence, "lead": _LEAD, "entries": [_entry(view) for view in views.values()]},
        description=sentence,
        search=SearchWords(
            keywords=(
                "datasets, tasks, problems, number of tasks, how many tasks, benchmarks, easiest tasks, "
                "random task"
            )
        ),
    )
    for (suite, dataset), content in views.items():
        yield Page(
            source=dataset_page(suite, dataset),
            title=f"{content.title} data set",
            template="dataset.html",
            view=vars(content),
            description=content.sentence,
            search=SearchWords(
                kind="dataset",
                name=content.title,
                words=(suite, dataset, f"licence license {content.licence.name}", f"{content.title} tasks"),
            ),
            search_parts=_hard_tasks(content),
            styles=("heat.css",),
            scripts=("shards.js", "task.js"),
        )
        if content.families:
            yield Page(
                source=content.families,
                title=f"{content.title}: families",
                template="families.html",
                view={
                    "title": content.title,
                    "page": dataset_page(suite, dataset),
                    "notes": shown[suite, dataset].family_notes(content.items),
                    "canary": CANARY,
                },
                searched=False,
                description=f"{content.title}: what its pictures show, family by family, and wrong readings.",
            )


def _hard_tasks(view: SimpleNamespace) -> tuple[SearchWords, ...]:
    if not view.models or not view.choices:
        return ()
    listed = view.unsolved and view.unsolved_link.startswith("?")  # the list can show only these
    return (
        SearchWords(
            kind="section",
            within=view.title,
            name="Unsolved tasks" if listed else "Hardest tasks",
            line=view.solved or view.sentence,
            keywords="hardest, hardest tasks, unsolved, nobody solves, no model solves, difficult tasks",
            query="?solved=none" if listed else "?sort=models",
            anchor="tasks",
        ),
    )


def _solved_sentence(title: str, known: Sequence[KnownTask], solved: Mapping[str, int], models: int) -> str:
    """Return a sentence on how many tasks all models, at least one, solve, and how many none does."""
    counts = [solved.get(task.name, 0) for task in known]
    return sentence(
        "dataset",
        "solved",
        title=title,
        number=len(counts),
        models=models,
        by_all=counts.count(models),
        by_none=counts.count(0),
        solvers=counts[0],
    )


class _Dataset:
    """Collects the content of a data set's page."""

    def __init__(self, sources: Sources, suite: str, dataset: str) -> None:
        self.sources, self.suite, self.dataset = sources, suite, dataset
        self.title = f"{clean(suite_title(suite))} {clean(dataset)}"
        self.tasks = sources.tasks.get((suite, dataset))
        groups = [group for group in sources.groups.get(suite, ()) if group.key.dataset == dataset]
        self.groups = [group for group in groups if not is_blind(group.key)]
        self.blind = next((group for group in groups if is_blind(group.key)), None)
        self.group = next(iter(self.groups), None)
        ours = self.tasks is not None and self.tasks.folder is None  # not from a user's task file
        collection = collection_of(suite, dataset) if ours else None
        self.collection = collection
        self.notes: Mapping[str, DesignNote] = {} if collection is None else design_notes(collection)
        self.people = dataset_people(sources, suite, dataset)
        self.claim = None if collection is None or self.tasks is None else claim(self.listed)
        self.field: TableTotals | None = None
        if self.group is not None and self.group.models:
            self.field = table_totals(sources, self.group)

    @property
    def listed(self) -> Sequence[Task]:
        """The tasks of the data set; empty if they are unknown."""
        return () if self.tasks is None else tuple(self.tasks.tasks.values())

    def view(self) -> SimpleNamespace:
        """Return the content of the page."""
        licence = licence_of(self.suite, self.dataset, self.tasks.licence if self.tasks else "")
        group = self.group or self.blind
        counts = None if group is None else self.sources.counts[group.newest[0].id]
        known = known_tasks(self.tasks, counts)
        found = tuple(
            items(
                suite=self.suite,
                dataset=self.dataset,
                known=known,
                tasks=self.tasks,
                notes=self.notes,
                field=self.field,
                chances={} if self.group is None else median_chances(self.group, self.sources),
                people=self.people,
            )
        )
        models = 0 if self.field is None else len(self.field.group.models)
        families = len(found) < len(known)
        pictures = len({picture.path for item in found for task in item.tasks for picture in task.pictures})
        facts = [("Tasks", count(len(known)) if known else self._expected())]
        facts += [("Families", count(len(found)))] if families else []
        facts += [("Pictures", count(pictures))] if pictures else []
        facts += [
            ("Licence", licence.name),
            ("Judged", plural(models, "model") if models else "no model yet"),
        ]
        if self.people is not None:
            solvers = f"{count(self.people.solved)} of {count(len(known))}"
            facts += [("Solved by people", solvers if self.people.of else "nobody has tried yet")]
        sentence, lead = self._answer(known, found, models)
        solved = ""
        if self.field is not None and models and self.claim is not None:
            solved = _solved_sentence(self.title, known, self.field.solved, models)
        orders = label_orders(self.suite)
        choices = item_choices(found, known, orders) if len(found) > _MAX_UNFILTERED else ()
        verdicts = verdict_map(self.sources, self.suite, self.dataset)
        nobody = sum(not self.field.solved.get(task.name) for task in known) if self.field is not None else 0
        listed = not families and any(choice.name == "solved" for choice in choices)
        return SimpleNamespace(
            suite=self.suite,
            dataset=self.dataset,
            title=self.title,
            sentence=sentence,
            lead=lead,
            facts=tuple(fact for fact in facts if fact[1]),
            licence=licence,
            here=self.tasks is not None,  # whether its tasks are on the machine that builds the site
            claim=self.claim,
            cases=tuple(self._cases()),  # of the claim's example: task id, picture, result
            programs=are_programs(self.listed),
            # Name and source path of a model, and its scores without and with the picture.
            blind=self._blind(),
            # Operation and type, and percent of its tasks that guessing without pictures passes at most.
            guesses=tuple(
                (Category(name).title, percent(share))
                for name, share in guess_shares(self.listed).items()
                if name.startswith("subset:") and "asks:" not in name
            ),
            # (kind of check, sentences); empty unless families made the tasks
            checks=()
            if self.collection is None
            else tuple(check_lines(self.collection, self.listed, self.people)),
            report=self._report(),
            labels=tuple(label_tables(self.suite, known)),
            # how many tasks all and no models solve; empty if the first sentence of the page says it
            solved=solved,
            # words of a sentence above that become a link to the tasks that no model solves, and its address
            unsolved=f"{number_word(nobody)} by none" if nobody and (listed or verdicts) else "",
            unsolved_link="?solved=none#tasks" if listed else "#verdicts",
            # what it means to solve a task; empty for pass@1 with one sample per task
            solving="" if self.group is None else solved_words(self.group),
            verdicts=verdicts,
            charts=charts_view(self.listed, self.group, self.sources),
            reasoning=reasoning_tables(self.groups, self.sources),
            shots=shot_table(self.groups),
            published=published_table(self.suite, self.dataset, self.groups, self.sources),
            judges=judge_tables(self.groups, self.sources),
            items=found,
            pictures=pictures > 0,
            people=self.people,  # None if it is not recorded who tried the tasks
            noun="family" if families else "task",  # what an entry is: ``family`` or ``task``
            nouns="families" if families else "tasks",
            choices=choices,
            families=families_page(self.suite, self.dataset) if self.notes else "",
            canary=CANARY if self.notes else "",
            models=models,  # number of models in its largest table
        )

    def family_notes(
        self, found: Sequence[StemItem]
    ) -> tuple[tuple[str, DesignNote, tuple[PictureView, ...]], ...]:
        """Return the design notes with the pictures of their families."""
        pictures = {
            item.anchor: [picture for picture, _ in item.figures if picture is not None] for item in found
        }
        return tuple(
            (address_part(stem), note, tuple(pictures.get(address_part(stem), ())))
            for stem, note in self.notes.items()
        )

    def _expected(self) -> str:
        """Return the number of tasks of the data set from its pin; empty if it is not pinned."""
        pin = read_lock(LOCK).root.get(self.suite, {}).get(self.dataset)
        return "" if pin is None else count(pin.rows)

    def _answer(self, known: Sequence[KnownTask], found: Sequence[StemItem], models: int) -> tuple[str, str]:
        number = len(known)
        if self.claim is not None:
            return self.claim.sentence, self.claim.lead
        if self.tasks is None:
            lead = "Its tasks belong to their authors, and were not on the machine that built this site."
            if not number:
                expected = self._expected()
                which = f"The {expected} tasks of {self.title}" if expected else f"The tasks of {self.title}"
                return f"{which} are not available here, and no model was judged on them yet.", lead
            lead += " What is shown here comes from the rows of models."
        else:
            lead = "There is no proof that these tasks need pictures"
            lead += (
                ", and no pictures are shown here."
                if not any(t.pictures for i in found for t in i.tasks)
                else "."
            )
        if not models:
            return sentence("dataset", "unanswered", title=self.title, number=number), lead
        return _solved_sentence(
            self.title, known, {} if self.field is None else self.field.solved, models
        ), lead

    def _cases(self) -> Iterator[tuple[str, PictureView, str]]:
        if self.claim is None or self.claim.example is None or self.tasks is None:
            return
        example = self.claim.example
        shown = [pictures_of(self.tasks, self.tasks.tasks[name]) for name, _ in example.results]
        if not all(shown):
            return
        number = min(map(len, shown))
        differing = (at for at in range(number) if len({pictures[at].path for pictures in shown}) > 1)
        place = next(differing, 0)
        for (name, result), pictures in zip(example.results, shown, strict=True):
            yield clean(name), pictures[place], result

    def _blind(self) -> tuple[tuple[str, str, ScoreMark | None, ScoreMark | None], ...]:
        if self.blind is None:
            return ()
        seeing = {} if self.group is None else {row.slug: row for row in self.group.newest}
        return tuple(
            (
                display_name(row),
                model_page(slug := row.slug),
                optional_mark(score_of(row)),
                optional_mark(score_of(seeing[slug])) if slug in seeing else None,
            )
            for row in self.blind.newest
        )

    def _report(self) -> DatasetReport | None:
        if self.tasks is None or not self.listed:
            return None
        sizes = {
            task.id: [(picture.width, picture.height) for picture in pictures_of(self.tasks, task)]
            for task in self.listed
        }
        report = dataset_report(self.listed, sizes, cache=self.sources.where.cache)
        rest = without_labels(self.suite, report.categories)
        named = [(category_title(name), tasks) for name, tasks in rest]
        return replace(report, categories=named)
