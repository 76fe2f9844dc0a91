"""Create releases and upload their assets, which hold completions that are too large for the branch."""

import re
from typing import Annotated

from pydantic import Field

from benchmark.chain.github.exchange import ApiRequest
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value

ASSET_LIMIT = 512 << 20  #: maximum bytes of an asset
#: Names that GitHub keeps; it changes all others when a file is uploaded.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,200}")
_UPLOADED = "uploaded"


class Asset(ApiModel):
    """A file of a release."""

    id: int
    name: str
    size: int
    state: str = _UPLOADED  #: ``starter`` during an upload, and after one that broke off
    digest: str | None = None  #: ``sha256:…``; None if GitHub has not computed it
    url: Annotated[str, Field(description="address of the asset in the API")]
    browser_download_url: str = ""


class Release(ApiModel):
    """A release."""

    id: int
    tag_name: str
    upload_url: str
    html_url: str = ""


class Releases:
    """The releases of a repository.

    Every method raises :class:`.rest.ApiError` if the request fails.
    """

    def __init__(self, repository: Repository) -> None:
        self._at = repository.path
        self._rest = repository.rest

    def release(self, tag: str) -> Release | None:
        """Return the release of a tag; None if there is none."""
        return self._rest.find(Release, self._at("releases", "tags", tag))

    def ensure_release(self, tag: str, *, title: str, body: str, target: str) -> Release:
        """Return the release of a tag; create it, and the tag, if it does not exist.

        Args:
            tag: name of the tag.
            title: title of the release.
            body: text of the release, in Markdown.
            target: branch whose tip a new tag points to.
        """
        found = self.release(tag)
        if found is not None:
            return found
        content = {
            "tag_name": tag,
            "target_commitish": target,
            "name": title,
            "body": body,
            "prerelease": True,
        }
        try:
            return self._rest.write(Release, "POST", self._at("releases"), content)
        except ApiError:
            found = self.release(tag)  # another job may have made it, or the request may have succeeded
            if found is None:
                raise
            return found

    def assets(self, release: Release) -> tuple[Asset, ...]:
        """Return all assets of a release."""
        return tuple(self._rest.pages(Asset, self._at("releases", release.id, "assets")))

    def ensure_asset(self, release: Release, name: str, data: bytes) -> Asset:
        """Upload a file unless the release already has it; an existing asset is never replaced.

        Raises:
            BadInput: if GitHub would change the name, the file is over the limit, or the release has an asset
                of this name with another content.
        """
        if not _NAME.fullmatch(name):
            fix = "use letters, digits and single . _ -"
            raise BadInput(name, "", "is not a valid name for an asset", fix)
        if len(data) > ASSET_LIMIT:
            raise BadInput(name, "", f"has {len(data):,} bytes; the limit is {ASSET_LIMIT:,}", "split it")
        found = self._find_asset(release, name)
        if found is not None and found.state != _UPLOADED:  # the upload broke off
            path = self._at("releases", "assets", found.id)
            self._rest.send(ApiRequest(method="DELETE", address=path))
            found = None
        if found is None:
            found = self._upload(release, name, data)
        _check_same(found, name, data)
        return found

    def download(self, asset: Asset, limit: int = ASSET_LIMIT) -> bytes:
        """Download an asset of at most ``limit`` bytes; the caller compares the digest."""
        path = self._at("releases", "assets", asset.id)
        request = ApiRequest(method="GET", address=path, accept="application/octet-stream", limit=limit)
        return self._rest.send(request).content

    def _find_asset(self, release: Release, name: str) -> Asset | None:
        return next((asset for asset in self.assets(release) if asset.name == name), None)

    def _upload(self, release: Release, name: str, data: bytes) -> Asset:
        address = release.upload_url.partition("{")[0]
        request = ApiRequest(method="POST", address=address, query={"name": name}, data=data)
        try:
            content = self._rest.send(request).content
        except ApiError:
            found = self._find_asset(release, name)  # only the reply may have been lost, not the file
            if found is None or found.state != _UPLOADED:
                raise
            return found
        return Asset.model_validate_json(content)


def _check_same(asset: Asset, name: str, data: bytes) -> None:
    digest = f"sha256:{sha256_hex(data)}"
    if asset.name != name or asset.size != len(data) or asset.digest not in (None, digest):
        problem = f"the release has another file {quote_value(asset.name)} of {asset.size:,} bytes"
        raise BadInput(name, "", problem, "choose another name: an asset is never replaced")
