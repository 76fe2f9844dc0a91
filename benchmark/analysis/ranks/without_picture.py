"""A subject's score without the picture, or the reason why it was not measured."""

from pydantic import Field

from benchmark.analysis.groups import key_of
from benchmark.analysis.ranks.blind import BlindScore, blind_finder, blind_score, has_blind_check
from benchmark.analysis.ranks.subjects import LedgerLookup, Subject, matching_rows
from benchmark.files.edge import Record
from benchmark.suites.settings import blind_setting


class WithoutPicture(Record):
    """A model's result in the blind setting, reported with every score of a suite that has this setting."""

    setting: str = Field(description="the blind setting, which shows everything but the picture")
    measured: BlindScore | None = Field(description="null if it was not measured")
    reason: str = Field(description="why it was not measured; empty if it was")


def without_picture(subject: Subject) -> WithoutPicture | None:
    """Return the subject's score without the picture, from the ledger that contains its row.

    Returns:
        None if the suite is unknown or has no blind setting, and for a row of the blind setting itself.

    Raises:
        BadInput: if a row of the same submission cannot be read.
    """
    setting = blind_setting(subject.suite, subject.dataset)
    if not setting or (subject.row is not None and not has_blind_check(key_of(subject.row))):
        return None
    measured, reason = None, ""
    if subject.row is None:
        reason = "a file of verdicts does not name its model"
    elif subject.row.run.trust == "reported":
        reason = "the numbers are from a paper"
    elif subject.ledger is None:
        reason = "the row is not in a folder of rows, where its blind row could be found"
    else:
        rows = matching_rows(LedgerLookup(rows=subject.ledger, suite=subject.suite), [subject.slug])
        measured = blind_score(blind_finder(counted.row for counted in rows)(subject.row))
        reason = "" if measured else f"{subject.slug} has no row of this setting on these tasks"
    return WithoutPicture(setting=setting, measured=measured, reason=reason)
