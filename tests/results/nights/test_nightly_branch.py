"""Files of nightly runs on the branch ``results``, in a bare repository on disk."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_sigstore import COMMIT

from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.files.strict_json import dump_records
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import PublishOutcome, check_out, fetch_history, publish
from benchmark.results.git import commit_id
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import (
    ModelsSeen,
    NamedRecord,
    NewRecord,
    Panel,
    add_nightly,
    completions_name,
    nightly_paths,
    read_completions,
    read_panels,
    read_records,
)
from benchmark.results.soundness import CheckedBranch, check_files
from tests.conftest import GitIn
from tests.edits import edit
from tests.sampling import gate_of

pytestmark = gate_of("chain")

COMPLETIONS = [Completion(task_id=f"task-{number}", draw=0, text="x") for number in range(3)]
TEXTS = gzip_bytes(dump_records(Path("completions"), map(prediction_record, COMPLETIONS)))
FILE = {"sha256": sha256_hex(TEXTS), "bytes": len(TEXTS)}
COUNTED = {"count": 3, "draws": 1, "digest": completions_digest(COMPLETIONS)}
UNSIGNED = AttestationChecker(None)


def check(remote: Path, folder: Path, checker: AttestationChecker = UNSIGNED) -> CheckedBranch:
    git = fetch_history(str(remote), folder=folder)
    tip = commit_id(git, "refs/heads/results")
    return check_files(git, tip, checker)


def bundle(path: Path) -> str:
    return path.with_name(f"{path.stem}.sigstore.json").as_posix()


def push(remote: Path, tmp_path: Path, git_in: GitIn, files: dict[str, bytes]) -> None:
    """Push files by hand."""
    clone = tmp_path / "clone"
    if not clone.exists():
        git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), str(clone))
    for name, data in files.items():
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes(data)
    git_in(clone, "add", "--all")
    git_in(clone, "commit", "--quiet", "-m", "By hand")
    git_in(clone, "push", "--quiet", "origin", "HEAD:results")


def placed(record: NamedRecord) -> dict[str, bytes]:
    return {record.path(Path(NIGHTLY)).as_posix(): record.to_bytes()}


def add(remote: Path, folder: Path, *new: NewRecord, said: list[str] | None = None) -> PublishOutcome:
    report = (said if said is not None else []).append
    return publish(
        str(remote),
        lambda checkout: add_nightly(new, checkout, report),
        folder=folder,
        needed=nightly_paths(new),
    )


@pytest.fixture
def night(make_night) -> Panel:
    return make_night(completions_file=FILE, completions=COUNTED, resolved_models={})


@pytest.fixture
def new(night: Panel, make_models_seen, make_event, make_decision) -> list[NewRecord]:
    seen = make_models_seen()
    records = [seen, make_event(panels=[night.id], models=[seen.id]), make_decision()]
    return [NewRecord(night, TEXTS), *map(NewRecord, records)]


def test_a_night_is_added_in_one_commit_and_passes_the_check(
    in_process, remote, tmp_path, night, new
) -> None:
    outcome = add(remote, tmp_path / "writer", *new)
    stem = f"{night.night}.{night.id}"
    folder = "nightly/panels/code-vision/open/acme-1"
    assert [path for path in outcome.added if "panels" in path] == [
        f"{folder}/{stem}.completions.jsonl.gz",
        f"{folder}/{stem}.json",
    ]
    kinds = ["decisions/acme-1", "events", "models/openai"]
    assert [path.rpartition("/")[0] for path in outcome.added if "panels" not in path] == [
        f"nightly/{kind}" for kind in kinds
    ]
    checked = in_process("results", "check", "--remote", remote, code=0)
    assert "2 commits, 0 rows (0 unattested), 1 panel (1 unattested), no problems" in checked.stdout
    again = add(remote, tmp_path / "again", *new)
    assert (again.commit, again.added) == (None, ())


def test_of_two_runs_of_one_night_the_first_counts_and_the_other_is_told(
    remote, tmp_path, make_night
) -> None:
    first, second, stage_2 = make_night(), make_night(salt="again"), make_night(stage=2)
    said: list[str] = []
    add(remote, tmp_path / "first", NewRecord(first))
    add(remote, tmp_path / "second", NewRecord(second), NewRecord(stage_2), said=said)
    (line,) = said
    assert line.startswith(f"{second.night}.{second.id}.json: not added")
    assert line.endswith(f"because {first.night}.{first.id}.json was first in this night")
    check_out(str(remote), folder=tmp_path / "checkout")
    assert read_panels(tmp_path / "checkout" / NIGHTLY) == (first, stage_2)


def test_a_panel_has_a_signature_like_a_row(
    remote, tmp_path, sigstore, checker, *, make_night, git_in
) -> None:
    panel = make_night(commit=COMMIT)
    path = panel.path(Path(NIGHTLY))
    signed = json.dumps(sigstore.attest(sha256_hex(panel.to_bytes()))).encode()
    push(remote, tmp_path, git_in, {path.as_posix(): panel.to_bytes(), bundle(path): signed})
    checked = check(remote, tmp_path / "check", checker)
    assert (checked.panels, checked.attested_panels, checked.findings) == (1, 1, [])
    other = make_night(commit=COMMIT, stage=2)
    second = other.path(Path(NIGHTLY))
    push(remote, tmp_path, git_in, {second.as_posix(): other.to_bytes(), bundle(second): signed})
    checked = check(remote, tmp_path / "again", checker)
    assert (checked.panels, checked.attested_panels) == (2, 1)
    (finding,) = checked.findings
    assert finding.place == bundle(second)
    assert "the panel's signature is refused" in finding.problem


def test_the_completions_of_a_panel_are_read_to_judge_them_again(tmp_path: Path, night: Panel) -> None:
    add_nightly([NewRecord(night, TEXTS)], tmp_path)
    path = night.path(tmp_path / NIGHTLY).with_name(completions_name(night))
    assert list(read_completions(night, path)) == COMPLETIONS
    with pytest.raises(BadInput, match="does not exist"):
        read_completions(night, tmp_path / "completions.jsonl.gz")


def test_lists_of_models_are_read_oldest_first_and_a_broken_one_is_not_absent(
    tmp_path, make_models_seen
) -> None:
    nights = ("2026-11-21", "2026-11-19", "2026-11-20")
    made = [make_models_seen(date=date) for date in nights]
    add_nightly([*map(NewRecord, made), NewRecord(make_models_seen(provider="google"))], tmp_path)
    found = read_records(tmp_path / NIGHTLY, ModelsSeen, "openai")
    assert [seen.date for seen in found] == sorted(nights)
    assert read_records(tmp_path / NIGHTLY, ModelsSeen, "anthropic") == ()
    path = found[0].path(tmp_path / NIGHTLY)
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadInput, match="not valid JSON"):
        read_records(tmp_path / NIGHTLY, ModelsSeen, "openai")


Wrong = Callable[[Panel, dict[str, bytes]], dict[str, bytes]]


FOLDER = "nightly/panels/code-vision/open/acme-1"
NO_PLACE = "does not belong on this branch; use nightly/<kind>"
ELSEWHERE = f"restore the file, or move it to {FOLDER}/"


def _moved(change: Callable[[str], str]) -> Wrong:
    """Return a wrong push: the file of the panel at another path."""
    return lambda _, files: {change(name): data for name, data in [*files.items()][:1]}


def _bytes(change: Callable[[bytes], bytes]) -> Wrong:
    """Return a wrong push: the file of the panel with other bytes."""
    return lambda _, files: {name: change(data) for name, data in [*files.items()][:1]}


def _edited(edits: dict[str, Any], *, new_id: bool = True) -> Wrong:
    """Return a wrong push: the panel with another content, and the id and the name that follow from it."""

    def wrong(panel: Panel, _: dict[str, bytes]) -> dict[str, bytes]:
        value = json.loads(panel.to_bytes())
        edit(value, edits)
        if new_id:
            value["id"] = digest_canonical(value["result"])
        path = panel.path(Path(NIGHTLY)).with_name(f"{panel.night}.{value['id']}.json")
        return {path.as_posix(): canonical_json(value) + b"\n"}

    return wrong


WRONG: dict[str, tuple[Wrong, str]] = {
    "no kind": (lambda _, _files: {"nightly/panel/a.json": b"{}"}, f"{NO_PLACE}/…/<date>.<id>.json"),
    "no folders": (_moved(lambda name: f"nightly/panels/{Path(name).name}"), ELSEWHERE),
    "no date in the name": (lambda panel, _: {f"{FOLDER}/{panel.id}.json": b"{}"}, NO_PLACE),
    "other folder": (_moved(lambda name: name.replace("acme-1", "acme-2")), ELSEWHERE),
    "other night in the name": (_moved(lambda name: name.replace("11-20", "11-21")), ELSEWHERE),
    "edited": (
        _edited({"result.stage": 2}, new_id=False),
        "is not the digest of the panel's content",
    ),
    "other schema": (
        _edited({"schema": "sightbench/panel/2"}),
        "schema: sightbench/panel/2 is newer than sightbench/panel/1, the newest version that",
    ),
    "unknown field": (_edited({"run.costs": 1}), "run.costs: unknown field; did you mean cost_usd?"),
    "status": (_edited({"result.statuses.task-0": ["P"]}), "or 'missing', got 'P'; use one of these"),
    "digest": (
        _edited({"result.tasks.digest": "abc"}),
        "result.tasks.digest: does not match ^[0-9a-f]{64}$, got 'abc'",
    ),
    "date": (
        _edited({"result.date": "2026-11-31"}),
        "result.date: is not an existing date, got '2026-11-31'; use a date of the calendar",
    ),
    "truncated": (_bytes(lambda data: data[:300]), "not valid JSON"),
    "other bytes": (
        _bytes(lambda data: data.replace(b'","', b'", "', 1)),
        "is not written as RFC 8785 JSON and a line end; restore the file",
    ),
    "no completions": (
        _edited({"run.completions_file": FILE}),
        "is missing, but its panel names it; add the file again",
    ),
    "stray completions": (
        lambda panel, files: {**files, f"{FOLDER}/{completions_name(panel)}": TEXTS},
        "does not belong to any valid panel that names it",
    ),
    "completions in another folder": (
        lambda panel, files: {**files, f"nightly/models/openai/{completions_name(panel)}": TEXTS},
        "does not belong on this branch",
    ),
    "signature of nothing": (
        lambda panel, _: {bundle(panel.path(Path(NIGHTLY))): b"{}"},
        "is the signature of a panel that does not exist",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_one_clear_finding(remote, tmp_path, git_in, make_night, *, case) -> None:
    wrong, problem = WRONG[case]
    panel = make_night()
    files = wrong(panel, placed(panel))
    push(remote, tmp_path, git_in, files)
    (finding,) = check(remote, tmp_path / "check").findings
    assert problem in finding.problem
    assert finding.place.startswith("nightly/")


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda data: data[:-1], "bytes, but its panel says"),
        (lambda data: data[:-1] + b"?", "has another SHA-256 than its panel says"),
    ],
)
def test_other_completions_are_found(remote, tmp_path, git_in, night, *, spoil, problem) -> None:
    beside = night.path(Path(NIGHTLY)).with_name(completions_name(night)).as_posix()
    push(remote, tmp_path, git_in, {**placed(night), beside: spoil(TEXTS)})
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.place == beside
    assert problem in finding.problem


@pytest.mark.parametrize(
    ("kept", "problem"),
    [
        (COMPLETIONS[:2], "task 'task-2', draw 0 is only in one of this file and result.statuses"),
        (
            [*COMPLETIONS, Completion(task_id="task-3", draw=0, text="x")],
            "task 'task-3', draw 0 is only in one",
        ),
        (
            [*COMPLETIONS[:2], Completion(task_id="task-2", draw=0, text="y")],
            "has 3 completions with ",
        ),
    ],
)
def test_completions_of_other_samples_are_found_even_if_the_panel_names_the_file(
    remote, tmp_path, git_in, make_night, *, kept, problem
) -> None:
    data = gzip_bytes(dump_records(Path("completions"), map(prediction_record, kept)))
    described = {"sha256": sha256_hex(data), "bytes": len(data)}
    panel = make_night(completions_file=described, completions=COUNTED, resolved_models={})
    beside = panel.path(Path(NIGHTLY)).with_name(completions_name(panel))
    push(remote, tmp_path, git_in, {**placed(panel), beside.as_posix(): data})
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.place == beside.as_posix()
    assert finding.problem.startswith(problem)


def test_a_second_panel_of_a_night_is_found(remote: Path, tmp_path: Path, git_in: GitIn, make_night) -> None:
    push(remote, tmp_path, git_in, {**placed(make_night()), **placed(make_night(salt="again"))})
    push(remote, tmp_path, git_in, placed(make_night(stage=2)))  # another stage is no duplicate
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.problem.startswith("2026-11-20.")
    assert "is another panel of this night for the same series; keep one" in finding.problem


def test_evidence_that_is_not_on_the_branch_is_found(remote, tmp_path, git_in, make_event) -> None:
    push(remote, tmp_path, git_in, placed(make_event(panels=["7" * 64])))
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.problem.startswith(f"panels: nightly/panels has no valid file with the id {'7' * 64}")
