"""The lock of verdicts: what the judge says about some thousand frozen answers, in ``locks/judged.json``.

``python -m locks.judged`` judges all of them and prints those whose status or kept code is no longer as in
the lock. ``--renew REASON`` writes the lock again. It refuses if an answer of before has another outcome,
unless the version of the judge was raised, or that of the suite whose answers changed; ``--unreleased`` says
that one raised version stands for several changes. Answers that are new, or whose task or text changed, need
no version.

The lock also has a digest of the code that decides. It tells two judges apart whose verdicts differ only
where no frozen answer looks. Python versions write syntax trees in different ways, so the digest is made on
one of them, :data:`BASE`.
"""

import argparse
import ast
import dataclasses
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.executor import Executor, Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.verdict import MissingSample, Outcome
from benchmark.extraction import choices, own
from benchmark.files.atomic import write_atomic
from benchmark.judging import JUDGE_VERSION
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.suites import SUITES, load_all
from tests.frozen_answers import FrozenAnswer, as_it_is, frozen_answers

ROOT = Path(__file__).resolve().parent.parent
LOCK, CHANGES = ROOT / "locks" / "judged.json", ROOT / "build" / "judged-changes.txt"
#: The Python that makes digests of code, and whose outcomes the lock has in full.
BASE = "3.11"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
_DIGITS = 12  #: of a digest
_REASONS = 8  #: the newest reasons that are kept
_SHOWN, _SHOWN_CHARACTERS = 10, 300  #: changes in a message, and characters of the code of each
_SHARD = 64
#: What decides a verdict, next to the rules of suites.
_DECIDING = ("extraction", "judging", "sandbox", "core/task.py")
#: Modules of the sandbox that only say whether it can be used, and how fast the machine is.
_NOT_DECIDING = ("sandbox/host/probe.py",)
_OF_ALL_SUITES = {own.extract, choices.boxed, choices.first_letter, as_it_is}

Lock = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An answer whose outcome is not the one in the lock."""

    answer: FrozenAnswer
    before: str
    after: str

    def __str__(self) -> str:
        """Return the name, and what was before and is now."""
        (then, kept_then), (now, kept_now) = self.before.split(" "), self.after.split(" ")
        lines = [f"{self.answer.name}: {then} → {now}" if then != now else f"{self.answer.name}: {now}"]
        if kept_then != kept_now:
            lines += [f"  kept before: {self._code(kept_then)}", f"  kept now: {self._code(kept_now)}"]
        return "\n".join(lines)

    def _code(self, kept: str) -> str:
        """Return code that an outcome names, as far as it is known."""
        if kept == self.after.split(" ")[1]:
            text = self.answer.answer.program if "+" in kept else self.answer.answer.code
        elif ":" in kept:
            start, end = kept.partition("+")[0].split(":")
            text = self.answer.text[int(start) : int(end)]
        else:
            return "nothing" if kept == "-" else f"code with the digest {kept}"
        shown = text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}…"
        return ascii(shown)


def kept(text: str, answer: Answer) -> str:
    """Return where in a text the code of its answer stands, else a digest of it; and one of the program."""
    if answer.empty:
        return "-"
    start = text.find(answer.code)
    code = _digest(answer.code)[:8] if start < 0 else f"{start}:{start + len(answer.code)}"
    return code if answer.program == answer.code else f"{code}+{_digest(answer.program)[:6]}"


def _digest(text: str) -> str:
    return sha256_hex(text.encode("utf-8", "surrogatepass"))[:_DIGITS]


def kept_code(answers: Sequence[FrozenAnswer]) -> list[str]:
    """Return what is kept of each answer."""
    return [kept(answer.text, answer.answer) for answer in answers]


def judge(answers: Sequence[FrozenAnswer], executor: Executor) -> list[Outcome]:
    """Return the outcome of each answer."""
    outcomes: dict[int, Sequence[Outcome]] = {}

    def done(shard: Shard, found: Sequence[Outcome]) -> None:
        outcomes[shard.index] = found

    samples: list[Sample] = [answer.sample(draw) for draw, answer in enumerate(answers)]
    places = range(0, len(samples), _SHARD)
    executor.run([Shard(index=at // _SHARD, samples=samples[at : at + _SHARD]) for at in places], done)
    return [outcome for _, found in sorted(outcomes.items()) for outcome in found]


def outcome_text(outcome: Outcome) -> str:
    """Return all of a verdict that a row counts, without spaces."""
    if isinstance(outcome, MissingSample):
        return "missing"
    points = [] if outcome.points is None else [f"{outcome.points:g}"]
    kinds = [f"{kind}={status}" for kind, status in outcome.kinds.items()]
    return ",".join([outcome.status, *points, *kinds, *filter(None, [outcome.error_type])])


def found_outcomes(answers: Sequence[FrozenAnswer], executor: Executor) -> list[str]:
    """Return the outcome and the kept code of each answer, as the lock has them."""
    judged = judge(answers, executor)
    return [f"{outcome_text(found)} {code}" for found, code in zip(judged, kept_code(answers), strict=True)]


# --- The code that decides ---


def code_digests() -> dict[str, str]:
    """Return a digest of the judge's code, and one of each suite's rules of extraction.

    Docstrings, comments and layout do not count.

    Raises:
        SystemExit: on another Python than :data:`BASE`.
    """
    if PYTHON != BASE:
        sys.exit(f"error: digests of code are made on Python {BASE}, not {PYTHON}")
    package = ROOT / "benchmark"
    files: list[Path] = []
    for name in _DECIDING:
        path = package / name
        files += [path] if path.is_file() else sorted(path.rglob("*.py"))
    files = [file for file in files if file.relative_to(package).as_posix() not in _NOT_DECIDING]
    found = {"judge": _code_digest(files)}
    for suite in load_all().values():
        parts, modules = list(_rule_parts(dict(suite.judged.extractions))), set[str]()
        for part in parts:
            module = part.partition(":")[0]
            if module.startswith("benchmark.suites."):
                modules.add(module)
        sources = [ROOT / f"{module.replace('.', '/')}.py" for module in sorted(modules)]
        found[suite.id] = _digest(" ".join([*parts, _code_digest(sources)]))
    return found


def _code_digest(files: Iterable[Path]) -> str:
    return digest_lines([file.relative_to(ROOT).as_posix(), _tree(file)] for file in files)[:_DIGITS]


def _tree(file: Path) -> str:
    tree = ast.parse(file.read_bytes())
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                # A text that stands alone, as docstrings and notes on fields do.
                node.body = [one for one in node.body if not _is_text(one)] or [ast.Pass()]
            case _:
                pass
    return ast.dump(tree, annotate_fields=False)


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _rule_parts(rule: object) -> Iterator[str]:
    """Yield the functions of extraction rules as ``module:name``, and all other values of the rules."""
    match rule:
        case FunctionType():
            yield f"{rule.__module__}:{rule.__qualname__}"
        case dict() | list() | tuple():
            for part in rule.items() if isinstance(rule, dict) else rule:
                yield from _rule_parts(part)
        case frozenset():
            yield repr(sorted(rule))
        case _ if dataclasses.is_dataclass(rule):
            yield type(rule).__name__
            for field in dataclasses.fields(rule):
                yield from _rule_parts(getattr(rule, field.name))
        case _:
            yield repr(rule)


# --- The lock ---


def read_lock() -> Lock:
    """Return the lock."""
    lock: Lock = json.loads(LOCK.read_text(encoding="utf-8"))
    return lock


def locked_outcomes(lock: Lock, python: str = PYTHON) -> dict[str, str]:
    """Return the outcome of each answer by its key, on one version of Python."""
    found = {line[:8]: line[9:] for group in lock["answers"].values() for line in group}
    found.update(lock["differing"].get(python, {}))
    return found


def changes(locked: Mapping[str, str], answers: Sequence[FrozenAnswer], found: Sequence[str]) -> list[Change]:
    """Return the answers whose outcome is another one; those that the lock does not have are left out."""
    pairs = ((answer, locked.get(answer.key), now) for answer, now in zip(answers, found, strict=True))
    return [
        Change(answer=answer, before=before, after=now)
        for answer, before, now in pairs
        if before is not None and before != now
    ]


def changes_of_kept_code(locked: Mapping[str, str], answers: Sequence[FrozenAnswer]) -> list[Change]:
    """Return the answers of which other code is kept, as if their outcome were the same."""
    before = [locked.get(answer.key, "? -") for answer in answers]
    now = [f"{then.split(' ')[0]} {code}" for then, code in zip(before, kept_code(answers), strict=True)]
    return changes(locked, answers, now)


def missing_keys(lock: Lock, answers: Sequence[FrozenAnswer]) -> tuple[list[str], int]:
    """Return the names of answers that the lock lacks, and how many it has that are no longer there."""
    locked, keys = locked_outcomes(lock, BASE), {answer.key for answer in answers}
    return [answer.name for answer in answers if answer.key not in locked], len(locked.keys() - keys)


def explained(found: Sequence[Change]) -> str:
    """Return the message about changes: the first ones, where all of them are, and what to do."""
    if not found:
        return ""
    shown = "\n".join(map(str, found[:_SHOWN]))
    versions = " or ".join(sorted({_version_name(change.answer) for change in found}))
    return (
        f"{len(found)} of the frozen answers have another outcome, such as\n{shown}\n"
        f"raise the version of {versions}, then run `./noxw -s judged -- --renew REASON`; or say why not:"
        " undo what changed them"
    )


def _version_name(answer: FrozenAnswer) -> str:
    return answer.task.suite if answer.task.suite in SUITES else "the judge"


def versions() -> dict[str, int]:
    """Return the versions of judge and suites."""
    return {"judge": JUDGE_VERSION} | {suite.id: suite.version for suite in load_all().values()}


def refused(lock: Lock, found: Sequence[Change]) -> list[Change]:
    """Return the changes for which no version was raised."""
    raised = {name for name, version in versions().items() if version > lock["versions"].get(name, 0)}
    if "judge" in raised or raised >= SUITES.keys():
        return []
    return [change for change in found if change.answer.task.suite not in raised]


def renewed(
    lock: Lock, answers: Sequence[FrozenAnswer], found: Mapping[str, Sequence[str]], reason: str
) -> Lock:
    """Return the lock with other outcomes.

    Args:
        lock: the lock before; empty to begin one.
        answers: all frozen answers.
        found: the outcomes by version of Python, at least those of :data:`BASE`. On any other Python of the
            lock, answers that changed are taken to have the outcome of the base, and the lock says that they
            were not judged there.
        reason: why it is renewed, in one line.
    """
    base, groups = found[BASE], dict[str, list[str]]()
    for answer, outcome in zip(answers, base, strict=True):
        groups.setdefault(answer.group, []).append(f"{answer.key} {outcome}")
    moved = changes(locked_outcomes(lock, BASE), answers, base) if lock else []
    serial = lock.get("serial", "")
    # Rows are compared by the serial number: it stays if only answers were added, or a suite's own rule
    # changed, which the version of that suite says.
    if not serial or any(_is_of_all_suites(change.answer) for change in moved):
        serial = digest_lines(groups.values())[:_DIGITS]
    known = {answer.key for answer in answers} - {change.answer.key for change in moved}
    pythons, differing = dict[str, Any](), dict[str, dict[str, str]]()
    for python in sorted({*lock.get("pythons", {}), *found}):
        others = found.get(python)
        if others is None:
            of = {key: text for key, text in lock["differing"][python].items() if key in known}
        else:
            of = {
                answer.key: text
                for answer, text, other in zip(answers, others, base, strict=True)
                if text != other
            }
        differing[python] = of
        lines = [of.get(answer.key, outcome) for answer, outcome in zip(answers, base, strict=True)]
        judged_there = others is not None or (not moved and bool(lock["pythons"][python]["judged"]))
        pythons[python] = {"digest": digest_lines(lines)[:_DIGITS], "judged": judged_there}
    code = code_digests()
    entry = {"serial": serial, "code": code["judge"], "reason": reason}
    return {
        "serial": serial,
        "versions": versions(),
        "code": code,
        "pythons": pythons,
        "published": lock.get("published", {}),
        "renewed": [entry, *lock.get("renewed", [])][:_REASONS],
        "differing": {python: of for python, of in differing.items() if python != BASE},
        "answers": groups,
    }


def _is_of_all_suites(answer: FrozenAnswer) -> bool:
    return answer.extraction in _OF_ALL_SUITES


def write_lock(lock: Lock) -> None:
    """Write the lock, with one line per answer."""
    write_atomic(LOCK, (json.dumps(lock, indent=0, ensure_ascii=False) + "\n").encode())


# --- Published answers ---

#: CPU seconds per program, as ``sightbench reproduce code-vision results`` has them.
_PUBLISHED_SECONDS = 10.0
_LETTERS = {
    "passed": "P", "wrong_answer": "W", "runtime_error": "R", "syntax_error": "S", "no_answer": "N",
    "no_figure": "G", "unsupported": "U",
    "timeout": "T", "memory_limit": "M", "output_limit": "O", "forbidden": "F",
}  # fmt: skip

Published = dict[str, dict[str, str]]


def published_outcomes(folder: Path, executor: Executor) -> Published:
    """Judge the published answers of Code-Vision in a folder by its rule and by our own.

    Returns:
        For ``MODEL SUBSET`` a letter per answer and rule, in the order of the tasks, and a digest of what is
        kept.
    """
    from benchmark.pipeline.replicate.replicate import JudgedAnswer, replicate
    from benchmark.suites.code_vision.import_files import open_published

    published = open_published(folder)
    answers, _ = replicate(
        published,
        seconds=_PUBLISHED_SECONDS,
        executor=executor,
        loads=[0],
        progress=lambda _done, _total: None,
    )
    runs: dict[str, list[JudgedAnswer]] = {}
    for answer in answers:
        runs.setdefault(f"{answer.run.model} {answer.run.subset}", []).append(answer)
    return {
        name: {
            rule: "".join(map(_letter, [one.outcomes[rule][0] for one in of])) for rule in ("own", "upstream")
        }
        | {
            "kept": digest_lines([one.answers["own"].program, one.answers["upstream"].program] for one in of)[
                :_DIGITS
            ]
        }
        for name, of in runs.items()
    }


def _letter(outcome: Outcome) -> str:
    return "-" if isinstance(outcome, MissingSample) else _LETTERS[outcome.status]


def changes_of_published(locked: Published, found: Published) -> list[str]:
    """Return a line per run whose verdicts or kept code are not as in the lock, except runs that it lacks."""
    lines = []
    for name, now in found.items():
        before = locked.get(name, now)
        for rule in ("own", "upstream"):
            pairs = zip(before[rule], now[rule], strict=True)
            moved = [f"answer {at}: {then} → {new}" for at, (then, new) in enumerate(pairs, 1) if then != new]
            lines += [f"{name}, {rule} rule: {', '.join(moved[:_SHOWN])}"] if moved else []
        if before["kept"] != now["kept"]:
            lines.append(f"{name}: other code is kept")
    return lines


def check_published(folder: Path, *, renew: bool) -> int:
    """Compare verdicts on published answers with the lock, or write them; return 1 if one is another one."""
    found = published_outcomes(folder, LocalPool())
    lock = read_lock()
    lines = changes_of_published(lock["published"], found)
    unknown = found.keys() - lock["published"].keys()
    print(*lines, f"{len(found)} published runs, {len(unknown)} of them not in the lock", sep="\n")
    if renew:
        write_lock({**lock, "published": lock["published"] | found})
    elif lines:
        print("raise the version of code-vision or the judge, then run this with --renew; or say why not")
    return 1 if lines and not renew else 0


# --- Commands ---


def outcomes_of_python(python: str) -> tuple[str, list[str]]:
    """Judge all answers with another Python, in an environment that is made for it and thrown away."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # workers give up root, and still import from it
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        own_python = str(folder / "bin" / "python")
        options = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement")
        install = [own_python, "-m", "pip", "--disable-pip-version-check", "install", *options]
        subprocess.run([*install, str(ROOT / "locks" / "tests.txt")], check=True)
        return outcomes_in(own_python, folder / "outcomes.json")


def outcomes_in(python: str, file: Path) -> tuple[str, list[str]]:
    """Return the version of a Python that has all packages, and the outcomes with it."""
    command = [python, "-m", "locks.judged", "--outcomes", str(file)]
    subprocess.run(command, cwd=ROOT, check=True)
    version, outcomes = json.loads(file.read_text(encoding="utf-8"))
    return version, outcomes


def main(arguments: Sequence[str]) -> int:
    """Check the lock or write it; return the exit code, 1 if an outcome is another one."""
    parser = argparse.ArgumentParser(prog="judged", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--renew", metavar="REASON", help="write the lock; one line that says why")
    parser.add_argument(
        "--unreleased",
        action="store_true",
        help="no version has to be raised: one was or will be, and no row has been recorded since",
    )
    parser.add_argument(
        "--with",
        dest="pythons",
        metavar="PYTHON",
        action="append",
        default=[],
        help="also judge with this Python; its packages are fetched into a temporary folder",
    )
    parser.add_argument(
        "--published", type=Path, help="judge published answers in this folder, instead of ours"
    )
    parser.add_argument("--outcomes", type=Path, help="only write the outcomes of this Python to a file")
    options = parser.parse_args(arguments)
    if options.published:
        return check_published(options.published, renew=options.renew is not None)
    answers = frozen_answers()
    found = found_outcomes(answers, LocalPool())
    if options.outcomes:
        options.outcomes.write_text(json.dumps([PYTHON, found]), encoding="utf-8")
        return 0
    lock = read_lock() if LOCK.exists() else {}
    changed = changes(locked_outcomes(lock), answers, found) if lock else []
    CHANGES.parent.mkdir(exist_ok=True)
    CHANGES.write_text(
        "".join(f"{change}\n" for change in changed), encoding="utf-8", errors="backslashreplace"
    )
    if lock:
        new, gone = missing_keys(lock, answers)
        print(f"{len(answers)} answers, {len(changed)} changed, {len(new)} new, {gone} gone")
    if changed:
        print(f"{explained(changed)}\nall changes: {CHANGES}")
    if options.renew is None:
        return 1 if changed else 0
    bad = [] if options.unreleased or not lock else refused(lock, changed)
    if bad:
        print(
            f"error: no version was raised for {len(bad)} changes, such as {bad[0].answer.name}",
            file=sys.stderr,
        )
        return 1
    others = dict(map(outcomes_of_python, options.pythons))
    write_lock(renewed(lock, answers, {PYTHON: found, **others}, options.renew))
    print(f"wrote {LOCK}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
