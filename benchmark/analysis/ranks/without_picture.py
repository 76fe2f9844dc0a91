"""What the model of a subject scores without the picture: measured, or why not."""

from pydantic import Field

from benchmark.analysis.groups import key_of
from benchmark.analysis.ranks.blind import BlindScore, blind_finder, blind_score, has_blind_check
from benchmark.analysis.ranks.subjects import LedgerLookup, Subject, matching_rows
from benchmark.files.edge import Record
from benchmark.suites.settings import BLIND


class WithoutPicture(Record):
    """The blind check of a model. In a suite that has one, it stands beside every score."""

    setting: str = Field(description="that shows all but the picture")
    measured: BlindScore | None = Field(description="null where nobody has measured it")
    reason: str = Field(description="why it is not measured; empty where it is")


def without_picture(subject: Subject) -> WithoutPicture | None:
    """What the subject's model scores without the picture, from the ledger that its row stands in.

    Returns:
        None where the suite has no such check or is not known, and for what was judged without picture.

    Raises:
        BadInput: for a row of the same submission that cannot be read.
    """
    if subject.suite not in BLIND or (subject.row is not None and not has_blind_check(key_of(subject.row))):
        return None
    measured, reason = None, ""
    if subject.row is None:
        reason = "verdicts do not say whose they are, as a row does"
    elif subject.row.run.trust == "reported":
        reason = "the numbers are from a paper"
    elif subject.ledger is None:
        reason = "the row stands in no folder of rows, where its blind row would be looked for"
    else:
        rows = matching_rows(LedgerLookup(rows=subject.ledger, suite=subject.suite), [subject.slug])
        measured = blind_score(blind_finder(one.row for one in rows)(subject.row))
        reason = "" if measured else f"{subject.slug} has no such row on these tasks"
    return WithoutPicture(setting=BLIND[subject.suite], measured=measured, reason=reason)
