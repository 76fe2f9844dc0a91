"""The contexts of charts."""

import pytest

from benchmark.authoring.family import UnfitError
from benchmark.authoring.figures.domains import Domain, domains
from benchmark.authoring.figures.programs import literal
from benchmark.core.draws import Draws


def test_there_are_at_least_twenty_domains() -> None:
    assert len({domain.name for domain in domains()}) >= 20


@pytest.mark.parametrize("domain", domains(), ids=lambda domain: domain.name)
def test_values_and_names_of_a_domain_do_not_tell_themselves_apart(domain: Domain) -> None:
    values = domain.values(Draws("test", domain.name), 12)
    assert len(set(values)) == 12
    assert len({len(literal(value)) for value in [*values, domain.low, domain.high]}) == 1
    assert all(domain.low <= value <= domain.high for value in values)
    assert len(set(domain.categories)) >= 8
    assert max(map(len, domain.categories)) <= 9
    assert len(set(domain.series)) == 3
    assert domain.x_label != "Year" or domain.x_start + 32 * domain.x_step <= 2025


def test_values_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnfitError):
        domains()[0].values(Draws("test"), 5, gap=40)
