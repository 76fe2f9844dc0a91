"""Files of rows that are too large to stand beside them: assets of releases, found by what the row says.

An asset's name has the digest of what it holds. Judging again gives the same row with other times measured:
where a record was killed between its uploads and its push, the next one's files stand beside the orphans.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.releases import Release, Releases
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.layout import asset_name, release_tag
from benchmark.results.row import RowFile

_TITLE = "Completions and verdicts of rows {}…"
_BODY = (
    "Files of rows on the branch of results that are above 1 MB, named by the row, which has their digests,"
    " and by the digest: `sightbench verify` fetches and compares them."
)


@dataclass(slots=True)
class RowAssets:
    """The files of rows among the assets of a repository's releases.

    Args:
        releases: of the repository.
        commit: or branch, to which the tag of a new release points.
    """

    releases: Releases
    commit: str
    _known: dict[str, Release] = field(default_factory=dict)

    def keep(self, row: str, files: Mapping[str, bytes]) -> None:
        """Upload the files of a row; those that are there already stay as they are.

        Raises:
            ApiError: when GitHub does not take them.
            BadInput: when other files stand there under their names and digests.
        """
        tag = release_tag(row)
        if tag not in self._known:
            title = _TITLE.format(tag.removeprefix("rows-"))
            self._known[tag] = self.releases.ensure_release(tag, title=title, body=_BODY, commit=self.commit)
        for name, data in files.items():
            self.releases.ensure_asset(self._known[tag], asset_name(name, sha256_hex(data)), data)

    def fetch(self, row: str, file: RowFile) -> bytes:
        """The bytes of a file of a row; whoever reads them compares their digest.

        Raises:
            ApiError: when GitHub does not give it.
            BadInput: when it is not there.
        """
        release = self.releases.release(release_tag(row))
        found = () if release is None else self.releases.assets(release)
        name = asset_name(file.name, file.sha256)
        asset = next((asset for asset in found if asset.name == name), None)
        if asset is None:
            fix = "give the file with --predictions, if you have it"
            raise BadInput(Path(name), "", f"is no asset of release {release_tag(row)}", fix)
        return self.releases.download(asset, limit=file.bytes)
