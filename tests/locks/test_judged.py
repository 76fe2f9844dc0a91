"""The lock of verdicts: frozen answers have the kept code and the verdicts of ``locks/judged.json``."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.digest import digest_lines, in_sample
from benchmark.core.verdict import Status
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.record import code_digest, judge_serial
from benchmark.suites import SUITES, load
from locks import judged
from locks.judged import Change, Lock
from tests.frozen_answers import FrozenAnswer, frozen_answers
from tests.kept_results import KeptResults, deciding_digest
from tests.sampling import WHOLE, gate_of

ROOT = Path(__file__).resolve().parents[2]
#: Groups whose verdicts take long: figures, whole tasks of suites, programs with the imports of MMCode.
_SLOW = {
    "figures",
    "tikz",
    "drawing",
    "drawings",
    "reference",
    "fault",
    "program",
    "mmcode upstream",
    "field",
}
_RENEW = "run `./noxw -s judged -- --renew REASON`"


@pytest.fixture(scope="module")
def lock() -> Lock:
    return judged.read_lock()


@pytest.fixture(scope="module")
def locked(lock: Lock) -> dict[str, str]:
    if judged.PYTHON not in lock["pythons"]:
        pytest.skip(f"the lock has no outcomes of Python {judged.PYTHON}")
    return judged.locked_outcomes(lock)


@pytest.mark.gate
def test_all_frozen_answers_keep_their_code(locked: dict[str, str]) -> None:
    found = judged.changes_of_kept_code(locked, frozen_answers())
    assert not found, judged.explained(found)


@pytest.mark.gate
def test_100_frozen_answers_keep_their_verdicts(locked: dict[str, str], kept_pool: LocalPool) -> None:
    chosen = [
        answer for answer in frozen_answers() if answer.group not in _SLOW and in_sample(answer.key, 40)
    ]
    assert len(chosen) >= 100
    assert_unchanged(locked, chosen, kept_pool)


@gate_of("lock")
def test_frozen_answers_keep_their_verdicts(locked: dict[str, str]) -> None:
    """Outcomes that the same code found are kept, except in the session ``weekly``."""
    kept, answers = KeptResults("judged", deciding_digest()), frozen_answers()
    known = {} if WHOLE else kept.of(answer.key for answer in answers)
    chosen = [answer for answer in answers if answer.key not in known]
    found = dict(
        zip((answer.key for answer in chosen), judged.found_outcomes(chosen, LocalPool()), strict=True)
    )
    kept.add(found)
    changes = judged.changes(locked, answers, [(known | found)[answer.key] for answer in answers])
    assert not changes, judged.explained(changes)


def assert_unchanged(locked: dict[str, str], answers: Sequence[FrozenAnswer], pool: LocalPool) -> None:
    found = judged.changes(locked, answers, judged.found_outcomes(answers, pool))
    assert not found, judged.explained(found)


def test_the_lock_has_all_frozen_answers_and_the_versions(lock: Lock) -> None:
    new, gone = judged.missing_keys(lock, frozen_answers())
    assert (new[:3], gone) == ([], 0), _RENEW
    assert lock["versions"] == judged.versions(), _RENEW
    assert len({answer.name for answer in frozen_answers()}) == len(frozen_answers())


@pytest.mark.gate
@pytest.mark.skipif(judged.PYTHON != judged.BASE, reason="another Python writes other syntax trees")
def test_the_lock_has_the_digest_of_the_code_that_decides(lock: Lock) -> None:
    assert lock["code"] == judged.code_digests(), f"code that decides verdicts changed: {_RENEW}"


def test_the_lock_is_small_and_its_digests_are_those_of_its_lines(lock: Lock) -> None:
    assert judged.LOCK.stat().st_size < 256_000
    assert [*lock["pythons"]] == ["3.11", "3.12", "3.13"]
    for python, of in lock["pythons"].items():
        outcomes = judged.locked_outcomes(lock, python)
        assert digest_lines(outcomes[answer.key] for answer in frozen_answers())[:12] == of["digest"], python


# --- What the answers are ---


def test_frozen_answers_have_each_status_and_many_are_wrong(lock: Lock) -> None:
    statuses = Counter(
        re.split(r"[ ,]", outcome)[0] for outcome in judged.locked_outcomes(lock, judged.BASE).values()
    )
    assert statuses.keys() == {*Status, "missing"}
    assert min(statuses[status] for status in Status) >= 20, statuses
    assert statuses["passed"] <= 0.6 * statuses.total()
    assert statuses.total() >= 5000


@pytest.mark.gate
def test_frozen_answers_take_each_step_of_extraction() -> None:
    """A step is a note or a failure, without names and numbers; each rule has its own."""
    steps: Counter[str] = Counter()
    for answer in frozen_answers():
        rule = getattr(answer.extraction, "extract", answer.extraction)
        module = "own" if ".extraction." in rule.__module__ else rule.__module__.split(".")[-2]
        found = answer.answer
        for text in {*found.notes, found.failure} - {""}:
            steps[f"{module} {rule.__name__ if module != 'own' else ''}: {step(text)}"] += 1
        steps[f"{module}: code is kept"] += not found.empty
    del steps["tests: code is kept"]  # programs as they are
    assert {name: count for name, count in steps.items() if count < 20} == {}
    written = {step(text) for text in _notes_in_the_code()}
    assert written - {name.partition(": ")[2] for name in steps} == set()


def step(text: str) -> str:
    """Return a note without its numbers, letters of options and names."""
    return re.sub(r"\d+|\{[^}]*\}|\b[B-H]\b", "N", text).partition(" defines ")[0].partition(": ")[0]


def _notes_in_the_code() -> set[str]:
    """Return the texts of the rules that look like a note: three words or more, where an answer is made."""
    files = [*(ROOT / "benchmark" / "extraction").glob("*.py")]
    files += (ROOT / "benchmark" / "suites").glob("*/upstream.py")
    found: set[str] = set()
    for file in files:
        for line in file.read_text(encoding="utf-8").replace("\\\\", "\\").splitlines():
            if re.search(r"notes|yield \"|return .*, \(|_KEPT =|_REMOVED =|failure =|_TOO_LONG =", line):
                found |= {text for text in re.findall(r'"([^"]*)"', line) if re.match(r"[a-z{].* .* ", text)}
    return found


# --- What a change says ---


ANSWER = next(answer for answer in frozen_answers() if answer.name.startswith("small/one line/"))


def changed(answer: FrozenAnswer = ANSWER) -> Change:
    return Change(answer=answer, before="passed 0:3", after="wrong_answer 10:13")


def test_a_change_names_the_answer_and_what_was_before_and_is_now() -> None:
    text = judged.explained([changed()])
    assert f"{ANSWER.name}: passed → wrong_answer\n" in text
    assert f"kept before: {ANSWER.text[:3]!r}" in text
    assert "kept now: 'def times" in text
    assert "raise the version of the judge, then run" in text
    assert "or say why not" in text


def test_a_change_needs_the_version_of_its_suite_or_of_the_judge(lock: Lock) -> None:
    in_suite = changed(replace(ANSWER, task=replace(ANSWER.task, suite="mmcode")))
    before = {**lock, "versions": {**judged.versions(), "mmcode": 0}}
    assert "raise the version of mmcode, then" in judged.explained([in_suite])
    assert judged.refused(lock, [in_suite]) == [in_suite]
    assert judged.refused(before, [in_suite, changed()]) == [changed()]
    assert (
        judged.refused({**lock, "versions": {**judged.versions(), "judge": 0}}, [in_suite, changed()]) == []
    )
    suites = {"versions": dict.fromkeys(judged.versions(), 0) | {"judge": 99}}
    assert judged.refused({**lock, **suites}, [in_suite, changed()]) == []


def outcomes_with(lock: Lock, moved: FrozenAnswer) -> list[str]:
    locked = judged.locked_outcomes(lock, judged.BASE)
    return ["forbidden -" if answer == moved else locked[answer.key] for answer in frozen_answers()]


@pytest.mark.gate
@pytest.mark.skipif(judged.PYTHON != judged.BASE, reason="another Python writes other syntax trees")
def test_the_serial_number_moves_with_verdicts_and_not_with_new_answers_or_rules_of_suites(
    lock: Lock,
) -> None:
    answers = frozen_answers()
    rest = judged.renewed(lock, answers[:-1], {"3.11": outcomes_with(lock, ANSWER)[:-1]}, "one answer less")
    assert rest["serial"] != lock["serial"]
    of_suite = next(answer for answer in answers if answer.name.startswith("humaneval-v upstream/"))
    for moved in (None, of_suite):
        found = {"3.11": outcomes_with(lock, moved or replace(ANSWER, name="none"))}
        new = judged.renewed(lock, answers, found, "because")
        assert new["serial"] == lock["serial"]
        assert new["renewed"][0] == {
            "serial": new["serial"],
            "code": new["code"]["judge"],
            "reason": "because",
        }
        assert new["pythons"]["3.11"]["judged"]
        assert moved is None or not new["pythons"]["3.12"]["judged"]
    assert len(new["renewed"]) <= 8


def test_rows_get_the_serial_number_and_a_digest_of_the_code(lock: Lock) -> None:
    assert judge_serial() == lock["serial"]
    digests = {code_digest(suite) for suite in SUITES}
    assert len(digests) == len(SUITES)
    assert all(re.fullmatch("[0-9a-f]{12}", text) for text in (*digests, judge_serial(), code_digest("own")))


@pytest.mark.parametrize(
    ("source", "is_same"),
    [
        ('"""Another text."""\nx = 1\n\ndef f():\n    """Text."""\n    return {"a"}  # a comment\n', True),
        ('x = 1\ndef f():\n    return {"b"}\n', False),
        ('x = 2\ndef f():\n    return {"a"}\n', False),
    ],
)
def test_texts_and_layout_do_not_count_for_the_digest_of_code(
    source: str, is_same: bool, tmp_path: Path
) -> None:
    for name, text in (("a.py", 'x = 1\ndef f():\n    return {"a"}\n'), ("b.py", source)):
        (tmp_path / name).write_text(text)
    first, second = (judged._tree(tmp_path / name) for name in ("a.py", "b.py"))
    assert (first == second) is is_same


def test_the_digest_of_a_suite_has_the_module_of_its_rule() -> None:
    parts = [*judged._rule_parts(dict(load("humaneval-v").judged.extractions))]
    assert "benchmark.suites.humaneval_v.upstream:extract_v2" in parts
    assert "benchmark.suites.mmcode.upstream:judged" in judged._rule_parts(
        dict(load("mmcode").judged.extractions)
    )


@pytest.mark.gate
@pytest.mark.skipif(judged.PYTHON != judged.BASE, reason="another Python writes other syntax trees")
def test_the_command_lists_changes_and_writes_only_with_a_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept_pool: LocalPool
) -> None:
    monkeypatch.setattr(judged, "LOCK", tmp_path / "judged.json")
    monkeypatch.setattr(judged, "CHANGES", tmp_path / "build" / "changes.txt")
    monkeypatch.setattr(judged, "frozen_answers", lambda: frozen_answers()[:3])
    monkeypatch.setattr(judged, "LocalPool", lambda: kept_pool)
    assert judged.main(["--renew", "begin"]) == 0
    assert judged.main([]) == 0
    assert "3 answers, 0 changed, 0 new, 0 gone" in capsys.readouterr().out
    lock = judged.LOCK.read_text(encoding="utf-8")
    tampered = lock.replace(f"{ANSWER.key} passed", f"{ANSWER.key} timeout")
    assert tampered != lock
    judged.LOCK.write_text(tampered, encoding="utf-8")
    assert judged.main([]) == 1
    assert judged.main(["--renew", "because"]) == 1
    assert judged.LOCK.read_text(encoding="utf-8") == tampered
    assert judged.CHANGES.read_text(encoding="utf-8") == f"{ANSWER.name}: timeout → passed\n"
    assert "error: no version was raised for 1 changes, such as small/one line/" in capsys.readouterr().err
    assert judged.main(["--renew", "because", "--unreleased"]) == 0
    assert judged.read_lock()["answers"] == json.loads(lock)["answers"]


@pytest.mark.weekly
def test_the_command_finds_nothing_to_change() -> None:
    command = [sys.executable, "-m", "locks.judged"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 changed, 0 new, 0 gone" in done.stdout
