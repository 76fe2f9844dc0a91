"""Who may sign rows: one workflow on one branch of one repository, as Sigstore certificates name it.

Meaning of the certificates' fields: https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from benchmark.core.errors import BadInput, quote_value

if TYPE_CHECKING:
    from sigstore.verify.policy import VerificationPolicy

#: The service that tells Sigstore which workflow asks for a certificate.
ISSUER = "https://token.actions.githubusercontent.com"
#: The only workflow whose job may write rows.
WORKFLOW = ".github/workflows/run.yml"
#: The default branch: workflows write rows only there.
BRANCH = "main"
REPOSITORY = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[A-Za-z0-9._-]{1,100}")

_SIGNER = re.compile(rf"(?P<name>{REPOSITORY.pattern})#(?P<id>[1-9][0-9]{{0,18}})")
_SERVER = "https://github.com"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """The repository whose workflow ``run`` signs rows; never taken from a row."""

    repository: str  #: ``OWNER/NAME``
    id: int  #: GitHub's number of the repository; a later repository of the same name has another one
    workflow: str = WORKFLOW
    branch: str = BRANCH

    @classmethod
    def parse(cls, text: str, file: object) -> Self:
        """Parse ``OWNER/NAME#ID``; ``file`` names the option in messages.

        Raises:
            BadInput: if the text has another form.
        """
        match = _SIGNER.fullmatch(text)
        if match is None:
            fix = "write it as OWNER/NAME#ID; gh api repos/OWNER/NAME --jq .id prints the number"
            raise BadInput(file, "", f"{quote_value(text)} is not a repository with its number", fix)
        return cls(repository=match["name"], id=int(match["id"]))

    def __str__(self) -> str:
        """Return the form that :meth:`parse` reads."""
        return f"{self.repository}#{self.id}"

    @property
    def address(self) -> str:
        """The https address of the repository."""
        return f"{_SERVER}/{self.repository}"

    def certificate_policy(self, commit: str) -> "VerificationPolicy":
        """Return the check of a signing certificate: every field that identifies the workflow run.

        Args:
            commit: the commit that the workflow ran on.
        """
        from sigstore.verify import policy

        ref = f"refs/heads/{self.branch}"
        workflow = f"{self.address}/{self.workflow}@{ref}"
        return policy.AllOf(
            [
                policy.OIDCIssuerV2(ISSUER),
                policy.OIDCSourceRepositoryURI(self.address),
                policy.OIDCSourceRepositoryIdentifier(str(self.id)),
                policy.OIDCSourceRepositoryRef(ref),
                policy.OIDCSourceRepositoryDigest(commit),
                policy.OIDCBuildConfigURI(workflow),
                policy.OIDCBuildSignerURI(workflow),
                policy.Identity(identity=workflow),
                policy.OIDCRunnerEnvironment("github-hosted"),
            ]
        )
