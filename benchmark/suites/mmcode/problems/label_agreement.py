"""How well proposed categories agree with those of people."""

from collections import Counter

from pydantic import Field

from benchmark.files.edge import Count, Record
from benchmark.scoring.agreement import cohen
from benchmark.suites.mmcode.categories import CATEGORIES
from benchmark.suites.mmcode.problems.labels import Labels, PictureId


class LabelledCategory(Record):
    """The pictures to which people gave one category."""

    category: str
    pictures: Count = Field(description="pictures to which people gave it")
    agreed: Count = Field(description="of them, those for which it was proposed")
    proposed: Count = Field(description="pictures with labels of people for which it was proposed")
    confused: dict[str, Count] = Field(description="other category that was proposed instead → pictures")


class LabelAgreement(Record):
    """Agreement of proposed categories with those of people."""

    pictures: Count
    proposed: Count = Field(description="pictures with a proposal")
    unread: Count = Field(description="pictures whose answer names no category, or several")
    people: Count = Field(description="pictures with a label of a person")
    both: Count
    agreed: Count = Field(description="pictures with both for which they agree on the first category")
    accuracy: float | None = Field(description="agreed / both; null without both")
    kappa: float | None = Field(description="Cohen's kappa; null without two different categories")
    kappa_low: float | None = Field(description="95 % interval, with problems as clusters")
    kappa_high: float | None
    categories: list[LabelledCategory]


def label_agreement(pictures: list[PictureId], labels: Labels, unread: int) -> LabelAgreement:
    """Compare the first category of each picture that was proposed with the first that a person gave.

    Args:
        pictures: all pictures.
        labels: the labels.
        unread: number of pictures whose answer could not be read.
    """
    both = [key for key in pictures if key in labels.people and key in labels.proposed]
    people = [labels.people[key][0] for key in both]
    proposed = [labels.proposed[key][0] for key in both]
    agreed = sum(one == other for one, other in zip(people, proposed, strict=True))
    kappa = cohen(people, proposed, CATEGORIES, [problem_id for problem_id, _ in both])
    return LabelAgreement(
        pictures=len(pictures),
        proposed=sum(key in labels.proposed for key in pictures),
        unread=unread,
        people=sum(key in labels.people for key in pictures),
        both=len(both),
        agreed=agreed,
        accuracy=agreed / len(both) if both else None,
        kappa=None if kappa is None else kappa.value,
        kappa_low=None if kappa is None else kappa.low,
        kappa_high=None if kappa is None else kappa.high,
        categories=_categories(people, proposed),
    )


def _categories(people: list[str], proposed: list[str]) -> list[LabelledCategory]:
    table = Counter(zip(people, proposed, strict=True))
    given, wanted = Counter(proposed), Counter(people)
    return [
        LabelledCategory(
            category=category,
            pictures=wanted[category],
            agreed=table[category, category],
            proposed=given[category],
            confused={
                other: table[category, other]
                for other in CATEGORIES
                if other != category and table[category, other]
            },
        )
        for category in CATEGORIES
        if wanted[category] or given[category]
    ]
