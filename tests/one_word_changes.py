"""Measures how many one-word changes of extraction and judge the verdicts on frozen answers notice.

``python -m tests.one_word_changes --map FILE`` writes which lines each answer runs. Then ``COUNT SEED FILE``
draws changes: a text, a number, a comparison, or a word of a set becomes another one, in a random place of
``benchmark/extraction`` and ``benchmark/judging``. Each is made in a copy of the package, which judges the
answers that run the changed line, or a part of them. It prints one line per change, and how many were
noticed by verdicts or kept code. The digest of the code notices each of them, so it plays no part here.
With ``0/4`` behind it, every fourth change is tried, from the first one on.
"""

import ast
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from benchmark.core.digest import in_sample
from benchmark.core.draws import Draws

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("extraction", "judging")
#: The change of the review that began this: a fence that counts as Python.
KNOWN = ("extraction/fences.py", '"python-repl"})', '"python-repl", "tool_code"})')
#: Groups of which a fifth shows which lines they run.
_ALIKE = (
    "small",
    "program",
    "small-all",
    "program-all",
    "reference",
    "fault",
    "choice",
    "letters",
    "extraction",
)
_ANSWERS = 60  #: answers that are judged for a change
_SECONDS = 1200
_OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "is": "is not", "in": "not in"}
_OTHER |= {"is not": "is", "not in": "in", "and": "or", "or": "and"}


def places(source: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield line, start, end and new text of each possible change of one word; docstrings are left out."""
    lines = source.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    data = source.encode()
    tree = ast.parse(source)
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    formatted = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    }

    def span(node: Any) -> tuple[int, int]:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    for node in ast.walk(tree):
        if id(node) in formatted:
            continue
        match node:
            case ast.Constant(value=bool() as value):
                yield (node.lineno, *span(node), repr(not value))
            case ast.Constant(value=int() | float() as value):
                yield (node.lineno, *span(node), repr(value + 1))
            case ast.Constant(value=str() as value) if id(node) not in texts and value:
                start, end = span(node)
                quoted = data[start:end].decode()
                changed = quoted[:-1] + "x" + quoted[-1] if quoted[-3:] not in ('"""', "'''") else ""
                if changed:
                    yield node.lineno, start, end, changed
            case ast.Set(elts=[*_, last]) | ast.Tuple(elts=[_, *_, last]) if isinstance(last, ast.Constant):
                start, end = span(last)
                yield last.lineno, start, end, f'{data[start:end].decode()}, "tool_code"'
            case ast.Compare(left=left, comparators=[right, *_]):
                gap = slice(span(left)[1], span(right)[0])
                word = data[gap].decode().strip("() \n")
                if word in _OTHER:
                    at = gap.start + data[gap].index(word.encode())
                    yield node.lineno, at, at + len(word), _OTHER[word]
            case _:
                pass


def drawn(count: int, seed: int) -> list[tuple[str, int, int, int, str]]:
    """Draw changes: file, line, start, end and new text."""
    found = [
        (file.relative_to(ROOT / "benchmark").as_posix(), *place)
        for package in PACKAGES
        for file in sorted((ROOT / "benchmark" / package).rglob("*.py"))
        for place in places(file.read_text(encoding="utf-8"))
    ]
    return Draws("one-word changes", seed).sample(found, count)


def map_lines(out: Path) -> None:
    """Write which lines of the judge each answer runs, as ``{file:line: [keys of answers]}``."""
    from benchmark.judging.judge import Judge
    from tests.frozen_answers import frozen_answers

    prefix = str(ROOT / "benchmark" / "judging")
    seen: set[tuple[str, int]] = set()

    def trace_lines(frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return trace_lines

    def trace(frame: FrameType, _event: str, _argument: object) -> Any:
        return trace_lines if frame.f_code.co_filename.startswith(prefix) else None

    lines: dict[str, list[str]] = {}
    threading.settrace(trace)
    with closing(Judge()) as judge:
        for answer in frozen_answers():
            if answer.group in _ALIKE and not in_sample(answer.key, 5):
                continue
            sample = answer.sample(0)
            seen.clear()
            sys.settrace(trace)
            with suppress(KeyboardInterrupt):  # which the test of one of the attacks raises
                judge.judge(sample)
            sys.settrace(None)
            for file, line in seen:
                name = Path(file).relative_to(ROOT / "benchmark").as_posix()
                lines.setdefault(f"{name}:{line}", []).append(answer.key)
    out.write_text(json.dumps(lines))


def check(keys: Path) -> None:
    """Check some verdicts, or the kept code of all answers; print the first that changed and end with 1."""
    from benchmark.judging.judge import Judge
    from locks import judged
    from tests.frozen_answers import frozen_answers

    locked, answers = judged.locked_outcomes(judged.read_lock()), frozen_answers()
    chosen = json.loads(keys.read_text())
    if chosen is None:
        changed = judged.changes_of_kept_code(locked, answers)
        if changed:
            print(f"kept code of {len(changed)}: {changed[0].answer.name}")
            sys.exit(1)
        return
    with closing(Judge()) as judge:
        for answer in (answer for answer in answers if answer.key in chosen):
            before = locked[answer.key].partition(" ")[0]
            now = judged.outcome_text(judge.judge(answer.sample(0)))
            if now != before:
                print(f"{answer.name}: {before} → {now}")
                sys.exit(1)


def try_change(change: tuple[str, int, int, int, str], lines: dict[str, list[str]]) -> str:
    """Return what noticed a change; empty if nothing did."""
    file, line, start, end, new = change
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        shutil.copytree(ROOT / "benchmark", folder / "benchmark", copy_function=_link, dirs_exist_ok=True)
        for part in ("tests", "locks", "recorded", "site", "submissions"):
            (folder / part).symlink_to(ROOT / part)
        path = folder / "benchmark" / file
        data = path.read_bytes()
        path.unlink()
        path.write_bytes(data[:start] + new.encode() + data[end:])
        running = lines.get(f"{file}:{line}", [])
        # A line that runs once, when its module is imported, decides for whatever runs in this module.
        running = running or sorted(
            {key for place, of in lines.items() if place.startswith(f"{file}:") for key in of}
        )
        chosen = Draws(file, line).sample(running, min(_ANSWERS, len(running)))
        given = None if file.startswith("extraction/") else chosen
        (folder / "keys.json").write_text(json.dumps(given))
        command = [sys.executable, "-m", "tests.one_word_changes", "--check", str(folder / "keys.json")]
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return "never ends"
        words = (done.stdout.strip() or done.stderr.strip()).splitlines()
        return words[-1] if done.returncode and words else "ended" if done.returncode else ""


def _link(source: str, target: str) -> None:
    Path(target).symlink_to(source)


def main(arguments: list[str]) -> None:
    if arguments[0] == "--check":
        return check(Path(arguments[1]))
    if arguments[0] == "--map":
        return map_lines(Path(arguments[1]))
    count, seed, lines = int(arguments[0]), int(arguments[1]), json.loads(Path(arguments[2]).read_text())
    part, parts = map(int, arguments[3].split("/")) if len(arguments) > 3 else (0, 1)
    file, old, new = KNOWN
    source = (ROOT / "benchmark" / file).read_text(encoding="utf-8")
    at, start = source.index(old), source.encode().index(old.encode())
    known = (file, source[:at].count("\n") + 1, start, start + len(old.encode()), new)
    changes = [known, *drawn(count - 1, seed)][part::parts]
    noticed = 0
    for change in changes:
        file, line, start, end, new = change
        data = (ROOT / "benchmark" / file).read_bytes()[start:end].decode()
        found = try_change(change, lines)
        noticed += bool(found)
        of = len(lines.get(f"{file}:{line}", []))
        print(f"{file}:{line} ({of} answers): {data!r} → {new!r}: {found or '-'}", flush=True)
    print(f"{noticed} of {len(changes)} noticed by frozen answers")
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
