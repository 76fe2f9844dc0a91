"""The forms of families; the commands `python -m workshop …` are the same for all of them."""

from collections.abc import Mapping

from workshop.authoring.chart_families.form import CHARTS
from workshop.authoring.maker import Form
from workshop.authoring.picture_form import PICTURES
from workshop.authoring.problem_families.form import PROBLEMS
from workshop.family_collection import FamilyCollection

_FORMS: Mapping[str, Form] = {"pictures": PICTURES, "charts": CHARTS, "problems": PROBLEMS}


def form_of(collection: FamilyCollection) -> Form:
    """Return the form of a collection's families."""
    return _FORMS[collection.form]
