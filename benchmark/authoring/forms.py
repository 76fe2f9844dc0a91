"""The forms of families; the commands `sightbench author …` are the same for all of them."""

from collections.abc import Mapping

from benchmark.authoring.chart_families.form import CHARTS
from benchmark.authoring.maker import Form
from benchmark.authoring.picture_form import PICTURES
from benchmark.authoring.problem_families.form import PROBLEMS
from benchmark.datasets.collection import Collection

_FORMS: Mapping[str, Form] = {"pictures": PICTURES, "charts": CHARTS, "problems": PROBLEMS}


def form_of(collection: Collection) -> Form:
    """Return the form of a collection's families."""
    return _FORMS[collection.form]
