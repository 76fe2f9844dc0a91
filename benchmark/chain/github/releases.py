"""Releases and their assets: where completions go that are too large to stand beside a row."""

import re
from typing import Annotated

from pydantic import Field

from benchmark.chain.github.exchange import ApiRequest
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import ApiError, ApiModel
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, shown

ASSET_LIMIT = 512 << 20  #: bytes of an asset that is read or written here
ASSETS_LIMIT = 1000  #: GitHub takes no more in one release
#: Other names are changed by GitHub on their way.
_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,200}")
_UPLOADED = "uploaded"


class Asset(ApiModel):
    """A file of a release."""

    id: int
    name: str
    size: int
    state: str = _UPLOADED  #: ``starter`` while, or when, an upload broke off
    digest: str | None = None  #: ``sha256:…``, where GitHub has computed it
    url: Annotated[str, Field(description="of the API")]
    browser_download_url: str = ""


class Release(ApiModel):
    """A release, with the first of its assets."""

    id: int
    tag_name: str
    upload_url: str
    html_url: str = ""


class Releases:
    """The releases of a repository.

    Every method raises :class:`.rest.ApiError` when GitHub does not do what it was asked.
    """

    def __init__(self, repository: Repository) -> None:
        self._at = repository.path
        self._rest = repository.rest

    def release(self, tag: str) -> Release | None:
        """The release of a tag; None where there is none."""
        return self._rest.find(Release, self._at("releases", "tags", tag))

    def ensure_release(self, tag: str, *, title: str, body: str, commit: str) -> Release:
        """The release of a tag, made where there is none.

        Args:
            tag: made as well.
            title: of the page.
            body: of the page.
            commit: or branch, that a new tag points to.
        """
        found = self.release(tag)
        if found is not None:
            return found
        content = {
            "tag_name": tag,
            "target_commitish": commit,
            "name": title,
            "body": body,
            "prerelease": True,
        }
        try:
            return self._rest.write(Release, "POST", self._at("releases"), content)
        except ApiError:
            found = self.release(tag)  # made by another job in between, or after all
            if found is None:
                raise
            return found

    def assets(self, release: Release) -> tuple[Asset, ...]:
        """All assets of a release."""
        return tuple(self._rest.pages(Asset, self._at("releases", release.id, "assets")))

    def ensure_asset(self, release: Release, name: str, data: bytes) -> Asset:
        """Upload a file unless the very same stands there; never replaces another one.

        Raises:
            BadInput: for a name that GitHub would change, a file over the limit, and when another content
                stands under the name.
        """
        if not _NAME.fullmatch(name):
            raise BadInput(name, "", "is no name of an asset", "letters, digits and single . _ -")
        if len(data) > ASSET_LIMIT:
            raise BadInput(name, "", f"has {len(data):,} bytes, more than {ASSET_LIMIT:,}", "split it")
        found = self._named(release, name)
        if found is not None and found.state != _UPLOADED:  # broke off: it is no file
            path = self._at("releases", "assets", found.id)
            self._rest.send(ApiRequest(method="DELETE", address=path))
            found = None
        if found is None:
            found = self._upload(release, name, data)
        _check_same(found, name, data)
        return found

    def download(self, asset: Asset, limit: int = ASSET_LIMIT) -> bytes:
        """The bytes of an asset, at most ``limit``; whoever reads them compares their digest."""
        path = self._at("releases", "assets", asset.id)
        request = ApiRequest(method="GET", address=path, accept="application/octet-stream", limit=limit)
        return self._rest.send(request).content

    def _named(self, release: Release, name: str) -> Asset | None:
        return next((asset for asset in self.assets(release) if asset.name == name), None)

    def _upload(self, release: Release, name: str, data: bytes) -> Asset:
        address = release.upload_url.partition("{")[0]
        request = ApiRequest(method="POST", address=address, query={"name": name}, data=data)
        try:
            content = self._rest.send(request).content
        except ApiError:
            found = self._named(release, name)  # the answer may have been lost, not the file
            if found is None or found.state != _UPLOADED:
                raise
            return found
        return Asset.model_validate_json(content)


def _check_same(asset: Asset, name: str, data: bytes) -> None:
    digest = f"sha256:{sha256_hex(data)}"
    if asset.name != name or asset.size != len(data) or asset.digest not in (None, digest):
        problem = f"another file stands there under the name {shown(asset.name)}: {asset.size:,} bytes"
        raise BadInput(name, "", problem, "an asset is never replaced; give it another name")
