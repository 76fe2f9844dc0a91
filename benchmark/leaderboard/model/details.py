"""Details of a model from its submission, with links to its predecessor and successors."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmark.analysis.wording import clean
from benchmark.leaderboard.inputs.facts import day_or_month, parameter_count, row_submission
from benchmark.leaderboard.inputs.provenance import safe_link
from benchmark.leaderboard.parts.addresses import model_page
from benchmark.results.row import Row
from benchmark.submissions.schema import Submission


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A text with a link to a page of this site or to an https address; without either, plain text."""

    text: str
    page: str = ""  #: source path of the page
    address: str = ""  #: https address


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailLine:
    """One line of details; without value and links it is shown as not recorded."""

    label: str
    value: str = ""
    links: tuple[Link, ...] = ()


def detail_lines(
    row: Row, submissions: Mapping[str, Submission], names: Mapping[str, str]
) -> tuple[DetailLine, ...]:
    """Return the lines about a model, the most important first.

    Args:
        row: the model's newest row.
        submissions: all known submissions, by slug.
        names: display names of the models with a page, by slug.
    """
    slug = row.result.submission.slug
    known = submissions.get(slug)
    return tuple(_lines(row, known, submissions, names))


def _lines(
    row: Row, known: Submission | None, submissions: Mapping[str, Submission], names: Mapping[str, str]
) -> Iterator[DetailLine]:
    facts = row_submission(row, known)
    yield DetailLine(label="Weights", value=facts.weights)
    yield DetailLine(label="Size", value=parameter_count(known.parameters_b) if known else "")
    if known and known.decoder:
        yield DetailLine(label="Decoder", value=clean(known.decoder))
    if facts.reasoning is not None:
        yield DetailLine(label="Reasoning", value="yes" if facts.reasoning else "no")
    yield DetailLine(
        label="Released", value=day_or_month(known.release_date) if known and known.release_date else ""
    )
    cutoff = known.training_cutoff if known else None
    yield DetailLine(label="Training cut-off", value=day_or_month(cutoff) if cutoff else "")
    if known and known.licence:
        yield DetailLine(label="Licence", value=clean(known.licence))
    if known and known.predecessor:
        yield DetailLine(label="Predecessor", links=(_model(known.predecessor, submissions, names),))
    after = sorted(
        submission.slug for submission in submissions.values() if submission.predecessor == facts.slug
    )
    if after:
        found = tuple(_model(slug, submissions, names) for slug in after)
        yield DetailLine(label="Successor" if len(found) == 1 else "Successors", links=found)
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
