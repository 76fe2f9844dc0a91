"""Store the large files of rows as release assets, and fetch them.

An asset's name contains the digest of its content. Judging the same answers again gives the same row, but
files with other measured times. So if a record job is killed between its uploads and its push, its assets
stay unused, and the files of the next job get other names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel, ApiRequest
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.results.branch import BRANCH
from benchmark.results.layout import asset_name, release_tag
from benchmark.results.row import RowFile

ASSET_LIMIT = 512 << 20  #: maximum bytes of an asset
_UPLOADED = "uploaded"
_BODY = (
    "Files above 1 MB of rows on the branch `results`. Each file is named after its row and its own digest,"
    " which the row records. `sightbench verify` downloads the files and compares the digests."
)


class _Asset(ApiModel):
    id: int
    name: str
    size: int
    state: str = _UPLOADED  #: ``starter`` during an upload, and after one that broke off
    digest: str | None = None  #: ``sha256:…``; None if GitHub has not computed it


class _Release(ApiModel):
    id: int
    upload_url: str


@dataclass(slots=True)
class RowAssets:
    """Files of rows that are assets of a repository's releases.

    The tip of ``branch`` gets the tag of a new release. It has no workflows: GitHub does not let a job tag a
    commit that changes them.
    """

    repository: Repository
    branch: str = BRANCH
    _known: dict[str, _Release] = field(default_factory=dict)

    def keep(self, row: str, files: Mapping[str, bytes]) -> None:
        """Upload the files of a row; existing assets are not changed.

        Raises:
            BadInput: if a file is over the limit, or an asset of the same name has another content.
        """
        tag = release_tag(row)
        if tag not in self._known:  # GitHub may not list a new release at once
            self._known[tag] = self._release(tag) or self._make_release(tag)
        for name, data in files.items():
            self._keep_file(self._known[tag], asset_name(name, sha256_hex(data)), data)

    def fetch(self, row: str, file: RowFile) -> bytes:
        """Download a file of a row; the caller compares the digest.

        Raises:
            BadInput: if the release does not have the file.
        """
        release = self._release(release_tag(row))
        name = asset_name(file.name, file.sha256)
        asset = None if release is None else self._find(release, name)
        if asset is None:
            fix = "if you have the file, name it with --predictions"
            raise BadInput(Path(name), "", f"is not an asset of release {release_tag(row)}", fix)
        path = self.repository.path("releases", "assets", asset.id)
        # Without this type, GitHub sends a description of the asset.
        accept = "application/octet-stream"
        # Whoever may replace the asset must not fill the memory: the row says how large it is.
        request = ApiRequest(method="GET", address=path, accept=accept, limit=min(file.bytes, ASSET_LIMIT))
        return self.repository.rest.send(request).content

    def _release(self, tag: str) -> _Release | None:
        return self.repository.rest.find(_Release, self.repository.path("releases", "tags", tag))

    def _make_release(self, tag: str) -> _Release:
        title = f"Completions and verdicts of rows {tag.removeprefix('rows-')}…"
        content = {"tag_name": tag, "target_commitish": self.branch, "name": title, "body": _BODY}
        try:
            # A prerelease never becomes the "latest release" of the program.
            return self.repository.rest.write(
                _Release, "POST", self.repository.path("releases"), {**content, "prerelease": True}
            )
        except ApiError:
            found = self._release(tag)  # another job may have made the release, or only the reply was lost
            if found is None:
                raise
            return found

    def _find(self, release: _Release, name: str) -> _Asset | None:
        listed = self.repository.rest.pages(_Asset, self.repository.path("releases", release.id, "assets"))
        return next((asset for asset in listed if asset.name == name), None)

    def _keep_file(self, release: _Release, name: str, data: bytes) -> None:
        if len(data) > ASSET_LIMIT:
            raise BadInput(name, "", f"has {len(data):,} bytes; the limit is {ASSET_LIMIT:,}", "split it")
        found = self._find(release, name)
        if found is not None and found.state != _UPLOADED:  # the upload broke off
            path = self.repository.path("releases", "assets", found.id)
            self.repository.rest.send(ApiRequest(method="DELETE", address=path))
            found = None
        found = found or self._upload(release, name, data)
        digest = f"sha256:{sha256_hex(data)}"
        if found.name != name or found.size != len(data) or found.digest not in (None, digest):
            problem = f"the release has another file {quote_value(found.name)} of {found.size:,} bytes"
            raise BadInput(name, "", problem, "remove it from the release, and record again")

    def _upload(self, release: _Release, name: str, data: bytes) -> _Asset:
        # The address is a template that ends with `{?name,label}`.
        address = release.upload_url.partition("{")[0]
        request = ApiRequest(method="POST", address=address, query={"name": name}, data=data)
        try:
            return _Asset.model_validate_json(self.repository.rest.send(request).content)
        except ApiError:
            found = self._find(release, name)  # only the reply may have been lost, not the file
            if found is None or found.state != _UPLOADED:
                raise
            return found
