"""Attestations: Sigstore bundles next to rows, which prove the workflow run that wrote a row's file.

The id of a row covers only its result. The bundle ``<id>.sigstore.json`` covers all bytes of the row's file:
its trust, cost, times, commit and links. Everything is checked offline. Rows may be signed by one workflow on
one branch of one repository, as Sigstore certificates name it:
https://github.com/sigstore/fulcio/blob/main/docs/oid-info.md
"""

import base64
import importlib.util
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, printable_text, quote_value
from benchmark.core.install import install_extra
from benchmark.files import strict_json
from benchmark.results.layout import BUNDLE_LIMIT, bundle_path

if TYPE_CHECKING:
    from sigstore.verify import Verifier
    from sigstore.verify.policy import VerificationPolicy

    from benchmark.results.nights import Panel
    from benchmark.results.row import Row

#: Sigstore's public root of trust: its certificate authorities, logs and timestamp authorities. This file is
#: a copy of the one in the library sigstore; a test compares the two.
TRUSTED_ROOT = Path(__file__).with_name("sigstore_root.json")
STATEMENT, PROVENANCE = "https://in-toto.io/Statement/v1", "https://slsa.dev/provenance/v1"

#: The service that tells Sigstore which workflow asks for a certificate.
ISSUER = "https://token.actions.githubusercontent.com"
#: The only workflow whose job may write rows.
WORKFLOW = ".github/workflows/run.yml"
#: The default branch: workflows write rows only there.
BRANCH = "main"
REPOSITORY = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[A-Za-z0-9._-]{1,100}")

_SIGNER = re.compile(rf"(?P<name>{REPOSITORY.pattern})#(?P<id>[1-9][0-9]{{0,18}})")
_SERVER = "https://github.com"
_PAYLOAD = "application/vnd.in-toto+json"
_NO_STATEMENT, _FIX = "has no in-toto statement", "use the bundle of actions/attest"
_REASON_LIMIT = 300  #: maximum characters of a reason; it may quote a certificate

State = Literal["attested", "unattested", "unchecked", "refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """The repository whose workflow ``run`` signs rows; never taken from a row."""

    repository: str  #: ``OWNER/NAME``
    id: int  #: GitHub's number of the repository, because a later repository may have the same name
    workflow: str = WORKFLOW
    branch: str = BRANCH

    @classmethod
    def parse(cls, text: str, file: object) -> Self:
        """Parse ``OWNER/NAME#ID``, or raise BadInput; ``file`` names the option in messages."""
        match = _SIGNER.fullmatch(text)
        if match is None:
            fix = "write it as OWNER/NAME#ID; gh api repos/OWNER/NAME --jq .id prints the number"
            raise BadInput(file, "", f"{quote_value(text)} is not a repository with its number", fix)
        return cls(repository=match["name"], id=int(match["id"]))

    def __str__(self) -> str:
        """Return ``OWNER/NAME#ID``, which :meth:`parse` reads."""
        return f"{self.repository}#{self.id}"

    @property
    def address(self) -> str:
        """The https address of the repository."""
        return f"{_SERVER}/{self.repository}"

    def certificate_policy(self, commit: str) -> "VerificationPolicy":
        """Return a policy that checks the fields of a certificate that identify a run on ``commit``."""
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
                # Both: the first is the workflow that was started, the second the one it may have called.
                policy.OIDCBuildConfigURI(workflow),
                policy.OIDCBuildSignerURI(workflow),
                policy.Identity(identity=workflow),
                # Whoever owns a runner could sign anything on it.
                policy.OIDCRunnerEnvironment("github-hosted"),
            ]
        )


@dataclass(frozen=True, slots=True)
class Attestation:
    """Who wrote a row's file, as far as its signature proves it."""

    #: attested: signed by the expected workflow · unattested: no bundle · unchecked: a bundle that could not
    #: be checked here · refused: a bundle that does not prove this row.
    state: State
    reason: str = ""  #: why the row is not attested

    @property
    def holds(self) -> bool:
        """Whether a signature proves everything in the row's file."""
        return self.state == "attested"


#: The state of a row without a bundle.
UNATTESTED = Attestation("unattested", "no signature is next to the row")


class AttestationChecker:
    """Checks bundles against one signer and one root of trust, in Sigstore's format; needs no network.

    A signer of None leaves every bundle unchecked.
    """

    def __init__(self, signer: Signer | None, trusted_root: Path = TRUSTED_ROOT) -> None:
        self.signer = signer
        self.trusted_root = trusted_root

    @cached_property
    def obstacle(self) -> str:
        """Why no bundle can be checked here; empty if bundles can be checked."""
        if self.signer is None:
            return "it is not known which repository signs: name it in policy.yml or with --repository"
        if importlib.util.find_spec("sigstore") is None:
            return f"the library sigstore is not installed: {install_extra('attestations')}"
        return ""

    def check_file(self, path: Path, row: "Row | Panel") -> Attestation:
        """Check the bundle next to the file of a row or panel. The file is read again, for its SHA-256."""
        bundle = bundle_path(path)
        # A link that leads nowhere does not "exist", but is not the same as no signature.
        if not bundle.exists() and not bundle.is_symlink():
            return UNATTESTED
        if not bundle.is_file():
            return _refused("is not a file")
        with bundle.open("rb") as file:  # bounded.read_bytes would unpack a gzipped file
            data = file.read(BUNDLE_LIMIT + 1)
        return self.check(data, sha256_hex(path.read_bytes()), row.run.commit)

    def check(self, bundle: bytes, sha256: str, commit: str) -> Attestation:
        """Check a bundle, given the SHA-256 of the row's file and the commit that the row names.

        Raises:
            BadInput: if the root of trust cannot be read.
        """
        if self.signer is None or self.obstacle:
            return Attestation("unchecked", self.obstacle)
        from sigstore.models import Bundle

        verifier = self._verifier
        if len(bundle) > BUNDLE_LIMIT:
            return _refused(f"has more than {BUNDLE_LIMIT:,} bytes")
        try:
            # First by our reader: of a key that appears twice, two parsers can take different values.
            strict_json.loads(bundle, "bundle")
            policy = self.signer.certificate_policy(commit)
            kind, payload = verifier.verify_dsse(Bundle.from_json(bundle), policy)
            subjects = _subjects(payload)
        except BadInput as error:
            return _refused(f"{error.place}: {error.problem}" if error.place else error.problem)
        except Exception as error:  # noqa: BLE001 - a hostile bundle can break any of the library's parsers
            return _refused(_first_line(error))
        if kind == _PAYLOAD and sha256 in subjects:
            return Attestation("attested")
        other = "is the signature of another file: no subject has the SHA-256 of the row's file"
        return _refused(other if kind == _PAYLOAD else "does not sign an in-toto statement")

    @cached_property
    def _verifier(self) -> "Verifier":
        from sigstore.models import TrustedRoot
        from sigstore.verify import Verifier

        try:
            return Verifier(trusted_root=TrustedRoot.from_file(str(self.trusted_root)))
        except Exception as error:  # noqa: BLE001 - the library's parsers raise errors of many kinds
            problem = f"is not a root of trust: {_first_line(error)}"
            raise BadInput(self.trusted_root, "", problem, "use a file in Sigstore's format") from None


def bundle_subjects(bundle: bytes) -> frozenset[str]:
    """Return the SHA-256 of all files that a bundle claims to cover, without checking its signature.

    Raises:
        BadInput: if the bundle is not readable.
    """
    try:
        document = strict_json.loads(bundle, "bundle")
        payload = base64.b64decode(document["dsseEnvelope"]["payload"], validate=True)  # type: ignore[index]
    except (KeyError, TypeError, ValueError):
        raise BadInput("bundle", "", _NO_STATEMENT, _FIX) from None
    return _subjects(payload)


def _subjects(payload: bytes) -> frozenset[str]:
    match strict_json.loads(payload, "statement"):
        case {"_type": str(kind), "predicateType": str(predicate), "subject": list(subjects)}:
            if (kind, predicate) != (STATEMENT, PROVENANCE):
                raise BadInput("bundle", "", "is not a statement about how a file was made", _FIX)
            digests = [each.get("digest") for each in subjects if isinstance(each, dict)]
            found = [each.get("sha256") for each in digests if isinstance(each, dict)]
            return frozenset(digest for digest in found if isinstance(digest, str) and digest)
        case _:
            raise BadInput("bundle", "", _NO_STATEMENT, _FIX)


def _refused(reason: str) -> Attestation:
    return Attestation("refused", reason[:_REASON_LIMIT])


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines() or [type(error).__name__]
    return printable_text(lines[0][:_REASON_LIMIT])
