"""The whole pipeline: read, prepare, drop duplicates, split, label, write, report."""

import contextlib
import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import decode, read_lines
from benchmark.suites.mmcode.problems.duplicates import find_duplicates
from benchmark.suites.mmcode.problems.flaws import DroppedError, Flaw
from benchmark.suites.mmcode.problems.labels import Labels, PictureId, check_pictures, read_labels
from benchmark.suites.mmcode.problems.prepare import PreparationRules, PreparedProblem, prepare
from benchmark.suites.mmcode.problems.problem_pictures import shows_picture
from benchmark.suites.mmcode.problems.removal import RemovalList, read_removal_list
from benchmark.suites.mmcode.problems.report import (
    NAME,
    ImportCounts,
    ImportItem,
    ImportOptions,
    ImportReport,
)
from benchmark.suites.mmcode.problems.source import SourceProblem, opened, read_source
from benchmark.suites.mmcode.problems.spool import Spool
from benchmark.suites.mmcode.problems.staging import staged
from benchmark.suites.mmcode.problems.taco import UrlTests, spool_tests
from benchmark.suites.mmcode.problems.urls import normal_url, site_of
from benchmark.suites.mmcode.problems.writing import (
    PROBLEMS,
    SIZE_LIMIT,
    task_file,
    task_line,
    task_of,
    write_problem,
)

TEST, EXTRA = "test", "extra"  #: upstream's names of the splits


def choose_test(ids: Collection[str], count: int, seed: int) -> frozenset[str]:
    """Return ``count`` ids: those with the smallest SHA-256 of seed and id.

    So a set with more problems has nearly the same test split, and the same set always the same.

    Raises:
        BadInput: if there are fewer ids.
    """
    if count > len(ids):
        problem = f"{count} problems are wanted, but only {len(ids)} are left"
        raise BadInput("--test", "", problem, "choose a smaller number")
    ranked = sorted(ids, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())
    return frozenset(ranked[:count])


def read_several_answers(path: Path) -> frozenset[str]:
    """Return the ids of a list."""
    texts = (decode(line.data, path, line.number, line.offset) for line in read_lines(path))
    return frozenset(filter(None, (text.partition("#")[0].strip() for text in texts)))


def check_known(path: Path, listed: Collection[str], known: Collection[str]) -> None:
    """Check that the source has every listed problem.

    Args:
        path: file of the list, for messages.
        listed: ids of the list.
        known: ids of the source.

    Raises:
        BadInput: if the source lacks one; it names the first.
    """
    for name in sorted(set(listed) - set(known)):
        raise BadInput(path, "", f"there is no problem {quote_value(name)}", "write the ids of the source")


TASKS, TEST_TASKS = "tasks.jsonl.gz", "tasks-test.jsonl.gz"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What to import, and how."""

    source: Path
    out: Path
    tests: Path | None = None  #: file of tests that are matched by URL
    removals: Path | None = None  #: list of pictures to remove
    labels: Path | None = None  #: sheet of labels
    several_answers: Path | None = None  #: list of problems with more than one right answer
    test: int = 0  #: problems of the test split; 0 leaves the splits of the source
    seed: int = 1
    dataset: str = "imported"
    keep_pictureless: bool = False


@dataclass(slots=True)
class _Progress:
    """What an import has found so far; of the problems that are kept, little is in memory."""

    spool: Spool
    places: dict[str, int] = field(default_factory=dict)  #: problem → its index in the spool
    texts: dict[str, str] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)  #: problem → number of tests
    pictures: dict[str, int] = field(default_factory=dict)  #: problem → number of pictures
    items: list[ImportItem] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)
    read: int = 0
    with_pictures: int = 0

    def note(self, problem_id: str, flaw: Flaw) -> None:
        item = ImportItem(
            problem_id=problem_id,
            outcome=flaw.outcome,
            rule=flaw.rule,
            picture=flaw.picture,
            detail=flaw.detail,
        )
        self.items.append(item)

    def prepared(self, problem_id: str) -> PreparedProblem:
        return PreparedProblem.of(self.spool.read(self.places[problem_id]))

    def drop(self, problem_id: str, flaw: Flaw, folder: Path) -> None:
        self.note(problem_id, flaw)
        for table in (self.places, self.texts, self.sizes, self.pictures):
            del table[problem_id]
        shutil.rmtree(folder / problem_id, ignore_errors=True)


def import_problems(request: ImportRequest, advance: Callable[[str], None] = lambda _: None) -> ImportReport:
    """Import a raw problem set into the folder ``request.out``; return the report, which is written too.

    The folder gets ``problems/ID/`` in upstream's layout with the raw HTML, ``tasks.jsonl.gz``, with a test
    split ``tasks-test.jsonl.gz``, and ``report.json``. A repeated import replaces what an earlier one wrote,
    and converts only pictures that changed; one that fails or is interrupted changes nothing.

    Args:
        request: what to import.
        advance: called with each problem's id.

    Raises:
        BadInput: if a file is not valid, a path leaves the source, or the folder has other files.
    """
    removals = read_removal_list(request.removals) if request.removals else RemovalList()
    labels = read_labels(request.labels) if request.labels else Labels()
    several = read_several_answers(request.several_answers) if request.several_answers else frozenset()
    with (
        staged(request.out) as stage,
        opened(request.source, request.out) as source,
        Spool(request.out) as spool,
        Spool(request.out) as tests,
    ):
        folder = stage / PROBLEMS
        rules = PreparationRules(folder=folder, removals=removals, keep_pictureless=request.keep_pictureless)
        by_url = _match_tests(request.tests, source, tests)
        found = _Progress(spool)
        for problem in read_source(source):
            index = by_url.get(normal_url(problem.problem.url or ""))
            matched = None if index is None else UrlTests.model_validate(tests.read(index))
            _read_problem(problem, matched, rules, found)
            advance(problem.problem.problem_id)
        _drop_duplicates(found, folder)
        _drop_several_answers(request.several_answers, several, found, folder)
        report = _write(request, labels, found, stage)
        _remove_others(folder, frozenset(report.kept))
        text = report.model_dump_json(by_alias=True, indent=1) + "\n"
        write_atomic(stage / NAME, text.encode())
        if not report.counts.test:
            (stage / TEST_TASKS).unlink()
    if not report.counts.test:
        (request.out / TEST_TASKS).unlink(missing_ok=True)
    return report


def _match_tests(path: Path | None, source: Path, spool: Spool) -> dict[str, int]:
    if path is None:
        return {}
    urls = {normal_url(problem.problem.url or "") for problem in read_source(source)}
    return spool_tests(path, urls - {""}, spool)


def _read_problem(
    problem: SourceProblem, matched: UrlTests | None, rules: PreparationRules, found: _Progress
) -> None:
    problem_id = problem.problem.problem_id
    found.read += 1
    found.with_pictures += int(shows_picture(problem.problem))
    found.unread.update(problem.unread)
    flaws: list[Flaw] = []
    try:
        prepared = prepare(problem, matched, rules, flaws)
    except DroppedError as dropped:
        flaws.append(dropped.flaw)
    else:
        found.places[problem_id] = found.spool.add(prepared.record())
        found.pictures[problem_id] = prepared.pictures
        found.texts[problem_id] = prepared.question
        found.sizes[problem_id] = len(prepared.tests.inputs)
    for flaw in flaws:
        found.note(problem_id, flaw)
    place = found.places.get(problem_id)
    if place is not None and found.spool.size(place) > SIZE_LIMIT:
        found.drop(problem_id, Flaw(rule="too-large"), rules.folder)


def _drop_duplicates(found: _Progress, folder: Path) -> None:
    """Drop duplicates; of two, the one with more tests is kept, else the one whose id comes first."""
    order = sorted(found.texts, key=lambda name: (-found.sizes[name], natural_key(name), name))
    for name, duplicate in find_duplicates(found.texts, order).items():
        detail = f"{duplicate.kept}, {duplicate.similarity:.3f}"
        found.drop(name, Flaw(rule="duplicate", detail=detail), folder)


def _drop_several_answers(
    path: Path | None, listed: AbstractSet[str], found: _Progress, folder: Path
) -> None:
    """Drop the listed problems, after duplicates: no duplicate of a listed problem takes its place."""
    if path is not None:
        check_known(path, listed, {*found.places, *(item.problem_id for item in found.items)})
    for name in sorted(listed & found.places.keys()):
        found.drop(name, Flaw(rule="several-answers"), folder)


def _write(request: ImportRequest, labels: Labels, found: _Progress, stage: Path) -> ImportReport:
    """Write the kept problems in natural order; return the report."""
    kept = sorted(found.places, key=lambda name: (natural_key(name), name))
    if request.labels:
        dropped = {item.problem_id for item in found.items if item.outcome == "dropped"}
        check_pictures(request.labels, labels, found.pictures, dropped)
    test = choose_test(kept, request.test, request.seed) if request.test else frozenset()
    totals: Counter[str] = Counter()
    sites: Counter[str] = Counter()
    with contextlib.ExitStack() as stack:
        everything = stack.enter_context(task_file(stage / TASKS))
        tests = stack.enter_context(task_file(stage / TEST_TASKS))
        for name in kept:
            problem = found.prepared(name)
            split = (TEST if name in test else EXTRA) if request.test else problem.split
            categories = [
                labels.people.get(key) or own or labels.proposed.get(key, ())
                for key, own in _numbered(problem)
            ]
            task = task_of(problem, categories, split, request.dataset)
            write_problem(problem, categories, split, stage / PROBLEMS)
            line = task_line(request.out / TASKS, task)
            everything.write(line)
            if split == TEST:
                tests.write(line)
            totals.update(_totals(problem, categories, labels, split))
            about = problem.about
            sites[site_of(about.get("url", ""), about.get("source", ""), name)] += 1
    return _report(request, found, kept, totals, sites)


def _numbered(problem: PreparedProblem) -> Iterator[tuple[PictureId, list[str]]]:
    """Yield the key of each picture in a sheet of labels, and the categories that the source gives it."""
    for number, own in enumerate(problem.categories, 1):
        yield (problem.problem_id, number), own


def _totals(
    problem: PreparedProblem, categories: Sequence[Sequence[str]], labels: Labels, split: str
) -> dict[str, int]:
    corrected = sum(key in labels.people for key, _ in _numbered(problem))
    return {
        "pictures": problem.pictures,
        "test": int(split == TEST),
        "matched_by_url": int(problem.matched),
        "labelled_pictures": sum(map(bool, categories)),
        "corrected_pictures": corrected,
        "corrected_test_pictures": corrected if split == TEST else 0,
    }


def _report(
    request: ImportRequest, found: _Progress, kept: list[str], totals: Counter[str], sites: Counter[str]
) -> ImportReport:
    rules: dict[str, Counter[str]] = {"dropped": Counter(), "repaired": Counter()}
    for item in found.items:
        rules[item.outcome][item.rule] += 1
    names = ("pictures", "test", "matched_by_url", "labelled_pictures", "corrected_pictures")
    return ImportReport(
        source=request.source.name,
        dataset=request.dataset,
        options=ImportOptions(
            test=request.test,
            seed=request.seed,
            keep_pictureless=request.keep_pictureless,
        ),
        counts=ImportCounts(
            read=found.read,
            with_pictures=found.with_pictures,
            kept=len(kept),
            dropped=dict(sorted(rules["dropped"].items())),
            repaired=dict(sorted(rules["repaired"].items())),
            corrected_test_pictures=totals["corrected_test_pictures"],
            **{name: totals[name] for name in names},
        ),
        sites=dict(sorted(sites.items())),
        kept=kept,
        unread_fields=dict(sorted(found.unread.items())),
        items=sorted(found.items, key=lambda item: (natural_key(item.problem_id), item.picture, item.rule)),
    )


def _remove_others(folder: Path, kept: AbstractSet[str]) -> None:
    """Remove what an earlier import wrote and this one did not."""
    for path in folder.iterdir():
        if path.name not in kept:
            shutil.rmtree(path)
