"""The page that says what the site stores, what its server sees, and whom to ask."""

from collections.abc import Iterator
from dataclasses import dataclass

from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.parts.page import Page, SearchWords


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivacyPage:
    """The view of the page."""

    issues: str  #: https address of the repository's issues; empty if the repository is unknown
    security: str  #: https address for private reports of vulnerabilities; empty if it is unknown


def privacy_pages(sources: Sources) -> Iterator[Page]:
    """Yield the page; the addresses for contact follow from that of the repository."""
    repository = sources.where.repository.rstrip("/")
    known = safe_link(repository)
    yield Page(
        source="privacy/index.md",
        title="Privacy and contact",
        template="privacy.html",
        view=PrivacyPage(
            issues=f"{repository}/issues" if known else "",
            security=f"{repository}/security" if known else "",
        ),
        search=SearchWords(
            keywords=(
                "privacy, data protection, cookies, tracking, analytics, gdpr, personal data, imprint, "
                "contact, email, who runs this, feedback, ask a question"
            )
        ),
        description="What this site stores in your browser, what its server sees, and whom to ask.",
    )
