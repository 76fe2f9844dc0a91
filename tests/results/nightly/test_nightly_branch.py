"""Files of nightly runs on the branch ``results``, in a bare repository on disk."""

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_sigstore import COMMIT, FakeSigstore

from benchmark.core.digest import canonical_json, digest_canonical, sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.atomic import gzip_bytes
from benchmark.files.jsonl import dump_records
from benchmark.files.predictions import completions_digest, prediction_record
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import PublishOutcome, check_out, fetch_history, publish
from benchmark.results.git import Git
from benchmark.results.heads import heads_at, read_heads
from benchmark.results.layout import NIGHTLY, ROW_FILE_LIMIT, ROWS
from benchmark.results.ledger import read_rows, write_row
from benchmark.results.nightly.completions import read_completions
from benchmark.results.nightly.files import NewRecord, add_nightly, nightly_paths, read_records
from benchmark.results.nightly.models_seen import ModelsSeen
from benchmark.results.nightly.named import NamedRecord, record_bytes, record_path
from benchmark.results.nightly.panel import Panel, completions_name
from benchmark.results.nightly.series import read_panels
from benchmark.results.objects import blobs, commit_id, entries
from benchmark.results.soundness import CheckedFiles, check_files

GitIn = Callable[..., str]
COMPLETIONS = [Completion(task_id=f"task-{number}", draw=0, text="x") for number in range(3)]
TEXTS = gzip_bytes(dump_records(Path("completions"), map(prediction_record, COMPLETIONS)))
FILE = {"sha256": sha256_hex(TEXTS), "bytes": len(TEXTS)}
COUNTED = {"count": 3, "draws": 1, "digest": completions_digest(COMPLETIONS)}
UNSIGNED = AttestationChecker(None)


def add(remote: Path, folder: Path, *new: NewRecord, said: list[str] | None = None) -> PublishOutcome:
    report = (said if said is not None else []).append
    return publish(
        str(remote),
        lambda checkout: add_nightly(new, checkout, report),
        folder=folder,
        needed=nightly_paths(new),
    )


def check(remote: Path, folder: Path, checker: AttestationChecker = UNSIGNED) -> CheckedFiles:
    git = fetch_history(str(remote), folder=folder)
    tip = commit_id(git, "refs/heads/results")
    return check_files(entries(git, tip), lambda some: blobs(git, [entry.id for entry in some]), checker)


@pytest.fixture
def night(make_night) -> Panel:
    return make_night(completions_file=FILE, completions=COUNTED)


@pytest.fixture
def new(night: Panel, make_models_seen, make_event, make_decision) -> list[NewRecord]:
    seen = make_models_seen()
    records = [seen, make_event(panels=[night.id], models=[seen.id]), make_decision()]
    return [NewRecord(night, TEXTS), *map(NewRecord, records)]


def test_a_night_is_added_in_one_commit_and_passes_the_check(
    in_process, remote: Path, tmp_path: Path, night: Panel, new: list[NewRecord]
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
    checked = in_process("results", "check", "--remote", remote)
    assert checked.returncode == 0, checked.stdout
    assert "2 commits, 0 rows (0 unattested), 1 panel (1 unattested), no problems" in checked.stdout
    again = add(remote, tmp_path / "again", *new)
    assert (again.commit, again.added) == (None, ())


def test_of_two_runs_of_one_night_the_first_counts_and_the_other_is_told(
    remote: Path, tmp_path: Path, make_night
) -> None:
    first, second, stage_2 = make_night(), make_night(salt="again"), make_night(stage=2)
    said: list[str] = []
    add(remote, tmp_path / "first", NewRecord(first))
    add(remote, tmp_path / "second", NewRecord(second), NewRecord(stage_2), said=said)
    (line,) = said
    assert line.startswith(f"{second.night}.{second.id}.json: not added")
    assert line.endswith(f"because {first.night}.{first.id}.json has this night's draws already")
    check_out(str(remote), folder=tmp_path / "checkout")
    assert read_panels(tmp_path / "checkout" / NIGHTLY) == (first, stage_2)


def test_of_two_runs_at_the_same_moment_one_counts(remote: Path, tmp_path: Path, make_night) -> None:
    """Both read the branch before either has pushed."""
    ready = threading.Barrier(2)
    said: list[str] = []

    def run(number: int) -> None:
        new, waited = [NewRecord(make_night(salt=str(number)))], []

        def write(checkout: Path) -> str | None:
            if not waited:
                waited.append(ready.wait(60))
            return add_nightly(new, checkout, said.append)

        publish(str(remote), write, folder=tmp_path / str(number), needed=nightly_paths(new))

    writers = [threading.Thread(target=run, args=(number,)) for number in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    check_out(str(remote), folder=tmp_path / "checkout")
    assert len(read_panels(tmp_path / "checkout" / NIGHTLY)) == len(said) == 1


def test_large_completions_are_left_for_a_release(remote: Path, tmp_path: Path, make_night) -> None:
    large = gzip_bytes(os.urandom(ROW_FILE_LIMIT))
    panel = make_night(completions_file={"sha256": sha256_hex(large), "bytes": len(large)})
    entry = NewRecord(panel, large)
    assert list(entry.large) == [completions_name(panel)]
    assert len(add(remote, tmp_path / "writer", entry).added) == 1
    assert check(remote, tmp_path / "check").findings == []


def test_completions_that_their_panel_does_not_name_are_not_pushed(
    remote: Path, tmp_path: Path, night: Panel, make_night
) -> None:
    for number, entry in enumerate(
        (NewRecord(night, TEXTS + b"\n"), NewRecord(night), NewRecord(make_night(), TEXTS))
    ):
        with pytest.raises(BadInput, match=r"run\.completions_file"):
            add(remote, tmp_path / str(number), entry)
    assert check(remote, tmp_path / "check").panels == 0


def test_rows_and_their_readers_do_not_see_the_files_of_nights(
    remote: Path, tmp_path: Path, new: list[NewRecord], make_row
) -> None:
    row = make_row("acme-1", dataset="open")

    def write(checkout: Path) -> str:
        write_row(checkout / ROWS, row)
        return "Add a row"

    publish(str(remote), write, folder=tmp_path / "row")
    add(remote, tmp_path / "night", *new)
    checkout = tmp_path / "checkout"
    check_out(str(remote), folder=checkout)
    assert read_rows(checkout / ROWS) == (row,)
    heads = read_heads(checkout / ROWS)
    assert [head.id for head in heads] == [row.id]
    assert heads_at(Git(checkout), "HEAD", ROWS, ["acme-1"]) == heads
    assert (checked := check(remote, tmp_path / "check")).rows == 1
    assert checked.findings == []


def test_a_panel_has_a_signature_like_a_row(
    remote: Path,
    tmp_path: Path,
    sigstore: FakeSigstore,
    checker: AttestationChecker,
    *,
    make_night,
    git_in: GitIn,
) -> None:
    panel = make_night(commit=COMMIT)
    path = record_path(Path(NIGHTLY), panel)
    signed = json.dumps(sigstore.attest(sha256_hex(record_bytes(panel)))).encode()
    push(remote, tmp_path, git_in, {path.as_posix(): record_bytes(panel), bundle(path): signed})
    checked = check(remote, tmp_path / "check", checker)
    assert (checked.panels, checked.attested_panels, checked.findings) == (1, 1, [])
    other = make_night(commit=COMMIT, stage=2)
    second = record_path(Path(NIGHTLY), other)
    push(remote, tmp_path, git_in, {second.as_posix(): record_bytes(other), bundle(second): signed})
    checked = check(remote, tmp_path / "again", checker)
    assert (checked.panels, checked.attested_panels) == (2, 1)
    (finding,) = checked.findings
    assert finding.place == bundle(second)
    assert "the panel's signature is refused" in finding.problem


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
    return {record_path(Path(NIGHTLY), record).as_posix(): record_bytes(record)}


def edited(record: NamedRecord, change: Callable[[Any], object], *, new_id: bool = True) -> dict[str, bytes]:
    """Return the file of a record after a change, with the id and the name that follow from it."""
    value = json.loads(record_bytes(record))
    change(value)
    if new_id:
        content = {name: field for name, field in value.items() if name != "id"}
        value["id"] = digest_canonical(value.get("result", content))
    path = record_path(Path(NIGHTLY), record).with_name(f"{record.night}.{value['id']}.json")
    return {path.as_posix(): canonical_json(value) + b"\n"}


Wrong = Callable[[Panel, dict[str, bytes]], dict[str, bytes]]


def _first(files: dict[str, bytes]) -> tuple[str, bytes]:
    return next(iter(files.items()))


WRONG: dict[str, tuple[Wrong, str]] = {
    "no kind": (
        lambda _, _files: {"nightly/panel/a.json": b"{}"},
        "does not belong on this branch; use nightly/<kind>/…/<date>.<id>.json",
    ),
    "no folders": (
        lambda _, files: {f"nightly/panels/{Path(_first(files)[0]).name}": _first(files)[1]},
        "does not belong on this branch; use nightly/<kind>",
    ),
    "no date in the name": (
        lambda panel, _: {f"nightly/panels/code-vision/open/acme-1/{panel.id}.json": b"{}"},
        "does not belong on this branch; use nightly/<kind>",
    ),
    "other folder": (
        lambda _, files: {_first(files)[0].replace("acme-1", "acme-2"): _first(files)[1]},
        "the file's path does not match its content; move it to nightly/panels/code-vision/open/acme-1/",
    ),
    "other night in the name": (
        lambda _, files: {_first(files)[0].replace("11-20", "11-21"): _first(files)[1]},
        "the file's path does not match its content; move it to nightly/panels/code-vision/open/acme-1/",
    ),
    "edited": (
        lambda panel, _: edited(panel, lambda value: value["result"].update(stage=2), new_id=False),
        "is not the digest of the panel's content",
    ),
    "other schema": (
        lambda panel, _: edited(panel, lambda value: value.update(schema="sightbench/panel/2")),
        "schema: must be 'sightbench/panel/1', got 'sightbench/panel/2'; use one of these",
    ),
    "unknown field": (
        lambda panel, _: edited(panel, lambda value: value["run"].update(costs=1)),
        "run.costs: unknown field; did you mean cost_usd?",
    ),
    "status": (
        lambda panel, _: edited(panel, lambda value: value["result"]["statuses"].update({"task-0": ["P"]})),
        "is not a status, got 'P'; use one of passed",
    ),
    "digest": (
        lambda panel, _: edited(panel, lambda value: value["result"]["tasks"].update(digest="abc")),
        "result.tasks.digest: does not match ^[0-9a-f]{64}$, got 'abc'",
    ),
    "date": (
        lambda panel, _: edited(panel, lambda value: value["result"].update(date="2026-11-31")),
        "result.date: is not an existing date, got '2026-11-31'; write it as 2026-01-31",
    ),
    "contradiction": (
        lambda panel, _: edited(panel, lambda value: value["result"]["tasks"].update(count=9)),
        "result.statuses: has 3 tasks, but result.tasks.count is 9; record all tasks",
    ),
    "truncated": (
        lambda _, files: {_first(files)[0]: _first(files)[1][:300]},
        "not valid JSON",
    ),
    "other bytes": (
        lambda _, files: {_first(files)[0]: _first(files)[1].replace(b'","', b'", "', 1)},
        "is not written as RFC 8785 JSON and a line end; restore the file",
    ),
    "no such row": (
        lambda panel, _: edited(panel, lambda value: value["run"].update(row="5" * 64)),
        f"run.row: there is no valid row {'5' * 64}; add it again",
    ),
    "no completions": (
        lambda panel, _: edited(panel, lambda value: value["run"].update(completions_file=FILE)),
        "is missing, but its panel's run.completions_file names it; add it again",
    ),
    "stray completions": (
        lambda panel, files: {
            **files,
            f"nightly/panels/code-vision/open/acme-1/{completions_name(panel)}": TEXTS,
        },
        "does not belong to any valid panel that names it",
    ),
    "completions in another folder": (
        lambda panel, files: {**files, f"nightly/models/openai/{completions_name(panel)}": TEXTS},
        "does not belong on this branch",
    ),
    "signature of nothing": (
        lambda panel, _: {bundle(record_path(Path(NIGHTLY), panel)): b"{}"},
        "is the signature of a panel that does not exist",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_file_is_one_clear_finding(
    remote: Path, tmp_path: Path, git_in: GitIn, make_night, *, case: str
) -> None:
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
        (lambda data: data[:-1], "bytes, but run.completions_file says"),
        (lambda data: data[:-1] + b"?", "has SHA-256 "),
    ],
)
def test_other_completions_are_found(
    remote: Path, tmp_path: Path, git_in: GitIn, night: Panel, *, spoil, problem: str
) -> None:
    beside = record_path(Path(NIGHTLY), night).with_name(completions_name(night)).as_posix()
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
        ([*COMPLETIONS[:2], Completion(task_id="task-2", draw=0, text="y")], "has completions with digest "),
    ],
)
def test_completions_of_other_samples_are_found_even_if_the_panel_names_the_file(
    remote: Path, tmp_path: Path, git_in: GitIn, make_night, *, kept: list[Completion], problem: str
) -> None:
    data = gzip_bytes(dump_records(Path("completions"), map(prediction_record, kept)))
    described = {"sha256": sha256_hex(data), "bytes": len(data)}
    panel = make_night(completions_file=described, completions=COUNTED)
    beside = record_path(Path(NIGHTLY), panel).with_name(completions_name(panel))
    push(remote, tmp_path, git_in, {**placed(panel), beside.as_posix(): data})
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.place == beside.as_posix()
    assert finding.problem.startswith(problem)


def test_the_completions_of_a_panel_are_read_to_judge_them_again(tmp_path: Path, night: Panel) -> None:
    add_nightly([NewRecord(night, TEXTS)], tmp_path)
    path = record_path(tmp_path / NIGHTLY, night).with_name(completions_name(night))
    assert list(read_completions(night, path)) == COMPLETIONS
    with pytest.raises(BadInput, match="does not exist"):
        read_completions(night, tmp_path / "completions.jsonl.gz")


def test_a_second_panel_of_a_night_is_found(remote: Path, tmp_path: Path, git_in: GitIn, make_night) -> None:
    push(remote, tmp_path, git_in, {**placed(make_night()), **placed(make_night(salt="again"))})
    push(remote, tmp_path, git_in, placed(make_night(stage=2)))  # another stage is no duplicate
    (finding,) = check(remote, tmp_path / "check").findings
    assert "result.date: '2026-11-20': stage 1 of this night is also in 2026-11-20." in finding.problem


def test_evidence_that_is_not_on_the_branch_is_found(
    remote: Path, tmp_path: Path, git_in: GitIn, make_event
) -> None:
    push(remote, tmp_path, git_in, placed(make_event(panels=["7" * 64])))
    (finding,) = check(remote, tmp_path / "check").findings
    assert finding.problem.startswith(f"panels: nightly/panels has no valid file with the id {'7' * 64}")


@pytest.mark.parametrize("change", ["edit", "delete"])
def test_a_change_of_a_pushed_panel_is_found_in_the_history(
    in_process, remote: Path, tmp_path: Path, git_in: GitIn, make_night, *, change: str
) -> None:
    panel = make_night()
    ((name, data),) = placed(panel).items()
    push(remote, tmp_path, git_in, {name: data})
    if change == "delete":
        (tmp_path / "clone" / name).unlink()
        push(remote, tmp_path, git_in, {})
    else:
        push(remote, tmp_path, git_in, {name: edited(panel, lambda v: v["run"].update(seconds=9))[name]})
    done = in_process("results", "check", "--remote", remote)
    assert done.returncode == 1
    assert f"{'deletes' if change == 'delete' else 'changes'} {name}" in done.stdout


def test_lists_of_models_are_read_oldest_first_and_a_broken_one_is_not_absent(
    tmp_path: Path, make_models_seen
) -> None:
    nights = ("2026-11-21", "2026-11-19", "2026-11-20")
    made = [make_models_seen(date=date) for date in nights]
    add_nightly([*map(NewRecord, made), NewRecord(make_models_seen(provider="google"))], tmp_path)
    found = read_records(tmp_path / NIGHTLY, ModelsSeen, "openai")
    assert [seen.date for seen in found] == sorted(nights)
    assert read_records(tmp_path / NIGHTLY, ModelsSeen, "anthropic") == ()
    path = record_path(tmp_path / NIGHTLY, found[0])
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(BadInput, match="not valid JSON"):
        read_records(tmp_path / NIGHTLY, ModelsSeen, "openai")
