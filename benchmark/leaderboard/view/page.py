"""The viewer's page: what models were asked, what they answered, and the first failed check of each answer.

The page works from disk and asks no server for anything. It is for the person who made the run: it shows all
tasks, also those that must not be published, and says so.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from benchmark.analysis.conditions import setting_condition, shows_picture
from benchmark.analysis.groups import GroupKey
from benchmark.analysis.score_cells import words_of as scale_words
from benchmark.analysis.wording import clean, plural, task_name
from benchmark.core.errors import BadInput
from benchmark.core.order import places_in_order
from benchmark.core.sample import Completion, sample_name
from benchmark.core.task import Picture, Task
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.files.atomic import write_atomic
from benchmark.files.disk_page import disk_page
from benchmark.generation.prompts.picture import PictureFile, read_picture
from benchmark.leaderboard.inputs.facts import licence_of, stated_licence
from benchmark.leaderboard.inputs.failures import failed_check
from benchmark.leaderboard.parts.marked_answer import AnswerMarker, answer_marker, visible_text
from benchmark.leaderboard.task.words import TaskWords, kind_words, words_of
from benchmark.leaderboard.view.read import ViewedRun
from benchmark.pipeline.sources import TaskSource
from benchmark.scoring.metrics import summarise
from benchmark.suites import ranking_metric, suite_of

#: Maximum bytes of a page with its pictures; those of a larger one lie in a folder next to it.
_OURS = b'<meta name="generator" content="sightbench view">'
PAGE_LIMIT = 30_000_000
ANSWER_CHARACTERS = 16_384  #: maximum characters of an answer that are shown
_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenView:
    """What was written."""

    page: Path
    bytes: int  #: size of the page
    answers: int
    pictures: Path | None  #: folder of the pictures; None if they are in the page
    unread: tuple[str, ...]  #: why pictures are not shown


def write_view(runs: Sequence[ViewedRun], out: Path) -> WrittenView:
    """Write the page of some runs, and a folder ``NAME.pictures`` next to it if it would be too large.

    Args:
        runs: at least one; those on the same data set can be read side by side.
        out: the page, ``NAME.html``.

    Raises:
        BadInput: if ``out`` does not end in ``.html``, is a file but no earlier page, or cannot be written.
    """
    if out.suffix != ".html":
        raise BadInput("--out", "", f"{out.name} does not end in .html", "name a file NAME.html")
    if out.is_file() and _OURS not in out.read_bytes():
        raise BadInput(out, "", "exists, and is no page of this command", "name another file, or remove it")
    content = _SharedContent()
    records = [_run_record(content, run) for run in runs]
    folder = out.with_name(f"{out.stem}.pictures")
    page = _page(runs, content, records, None)
    inline = len(page) <= PAGE_LIMIT or not content.files
    if not inline:
        for file in content.files:
            write_atomic(folder / _file_name(file), file.data, durable=False)
        page = _page(runs, content, records, folder.name)
    write_atomic(out, page)
    answers = sum(len(run.outcomes or run.completions) for run in runs)
    unread = tuple(content.unread)
    return WrittenView(
        page=out, bytes=len(page), answers=answers, pictures=None if inline else folder, unread=unread
    )


def view_html(runs: Sequence[ViewedRun]) -> str:
    """Return the page of some runs as text, with its pictures whatever their size."""
    content = _SharedContent()
    return _page(runs, content, [_run_record(content, run) for run in runs], None).decode("utf-8")


@dataclass(slots=True)
class _SharedContent:
    """What the runs of a page share: each task, prompt and picture is in the page once."""

    tasks: dict[tuple[str, str, str], int] = field(default_factory=dict)  #: by suite, data set and id
    records: list[dict[str, object]] = field(default_factory=list)  #: of the tasks
    prompts: dict[tuple[str, bool], int] = field(
        default_factory=dict
    )  #: text, and whether it was sent like this
    pictures: dict[str, int] = field(default_factory=dict)  #: by digest
    files: list[PictureFile] = field(default_factory=list)
    unread: dict[str, None] = field(default_factory=dict)
    entries: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)  #: by suite and data set

    def task(self, task: Task, source: TaskSource) -> int:
        """Return the index of a task, which is added if it is new."""
        key = (source.suite_id, source.dataset, task.id)
        if key not in self.tasks:
            self.tasks[key] = len(self.records)
            entries = self._entries(source)
            pictures, problems = self._pictures(task, source)
            record: dict[str, object] = {
                "id": task_name(task.id),
                "h": task_name(task.entry_name if entries[task.entry_name] == 1 else task.id),
                "c": kind_words(task),
                "i": pictures,
            }
            if problems:
                record["e"] = problems
            if task.reference:
                record["r"] = visible_text(task.reference.strip("\n"))
            self.records.append(record)
        return self.tasks[key]

    def prompt(self, words: TaskWords) -> int:
        """Return the index of a prompt."""
        return self.prompts.setdefault((words.text, words.as_sent), len(self.prompts))

    def _entries(self, source: TaskSource) -> Counter[str]:
        """Return how many tasks have each entry point: only a unique one tells tasks apart."""
        name = (source.suite_id, source.dataset)
        if name not in self.entries:
            self.entries[name] = Counter(task.entry_name for task in source.tasks if task.entry_name)
        return self.entries[name]

    def _pictures(self, task: Task, source: TaskSource) -> tuple[list[int], list[str]]:
        found, problems = [], []
        for part in task.parts:
            if isinstance(part, Picture):
                try:
                    file = _read(part, source, task.id)
                except BadInput as error:
                    self.unread[str(error).partition("\n")[0]] = None
                    problems.append(f"The picture cannot be shown: {clean(error.problem, 300)}.")
                    continue
                digest = hashlib.sha256(file.data).hexdigest()
                if digest not in self.pictures:
                    self.pictures[digest] = len(self.files)
                    self.files.append(file)
                found.append(self.pictures[digest])
        return found, problems


def _read(picture: Picture, source: TaskSource, task_id: str) -> PictureFile:
    folders = [path.parent for path in source.files]
    here = (folder for folder in folders if (folder / picture.source[:500]).is_file())
    return read_picture(picture, next(here, folders[0] if folders else None), task_id)


def _run_record(content: _SharedContent, run: ViewedRun) -> dict[str, object]:
    source, of = run.source, {task.id: task for task in run.source.tasks}
    mark = answer_marker(source.suite_id, run.extraction, ANSWER_CHARACTERS, setting=run.setting)
    outcomes = {outcome.key: outcome for outcome in run.outcomes}
    prompts: dict[str, int] = {}
    answers: list[dict[str, object]] = []
    keys = [*(outcomes or run.completions)]
    for key in (keys[place] for place in places_in_order(tuple(map(sample_name, keys)))):
        task = of[key[0]]
        if task.id not in prompts:
            prompts[task.id] = content.prompt(words_of(task, _group_key(run)))
        record = {"t": content.task(task, source), "d": key[1], "p": prompts[task.id]}
        answers.append(record | _answer_record(outcomes.get(key), run.completions.get(key), task, mark))
    licence = licence_of(source.suite_id, source.dataset, stated_licence(source.tasks))
    only = f"Only for you. Licence of the tasks: {licence.name}. Do not publish this page."
    score, its_range = _score(run, of)
    return {
        "n": clean(run.name) or "(unnamed)",
        "of": clean(f"{suite_of(source.suite_id).title or source.suite_id}, {source.dataset}"),
        "say": _shown_words(run),
        "own": "" if licence.shows else only,
        "score": score,
        "range": its_range,
        "draws": max((draw for _, draw in keys), default=0) + 1,
        "a": answers,
    }


def _group_key(run: ViewedRun) -> GroupKey | None:
    """Return what the prompt of a run follows from; None without a recorded setting."""
    of, told = run.source, (run.prompt, run.prompt_digest, run.extraction)
    return GroupKey(of.suite_id, of.dataset, run.setting, "", *told, "") if run.setting else None


def _answer_record(
    outcome: Outcome | None, completion: Completion | None, task: Task, mark: AnswerMarker
) -> dict[str, object]:
    record: dict[str, object] = {"s": "not_judged"}
    if isinstance(outcome, MissingSample):
        record = {"s": "missing", "f": {"message": visible_text(outcome.reason)}}
    elif outcome is not None:
        record = {"s": outcome.status.value}
        if found := failed_check(outcome.status, outcome.detail, outcome.exception).record:
            record["f"] = {name: visible_text(value) for name, value in found.items()}
        if len(outcome.kinds) > 1:
            record["kinds"] = {kind: status.value for kind, status in outcome.kinds.items()}
        if outcome.points is not None:
            record["points"] = round(outcome.points, 2)
    if completion is not None:
        marked = mark(task, completion.text)
        record |= {
            "x": marked.text,
            "k": marked.kept,
            "gaps": marked.gaps,
            "n": marked.notes,
            "code": marked.code,
        }
        if completion.tokens_in is not None or completion.tokens_out is not None:
            record["tokens"] = (completion.tokens_in, completion.tokens_out)
        record |= {"seconds": None if completion.seconds is None else round(completion.seconds, 1)}
        record |= {"end": clean(completion.finish_reason or "")}
    return {name: value for name, value in record.items() if value not in (None, "", ()) or name == "x"}


def _score(run: ViewedRun, of: Mapping[str, Task]) -> tuple[str, str]:
    """Return the score that ranks the data set and its range, ``4.9 %`` and ``(2.5–9.4)``."""
    answered = {outcome.task_id for outcome in run.outcomes}
    tasks = [task for task in of.values() if task.id in answered]
    ranks = ranking_metric(run.source.suite_id, run.source.dataset)
    for score in summarise(tasks, run.outcomes, {}) if tasks else ():
        if score.metric == ranks and not score.category:
            words = scale_words(score.scale)
            return words.amount(score.value), f"({words.range(score.low, score.high)})"
    return "no score", ""


def _shown_words(run: ViewedRun) -> str:
    """Return what the model really got if that is not just the picture; empty if it is, or not recorded."""
    suite, setting = run.source.suite_id, run.setting
    if run.source.suite is None or not setting:
        return ""
    words = setting_condition(suite, setting, run.source.dataset).words
    if "instead of" in words:
        return f"This run gave the model the {words}."
    if not shows_picture(suite, setting) or words != "picture shown":
        return f"In this run: {words}."
    return ""


def _file_name(file: PictureFile) -> str:
    return f"{hashlib.sha256(file.data).hexdigest()[:16]}.{_ENDINGS[file.media_type]}"


def _addresses(files: Sequence[PictureFile], folder: str | None) -> Iterator[tuple[str, int, int]]:
    """Yield address, width and height of each picture: its own bytes, or a file in the folder."""
    for file in files:
        if folder is None:
            address = f"data:{file.media_type};base64,{base64.b64encode(file.data).decode('ascii')}"
        else:
            address = f"{folder}/{_file_name(file)}"
        yield address, file.width, file.height


def _page(
    runs: Sequence[ViewedRun],
    content: _SharedContent,
    records: Sequence[dict[str, object]],
    folder: str | None,
) -> bytes:
    first = runs[0]
    judged = len(first.outcomes)
    failed = sum(getattr(each, "status", None) not in (None, "passed") for each in first.outcomes)
    counted = f"{failed:,} of {judged:,} failed" if judged else f"{plural(len(first.completions), 'answer')}"
    data = {
        "runs": records,
        "tasks": content.records,
        "prompts": [*content.prompts],
        "pictures": [*_addresses(content.files, folder)],
    }
    files = dict.fromkeys(file for run in runs for file in run.files)
    places = {
        "title": escape(f"{counted}: {records[0]['n']} on {records[0]['of']}"),
        "pictures-from": "data:" if folder is None else "data: 'self' file:",
        "files": escape(", ".join(map(clean, files)) or "those that you evaluated"),
    }
    return disk_page("view", data, places)
