"""The file on the site that names the commits it was built from."""

import json

from benchmark.leaderboard.shared.site_config import SiteConfig

BUILT_PATH = "built.json"
_SCHEMA = "sightbench/built/1"


def built_bytes(where: SiteConfig) -> bytes:
    """Return the file: ``results`` and ``source`` are ids of commits, empty if unknown."""
    content = {"schema": _SCHEMA, "results": where.results_commit, "source": where.source_commit}
    return (json.dumps(content, indent=1) + "\n").encode("ascii")
