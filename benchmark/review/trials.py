"""Trials: solvers get what a model gets and nothing else, give one answer, and the judge decides.

A handout is a folder for one solver. Its key, NAME.key.json next to it, says which tasks its folders hold.
"""

import html
import itertools
import random
import secrets
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.sample import Completion
from benchmark.core.suite import LEVELS, Suite
from benchmark.core.suite_facts import TitledTable
from benchmark.core.task import Task
from benchmark.core.verdict import Status, Verdict
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_json import dump_records, read_records
from benchmark.files.tasks import task_record
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.review.draw import cell_of
from benchmark.scoring.metrics import clustered_wilson
from benchmark.suites import level_of, load_all

if TYPE_CHECKING:  # what asks and judges is imported when it is used: the site only reads trials
    from benchmark.pipeline.sources import TaskSource

#: All trial answers, one a line.
TRIALS = Path(__file__).parent / "trials.jsonl"
#: Printed with every table of trials.
CLAIM = (
    "trial answers by solvers who saw only picture and prompt: neither a model's score nor a human baseline, "
    "and never ranked"
)
SIDE = 1568  #: px of the longest side to which large APIs scale pictures
#: What a solver may use. Trials of the class ``programs`` are older: they set no level.
SolverClass = Literal["look", "tools", "told", "programs"]
CLASSES: Mapping[SolverClass, str] = {
    "look": "One look: picture and prompt, no crop and no program",
    "tools": "With tools: crops, and programs of the solver's own",
    "told": "Told: with tools, and the rule in words from somebody who knows the answer",
    "programs": "Programs: earlier trials, in which solvers could run programs. These trials set no level",
}
#: Share of answers that should pass, by class and level. One look sets a level; with tools, at most these;
#: and told, at least these: what stays hard then is unclear, not hard.
AIMS: Mapping[SolverClass, tuple[float, ...]] = {
    "look": (0.95, 0.85, 0.60, 0.35, 0.10),
    "tools": (0.95, 0.90, 0.75, 0.50, 0.25),
    "told": (0.90,) * 5,
}
_BOUND: Mapping[SolverClass, str] = {"tools": "≤ ", "told": "≥ "}  #: how an aim bounds the share
MARGIN = 0.15  #: by how much the share that passed after one look, over all suites, may miss its aim
ENOUGH_TASKS, ENOUGH_FAMILIES = 12, 8  #: a level with fewer is not compared with its aim
_ANSWER = "answer.txt"
_RULE = "rule.txt"  #: the rule in words; its writer saw the answer
_SECOND = "answer-2.txt"  #: a person's second try
#: The beginning of the page of sheets.
_SHEETS = """<!doctype html><meta charset="utf-8"><title>Tasks to solve from the picture</title><style>
section{break-after:page;font:11pt sans-serif}pre{white-space:pre-wrap;font-size:9pt}
img{max-width:100%;max-height:16cm}div{height:7cm;border:1px solid}</style>
"""
#: Below the sheet of a handout.
_TRIES = "".join(
    f"<p>Person {person}, try {number}: rule as read, and program</p><div></div><p>Minutes: Passed:</p>"
    for person in (1, 2)
    for number in (1, 2)
)
_ASKED = """\
Each numbered folder has one task: prompt.txt, its pictures, and often starter.py, the code to begin with.
Write your one answer as answer.txt into the same folder, as you would reply: code, or an option's letter.
If you give up on a task, write: no answer. A task without answer.txt does not count.
Use only what is in this folder: no other file, no search, and no help.
"""
_TOOLS = """\
You may crop and enlarge the pictures.
You may run programs of your own, to read a picture or to check your answer.
"""
_ALLOWED: Mapping[SolverClass, str] = {
    "look": """\
Look at the pictures as they are: do not crop, enlarge or process them.
Run no program, not even to check your answer.
""",
    "tools": _TOOLS,
    "told": f"{_RULE} in each folder says the rule in words.\n{_TOOLS}",
}


_PART = "what the task was drawn by, such as ``deletion, bar``; empty if it was drawn by its level"


class HandedTask(Record):
    """The task in one folder of a handout."""

    folder: str = Field(description="name of the folder, such as 01")
    task_id: str
    content: str = Field(description="digest of what the solver sees and of the check")
    part: str = Field(default="", description=_PART)


class Handout(Record):
    """The tasks that one solver got. Solvers must not see it."""

    schema_: Literal["sightbench/handout/1"] = Field(default="sightbench/handout/1", alias="schema")
    suite: str
    dataset: str
    setting: str
    solver_class: SolverClass = Field(default="programs", description="what the solver may use")
    solver: str = Field(description="random name, so that answers of two solvers are kept apart")
    tasks: list[HandedTask]


class Trial(Record):
    """One answer to one task; names nobody."""

    suite: str
    dataset: str
    task_id: str
    content: str = Field(description="digest of what the solver saw and of the check")
    part: str = Field(default="", description=_PART)
    level: Annotated[int, Field(ge=0, le=5)] = Field(
        description="level of the task when it was handed out; 0 for tasks of others"
    )
    passed: bool
    picture: bool = Field(description="whether a fault of the picture made the answer fail")
    person: bool
    solver: str = Field(description="random name of the handout")
    solver_class: SolverClass = Field(default="programs", description="what the solver could use")


def content_digest(task: Task) -> str:
    """Return 12 digits that change with what a solver sees of a task, or with how it is judged."""
    record = task_record(task)
    names = ("prompt", "images", "starter_code", "entry_point", "check")
    # Pixels of drawings used to be here; without the empty list, earlier trials would no longer match.
    return digest_lines([{name: record.get(name) for name in names}, {"pixels": []}])[:12]


def draw_handout(
    tasks: Iterable[Task], each: int, seed: int, levels: Collection[int] = (), stems: Collection[str] = ()
) -> list[Task]:
    """Draw at most ``each`` tasks per level, of as many families as possible, and shuffle them.

    ``levels`` and ``stems`` limit the draw, if any are named. The same seed draws the same tasks.
    """
    of_level: dict[int, dict[str, list[Task]]] = defaultdict(lambda: defaultdict(list))
    for task in sorted(tasks, key=lambda task: natural_key(task.id)):
        level = level_of(task)
        if level and (not levels or level in levels) and (not stems or task.family in stems):
            of_level[level][task.family].append(task)
    drawn: list[Task] = []
    for level, families in sorted(of_level.items()):
        draws = random.Random(f"{seed}/{level}")  # noqa: S311 - not used for security
        shuffled = [draws.sample(family, len(family)) for family in families.values()]
        draws.shuffle(shuffled)
        # A task of each family before any second one.
        turns = itertools.chain.from_iterable(itertools.zip_longest(*shuffled))
        ordered = [task for task in turns if task is not None]
        drawn += ordered[:each]
    random.Random(f"{seed}/order").shuffle(drawn)  # noqa: S311
    return drawn


def draw_cells(tasks: Iterable[Task], each: int, by: Sequence[str], seed: int) -> dict[str, str]:
    """Draw at most ``each`` tasks per cell of the properties ``by``; return id → cell, in the order drawn.

    At most one task of a family: the program that one task shows may draw what another asks for. The same
    seed draws the same tasks, in any order of ``tasks``.

    Raises:
        BadInput: if a task has no property of a name in ``by``.
    """
    cells: dict[str, list[Task]] = defaultdict(list)
    for task in sorted(tasks, key=lambda task: natural_key(task.id)):
        cells[cell_of(task, by)].append(task)
    found: dict[str, str] = {}
    stems: set[str] = set()
    drawn: Counter[str] = Counter()
    # Cells with few tasks first, while their families are free.
    for cell in sorted(cells, key=lambda name: (len(cells[name]), name)):
        random.Random(f"{seed}/{cell}").shuffle(cells[cell])  # noqa: S311 - not used for security
        for task in cells[cell]:
            if task.family not in stems and drawn[cell] < each:
                found[task.id] = cell
                stems.add(task.family)
                drawn[cell] += 1
    order = [*found]
    random.Random(f"{seed}/order").shuffle(order)  # noqa: S311
    return {name: found[name] for name in order}


def write_handout(
    out: Path,
    source: "TaskSource",
    tasks: Sequence[Task],
    setting: str = "",
    *,
    solver_class: SolverClass,
    parts: Mapping[str, str],
    sheets: bool = False,
) -> Path:
    """Write a folder per task with what a model gets, and the key next to ``out``; return the key's path.

    ``parts`` has what a task was drawn by, by its id, unless tasks were drawn by level. Pictures have at most
    :data:`SIDE` px on the longest side, as large APIs scale them. With ``sheets``, also write a page to
    print, a sheet per task for two people with two tries each.

    Raises:
        BadInput: if the folder or the key exists, or the setting cannot be asked in one request.
    """
    from benchmark.pipeline.generate.prompting import first_requests

    key = out.with_name(f"{out.name}.key.json")
    for path in (out, key):
        if path.exists():
            raise BadInput("--out", "", f"{path} exists", "name a new folder")
    found = first_requests(source, setting, "sightbench", "", max_side=SIDE)
    handout = Handout(
        suite=source.suite_id,
        dataset=source.dataset,
        setting=found.setting,
        solver_class=solver_class,
        solver=secrets.token_hex(4),
        tasks=[
            HandedTask(
                folder=f"{number:02d}",
                task_id=task.id,
                content=content_digest(task),
                part=parts.get(task.id, ""),
            )
            for number, task in enumerate(tasks, 1)
        ],
    )
    make_folder(out.parent)
    with tempfile.TemporaryDirectory(dir=out.parent) as made:
        folder = Path(made) / out.name
        for handed, task in zip(handout.tasks, tasks, strict=True):
            write_task(folder / handed.folder, found.prompts.first(task.id, 0), task.starter_code)
        (folder / "README.txt").write_text(_ASKED + _ALLOWED[solver_class], encoding="utf-8")
        if sheets:
            write_sheets(folder, {handed.folder: _TRIES for handed in handout.tasks})
        # The key first: answers in a folder without its key could not be judged.
        write_atomic(key, (handout.model_dump_json(by_alias=True, indent=1) + "\n").encode())
        folder.replace(out)
    return key


def write_task(folder: Path, messages: Sequence[Message], starter: str) -> None:
    """Write what a model gets of a task to a new folder: prompt.txt, its pictures, and starter.py if any."""
    words, pictures = "", 0
    folder.mkdir(parents=True)
    for message in messages:
        for part in message.parts:
            if isinstance(part, TextPart):
                words += part.text
                continue
            pictures += 1
            name = f"picture-{pictures}.{part.media_type.rpartition('/')[2]}"
            (folder / name).write_bytes(part.data)
            words += f"[{name}]"
        words = words.rstrip() + "\n\n"
    (folder / "prompt.txt").write_text(words.rstrip() + "\n", encoding="utf-8")
    if starter:
        (folder / "starter.py").write_text(starter, encoding="utf-8")


def write_sheets(out: Path, below: Mapping[str, str], above: str = "") -> None:
    """Write ``sheets.html``, a sheet per task folder; pictures stay in their folders.

    Args:
        out: folder of the tasks' folders.
        below: folder of a task → HTML to put below its prompt and pictures.
        above: HTML to put above all sheets.
    """
    sheets = "".join(_sheet(out / name, words) for name, words in below.items())
    (out / "sheets.html").write_text(f"{_SHEETS}{above}{sheets}", encoding="utf-8")


def _sheet(folder: Path, below: str) -> str:
    # Before pictures are put in, whose tags must stay.
    shown = html.escape((folder / "prompt.txt").read_text(encoding="utf-8"))
    for picture in sorted(folder.glob("picture-*")):
        mark = f'</pre><img src="{folder.name}/{picture.name}" alt=""><pre>'
        shown = shown.replace(f"[{picture.name}]", mark)
    return f"<section><h1>Task {folder.name}</h1><pre>{shown}</pre>{below}</section>"


def judge_handout(
    out: Path, *, person: bool, faults: Collection[str] = ()
) -> tuple[list[Trial], dict[str, list[str]]]:
    """Judge the answers in a handout in the sandbox.

    Args:
        out: the folder of a handout; its key is next to it.
        person: whether a person answered; only people may give a second answer.
        faults: folders whose answer failed because of a fault of the picture.

    Returns:
        The trials, each by its first answer; and folders by what else is to be said about them.

    Raises:
        BadInput: if the key is not valid, nothing can be judged, or an answer with a fault passed.
        OurFailure: if a sample got no verdict.
    """
    from benchmark.pipeline.judge.evaluate import check_missing, evaluate
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.pipeline.sources import from_suite

    path = out.with_name(f"{out.name}.key.json")
    key = validate_record(Handout, strict_json.loads(bounded.read_bytes(path), path), path)
    source = from_suite(key.suite, key.dataset, path)
    tasks = {task.id: task for task in source.tasks}
    answers: list[tuple[HandedTask, Completion]] = []
    notes: dict[str, list[str]] = defaultdict(list)
    for handed in key.tasks:
        task = tasks.get(handed.task_id)
        texts = [_text(out / handed.folder / name) for name in (_ANSWER, _SECOND)]
        if task is None or content_digest(task) != handed.content:
            notes["changed since they were handed out"].append(handed.folder)
        elif key.solver_class == "told" and not _text(out / handed.folder / _RULE).strip():
            notes[f"without {_RULE}"].append(handed.folder)
        elif not texts[0].strip():
            notes["without an answer"].append(handed.folder)
        else:
            # A second try is judged as a second draw of the same task.
            given = enumerate(texts if person and texts[1].strip() else texts[:1])
            answers += [(handed, Completion(task_id=task.id, draw=draw, text=text)) for draw, text in given]
    if not answers:
        raise BadInput(out, "", f"has no {_ANSWER} to a current task", "write one, or hand tasks out again")
    rule = source.rule("own", setting=key.setting)
    asked = [tasks[answer.task_id] for _, answer in answers if answer.draw == 0]
    evaluation = evaluate(asked, [answer for _, answer in answers], rule=rule, executor=LocalPool(None))
    check_missing(evaluation)
    passed = {
        outcome.key
        for outcome in evaluation.outcomes
        if isinstance(outcome, Verdict) and outcome.status is Status.PASSED
    }
    failed = {handed.folder for handed, answer in answers if answer.draw == 0 and answer.key not in passed}
    if wrong := set(faults) - failed:
        problem = f"{quote_value(min(wrong))} is not a folder with a failed answer"
        raise BadInput("--picture-fault", "", problem, "name the folder of an answer that failed")
    notes["failed"] = sorted(failed)
    notes["passed by the second try"] = [
        handed.folder for handed, answer in answers if answer.draw and answer.key in passed
    ]
    trials = [
        Trial(
            suite=key.suite,
            dataset=key.dataset,
            task_id=handed.task_id,
            content=handed.content,
            part=handed.part,
            level=level_of(tasks[handed.task_id]),
            passed=handed.folder not in failed,
            picture=handed.folder in faults,
            person=person,
            solver=key.solver,
            solver_class=key.solver_class,
        )
        for handed, answer in answers
        if answer.draw == 0
    ]
    return trials, notes


def _text(path: Path) -> str:
    return bounded.read_bytes(path).decode("utf-8", "replace") if path.exists() else ""


def read_trials(path: Path = TRIALS) -> tuple[Trial, ...]:
    """Read the stored trials of a file; a file that does not exist has none."""
    if not path.exists():
        return ()
    records = read_records(path, short=True)
    return tuple(validate_record(Trial, record, path, f"line {line}") for line, record in records)


def add_trials(path: Path, trials: Iterable[Trial]) -> None:
    """Add trials to a file; those of the same task and handout are replaced."""
    every = (*read_trials(path), *trials)
    known = {(trial.suite, trial.dataset, trial.task_id, trial.solver): trial for trial in every}
    write_atomic(
        path, dump_records(path, (known[key].model_dump(exclude_defaults=True) for key in sorted(known)))
    )


Tried = Sequence[tuple[Trial, Task]]  #: answers with the task that each is to


def trial_tables(trials: Iterable[Trial]) -> list[TitledTable]:
    """Return a table per class: passed and tried by level and suite, with 95 % ranges over families.

    A trial counts at the level that its task has now; at a task that has changed since, it does not count.
    Trials at tasks that were not drawn by level are in :func:`part_table`.
    """
    from benchmark.pipeline.sources import from_suite

    suites = sorted(
        (suite for suite in load_all().values() if suite.data.public),
        key=lambda suite: suite.display.tab or 0,
    )
    cells: dict[tuple[SolverClass, int, str], list[tuple[Trial, Task]]] = defaultdict(list)
    known: dict[tuple[str, str], dict[str, Task]] = {}
    changed: Counter[SolverClass] = Counter()
    for trial in (trial for trial in trials if not trial.part):
        place = (trial.suite, trial.dataset)
        if place not in known:
            known[place] = {task.id: task for task in from_suite(*place, TRIALS).tasks}
        task = known[place].get(trial.task_id)
        if task is None or content_digest(task) != trial.content:
            changed[trial.solver_class] += 1
            continue
        for name in (trial.suite, ""):
            cells[trial.solver_class, level_of(task), name].append((trial, task))
    return [
        _class_table(
            name, suites, {key[1:]: found for key, found in cells.items() if key[0] == name}, changed
        )
        for name in CLASSES
    ]


def part_table(trials: Iterable[Trial]) -> TitledTable | None:
    """Return passed and tried after one look, by what tasks were drawn by and data set; None without any.

    A row per value of each property, such as ``deletion`` and ``bar``, and one for all. Ranges are 95 %
    Wilson intervals over tasks. Tasks that a user makes of others' data are not here, so a change of one
    after the trial is not seen.
    """
    cells: dict[tuple[str, str], list[Trial]] = defaultdict(list)
    found = [trial for trial in trials if trial.part and trial.solver_class == "look"]
    for trial in found:
        for value in (*trial.part.split(", "), "all"):
            cells[value, trial.dataset].append(trial)
    if not cells:
        return None
    datasets = sorted({dataset for _, dataset in cells})
    values = [*sorted({value for value, _ in cells} - {"all"}), "all"]
    rows = [(value, *(_part_words(cells.get((value, name), ())) for name in datasets)) for value in values]
    people = f"answers by people: {sum(trial.person for trial in found)} of {len(found)}"
    return TitledTable(f"By part. {CLASSES['look']}", ("part", *datasets), rows, [CLAIM, people])


def _part_words(trials: Sequence[Trial]) -> str:
    if not trials:
        return "–"
    low, high = clustered_wilson([float(each.passed) for each in trials], [each.task_id for each in trials])
    return _share_words(trials, low, high)


def _class_table(
    name: SolverClass,
    suites: Sequence[Suite],
    cells: Mapping[tuple[int, str], Tried],
    changed: Mapping[SolverClass, int],
) -> TitledTable:
    rows = []
    for level in LEVELS:
        tried = [cells.get((level, suite), ()) for suite in (*(suite.id for suite in suites), "")]
        aim = f"{_BOUND.get(name, '')}{100 * AIMS[name][level - 1]:.0f} %" if name in AIMS else "–"
        rows.append((str(level), *map(_cell_words, tried), aim, level_result(name, level, tried[-1])))
    counted = [trial for level in LEVELS for trial, _ in cells.get((level, ""), ())]
    notes = [CLAIM, f"answers by people: {sum(trial.person for trial in counted)} of {len(counted)}"]
    if name in AIMS:
        margin = f"differs from the aim by at most {100 * MARGIN:.0f} points"
        how = {"look": margin, "tools": "is at most the aim"}.get(name, "is at least the aim")
        notes.append(
            f"a level holds if the share that passed {how}; this is decided once {ENOUGH_TASKS} tasks of "
            f"{ENOUGH_FAMILIES} families are tried"
        )
    if outside := _outside(name, suites, cells):
        notes.append(
            "at these levels, the range of a suite does not contain the aim, because its tasks are easier or "
            f"harder than intended: {outside}"
        )
    if changed[name]:
        notes.append(f"answers not counted because their tasks have changed since: {changed[name]}")
    heads = ("level", *(suite.title for suite in suites), "all", "aim", "result")
    return TitledTable(CLASSES[name], heads, rows, notes)


def level_result(name: SolverClass, level: int, tried: Tried) -> str:
    """Return whether a level holds its aim over all suites: holds, too easy, too hard, unclear or too few.

    Too few: less than :data:`ENOUGH_TASKS` tasks, or tasks of less than :data:`ENOUGH_FAMILIES` families.
    """
    if name not in AIMS:
        return "–"
    tasks = {(task.suite, task.id) for _, task in tried}
    if len(tasks) < ENOUGH_TASKS or len({(task.suite, task.family) for _, task in tried}) < ENOUGH_FAMILIES:
        return "too few"
    # 0.85 - 0.7 is 0.15000000000000002, which is not more than the margin.
    above = round(sum(trial.passed for trial, _ in tried) / len(tried) - AIMS[name][level - 1], 9)
    if name == "told":
        return "holds" if above >= 0 else "unclear"
    if name == "tools":
        return "too easy" if above > 0 else "holds"
    return "holds" if abs(above) <= MARGIN else "too easy" if above > 0 else "too hard"


def _outside(name: SolverClass, suites: Iterable[Suite], cells: Mapping[tuple[int, str], Tried]) -> str:
    """Return at which levels a suite's range has not the aim: ``MMCode levels 4, 5 (easier)``."""
    found = []
    for suite in suites:
        easier, harder = [], []
        for level, aim in zip(LEVELS, AIMS.get(name, ()), strict=False):
            if tried := cells.get((level, suite.id)):
                low, high = _range(tried)
                easier += [str(level)] * (low > aim and name != "told")
                harder += [str(level)] * (high < aim and name != "tools")
        for word, levels in (("easier", easier), ("harder", harder)):
            if levels:
                names = f"level{'s' * (len(levels) > 1)} {', '.join(levels)}"
                found.append(f"{suite.title} {names} ({word})")
    return "; ".join(found)


def _range(found: Tried) -> tuple[float, float]:
    """Return the 95 % range over families of the share that passed."""
    families = [f"{task.suite} {task.family}" for _, task in found]
    return clustered_wilson([float(trial.passed) for trial, _ in found], families)


def _cell_words(found: Tried) -> str:
    """Return ``4/6 (30–90), 1 by the picture``: passed, tried, range in percent, faults of pictures."""
    return _share_words([trial for trial, _ in found], *_range(found)) if found else "–"


def _share_words(trials: Sequence[Trial], low: float, high: float) -> str:
    words = f"{sum(trial.passed for trial in trials)}/{len(trials)} ({100 * low:.0f}–{100 * high:.0f})"
    faults = sum(trial.picture for trial in trials)
    return f"{words}, {faults} by the picture" if faults else words
