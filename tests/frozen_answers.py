"""About 5,000 frozen answers, whose verdicts ``locks/judged.json`` holds; see ``locks/judged.py``.

They follow from files of the repository alone, in the same order on every machine: the references of bundled
tasks and programs with one fault, in many forms of completions (``tests/cases/frozen/forms.yaml``); the
answers of ``tests/cases``; and small tasks for the steps of extraction that models seldom need. No answer
may come near a limit: those that do are listed in ``tests/cases/frozen/left_out.txt``.
"""

import ast
import gzip
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from benchmark.core.digest import in_sample, sha256_hex
from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.suite import Extraction, JudgedExtraction
from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Limits,
    Operation,
    StdioCase,
    StdioCheck,
    Task,
)
from benchmark.extraction import choices, own
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.worker import extract as extract_safely
from benchmark.suites import load
from tests.case_files import FOLDER, read_cases, read_text

FORMS: Mapping[str, Mapping[str, str]] = read_cases("frozen/forms.yaml")
#: Answers with a long time limit, or with all of a figure's work, cost more than they tell.
_SHORT = Limits(seconds=0.5, memory_mb=256)
#: Names of a case's placeholders, which tests of attacks replace by the values of real canaries.
_CANARY = re.compile(r"@(?:SECRET|FILE|FOLDER|PORT|SOCKET|VARIABLE)@")
_REPEAT = re.compile(r"@REPEAT (\d+) ([^@]*)@")
#: Braces of a format string cost much to parse on Python 3.11: this is beyond any budget, but read quickly.
_FILLER = '# f"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\n' * 1_300
#: Tries of a form that is listed as ``often``, and seconds of an answer that waits.
_OFTEN, _WAITING = 22, 0.1


def as_it_is(_task: Task, text: str) -> Answer:
    """Return a program as it is, without extraction."""
    return Answer(code=text, program=text)


@dataclass(frozen=True, kw_only=True)
class FrozenAnswer:
    """One answer of the corpus."""

    name: str  #: ``GROUP/…``, for messages
    task: Task  #: as it is judged
    text: str
    extraction: Extraction = own.extract

    @property
    def group(self) -> str:
        """The first part of the name."""
        return self.name.partition("/")[0]

    @cached_property
    def key(self) -> str:
        """A digest of all that is given to extraction and judge."""
        rule = getattr(self.extraction, "extract", self.extraction)
        given = (rule.__module__, rule.__qualname__, self.text, *_task_facts(self.task))
        return sha256_hex(repr(given).encode("utf-8", "surrogatepass"))[:8]

    @cached_property
    def answer(self) -> Answer:
        """What is extracted, as a worker does it."""
        return extract_safely(RawSample(task=self.task, draw=0, text=self.text, extraction=self.extraction))

    def sample(self, draw: int) -> Sample:
        """Return the sample to judge."""
        return Sample(task=self.task, draw=draw, answer=self.answer)


def _task_facts(task: Task) -> tuple[object, ...]:
    fields = (task.suite, task.subset, task.entry_point, task.starter_code, task.reference)
    return (*fields, task.check, task.limits, [getattr(part, "text", "") for part in task.parts])


@cache
def frozen_answers() -> tuple[FrozenAnswer, ...]:
    """Return all answers that are not left out, none twice, in a fixed order."""
    left_out = {line for line in read_text("frozen/left_out.txt").splitlines() if line[:1] not in ("", "#")}
    found: dict[str, FrozenAnswer] = {}
    for part in _PARTS:
        for answer in part():
            if answer.name not in left_out:
                found.setdefault(answer.key, answer)
    return tuple(found.values())


def _draw(*names: str) -> int:
    """Return a number that depends on names alone, so that a new task or form changes no other answer."""
    return int(sha256_hex("/".join(names).encode())[:8], 16)


# --- Programs in forms ---


@dataclass(frozen=True, slots=True, kw_only=True)
class _Program:
    """A program for a task, another one with the other outcome, and what forms need of both."""

    code: str
    draft: str
    name: str = "solve"
    number: int = 1
    one: str = ""
    starter: str = ""


def _filled(form: str, program: _Program) -> str:
    """Return a completion: a form with its placeholders replaced."""
    body = program.code.partition("\n")[2] if program.code.startswith("def ") else program.code
    lines = program.code.split("\n")
    sessions = (f"{'...' if line[:1] in (' ', '') else '>>>'} {line}" for line in lines)
    values: dict[str, Callable[[], str]] = {
        "CODE": lambda: program.code,
        "DRAFT": lambda: program.draft,
        "BODY": lambda: body,
        "BARE": lambda: "\n".join(line[4:] for line in body.split("\n")),
        "ONE": lambda: program.one,
        "INDENTED": lambda: "\n".join(f"    {line}" for line in lines),
        "LISTED": lambda: "\n".join(f"   {line}" for line in lines),
        "QUOTED": lambda: "\n".join(f"> {line}" for line in lines),
        "SESSION": lambda: "\n".join(sessions),
        "ODD": lambda: program.code.replace("    ", "\u00a0\u00a0\u00a0\u00a0"),
        "HIDDEN": lambda: program.code.replace("(", "\u200b("),
        "NAME": lambda: program.name,
        "NUMBER": lambda: str(program.number),
        "USE": lambda: f"{program.name}({program.number})",
        "FILLER": lambda: _FILLER,
        "SURROGATE": lambda: "\ud800",
        "NUL": lambda: "\0",
    }
    return re.sub(r"\b[A-Z]+\b", lambda word: values[word[0]]() if word[0] in values else word[0], form)


#: Numbers of the small tasks; each form is tried with some of them.
_NUMBERS = range(2, 30)


def _times(number: int, *, right: bool) -> str:
    return f"{number} * x" if right else f"{number} + x"


def _small_function(number: int, *, right: bool, name: str = "") -> tuple[Task, _Program]:
    name = name or f"times_{number}"
    starter = f"def {name}(x):\n"
    codes = [
        f"{starter}    y = {_times(number, right=is_right)}\n    return y" for is_right in (right, not right)
    ]
    one = f"def {name}(x): return {_times(number, right=right)}"
    tests = tuple(f"assert {name}({x}) == {x * number}" for x in (3, 0, -7))
    task = Task(
        id="t", entry_point=name, starter_code=starter, check=FunctionCheck(tests=tests), limits=_SHORT
    )
    return task, _Program(code=codes[0], draft=codes[1], name=name, number=number, one=one, starter=starter)


def _small_program(number: int, *, right: bool) -> tuple[Task, _Program]:
    codes = [f"x = int(input())\nprint({_times(number, right=is_right)})" for is_right in (right, not right)]
    one = f"x = int(input()); print({_times(number, right=right)})"
    cases = tuple(StdioCase(input=f"{x}\n", output=f"{x * number}\n") for x in (3, 0, -7))
    task = Task(id="t", check=StdioCheck(cases=cases), limits=_SHORT)
    return task, _Program(code=codes[0], draft=codes[1], number=number, one=one)


def _in_forms(
    part: str, each: int, make: Callable[..., tuple[Task, _Program]], often: int = _OFTEN
) -> Iterator[FrozenAnswer]:
    """Yield each form of a part with ``each`` small tasks or ``often``, right and wrong ones in turn."""
    for form, text in FORMS[part].items():
        start = _draw(form)
        for turn in range(often if form in FORMS["often"] else each):
            number = _NUMBERS[(start + turn * 5) % len(_NUMBERS)]
            task, program = make(number, right=(start + turn) % 2 == 0)
            if "sleep" in text:
                task = replace(task, limits=replace(task.limits, seconds=_WAITING))
            yield FrozenAnswer(name=f"{part}/{form}/{turn}", task=task, text=_filled(text, program))


def _small() -> Iterator[FrozenAnswer]:
    yield from _in_forms("small", 5, _small_function)
    yield from _in_forms("program", 4, _small_program)
    for answer in _in_forms("all", 2, _small_function):
        yield replace(answer, name=f"small-{answer.name}")
    for answer in _in_forms("all", 2, _small_program):
        yield replace(answer, name=f"program-{answer.name}")


def _forbidden() -> Iterator[FrozenAnswer]:
    """Yield programs that make a call for which the kernel kills them."""
    for call in _FORBIDDEN_CALLS.split():
        program = f"import ctypes\nctypes.CDLL(None).{call}(0, 0, 0, 0)\nprint(7)\n"
        task = Task(id="t", check=StdioCheck(cases=(StdioCase(input="", output="7\n"),)), limits=_SHORT)
        yield FrozenAnswer(name=f"forbidden/{call}", task=task, text=program)


_FORBIDDEN_CALLS = (
    "ptrace process_vm_readv unshare setns mount umount2 chroot swapon swapoff sethostname setdomainname acct"
    " init_module delete_module quotactl open_by_handle_at"
)
_SETTINGS: Mapping[str, Extraction] = {
    "any": own.extract,
    "boxed": choices.boxed,
    "letter": choices.first_letter,
}


def _questions() -> Iterator[FrozenAnswer]:
    """Yield answers to questions: small ones in all forms, the cases of tests, and some bundled ones."""
    for form, text in FORMS["choice"].items():
        place = _draw(form)
        for turn, (setting, extraction) in enumerate([*_SETTINGS.items()] * 2):
            letter, other = "ABCD"[(place + turn) % 4], "ABCD"[(place + turn + 1) % 4]
            known = {
                "LETTER": letter,
                "OTHER": other,
                "small": letter.lower(),
                "WIDE": chr(ord(letter) + 0xFEE0),
            }
            filled = re.sub(r"LETTER|OTHER|\bsmall\b|WIDE", lambda word, known=known: known[word[0]], text)
            task = Task(
                id="t", check=ChoiceCheck(answer=letter if turn % 2 else "ABCD"[(place + turn + 1) % 4])
            )
            name = f"choice/{form}/{setting}/{turn}"
            yield FrozenAnswer(name=name, task=task, text=filled, extraction=extraction)
    for place, words in FORMS["words"].items():
        for word in map(str, words):
            for turn, form in enumerate(_PLACES[place]):
                task = Task(id="t", check=ChoiceCheck(answer="CABD"[turn]))
                name = f"words/{place}/{word}/{turn}"
                text = form.replace("WORD", word)
                yield FrozenAnswer(name=name, task=task, text=text, extraction=choices.first_letter)
    for kind, extraction in (("direct", choices.first_letter), ("boxed", choices.boxed)):
        for text, letter in read_cases("texts/choices.yaml", kind).items():
            task = Task(id="t", check=ChoiceCheck(answer=letter or "A"))
            yield FrozenAnswer(name=f"letters/{kind}/{text}", task=task, text=text, extraction=extraction)


#: Where the words of ``forms.yaml`` stand.
_PLACES = {
    "behind": ("A WORD b", "So A WORD it, I guess."),
    "before": ("WORD C", "Then WORD B"),
    "between": ("C WORD B", "So A WORD C."),
    "last": ("D WORD", "B is close, D WORD"),
    "first": ("WORDB", "I see C, WORD B"),
}

# --- Bundled tasks ---

_REFERENCES = (
    ("code-vision", "open"),
    ("humaneval-v", "open"),
    ("mmcode", "open"),
    ("code-vision", "rebuilt"),
)
_OPERATORS = {
    "+": "-", "-": "+", "*": "+", "//": "*", "/": "*", "%": "//", "&": "|", "|": "&", "^": "&",
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
    "is": "is not", "is not": "is", "and": "or", "or": "and",
}  # fmt: skip
_FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "abs": "int"}


@cache
def _tasks(suite: str, dataset: str) -> Sequence[Task]:
    return load(suite).datasets[dataset]()


def _bundled() -> Iterator[FrozenAnswer]:
    """Yield references and programs with one fault, in all forms in turn."""
    for suite, dataset in _REFERENCES:
        for task in _tasks(suite, dataset):
            wrong, number = faults(task.reference, 2), _draw(task.id)
            codes = {} if number % 2 else {"reference": task.reference}
            codes |= {f"fault-{at}": code for at, code in enumerate(wrong) if (number + at) % 3 == 1}
            for kind, code in codes.items():
                draft = task.reference if kind != "reference" else wrong[0] if wrong else "pass"
                name = f"{kind.partition('-')[0]}/{suite} {dataset}/{task.id}/{kind}"
                yield FrozenAnswer(name=name, task=task, text=_in_a_form(name, task, code, draft))


def _in_a_form(name: str, task: Task, code: str, draft: str) -> str:
    """Return a completion with a program; its form follows from the name."""
    form = min(FORMS["all"], key=lambda form: _draw(name, form))
    program = _Program(code=code.strip("\n"), draft=draft.strip("\n"), name=task.entry_name)
    return _filled(FORMS["all"][form], program)


class _Source:
    """A program as bytes, with the positions of its nodes."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self._starts = [0]
        for line in self.data.split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def span(self, node: Any) -> tuple[int, int]:
        """Return where a node begins and ends."""
        first, last = self._starts[node.lineno - 1], self._starts[node.end_lineno - 1]
        return first + node.col_offset, last + node.end_col_offset

    def edits(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        """Yield the place and the new text of each fault of a node."""
        match node:
            case ast.Compare(left=left, comparators=comparators):
                yield from self._operators([left, *comparators])
            case ast.BinOp(left=left, right=right):
                yield from self._operators([left, right])
            case ast.BoolOp(values=values):
                yield from self._operators(values[:2])
            case ast.Constant(value=bool() | int() | str() as value):
                start, end = self.span(node)
                if end - start == len(repr(value).encode()):  # a text may consist of several
                    new = (
                        not value
                        if isinstance(value, bool)
                        else value + (1 if isinstance(value, int) else "~")
                    )  # type: ignore[operator]
                    yield start, end, repr(new)
            case ast.Name(id=name) if name in _FUNCTIONS:
                yield (*self.span(node), _FUNCTIONS[name])
            case ast.Return(value=ast.AST() as value):
                yield (*self.span(value), "None")
            case ast.If(test=test):
                yield (*self.span(test), f"not ({self.data[slice(*self.span(test))].decode()})")
            case _:
                pass

    def _operators(self, operands: Sequence[ast.AST]) -> Iterator[tuple[int, int, str]]:
        for left, right in pairwise(operands):
            gap = slice(self.span(left)[1], self.span(right)[0])
            word = self.data[gap].decode().strip("() \n\\")
            if word in _OPERATORS and self.data[gap].count(word.encode()) == 1:
                at = gap.start + self.data[gap].index(word.encode())
                yield at, at + len(word), _OPERATORS[word]


def faults(text: str, count: int) -> list[str]:
    """Return up to ``count`` copies of a program with one small fault each, spread over its text.

    Loops with ``while`` are left alone, since a fault there may never end. Only the text is changed, at
    positions that all versions of Python agree on.
    """
    source = _Source(text)
    edits: list[tuple[int, int, str]] = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.While | ast.JoinedStr):
            continue
        edits += source.edits(node)
        children = [*ast.iter_child_nodes(node)]
        waiting += reversed([child for child in children if not _is_text(child)])
    chosen = edits[:: max(1, len(edits) // count)][:count]
    return [(source.data[:start] + new.encode() + source.data[end:]).decode() for start, end, new in chosen]


def _is_text(statement: ast.AST) -> bool:
    """Whether a statement is a docstring or another text that stands alone."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _figures() -> Iterator[FrozenAnswer]:
    """Yield programs that draw: some bundled references, the originals that they edit, and faults."""
    for task in _tasks("mathopeval", "open-free"):
        if not in_sample(task.id, 36):
            continue
        assert isinstance(task.check, FigureCheck)
        codes = [task.reference, *faults(task.reference, 1)]
        codes += [task.check.original] if task.check.original and _draw(task.id) % 3 == 0 else []
        for turn, code in enumerate(codes):
            name = f"drawing/{task.id}/{turn}"
            yield FrozenAnswer(name=name, task=task, text=f"```python\n{code}\n```")


# --- The rules of published benchmarks ---


def _upstream() -> Iterator[FrozenAnswer]:
    named = {"code-vision": ("math", "humaneval"), "humaneval-v": ("",), "mmcode": ("",)}
    for suite, subsets in named.items():
        for rule, extraction in load(suite).judged.extractions.items():
            if rule == "own":
                continue
            for subset in subsets:
                yield from _under_rule(suite, rule, extraction, subset)


def _under_rule(suite: str, rule: str, extraction: Extraction, subset: str) -> Iterator[FrozenAnswer]:
    """Yield all forms for small tasks of a suite, and references and faults of its own tasks."""

    def named(number: int, *, right: bool) -> tuple[Task, _Program]:
        task, program = _small_function(number, right=right, name="solution")
        return replace(task, suite=suite, subset=subset, limits=Limits(seconds=1)), program

    def of_program(number: int, *, right: bool) -> tuple[Task, _Program]:
        task, program = _small_program(number, right=right)
        return replace(task, suite=suite, limits=Limits(seconds=1)), program

    # The other subset of Code-Vision takes the same steps, and the rule of MMCode has only two.
    often = 3 if subset == "humaneval" or suite == "mmcode" else _OFTEN
    found = [*_in_forms("upstream", 3, named, often)]
    if suite == "mmcode":
        found += [replace(one, name=f"programs-{one.name}") for one in _in_forms("program", 2, of_program)]
    dataset = "rebuilt" if suite == "code-vision" else "open"
    for task in _tasks(suite, dataset):
        if in_sample(task.id, 8):
            wrong, number = faults(task.reference, 1), _draw(task.id)
            code = wrong[0] if wrong and number % 2 else task.reference
            text = _in_a_form(task.id, task, code, task.reference)
            found.append(FrozenAnswer(name=f"bundled/{task.id}", task=task, text=text))
    for answer in found:
        judged = extraction.judged(answer.task) if isinstance(extraction, JudgedExtraction) else answer.task
        limits = replace(judged.limits, seconds=min(judged.limits.seconds, 3.0))
        name = f"{suite} {rule}{subset and ' '}{subset}/{answer.name}"
        yield replace(answer, name=name, task=replace(judged, limits=limits), extraction=extraction)


# --- The cases of tests ---


def _text(path: Path) -> str:
    text = _CANARY.sub("canary", path.read_bytes().decode("utf-8", "surrogatepass"))
    return _REPEAT.sub(lambda found: found[2].replace("~", "\n").replace("^", "@") * int(found[1]), text)


def _cases() -> Iterator[FrozenAnswer]:
    slow = read_cases("tables/judging.yaml", "slow")
    for group in ("attacks", "right", "refused", "judging", "broken-tests"):
        for folder in sorted((FOLDER / group).iterdir()):
            if folder.name in slow:
                continue
            (task,) = read_tasks(folder / "task.jsonl", compiled=True)
            match task.check:
                case FunctionCheck(tests=tests) as check:
                    check = replace(check, tests=tuple(map(_repeated, tests)))
                case StdioCheck(cases=cases) as check:
                    filled = ((_repeated(case.input), _repeated(case.output)) for case in cases)
                    check = replace(check, cases=tuple(StdioCase(input=i, output=o) for i, o in filled))
                case check:
                    pass
            task = replace(task, id="t", check=check)
            name, completion = f"{group}/{folder.name}", folder / "completion.md"
            if completion.exists():
                yield FrozenAnswer(name=name, task=task, text=_text(completion))
            else:
                text = _text(folder / "answer.py")
                yield FrozenAnswer(name=name, task=task, text=text, extraction=as_it_is)


def _repeated(text: str) -> str:
    return _REPEAT.sub(lambda found: found[2].replace("~", "\n").replace("^", "@") * int(found[1]), text)


def _extraction() -> Iterator[FrozenAnswer]:
    for folder in sorted((FOLDER / "extraction").iterdir()):
        given = json.loads((folder / "case.json").read_text(encoding="utf-8"))["task"]
        yield FrozenAnswer(
            name=f"extraction/{folder.name}",
            task=_double(given.get("entry_point", ""), given.get("starter_code", "")),
            text=(folder / "completion.md").read_text(encoding="utf-8"),
        )
    for name, case in read_cases("texts/drawings.yaml").items():
        check = FigureCheck(reference=_TIKZ, operation="generate", type="geometric")
        task = Task(id="t", check=check)
        yield FrozenAnswer(name=f"drawings/{name}", task=task, text=case["completion"])
    for suite in ("code_vision", "humaneval_v", "mmcode"):
        file = "kept_texts" if suite == "code_vision" else "rules"
        for name, case in read_cases(f"{suite}/{file}.yaml").items():
            task = _double("" if suite == "mmcode" else "f" if suite == "code_vision" else "solution")
            yield FrozenAnswer(name=f"{suite}/{name}", task=task, text=case["text"])


_TIKZ = "\\begin{tikzpicture}\n  \\draw (0,0) -- (1,1); % a line\n\\end{tikzpicture}"


def _double(entry_point: str, starter_code: str = "") -> Task:
    tests = tuple(f"assert {entry_point}({x}) == {2 * x}" for x in (3, 0))
    cases = tuple(StdioCase(input=f"{x}\n", output=f"{2 * x}\n") for x in (3, 4))
    check = FunctionCheck(tests=tests) if entry_point else StdioCheck(cases=cases)
    return Task(id="t", entry_point=entry_point, starter_code=starter_code, check=check, limits=_SHORT)


def _field() -> Iterator[FrozenAnswer]:
    """Yield the cases that bug reports of other harnesses describe."""
    lines = gzip.decompress((FOLDER / "field" / "cases.jsonl.gz").read_bytes()).split(b"\n")
    cases = [json.loads(line.decode("utf-8", "surrogatepass")) for line in lines if line]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "tasks.jsonl")
        file.write_text("".join(f"{json.dumps(case['tasks'][0])}\n" for case in cases), encoding="utf-8")
        tasks = read_tasks(file, compiled=True)
    for case, task in zip(cases, tasks, strict=True):
        text = case["predictions"][0]["completion"]
        yield FrozenAnswer(name=f"field/{case['name']}", task=task, text=text)


def _idioms() -> Iterator[FrozenAnswer]:
    """Yield right answers to what tests do with arrays and frames, and some wrong ones."""
    for library in ("numpy", "pandas"):
        helpers = read_text("programs/idioms_numpy.py")
        helpers += read_text("programs/idioms_pandas.py") if library == "pandas" else ""
        lines = read_text(f"idioms/{library}.txt").splitlines()
        for line in lines:
            if line.startswith("#"):
                continue
            test, *answers = (part.strip() for part in line.split("¦"))
            check = FunctionCheck(tests=(f"{helpers}\n{test.replace(' ⏎ ', chr(10))}",))
            task = Task(id="t", entry_point="f", check=check)
            for kind, answer in zip(("right", "wrong"), answers, strict=True):
                if answer and (kind == "right" or in_sample(line, 6)):
                    program = f"{helpers}\nf = lambda x=None, y=None: {answer}\n"
                    name = f"idioms/{library} {kind}/{line}"
                    yield FrozenAnswer(name=name, task=task, text=program, extraction=as_it_is)


def _error_types() -> Iterator[FrozenAnswer]:
    """Yield programs with each type of error, and outputs under each rule of comparison."""
    limits = Limits(seconds=0.5, memory_mb=64)
    checks = {
        "program": StdioCheck(cases=(StdioCase(input="2\n3 4\n", output="7\n"),)),
        "function": FunctionCheck(tests=("assert f(1) == 1",)),
    }
    for kind, errors in read_cases("programs/error_types.yaml").items():
        for error, programs in errors.items():
            for place, program in enumerate(programs):
                task = Task(id="t", suite="mmcode", check=checks[kind], entry_point="f", limits=limits)
                name = f"error-types/{kind} {error}/{place}"
                yield FrozenAnswer(name=name, task=task, text=program, extraction=as_it_is)
    for rule, rows in read_cases("texts/compared_outputs.yaml").items():
        for place, (expected, output, _) in enumerate(rows):
            check = StdioCheck(cases=(StdioCase(input="", output=expected),), compare=rule)
            program = f"import sys\nsys.stdout.write({output!r})\n"
            task, name = Task(id="t", check=check), f"outputs/{rule}/{place}"
            yield FrozenAnswer(name=name, task=task, text=program, extraction=as_it_is)
    for kind, programs in read_cases("programs/newer_syntax.yaml").items():
        for place, program in enumerate(programs):
            task = Task(id="t", check=StdioCheck(cases=(StdioCase(input="", output=""),)), limits=_SHORT)
            name = f"newer-syntax/{kind}/{place}"
            yield FrozenAnswer(name=name, task=task, text=f"```python\n{program}\n```")


def _edited(original: str, changes: Iterable[Sequence[str]]) -> str:
    for before, after in changes:
        original = original.replace(before, after, 1)
    return original


def _drawn(
    name: str, reference: str, program: str, operation: Operation = "generate", original: str = ""
) -> FrozenAnswer:
    check = FigureCheck(reference=reference, operation=operation, type="bar", original=original)
    task = Task(id="t", check=check, limits=Limits(seconds=5))
    return FrozenAnswer(name=name, task=task, text=program, extraction=as_it_is)


def _changed_figures() -> Iterator[FrozenAnswer]:
    """Yield figures of ``tests/cases/figures`` that are drawn in another way, or differ in one thing."""
    figures: Mapping[str, str] = read_cases("figures/programs.yaml")
    for name, case in read_cases("figures/changes.yaml").items():
        figure = figures[case["figure"]]
        yield _drawn(f"figures/changes/{name}", figure, _edited(figure, [case["change"]]))
    for name, case in read_cases("figures/rewrites.yaml").items():
        yield _drawn(f"figures/rewrites/{name}", figures[case["figure"]], case["program"])
    for name, case in read_cases("figures/edits.yaml").items():
        figure = figures[case["figure"]]
        right = _edited(figure, case["changes"])
        yield _drawn(f"figures/edits/{name}/right", right, right, case["operation"], figure)
        yield _drawn(f"figures/edits/{name}/missed", right, figure, case["operation"], figure)
    for name, case in read_cases("figures/annotations.yaml").items():
        figure = figures[case["figure"]]
        for way, more in (case["right"] | case["wrong"]).items():
            reference, answer = figure + case["reference"], figure + more
            yield _drawn(f"figures/annotations/{name}/{way}", reference, answer, "annotate", figure)


def _odd_figures() -> Iterator[FrozenAnswer]:
    """Yield programs of ``tests/cases/figures`` that draw nothing, hide something, or try to cheat."""
    figures: Mapping[str, str] = read_cases("figures/programs.yaml")
    for file in ("bad_programs", "unseen", "hidden", "clear"):
        for name, case in read_cases(f"figures/{file}.yaml").items():
            figure = figures[case.get("figure", "bar")]
            program = case.get("program") or figure + case["more"]
            yield _drawn(f"figures/{file}/{name}", figure + case.get("both", ""), program)
    for name, program in read_cases("figures/attacks.yaml").items():
        yield _drawn(f"figures/attacks/{name}", figures["bar"], program)
    for name, figure in figures.items():
        yield _drawn(f"figures/no figure/{name}", figure, "answer = 42\n")
        yield _drawn(f"figures/none left/{name}", figure, f"{figure}\nplt.close('all')\n")
    for name, case in read_cases("figures/hedges.yaml").items():
        reference, original = (figures.get(case[part], case[part]) for part in ("reference", "original"))
        yield _drawn(f"figures/hedges/{name}", reference, case["program"], case["operation"], original)


def _tikz() -> Iterator[FrozenAnswer]:
    """Yield figures in TikZ, right ones and others, as programs and in completions."""
    figures: Mapping[str, str] = read_cases("figures/programs.yaml")
    for name, case in read_cases("figures/tikz.yaml").items():
        figure, text, other = figures[case["figure"]], case["tikz"], _edited(case["tikz"], [case["change"]])
        yield _drawn(f"tikz/{name}/right", figure, text)
        yield _drawn(f"tikz/{name}/wrong", figure, other)
        yield _drawn(f"tikz/{name}/as reference", text, other)
        for kind, form in _TIKZ_FORMS.items():
            inside = text if len(name + kind) % 2 else other
            answer = _drawn(f"tikz/{name}/{kind}", figure, form.replace("TIKZ", inside.strip("\n")))
            yield replace(answer, extraction=own.extract)
    for name, case in read_cases("figures/bad_tikz.yaml").items():
        text = f"\\begin{{tikzpicture}}\n{case['tikz']}\n\\end{{tikzpicture}}\n"
        yield _drawn(f"tikz/{name}", figures["geometric"], text)


def _labels_and_formulas() -> Iterator[FrozenAnswer]:
    """Yield figures whose texts say the same or not, and drawings in TikZ with a formula for a number."""
    figure = read_cases("figures/programs.yaml", "bar")
    for kind, pairs in read_cases("texts/labels_of_figures.yaml").items():
        for first, second in pairs:
            titled = [_edited(figure, [['"Trees planted"', repr(text)]]) for text in (first, second)]
            yield _drawn(f"labels/{kind}/{first} {second}", *titled)
    ((_, rows),) = read_cases("tables/judging.yaml", "test_a_formula_has_its_value").items()
    for formula, value in rows:
        right, answer = (_LINE.replace("NUMBER", str(text)) for text in (value, formula))
        yield _drawn(f"labels/formula/{formula}", right, answer)


_LINE = "\\begin{tikzpicture}\n\\draw (0,0) -- ({NUMBER},1);\n\\draw (0,0) -- (0,9);\n\\end{tikzpicture}\n"


_TIKZ_FORMS = {
    "tagged": "In TikZ:\n```latex\nTIKZ\n```\nDone.",
    "untagged": "```\nTIKZ\n```",
    "never closed": "```tikz\nTIKZ\n",
    "no fence": "The drawing:\n\nTIKZ\n\nThat is all.",
}
_PARTS: tuple[Callable[[], Iterator[FrozenAnswer]], ...] = (
    _small,
    _forbidden,
    _questions,
    _bundled,
    _upstream,
    _cases,
    _extraction,
    _field,
    _idioms,
    _error_types,
    _figures,
    _changed_figures,
    _odd_figures,
    _tikz,
    _labels_and_formulas,
)
