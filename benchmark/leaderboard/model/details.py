"""What a model is: what its submission says of it, with the models before and after it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmark.analysis.wording import clean
from benchmark.leaderboard.rows.facts import billions, month, said_of
from benchmark.leaderboard.rows.row_links import safe_link
from benchmark.leaderboard.shared.addresses import model_page
from benchmark.results.row import Row
from benchmark.submissions.schema import Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A name that leads somewhere: to a page of ours, or to an https address."""

    text: str
    page: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailLine:
    """One line; an empty value reads as not recorded."""

    label: str
    value: str = ""
    links: tuple[Link, ...] = ()


def detail_lines(
    row: Row, submissions: Mapping[str, Submission], names: Mapping[str, str]
) -> tuple[DetailLine, ...]:
    """Lines about a model, in the order in which people ask.

    Args:
        row: its newest.
        submissions: all that are here, by slug.
        names: of the models with a page, by slug.
    """
    slug = row.result.submission.slug
    known = submissions.get(slug)
    return tuple(_lines(row, known, submissions, names))


def _lines(
    row: Row, known: Submission | None, submissions: Mapping[str, Submission], names: Mapping[str, str]
) -> Iterator[DetailLine]:
    said = said_of(row, known)
    yield DetailLine(label="Weights", value=said.weights)
    yield DetailLine(label="Size", value=billions(known.parameters_b) if known else "")
    if known and known.decoder:
        yield DetailLine(label="Decoder", value=clean(known.decoder))
    if said.reasoning is not None:
        yield DetailLine(label="Reasoning", value="yes" if said.reasoning else "no")
    yield DetailLine(
        label="Released", value=month(known.release_date) if known and known.release_date else ""
    )
    cutoff = known.training_cutoff if known else None
    yield DetailLine(label="Training data until", value=month(cutoff) if cutoff else "")
    if known and known.licence:
        yield DetailLine(label="Licence", value=clean(known.licence))
    if known and known.predecessor:
        yield DetailLine(label="Model before", links=(_model(known.predecessor, submissions, names),))
    after = sorted(one.slug for one in submissions.values() if one.predecessor == said.slug)
    if after:
        found = tuple(_model(slug, submissions, names) for slug in after)
        yield DetailLine(label="Model after" if len(found) == 1 else "Models after", links=found)
    if known and known.links:
        links = tuple(
            Link(text=clean(label), address=address)
            for label, address in sorted(known.links.items())
            if safe_link(address)
        )
        if links:
            yield DetailLine(label="Links", links=links)


def _model(slug: str, submissions: Mapping[str, Submission], names: Mapping[str, str]) -> Link:
    if slug in names:
        return Link(text=names[slug], page=model_page(slug))
    return Link(text=clean(submissions[slug].name) if slug in submissions else slug)
