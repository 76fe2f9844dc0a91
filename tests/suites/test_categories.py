from benchmark.analysis.catalog import category_title
from benchmark.analysis.score_cells import Category
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.suites import categories_of


def _task(name: str, suite: str, categories: tuple[str, ...] = ("bar",)) -> Task:
    check, limits = FunctionCheck(tests=("assert f()",)), Limits(seconds=1)
    return Task(
        id=name,
        suite=suite,
        check=check,
        entry_point="f",
        limits=limits,
        subset="deletion",
        categories=categories,
    )


def test_pairs_of_operation_and_type_are_categories_of_mathopeval_only() -> None:
    tasks = [_task("a", "mathopeval"), _task("b", "humaneval-v")]
    assert categories_of(tasks) == {
        "subset:deletion": ["a", "b"],
        "subset:deletion/category:bar": ["a"],
        "category:bar": ["a", "b"],
    }


def test_what_a_task_asks_for_counts_within_its_operation_and_type() -> None:
    task = _task("a", "mathopeval", ("bar", "domain:rainfall", "asks:forward"))
    assert list(categories_of([task])) == [
        "subset:deletion",
        "subset:deletion/category:bar",
        "subset:deletion/category:bar/asks:forward",
        "category:bar",
        "category:domain:rainfall",
    ]
    assert Category("subset:annotation/category:function/asks:x").title_below == "function, x-intercept"
    assert [category_title(name) for name in ("asks:x", "asks:forward")] == ["x-intercept", "forward"]


def test_pairs_are_a_kind_of_their_own() -> None:
    names = ("subset:deletion", "subset:deletion/category:bar", "category:bar", "subset:math/level:easy", "")
    assert [Category(name).kind for name in names] == ["subset", "subset/category", "category", "level", ""]
