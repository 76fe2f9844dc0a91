"""Pages show `verified` and `judged` only for rows with a valid signature."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_sigstore import COMMIT, SIGNER, FakeSigstore, write_bundle

from benchmark.core.digest import sha256_hex
from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.downloads.feed import feed_bytes
from benchmark.leaderboard.downloads.tables import download_tables
from benchmark.leaderboard.inputs.provenance import (
    answer_links,
    attestation_command,
    judged_note,
    row_links,
)
from benchmark.leaderboard.inputs.site_config import SiteConfig, config_from_environment
from benchmark.leaderboard.inputs.sources import Sources, read_sources
from benchmark.leaderboard.model.page import models
from benchmark.results.branch_record import add_record
from benchmark.results.layout import bundle_path
from benchmark.results.releases import SHARED_UNTIL, release_of
from benchmark.results.row import Row, RowFile
from tests.changed_rows import with_run


@pytest.fixture
def ledger(make_row: Callable[..., Row], tmp_path: Path) -> SiteConfig:
    """Rows that claim to be verified: a signed one, an unsigned one, one with another row's signature."""
    sigstore = FakeSigstore()
    rows = tmp_path / "results"
    for slug, trust in (("signed", "verified"), ("unsigned", "verified"), ("forged", "judged")):
        row = make_row(slug, trust=trust, links={"CI run": f"{SIGNER.address}/actions/runs/42"})
        row = with_run(row, commit=COMMIT)
        path = add_record(rows, row)
        if slug != "unsigned":
            digest = sha256_hex(path.read_bytes()) if slug == "signed" else "0" * 64
            write_bundle(sigstore.attest(digest), bundle_path(path))
    add_record(rows, make_row("paper", trust="reported"))
    root = sigstore.write_trusted_root(tmp_path / "root.json")
    return SiteConfig(rows=rows, signer=str(SIGNER), trusted_root=root, repository=SIGNER.address)


def _trust(sources: Sources) -> dict[str, str]:
    return {row.result.submission.slug: sources.trust(row) for row in sources.light_rows}


@pytest.mark.gate
def test_only_a_signed_row_keeps_its_trust(ledger: SiteConfig) -> None:
    sources = read_sources(ledger, ranked=False)
    assert _trust(sources) == {
        "signed": "verified",
        "unsigned": "unattested",
        "forged": "unattested",
        "paper": "reported",
    }
    (note,) = [note for note in sources.notes if "signature" in note]
    assert "of forged is shown as unattested: its signature is refused: is the signature of another" in note


@pytest.mark.gate
def test_every_page_and_file_shows_the_same_trust(ledger: SiteConfig) -> None:
    sources = read_sources(ledger, ranked=False)
    wanted = _trust(sources)
    boards = [table for page in board_pages(sources) for table in page.view.tables]  # type: ignore[attr-defined]
    seen: dict[str, set[str]] = {}
    for table in boards:
        for line in table.models:
            seen.setdefault(line.name, set()).add(line.trust)
    for view in models(sources).values():
        seen.setdefault(view.slug, set()).add(view.trust)
    for download in download_tables(sources):
        for block in download.blocks():
            for slug, trust in zip(block["slug"], block.get("trust", ()), strict="trust" in block):
                seen.setdefault(slug, set()).add(trust)
    assert seen == {slug: {trust} for slug, trust in wanted.items()}
    text = feed_bytes(sources).decode()
    assert (text.count("; verified; row"), text.count("; unattested; row")) == (1, 2)


def test_a_models_page_says_what_a_row_only_claims(ledger: SiteConfig) -> None:
    sources = read_sources(ledger, ranked=False)
    facts, commands = {}, {}
    for view in models(sources).values():
        if view.sections:
            origin = view.sections[0].rows[0]
            facts[view.slug] = {fact.label: fact.value for fact in origin.facts}
            commands[view.slug] = origin.attested, "attestations" in dict(origin.links)
    claims = "so nothing proves its trust, cost, times and links"
    assert facts["signed"]["Answers"] == "3 completions, generated and judged here"
    assert facts["signed"]["Signature"].startswith("attested: our workflow wrote this row")
    assert facts["unsigned"]["Answers"] == (
        "3 completions, generated and judged here (not proved by a signature)"
    )
    assert facts["unsigned"]["Signature"] == f"unattested: no signature is next to the row, {claims}"
    assert facts["forged"]["Signature"] == f"unattested: its signature is refused, {claims}"
    assert {slug for slug, (command, link) in commands.items() if command or link} == {"signed"}


def test_without_a_signer_every_row_is_unattested_and_the_site_is_built(ledger: SiteConfig) -> None:
    sources = read_sources(dataclasses.replace(ledger, signer=""), ranked=False)
    assert set(_trust(sources).values()) == {"unattested", "reported"}
    assert any(note.startswith("2 signatures not checked: it is not known") for note in sources.notes)


def test_rows_without_signatures_need_no_note(ledger: SiteConfig) -> None:
    for path in ledger.rows.rglob("*.sigstore.json"):
        path.unlink()
    sources = read_sources(dataclasses.replace(ledger, signer=""), ranked=False)
    assert [note for note in sources.notes if "signature" in note] == []


@pytest.mark.gate
def test_a_forged_cost_takes_the_trust_of_a_row_away(ledger: SiteConfig) -> None:
    sources = read_sources(ledger, ranked=False)
    (row,) = (row for row in sources.light_rows if row.result.submission.slug == "signed")
    path = row.path(ledger.rows)
    forged = json.loads(path.read_text("utf-8"))
    forged["run"]["cost_usd"] = 0.01
    path.write_text(json.dumps(forged), "utf-8")
    assert _trust(read_sources(ledger, ranked=False))["signed"] == "unattested"


def test_the_signer_reaches_the_process_that_builds_the_pages(ledger: SiteConfig) -> None:
    again = config_from_environment(ledger.environment(), Path("/nowhere"))
    assert (again.signer, again.trusted_root) == (str(SIGNER), ledger.trusted_root)
    assert _trust(read_sources(again, ranked=False))["signed"] == "verified"


@pytest.mark.parametrize("by_policy", [False, True], ids=["--repository", "policy.yml"])
def test_the_command_site_passes_the_signer_on(
    *, by_policy: bool, ledger: SiteConfig, tmp_path: Path, in_process: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[SiteConfig] = []

    def build(config: SiteConfig, out: Path, **_: object) -> tuple[Path, tuple[str, ...]]:
        built.append(config)
        return out / "index.html", ()

    monkeypatch.setattr("benchmark.leaderboard.build.build.build_site", build)
    if by_policy:
        (tmp_path / "policy.yml").write_text("repository: {name: octo/bench, id: 4711}\n", "utf-8")
    named = () if by_policy else ("--repository", str(SIGNER))
    done = in_process("site", "--rows", ledger.rows, "--trusted-root", ledger.trusted_root, *named)
    assert done.returncode == 0, done.stderr
    assert _trust(read_sources(built[0], ranked=False))["signed"] == "verified"


HERE = "https://github.com/acme/bench"
RUN = f"{HERE}/actions/runs/7"


def recorded_row(row, **more):
    return with_run(row, **{"links": {"CI run": RUN}, "commit": "a" * 40, **more})


def test_only_https_addresses_become_links(make_row) -> None:
    links = {
        "run": "https://ci.example.org/1",
        "bad": "javascript:alert(1)",
        "odd": "https://",
        "old": "http://x.org",
    }
    assert row_links(make_row("a", links=links), HERE, attested=True) == (
        ("run", "https://ci.example.org/1"),
    )


@pytest.mark.parametrize("started", ["2026-11-28T09:00:00Z", "2026-12-01T09:00:00Z"])
def test_a_row_made_by_this_repository_links_to_all_its_sources(make_row, started: str) -> None:
    """Large files of older rows are in a release that several rows share."""
    small = RowFile(name="a.completions.jsonl.gz", sha256="b" * 64, bytes=1000)
    large = RowFile(name="a.verdicts.jsonl.gz", sha256="c" * 64, bytes=2_000_000)
    row = recorded_row(make_row("a"), completions_file=small, verdicts_file=large, started=started)
    tag = release_of(row) if started > SHARED_UNTIL else f"rows-{row.id[:2]}"
    folder = "results/results/code-vision/rebuilt/a"
    assert dict(row_links(row, f"{HERE}/", attested=True)) == {
        "CI run": RUN,
        "commit": f"{HERE}/commit/{'a' * 40}",
        "row": f"{HERE}/blob/{folder}/{row.id}.json",
        "completions": f"{HERE}/raw/{folder}/a.completions.jsonl.gz",
        "verdicts": f"{HERE}/releases/download/{tag}/a.{'c' * 12}.verdicts.jsonl.gz",
        "attestations": f"{HERE}/attestations",
    }
    assert attestation_command(row, HERE) == f"gh attestation verify {row.id}.json --repo acme/bench"


def test_a_row_made_elsewhere_has_no_links_into_this_repository(make_row) -> None:
    row = recorded_row(make_row("a"), links={"CI run": "https://github.com/acme/bench-fork/actions/runs/7"})
    assert [label for label, _ in row_links(row, HERE, attested=True)] == ["CI run"]
    assert attestation_command(row, HERE) == ""
    assert row_links(row, "", attested=True) == row_links(row, HERE, attested=True)


@pytest.mark.parametrize(
    ("commit", "attested", "labels"),
    [("../../x", True, ["CI run", "row", "attestations"]), ("a" * 40, False, ["CI run", "commit", "row"])],
    ids=["text that is not a commit", "no valid signature"],
)
def test_what_is_not_proved_becomes_no_link(make_row, commit: str, labels, *, attested: bool) -> None:
    row = recorded_row(make_row("a"), commit=commit)
    assert [label for label, _ in row_links(row, HERE, attested=attested)] == labels


URL = f"https://raw.githubusercontent.com/owner/repo/{'3a09ad07' * 5}/output/MATH/m/samples.jsonl"


def referenced(row: Row, day: str = "2026-11-21") -> Row:
    references = ReferencedAnswers.model_validate(
        {"format": "sightbench", "files": [{"url": URL, "sha256": "a" * 64}]}
    )
    return with_run(row, references=references, completions_file=None, started=f"{day}T10:00:00Z")


def test_the_label_of_a_link_is_the_end_of_the_address(make_row) -> None:
    assert answer_links(referenced(make_row("a"))) == (("MATH/m/samples.jsonl", URL),)
    assert answer_links(make_row("a")) == ()


def test_the_note_counts_the_models_and_names_days_and_versions(make_row) -> None:
    first, second = referenced(make_row("a")), referenced(make_row("b"), "2026-11-20")
    version = first.result.versions.judge
    assert judged_note([first, second], ["unattested"]) == (
        "Others published the answers of all 2 models; they were judged here from 20 Nov 2026 to 21 Nov 2026"
        f" by version {version} of our judge. No signature proves where it was judged."
    )
    assert judged_note([first, make_row("b")], ["judged", "unattested"]).startswith(
        "Others published the answers of 1 of 2 models; they were judged here on 21 Nov 2026 by"
    )
    assert judged_note([make_row("a")], ["judged", "verified"]).endswith(" of our judge.")
    assert judged_note([], []) == ""
