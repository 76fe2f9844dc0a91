"""The image cannot be built in tests; what it names exists, and its Python judges official rows."""

import re
from pathlib import Path

from benchmark.pipeline.rows.verify import OFFICIAL_PYTHON

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_image_has_the_python_of_official_rows() -> None:
    images = re.findall(r"^FROM \S+/python:(\d+\.\d+)-", TEXT, re.MULTILINE)
    assert images == [OFFICIAL_PYTHON] * 2


def test_the_pages_run_the_image_with_the_options_that_the_sandbox_needs() -> None:
    wanted = {
        "docker": {"seccomp=unconfined", "apparmor=unconfined", "systempaths=unconfined"},
        "podman": {"seccomp=unconfined", "unmask=ALL"},
    }
    found = []
    for page in sorted((ROOT / "site/pages").rglob("*.md")):
        whole = page.read_text(encoding="utf-8").replace("\\\n", "")
        for engine, arguments in re.findall(r"\$ (docker|podman) run (.+)", whole):
            assert {*re.findall(r"--security-opt ([\w=]+)", arguments)} == wanted[engine], page
            found.append(engine)
    assert {*found} == {*wanted}


def test_the_image_names_files_that_exist_and_options_that_the_sandbox_needs() -> None:
    named = set(re.findall(r"\blocks/[a-z.]+", TEXT))
    assert named
    assert all((ROOT / name).is_file() for name in named)
    page = (ROOT / "site/pages/sandbox/index.md").read_text(encoding="utf-8")
    assert (
        re.findall(r"--security-opt [a-z]+=unconfined", page)[:3]
        == re.findall(r"--security-opt [a-z]+=unconfined", TEXT)[:3]
    )
