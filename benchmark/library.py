"""The functions of ``import sightbench``: the work of the commands for scripts and notebooks.

They read and write the same files, and raise ``BadInput`` where a command ends with exit code 2. This module
loads neither numpy nor pydantic when it is imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.install import absent_modules, install_extra
from benchmark.core.names import plain_setting
from benchmark.core.score import Score
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    import pandas as pd

    from benchmark.analysis.ranks.comparison import ComparisonReport
    from benchmark.analysis.ranks.ranking_report import Ranking
    from benchmark.analysis.ranks.subjects import LedgerLookup, Subject
    from benchmark.core.sample import Completion
    from benchmark.core.task import Task
    from benchmark.core.verdict import Outcome
    from benchmark.leaderboard.view.read import ViewedRun
    from benchmark.pipeline.sources import TaskSource
    from benchmark.results.row import Row

__all__ = ["check_submission", "compare", "evaluate", "load_rows", "load_tasks", "rank"]
__all__ += ["Comparison", "Evaluation", "Rankings", "Rows", "SubmissionCheck", "Tasks"]

AnyPath = str | Path
_MOST_WORKERS = 256
_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")
#: Options of the commands whose argument has another name here, or none; others only lose their dashes.
_RENAMED = {"--category": "categories", "--plot": "file", "--common": "common=True"}
_OPTION = re.compile(r"`[^`]*`|--[a-z][a-z-]+(?: [A-Z]+\b)?")  #: commands between backticks stay


def _names_arguments(**renamed: str) -> Callable[[Callable[_Given, _Found]], Callable[_Given, _Found]]:
    """Let a function's errors name its arguments where those of the command name options.

    Args:
        renamed: option, without dashes → the argument of this function.
    """
    known = _RENAMED | {f"--{option}": argument for option, argument in renamed.items()}

    def argument(found: re.Match[str]) -> str:
        option = found[0].partition(" ")[0]
        return found[0] if found[0][0] == "`" else known.get(option, option.lstrip("-").replace("-", "_"))

    def wrap(function: Callable[_Given, _Found]) -> Callable[_Given, _Found]:
        @wraps(function)
        def called(*args: _Given.args, **kwargs: _Given.kwargs) -> _Found:
            try:
                return function(*args, **kwargs)
            except ManyBadInputs:  # of a file
                raise
            except BadInput as error:
                texts = (error.file, error.place, error.problem, error.fix)
                raise BadInput(*(_OPTION.sub(argument, text) for text in texts)) from error.__cause__

        return called

    return wrap


class _Result:
    """A result that can be a table."""

    __slots__ = ()

    def _lines(self) -> Iterable[Mapping[str, object]]:
        raise NotImplementedError

    def to_pandas(self) -> pd.DataFrame:
        """Return a table: a line per task, score, row, model or problem. Needs the extra ``scientific``."""
        if absent_modules(["pandas"]):
            problem = "needs pandas, of the extra `scientific`, which is not installed"
            raise BadInput("to_pandas", "", problem, install_extra("scientific"))
        import pandas as pd

        return pd.DataFrame.from_records([dict(line) for line in self._lines()])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks(_Result):
    """The tasks of a data set; iterate over it to get them."""

    suite: str
    dataset: str
    source: TaskSource = field(repr=False)

    def __len__(self) -> int:
        return len(self.source.tasks)

    def __iter__(self) -> Iterator[Task]:
        return iter(self.source.tasks)

    def _lines(self) -> Iterable[Mapping[str, object]]:
        names = ("id", "family", "subset", "level", "categories", "entry_point")
        return ({name: getattr(task, name) for name in names} for task in self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(_Result):
    """The verdicts on one model's answers, and the scores."""

    name: str  #: name of the model in comparisons and rankings
    extraction: str  #: the rule that took the code from the completions
    scores: tuple[Score, ...] = field(repr=False)  #: over all tasks, then by category
    verdicts: tuple[Outcome, ...] = field(repr=False)  #: one per sample
    tasks: Tasks
    broken_tests: Mapping[str, str]  #: why the test script of a task is broken, by task id
    completions: Sequence[Completion] = field(default=(), repr=False)  #: the judged answers
    setting: str = ""  #: what the model was shown; empty if the tasks belong to no suite

    def __str__(self) -> str:
        """Return the scores over all tasks, a line each: ``pass@1: 91.3 % (88.3–93.6), 255 tasks``."""
        from benchmark.analysis.score_cells import words_of
        from benchmark.analysis.wording import plural

        lines = [self.name]
        for score in self.scores:
            if not score.category:
                words = words_of(score.scale)
                ends = f"({words.range(score.low, score.high)})"
                lines.append(
                    f"{score.metric}: {words.amount(score.value)} {ends}, {plural(score.tasks, 'task')}"
                )
        return "\n".join(lines)

    def view(self, file: AnyPath) -> None:
        """Write a page with the answers, their pictures and what failed, as `sightbench view` does.

        Args:
            file: the page, ``NAME.html``.

        Raises:
            BadInput: if the name does not end in ``.html``, or the file cannot be written.
        """
        from benchmark.leaderboard.view.page import write_view

        write_view([_viewed(self)], Path(file))

    def _repr_html_(self) -> str:
        """Return the same page in a frame, for notebooks."""
        from html import escape

        from benchmark.leaderboard.view.page import view_html

        page = escape(view_html([_viewed(self)]))
        return (
            f'<iframe title="{escape(self.name)}" sandbox="allow-scripts" srcdoc="{page}"'
            ' style="width: 100%; height: 720px; border: 1px solid #838b96"></iframe>'
        )

    def score(self, metric: str = "pass@1", category: str = "") -> Score:
        """Return one of the scores; ``value``, ``low`` and ``high`` are fractions, or points from 1 to 10.

        Raises:
            BadInput: if the evaluation has no such score; names the metrics that it has.
        """
        known = {each.metric: each for each in self.scores if each.category == category}
        if metric not in known:
            fix = f"use one of: {', '.join(known)}" if known else "leave the category out"
            raise BadInput(self.name, category, f"there is no score by {quote_value(metric)}", fix)
        return known[metric]

    def _lines(self) -> Iterable[Mapping[str, object]]:
        return map(asdict, self.scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(_Result):
    """A comparison of two models: the first minus the second."""

    sentence: str  #: which of the two leads, by how much, and whether that may be luck
    #: As `sightbench compare --json` prints it; ``overall`` has ``difference``, ``low``, ``high`` and ``p``.
    report: ComparisonReport = field(repr=False)

    def _lines(self) -> Iterable[Mapping[str, object]]:
        return (each.model_dump() for each in (self.report.overall, *self.report.categories))

    @_names_arguments()
    def plot(self, file: AnyPath) -> None:
        """Write a forest plot, NAME.png or NAME.svg. Needs matplotlib (extra ``figure``)."""
        from benchmark.analysis.forest_plot import comparison_panel, write_plot

        write_plot(Path(file), [comparison_panel(self.report)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings(_Result):
    """Rankings of tables; a table has the models that answered the same question."""

    tables: tuple[Ranking, ...] = field(repr=False)  #: as in `rank --json`; ``places`` has the best first
    notes: tuple[str, ...]  #: what was not ranked, and why

    def _lines(self) -> Iterable[Mapping[str, object]]:
        for table in self.tables:
            for place in table.places:
                shown = place.model_dump(include={"first", "last", "slug", "name"})
                yield {"table": table.title, **shown, **place.score.model_dump()}

    @_names_arguments()
    def plot(self, file: AnyPath) -> None:
        """Write a forest plot of all tables, NAME.png or NAME.svg. Needs matplotlib (extra ``figure``)."""
        from benchmark.analysis.forest_plot import ranking_panels, write_plot

        write_plot(Path(file), [*ranking_panels(self.tables)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(_Result):
    """Published results, oldest first; iterate over it to get them."""

    lookup: LedgerLookup  #: the folder of the rows, and the filters that they pass
    rows: tuple[Row, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def _lines(self) -> Iterable[Mapping[str, object]]:
        for row in self:
            yield {
                **row.result.model_dump(include={"suite", "dataset", "setting", "protocol"}),
                **row.result.submission.model_dump(include={"slug", "name"}),
                **row.run.model_dump(include={"trust", "started"}),
                "id": row.id,
                **{score.metric: score.value for score in row.result.scores if not score.category},
            }


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionCheck(_Result):
    """The result of a check of a submission."""

    passed: bool
    problems: tuple[BadInput, ...]  #: each with ``file``, ``place``, ``problem`` and ``fix``

    def _lines(self) -> Iterable[Mapping[str, object]]:
        names = ("file", "place", "problem", "fix")
        return ({name: getattr(each, name) for name in names} for each in self.problems)


@_names_arguments(tasks="files")
def load_tasks(suite: str = "", dataset: str = "", *, files: AnyPath | Iterable[AnyPath] = ()) -> Tasks:
    """Load the tasks of a suite, or your own.

    Args:
        suite: such as ``code-vision``; `sightbench suites` lists all.
        dataset: data set of the suite; its first one by default.
        files: your own task files (JSONL), instead of a suite.

    Raises:
        BadInput: unless a suite or a file is named; for an unknown name, and an invalid or missing file.

    Example:
        >>> len(load_tasks("humaneval-v", "open"))
        255
    """
    from benchmark.pipeline.sources import source_of

    source = source_of(_paths(files), suite, dataset)
    return Tasks(suite=source.suite_id, dataset=source.dataset, source=source)


@_names_arguments()
def evaluate(
    predictions: AnyPath | Iterable[AnyPath] | Mapping[str, str | Sequence[str]],
    tasks: Tasks,
    *,
    name: str = "",
    setting: str | None = None,
    extraction: str = "own",
    partial: bool = False,
    lint: bool = False,
    workers: int | None = None,
    verdicts: AnyPath | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Judge answers in the sandbox, as `sightbench evaluate` does.

    Args:
        predictions: completions by task id, one text or several per task; or prediction files.
        tasks: the tasks, see :func:`load_tasks`.
        name: name of the model; by default that of the file, or ``answers``.
        setting: what the model was shown; by default as in the manifest next to the file, else the first one.
        extraction: rule that takes the code from a completion: ``own``, ``upstream`` or ``upstream-v2``.
        partial: whether to accept missing tasks and unequal numbers of draws.
        lint: whether to measure parsing success, too (extra ``pylint``).
        workers: number of processes, 1 to 256; one per core by default.
        verdicts: file for the verdicts, which is replaced.
        progress: called with the number of judged samples, and of all.

    Raises:
        BadInput: for predictions that are not valid or do not match the tasks, and unknown names.
        SandboxFailure: if this machine cannot sandbox a process.
        OurFailure: if more than 1 % of the samples have no verdict; those that exist are in ``verdicts``.

    Example:
        >>> tasks = load_tasks("humaneval-v", "open")
        >>> answers = {task.id: task.reference for task in list(tasks)[:3]}
        >>> evaluate(answers, tasks, partial=True).score("pass@1").value
        1.0
    """
    from benchmark.files.atomic import bare_name, check_target
    from benchmark.pipeline import evaluate as conductor
    from benchmark.pipeline import sources
    from benchmark.pipeline.identity import GivenIdentity
    from benchmark.pipeline.judge.local_pool import LocalPool

    if workers is not None and not 1 <= workers <= _MOST_WORKERS:
        raise BadInput("workers", "", f"must be 1 to {_MOST_WORKERS}, got {workers}", "leave it out")
    if isinstance(predictions, Mapping):
        answers = conductor.Answers(paths=(Path("answers"),), completions=_completions(predictions))
    else:
        answers = conductor.load(_paths(predictions))
    source = tasks.source
    given = GivenIdentity(setting=None if setting is None else plain_setting(setting))
    job = conductor.read(answers, source, given, extraction, lint=lint, partial=partial, options=False)
    if isinstance(predictions, Mapping):
        job = replace(job, files=())  # no file has them
    if verdicts is not None:
        verdicts = Path(verdicts)
        check_target(verdicts, () if isinstance(predictions, Mapping) else answers.paths)
    found = conductor.evaluate(
        job,
        LocalPool(workers),
        conductor.Outputs(verdicts=verdicts),
        stage=lambda _: nullcontext(progress or (lambda _done, _all: None)),
    )
    return Evaluation(
        name=name or bare_name(answers.paths[0]),
        extraction=found.extraction,
        scores=found.scores,
        verdicts=found.outcomes,
        tasks=tasks,
        broken_tests=sources.broken_tests(source),
        completions=found.completions,
        setting=given.setting or job.rule.setting,
    )


@_names_arguments()
def load_rows(
    folder: AnyPath = "results", suite: str = "", dataset: str = "", setting: str = "", protocol: str = ""
) -> Rows:
    """Load the rows of a folder that were not withdrawn.

    Args:
        folder: folder of rows, ``<suite>/<dataset>/<slug>/<id>.json``.
        suite: only rows of this suite.
        dataset: only rows of this data set.
        setting: only rows of this setting.
        protocol: only rows of this protocol.

    Raises:
        BadInput: if there is no such folder, or a row is not valid.

    Example:
        >>> rows = load_rows("recorded", "code-vision", "official")
        >>> sorted({row.result.submission.name for row in rows})[:2]
        ['Claude 3 Haiku (2024-03-07)', 'Claude 3 Sonnet (2024-02-29)']
    """
    from benchmark.analysis.ranks.subjects import LedgerLookup
    from benchmark.results.ledger import check_rows_folder, read_rows

    filters = {"suite": suite, "dataset": dataset, "setting": plain_setting(setting), "protocol": protocol}
    lookup = LedgerLookup(rows=Path(folder), **filters)
    check_rows_folder(lookup.rows)
    return Rows(lookup=lookup, rows=tuple(filter(lookup.matches, read_rows(lookup.rows))))


@_names_arguments()
def compare(
    a: AnyPath | Evaluation,
    b: AnyPath | Evaluation,
    *,
    metric: str = "",
    tasks: Tasks | None = None,
    rows: Rows | None = None,
    common: bool = False,
) -> Comparison:
    """Compare two models on the tasks that both have, as `sightbench compare` does: is the difference real?

    Args:
        a: an evaluation, a verdict file, a row file, or a slug in ``rows``.
        b: the second model, which is subtracted.
        metric: such as ``pass@1``; by default the one that ranks the data set.
        tasks: the tasks of verdict files, which give their stems and categories.
        rows: the rows of slugs, see :func:`load_rows`; by default those in ``results``.
        common: whether to compare the common tasks if tasks or versions differ.

    Raises:
        BadInput: for unknown names, different tasks, or without the extra ``statistics``.

    Example:
        >>> rows = load_rows("recorded", "code-vision", "official")
        >>> print(compare("gpt-4o", "gemini-1.5-pro-latest", rows=rows).sentence)
        GPT-4o leads Gemini 1.5 Pro (latest in 2024) by 9.8 points, and the lead is real.
    """
    need_statistics("compare")
    from benchmark.analysis.ranks.comparison import full_comparison, sentence
    from benchmark.analysis.ranks.subjects import LedgerLookup, find_subjects

    lookup = LedgerLookup(rows=Path("results")) if rows is None else rows.lookup
    known = None if tasks is None else tasks.source.tasks
    names = [str(each) for each in (a, b) if not isinstance(each, Evaluation)]
    named = iter(find_subjects(names, lookup, known))
    first, second = (_subject(each) if isinstance(each, Evaluation) else next(named) for each in (a, b))
    report = full_comparison(first, second, metric, common=common)
    return Comparison(sentence=sentence(report), report=report)


@_names_arguments()
def rank(
    models: Rows | Iterable[AnyPath | Evaluation],
    *,
    metric: str = "",
    categories: Sequence[str] = (),
    tasks: Tasks | None = None,
) -> Rankings:
    """Rank models, as `sightbench rank` does: with ranges of places where the difference may be luck.

    Args:
        models: rows, whose models are ranked by table; or evaluations or verdict files on the same tasks.
        metric: such as ``pass@1``; by default the one that ranks the data set.
        categories: rank on the tasks of each of these, such as ``subset:math``; by default on all tasks.
        tasks: the tasks of verdict files, which give their stems and categories.

    Raises:
        BadInput: for unknown names, files on different tasks, or without the extra ``statistics``.

    Example:
        >>> (table,) = rank(load_rows("recorded", "code-vision", "official")).tables
        >>> [f"{place.first}-{place.last} {place.slug}" for place in table.places[:2]]
        ['1-1 gpt-4o', '2-3 gemini-1.5-pro-latest']
    """
    need_statistics("rank")
    from benchmark.analysis.ranks.ranking import rank_rows, rank_subjects
    from benchmark.analysis.ranks.subjects import subject_from_file
    from benchmark.results.counted_row import count_row

    within = tuple(categories) or ("",)
    if isinstance(models, Rows):
        ranked = rank_rows(map(count_row, models), None, metric=metric, categories=within)
    else:
        known = None if tasks is None else tasks.source.tasks
        subjects = [
            _subject(each) if isinstance(each, Evaluation) else subject_from_file(Path(each), known)
            for each in ([models] if isinstance(models, str | Path) else models)
        ]
        if not subjects:
            raise BadInput("models", "", "is empty", "name rows, evaluations or verdict files")
        ranked = rank_subjects(subjects, metric, within)
    return Rankings(tables=tuple(table.ranking for table in ranked.tables), notes=ranked.notes(metric))


def check_submission(path: AnyPath) -> SubmissionCheck:
    """Check a submission, as `sightbench submit check` does; problems are returned, not raised.

    Args:
        path: its folder, or its submission.yaml.

    Example:
        >>> check_submission("submissions/_examples/gold").passed
        True
    """
    from benchmark.chain.pull_request.local_check import check_submissions_here
    from benchmark.suites.run_names import known_suites

    found = check_submissions_here([Path(path)], known_suites())
    problems = tuple(BadInput(each.file, each.place, each.problem, each.fix) for each in found.problems)
    return SubmissionCheck(passed=found.passed, problems=problems)


def _paths(given: AnyPath | Iterable[AnyPath]) -> tuple[Path, ...]:
    return (Path(given),) if isinstance(given, str | Path) else tuple(map(Path, given))


def _completions(given: Mapping[Any, Any]) -> list[Completion]:
    from benchmark.core.sample import Completion

    found = []
    for task, texts in given.items():
        for draw, text in enumerate(texts if isinstance(texts, list | tuple) else [texts]):
            if not isinstance(task, str) or not isinstance(text, str):
                problem = f"must be text, got {quote_value(text if isinstance(task, str) else task)}"
                fix = "give a text or a list of texts by the id of each task"
                raise BadInput("predictions", quote_value(task), problem, fix)
            found.append(Completion(task_id=task, draw=draw, text=text))
    return found


def _viewed(evaluation: Evaluation) -> ViewedRun:
    from benchmark.leaderboard.view.read import ViewedRun

    return ViewedRun(
        name=evaluation.name,
        source=evaluation.tasks.source,
        completions={completion.key: completion for completion in evaluation.completions},
        outcomes=evaluation.verdicts,
        extraction=evaluation.extraction,
        setting=evaluation.setting,
    )


def _subject(evaluation: Evaluation) -> Subject:
    from benchmark.analysis.ranks.subjects import Subject, count_outcomes

    tasks = evaluation.tasks
    return Subject(
        name=evaluation.name,
        slug=evaluation.name,
        counts=count_outcomes(evaluation.verdicts, tasks.source.tasks, evaluation.name),
        suite=tasks.suite,
        dataset=tasks.dataset,
    )
