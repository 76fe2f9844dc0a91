"""Store the large files of rows as release assets, and fetch them.

Each row has a release of its own: a draft until all of its files are there, because nothing can be added to a
published release where releases are immutable. Its tag contains the digests of the files. Judging the same
answers again gives the same row, but files with other measured times; so if a record job is killed between
its uploads and its push, its release stays unused, and the next job makes another one.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel, ApiRequest
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.results.branch import BRANCH
from benchmark.results.releases import asset_name, release_tag, shared_tag
from benchmark.results.row import RowFile

ASSET_LIMIT = 512 << 20  #: maximum bytes of an asset
_UPLOADED = "uploaded"
_BODY = "Files of a row on the branch `results`; `sightbench verify` compares them with its digests."


class _Asset(ApiModel):
    id: int
    name: str
    state: str = _UPLOADED  #: ``starter`` during an upload, and after one that broke off


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

    def keep(self, row: str, files: Mapping[str, bytes]) -> None:
        """Publish the files of a row as a release; one that exists is not changed.

        Raises:
            BadInput: if a file is over the limit.
        """
        for name, data in files.items():
            if len(data) > ASSET_LIMIT:
                raise BadInput(name, "", f"has {len(data):,} bytes; the limit is {ASSET_LIMIT:,}", "split it")
        digests = {name: sha256_hex(data) for name, data in files.items()}
        tag = release_tag(row, digests.values())
        if self._release(tag) is not None:
            return
        content = {
            "tag_name": tag,
            "target_commitish": self.branch,
            "name": f"Large files of row {row[:12]}",
            "body": _BODY,
            "prerelease": True,  # so that it never becomes the "latest release" of the program
        }
        # A draft has no tag yet, so nobody finds it. One that a killed job leaves is used by no other.
        at = self.repository.path("releases")
        draft = self.repository.rest.write(_Release, "POST", at, {**content, "draft": True})
        at = self.repository.path("releases", draft.id)
        try:
            for name, data in files.items():
                self._upload(draft, asset_name(name, digests[name]), data)
        except ApiError:
            with contextlib.suppress(ApiError):
                self.repository.rest.send(ApiRequest(method="DELETE", address=at))
            raise
        try:
            self.repository.rest.write(_Release, "PATCH", at, {**content, "draft": False})
        except ApiError:
            # Only the reply may have been lost, or another job has published the same files.
            if self._release(tag) is None:
                raise

    def fetch(self, tag: str, file: RowFile) -> bytes:
        """Download a file of the release with a tag; the caller compares the digest.

        Raises:
            BadInput: if neither this release nor the one that older rows share has the file.
        """
        name = asset_name(file.name, file.sha256)
        found = (self._release(each) for each in (tag, shared_tag(tag)))
        assets = (None if release is None else self._find(release, name) for release in found)
        asset = next(filter(None, assets), None)
        if asset is None:
            fix = "if you have the file, name it with --predictions"
            raise BadInput(Path(name), "", f"is not an asset of release {tag}", fix)
        path = self.repository.path("releases", "assets", asset.id)
        # Without this type, GitHub sends a description of the asset.
        accept = "application/octet-stream"
        # Whoever may replace the asset must not fill the memory: the row says how large it is.
        request = ApiRequest(method="GET", address=path, accept=accept, limit=min(file.bytes, ASSET_LIMIT))
        return self.repository.rest.send(request).content

    def _release(self, tag: str) -> _Release | None:
        return self.repository.rest.find(_Release, self.repository.path("releases", "tags", tag))

    def _find(self, release: _Release, name: str) -> _Asset | None:
        listed = self.repository.rest.pages(_Asset, self.repository.path("releases", release.id, "assets"))
        return next((asset for asset in listed if asset.name == name), None)

    def _upload(self, draft: _Release, name: str, data: bytes) -> None:
        # The address is a template that ends with `{?name,label}`.
        address = draft.upload_url.partition("{")[0]
        request = ApiRequest(method="POST", address=address, query={"name": name}, data=data)
        try:
            self.repository.rest.send(request)
        except ApiError:
            found = self._find(draft, name)  # only the reply may have been lost, not the file
            if found is None or found.state != _UPLOADED:
                raise
