"""Store the large files of rows as release assets, and fetch them.

An asset's name contains the digest of its content. Judging the same answers again gives the same row, but
files with other measured times. So if a record job is killed between its uploads and its push, its assets
stay unused, and the files of the next job get other names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.releases import Release, Releases
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.branch import BRANCH
from benchmark.results.layout import asset_name, release_tag
from benchmark.results.row import RowFile

_TITLE = "Completions and verdicts of rows {}…"
_BODY = (
    "Files above 1 MB of rows on the branch `results`. Each file is named after its row and its own digest,"
    " which the row records. `sightbench verify` downloads the files and compares the digests."
)


@dataclass(slots=True)
class RowAssets:
    """Files of rows that are assets of a repository's releases.

    Args:
        releases: the releases of the repository.
        branch: branch of results, whose tip gets the tag of a new release. It has no workflows: GitHub does
            not let a job tag a commit that changes them.
    """

    releases: Releases
    branch: str = BRANCH
    _known: dict[str, Release] = field(default_factory=dict)

    def keep(self, row: str, files: Mapping[str, bytes]) -> None:
        """Upload the files of a row; existing assets are not changed.

        Raises:
            ApiError: if GitHub does not accept a file.
            BadInput: if an asset of the same name has another content.
        """
        tag = release_tag(row)
        if tag not in self._known:
            title = _TITLE.format(tag.removeprefix("rows-"))
            self._known[tag] = self.releases.ensure_release(tag, title=title, body=_BODY, target=self.branch)
        for name, data in files.items():
            self.releases.ensure_asset(self._known[tag], asset_name(name, sha256_hex(data)), data)

    def fetch(self, row: str, file: RowFile) -> bytes:
        """Download a file of a row; the caller compares the digest.

        Raises:
            ApiError: if the download fails.
            BadInput: if the release does not have the file.
        """
        release = self.releases.release(release_tag(row))
        found = () if release is None else self.releases.assets(release)
        name = asset_name(file.name, file.sha256)
        asset = next((asset for asset in found if asset.name == name), None)
        if asset is None:
            fix = "if you have the file, name it with --predictions"
            raise BadInput(Path(name), "", f"is not an asset of release {release_tag(row)}", fix)
        return self.releases.download(asset, limit=file.bytes)
