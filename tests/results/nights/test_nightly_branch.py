"""Files of nightly runs on the branch ``results``, in a bare repository on disk."""

import json
from pathlib import Path

import pytest
from fake_sigstore import COMMIT

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.branch import PublishOutcome, check_out, publish
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import (
    ModelsSeen,
    NewRecord,
    Panel,
    add_nightly,
    completions_name,
    nightly_paths,
    read_completions,
    read_panels,
    read_records,
)

from .pushed import COMPLETIONS, COUNTED, FILE, TEXTS, bundle, check, push


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
