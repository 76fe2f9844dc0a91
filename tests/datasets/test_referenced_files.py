"""Referenced files are fetched within limits from real https servers on loopback, or found in a folder."""

import gzip
import hashlib
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError

from benchmark.core.errors import BadInput, OurFailure
from benchmark.datasets import referenced_files as module
from benchmark.datasets.referenced_files import referenced_files, with_digests
from benchmark.files.references import ReferencedFile
from tests.case_files import read_cases
from tests.sampling import gate_of

from ..https_world import HttpsWorld

pytestmark = gate_of("published")

COMMIT = "3a09ad07" * 5
RAW = f"https://raw.githubusercontent.com/owner/repo/{COMMIT}/output/MATH/m/samples.jsonl"
RELEASE = "https://github.com/owner/repo/releases/download/v1/answers.jsonl"
HUB = f"https://huggingface.co/datasets/owner/repo/resolve/{COMMIT}/answers.jsonl"
DATA = b'{"task_id": "t"}\n' * 200


@pytest.fixture
def world(published: HttpsWorld) -> HttpsWorld:
    return published


def named(url: str = RAW, data: bytes = DATA) -> ReferencedFile:
    return ReferencedFile(url=url, sha256=hashlib.sha256(data).hexdigest())


def test_a_file_is_fetched_once_and_kept(world: HttpsWorld) -> None:
    world.files[RAW] = DATA
    for _ in range(2):
        (path,) = referenced_files([named()])
        assert path.read_bytes() == DATA
    assert world.asked == [RAW]
    path.write_bytes(b"damaged")
    assert referenced_files([named()])[0].read_bytes() == DATA


@pytest.mark.parametrize(
    ("url", "store"),
    [
        (RELEASE, "https://release-assets.githubusercontent.com/a?token=1"),
        (HUB, "https://cdn-lfs.hf.co/a/b?sig=1"),
        (HUB, "https://huggingface.co/api/resolve-cache/a"),
    ],
)
def test_a_release_and_the_hub_may_redirect_to_their_own_stores(world, url, store) -> None:
    world.redirects[url], world.files[store] = store, DATA
    assert referenced_files([named(url)])[0].read_bytes() == DATA
    assert world.asked == [url, store]


@pytest.mark.parametrize(("url", "target"), read_cases("texts/redirects.yaml"))
def test_a_redirect_elsewhere_is_refused_and_not_followed(world: HttpsWorld, url: str, target: str) -> None:
    world.redirects[url], world.files[target] = target, DATA
    with pytest.raises(BadInput, match=r"redirects elsewhere|the server answered 404") as caught:
        referenced_files([named(url)])
    assert caught.value.file == url
    assert {urlsplit(asked).hostname for asked in world.asked} == {urlsplit(url).hostname}


def test_a_redirect_in_a_circle_is_refused(world: HttpsWorld) -> None:
    world.redirects[HUB] = HUB
    with pytest.raises(BadInput, match=r"redirects elsewhere, to 'https://huggingface\.co"):
        referenced_files([named(HUB)])
    assert len(world.asked) == 4


def test_the_body_of_a_redirect_is_not_read(world: HttpsWorld) -> None:
    store = "https://release-assets.githubusercontent.com/a"
    world.redirects[RELEASE], world.files[store] = store, DATA
    world.endless.add(RELEASE)
    assert referenced_files([named(RELEASE)])[0].read_bytes() == DATA


def test_a_file_that_the_server_compresses_is_compared_as_it_is_served(world: HttpsWorld) -> None:
    """Nothing is decompressed before its digest is checked, whatever the header says."""
    world.files[RAW] = packed = gzip.compress(b" " * (1 << 20))
    world.encodings[RAW] = "gzip"
    with pytest.raises(BadInput, match="has SHA-256"):
        referenced_files([named()])
    assert referenced_files([named(RAW, packed)])[0].read_bytes() == packed


def test_a_changed_file_is_refused_with_both_digests(world: HttpsWorld, tmp_path: Path) -> None:
    world.files[RAW] = DATA + b"\n"
    found = hashlib.sha256(DATA + b"\n").hexdigest()
    with pytest.raises(BadInput, match=f"has SHA-256 {found}, not the given {named().sha256}") as caught:
        referenced_files([named()])
    assert caught.value.file == RAW
    assert not (tmp_path / "sets").exists()


def test_the_digest_of_the_first_fetch_is_kept_where_none_is_given(world: HttpsWorld, tmp_path: Path) -> None:
    loose = ReferencedFile(url=RAW)
    world.files[RAW] = DATA
    assert with_digests([loose, named(HUB)]) == [named(), named(HUB)]
    (path,) = referenced_files([loose])
    assert world.asked == [RAW]
    path.unlink()
    world.files[RAW] = DATA + b"\n"
    with pytest.raises(BadInput, match=f"recorded at the first fetch, {named().sha256}"):
        referenced_files([loose])
    for record in (tmp_path / "sets" / ".references").glob("*.first"):
        record.write_text("../../etc/passwd")  # any program of the user may write there
    with pytest.raises(BadInput, match="has SHA-256"):
        referenced_files([loose])


@pytest.mark.parametrize("url", [RELEASE, HUB])
def test_only_a_commit_on_github_may_go_without_a_digest(url: str) -> None:
    with pytest.raises(ValidationError, match="sha256: this field is required"):
        ReferencedFile(url=url)


def test_a_folder_has_a_file_without_a_digest_only_under_its_whole_path(tmp_path: Path) -> None:
    loose, path = ReferencedFile(url=RAW), tmp_path / "output" / "MATH" / "m" / "samples.jsonl.gz"
    (tmp_path / "samples.jsonl").write_bytes(b"of another model")
    with pytest.raises(BadInput, match="does not contain"):
        referenced_files([loose], tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(gzip.compress(DATA))
    assert with_digests([loose], tmp_path) == [named()]


@pytest.mark.parametrize("announced", [True, False])
def test_a_too_large_file_is_not_read_to_its_end(world, monkeypatch, announced) -> None:
    monkeypatch.setattr(module, "FILE_LIMIT", 1_000)
    world.files[RAW] = DATA
    if not announced:
        world.unannounced.add(RAW)
    with pytest.raises(BadInput, match=r"is larger than .* the limit of a referenced file") as caught:
        referenced_files([named()])
    assert caught.value.file == RAW


def test_the_files_of_a_reference_have_a_common_limit(world, monkeypatch) -> None:
    monkeypatch.setattr(module, "TOTAL_LIMIT", len(DATA) + 100)
    other = RAW.replace("samples", "more")
    world.files |= {RAW: DATA, other: DATA[:-1]}
    with pytest.raises(BadInput, match=r"is larger than .* left for this reference") as caught:
        referenced_files([named(), named(other, DATA[:-1])])
    assert caught.value.file == other


def test_a_file_that_does_not_exist_is_the_references_fault(world: HttpsWorld) -> None:
    with pytest.raises(BadInput, match="the server answered 404"):
        referenced_files([named()])
    assert world.asked == [RAW]


def test_failures_of_the_server_are_retried(world: HttpsWorld) -> None:
    world.files[RAW] = DATA
    world.statuses[RAW] = [503]
    world.cut_after[RAW] = 100
    assert referenced_files([named()])[0].read_bytes() == DATA
    assert world.asked == [RAW] * 3


def test_a_server_that_is_down_is_a_failure_of_ours_and_no_bad_input(world: HttpsWorld) -> None:
    world.statuses[RAW] = [503, 503, 503]
    with pytest.raises(OurFailure, match="cannot be fetched: the server answered 503"):
        referenced_files([named()])


def test_a_slow_server_is_given_up_after_the_time_limit(world, monkeypatch) -> None:
    monkeypatch.setattr(module, "SECONDS_LIMIT", 0.5)
    world.files[RAW], world.slow[RAW] = DATA, 1.0
    with pytest.raises(OurFailure, match="cannot be fetched within"):
        referenced_files([named()])


@pytest.mark.parametrize(
    "start",
    [
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3200\r\n\r\n",
    ],
    ids=["headers", "size of a chunk", "body"],
)
def test_a_reply_that_arrives_byte_by_byte_is_given_up_after_the_time_limit(
    world: HttpsWorld, monkeypatch: pytest.MonkeyPatch, start: bytes
) -> None:
    monkeypatch.setattr(module, "SECONDS_LIMIT", 0.5)
    world.dripping[RAW] = start
    began = time.monotonic()
    with pytest.raises(OurFailure, match="cannot be fetched within"):
        referenced_files([named()])
    assert time.monotonic() - began < 30
    assert world.asked == [RAW]


def test_a_server_without_a_trusted_certificate_gets_no_request(world, monkeypatch) -> None:
    world.files[RAW] = DATA
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(OurFailure, match="CERTIFICATE_VERIFY_FAILED"):
        referenced_files([named()])
    assert world.asked == []


@pytest.mark.parametrize("name", ["output/MATH/m/samples.jsonl", "MATH/m/samples.jsonl.gz", "{sha256}"])
def test_a_folder_can_have_the_file_under_the_end_of_its_address_or_its_digest(tmp_path, name) -> None:
    path = tmp_path / name.format(sha256=named().sha256)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(DATA) if path.suffix == ".gz" else DATA)
    assert referenced_files([named()], tmp_path) == (path,)


def test_a_folder_with_another_file_or_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="does not contain https://raw"):
        referenced_files([named()], tmp_path)
    (tmp_path / "samples.jsonl").write_bytes(b"other\n")
    with pytest.raises(BadInput, match=r"is not https://raw.*its SHA-256 is not"):
        referenced_files([named()], tmp_path)
    with pytest.raises(BadInput, match="no such folder"):
        referenced_files([named()], tmp_path / "none")
