"""Categories with too few families are named in a sentence."""

from benchmark.analysis.ranks.categories import too_few_families


def test_the_parts_of_a_category_are_told_apart() -> None:
    sentence = too_few_families(["subset:annotation/category:function/category:asks:x", "level:easy"])
    assert sentence.startswith("Not compared: Annotation function: x-intercept and Level easy have under six")
