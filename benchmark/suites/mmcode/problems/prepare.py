"""Turns one raw problem into an imported one; its pictures and its HTML are written on the way."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmark.files.atomic import write_atomic
from benchmark.suites.mmcode.limits import RawLimit, read_mebibytes, read_seconds
from benchmark.suites.mmcode.problems.flaws import DroppedError, Flaw
from benchmark.suites.mmcode.problems.problem_pictures import statement_of, tags_of, write_pictures
from benchmark.suites.mmcode.problems.problem_tests import ProblemTests, checked, read_tests, unread_options
from benchmark.suites.mmcode.problems.raw_problem import RawProblem
from benchmark.suites.mmcode.problems.removal import RemovalList
from benchmark.suites.mmcode.problems.source import SourceProblem
from benchmark.suites.mmcode.problems.statement import settle, with_name, with_samples
from benchmark.suites.mmcode.problems.taco import UrlTests


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedProblem:
    """A problem that is ready to be written, but for its split and the labels of people."""

    problem_id: str
    question: str  #: with a marker for each picture
    pictures: int
    tests: ProblemTests
    starter_code: str
    options: str  #: options of the site's checker
    seconds: float | None  #: limit of the site; None if unknown
    mebibytes: float | None  #: limit of the site; None if unknown
    categories: list[list[str]]  #: of each picture, as the source has them
    others: list[str]  #: categories of the source that belong to no picture
    split: str
    level: str
    matched: bool  #: whether the tests were found by the URL
    about: dict[str, str]  #: address, name, site and limits as the source has them

    def record(self) -> dict[str, object]:
        """Return the problem as JSON values."""
        return asdict(self)

    @classmethod
    def of(cls, record: Mapping[str, object]) -> "PreparedProblem":
        """Return the problem of a record that :meth:`record` returned."""
        values = dict(record)
        tests = values.pop("tests")
        assert isinstance(tests, Mapping)  # noqa: S101 - written by ``record``
        return cls(tests=ProblemTests(**tests), **values)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparationRules:
    """What preparing depends on, besides the problem."""

    folder: Path  #: gets a folder per problem
    removals: RemovalList = field(default_factory=RemovalList)
    keep_pictureless: bool = False


def prepare(
    found: SourceProblem, matched: UrlTests | None, rules: PreparationRules, flaws: list[Flaw]
) -> PreparedProblem:
    """Prepare a problem, and write its pictures and its HTML.

    Args:
        found: the raw problem.
        matched: the record that has the problem's URL in the file of tests; None if there is none. What the
            problem brings itself counts first.
        rules: what preparing depends on.
        flaws: gets the repairs.

    Raises:
        DroppedError: if the problem cannot be imported; its folder is removed.
        BadInput: if a path leaves the source, or a file cannot be written.
    """
    folder = rules.folder / found.problem.problem_id
    try:
        prepared = _prepare(found, matched or UrlTests(), rules, flaws)
    except DroppedError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    raw = folder / "statement.html"
    if found.problem.html is not None:
        write_atomic(raw, found.problem.html.encode("utf-8", "backslashreplace"))
    else:
        raw.unlink(missing_ok=True)
    return prepared


def _prepare(
    found: SourceProblem, matched: UrlTests, rules: PreparationRules, flaws: list[Flaw]
) -> PreparedProblem:
    problem = found.problem
    _check_characters(problem, matched)
    own = read_tests(problem.tests, problem.input_output)
    tests = own or read_tests(None, matched.input_output)
    if tests is None:
        raise DroppedError("no-tests")
    starter_code = problem.starter_code or matched.starter_code or ""
    options = problem.output_validator_flags or ""
    question, categories, others = _question(found, rules, flaws)
    checked(tests, question, starter_code, options)
    flaws += unread_options(options)
    time = problem.time_limit or matched.time_limit
    memory = problem.memory_limit or matched.memory_limit
    about = {
        "url": problem.url,
        "name": problem.name,
        "source": problem.source,
        "time_limit": time,
        "memory_limit": memory,
    }
    return PreparedProblem(
        problem_id=problem.problem_id,
        question=question,
        pictures=len(categories),
        tests=tests,
        starter_code=starter_code,
        options=options,
        seconds=_limit(read_seconds, time, flaws),
        mebibytes=_limit(read_mebibytes, memory, flaws),
        categories=categories,
        others=others,
        split=problem.data_split or "",
        level=problem.difficulty or matched.difficulty or "",
        matched=own is None,
        about={key: str(value) for key, value in about.items() if value},
    )


def _check_characters(problem: RawProblem, matched: UrlTests) -> None:
    samples = (text for sample in problem.samples or () for text in (sample.input, sample.output))
    texts = (problem.html, problem.question, problem.name, problem.starter_code, matched.starter_code)
    try:
        "".join(filter(None, (*texts, *samples))).encode("utf-8")
    except UnicodeEncodeError:
        raise DroppedError("lone-surrogate") from None


def _question(
    found: SourceProblem, rules: PreparationRules, flaws: list[Flaw]
) -> tuple[str, list[list[str]], list[str]]:
    """Write the pictures; return the whole statement, the pictures' categories, and other categories."""
    problem = found.problem
    text, sources = statement_of(found)
    if not text.strip():
        raise DroppedError("no-statement")
    tags, others = tags_of(problem, len(sources), flaws)
    folder = rules.folder / problem.problem_id / "images"
    settled = settle(text, write_pictures(found, sources, folder, rules.removals, flaws))
    flaws += settled.flaws
    if not settled.pictures and not rules.keep_pictureless:
        raise DroppedError("no-picture")
    named = with_name(settled.text, problem.name or "")
    samples = [(sample.input, sample.output) for sample in problem.samples or ()]
    question = with_samples(named, samples)
    if question != named:
        flaws.append(Flaw(rule="samples-added", detail=f"{len(samples)} samples"))
    return question, [tags[number - 1] for number in settled.pictures], others


def _limit(read: Callable[[RawLimit], float | None], limit: RawLimit, flaws: list[Flaw]) -> float | None:
    try:
        return read(limit)
    except ValueError:
        flaws.append(Flaw(rule="limit-unreadable", detail=str(limit)[:80]))
        return None
