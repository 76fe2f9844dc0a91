"""A list of tasks is filtered by the subsets, levels and categories in which its tasks differ."""

from collections.abc import Mapping, Sequence

from benchmark.core.counts import Counts
from benchmark.leaderboard.parts.task_list import KindSelect, kind_selects


def selects(
    categories: Mapping[str, Sequence[int]], tasks: Sequence[str], suite: str = "code-vision"
) -> tuple[KindSelect, ...]:
    return kind_selects(
        suite,
        Counts(
            tasks=tuple(tasks),
            stems=tuple(tasks),
            statuses={},
            missing=(0,) * len(tasks),
            categories={name: tuple(places) for name, places in categories.items()},
        ),
    )


def test_each_task_has_a_letter_in_natural_order_of_ids() -> None:
    found = selects(
        {"subset:math": [0, 1], "subset:algorithm": [2], "subset:math/level:hard": [0]},
        ["t-10", "t-2", "t-3"],
    )
    (select,) = found
    letters = {option.words: option.letters for option in select.options}
    assert [select.tasks[place] for place in range(3)] == [
        letters["Math"],
        letters["Algorithm"],
        letters["Math"],
    ]


def test_levels_go_from_easy_to_hard_over_all_subsets() -> None:
    names = ["subset:math/level:hard", "subset:math/level:easy", "subset:algorithm/level:easy"]
    *_, levels = selects({name: [place] for place, name in enumerate(names)}, ["a", "b", "c"])
    assert [option.value for option in levels.options] == ["easy", "hard"]
    assert levels.tasks[1] == levels.tasks[2] != levels.tasks[0]


def test_a_task_of_two_categories_is_found_by_both() -> None:
    (select,) = selects({"category:tree": [0, 1], "category:grid": [1]}, ["a", "b"])
    found = {option.value: [letter in option.letters for letter in select.tasks] for option in select.options}
    assert found == {"tree": [True, True], "grid": [False, True]}


def test_types_aspects_and_kinds_of_pictures_have_a_select_each() -> None:
    names = [
        "type:Validation",
        "type:Aggregation",
        "aspect:Data Structures",
        "aspect:Common Sense",
        "grid",
        "map",
    ]
    found = selects(
        {f"category:{name}": [place % 2] for place, name in enumerate(names)}, ["a", "b"], "humaneval-v"
    )
    assert [(select.everything, [option.words for option in select.options]) for select in found] == [
        ("All task types", ["Aggregation", "Validation"]),
        ("All aspects", ["Common Sense", "Data Structures"]),
        ("All kinds of pictures", ["grid", "map"]),
    ]


def test_a_select_with_too_many_sets_of_values_is_left_out() -> None:
    tasks = [f"t-{number}" for number in range(63)]
    assert selects({f"category:c-{place}": [place] for place in range(63)}, tasks) == ()
