"""A new branch of results, which many tests write to: git creates it once, and further tests get a copy."""

import subprocess
from pathlib import Path

from benchmark.results.branch import begin

_FILES: dict[Path, bytes] = {}


def begin_branch(bare: Path) -> Path:
    """Create a bare repository whose branch ``results`` has one file, and return its folder."""
    if not _FILES:
        command = ["git", "init", "--quiet", "--bare", "--template=", "--initial-branch=main", str(bare)]
        subprocess.run(command, check=True)
        with (bare / "config").open("a", encoding="utf-8") as config:
            config.write("[uploadpack]\n\tallowFilter = true\n")  # as GitHub does
        assert begin(str(bare), {"README.md": b"# Results\n"}, folder=bare.parent / "begin")
        found = (path for path in bare.rglob("*") if path.is_file())
        _FILES.update({path.relative_to(bare): path.read_bytes() for path in found})
    else:
        for path, data in _FILES.items():
            (bare / path).parent.mkdir(parents=True, exist_ok=True)
            (bare / path).write_bytes(data)
    for folder in ("hooks", "objects/info", "objects/pack", "refs/tags"):
        (bare / folder).mkdir(parents=True, exist_ok=True)
    return bare
