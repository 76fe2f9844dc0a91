"""A class name stands for one thing, so that a search for it finds one definition."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Names with two definitions → why both stand for the same thing.
SAME_THING = {
    "Evaluation": "`sightbench.Evaluation` shows scripts the one that `benchmark.pipeline` computes",
    "SockFprog": "`struct sock_fprog` of the kernel; the guest cannot import the host's",
}


def class_names(source: str) -> Iterator[str]:
    """Yield the names of all classes of a module, those inside functions and classes included."""
    return (node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef))


def definitions() -> dict[str, list[str]]:
    """Return the modules that define each class, by its name; families are programs of their own."""
    found = defaultdict(list)
    for package in ("benchmark", "workshop"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "families" not in path.parts:
                source = path.read_text(encoding="utf-8")
                for name in class_names(source) if "class " in source else ():
                    found[name].append(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.gate
def test_no_two_classes_have_one_name() -> None:
    places = definitions()
    assert len(places) > 500  # classes were found at all
    repeated = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert {name: modules for name, modules in repeated.items() if name not in SAME_THING} == {}
    assert set(SAME_THING) <= set(repeated), "an exception that is no longer needed"


def test_classes_inside_functions_and_classes_are_found() -> None:
    nested = "class A:\n    class B: ...\n    def method(self):\n        class A: ..."
    assert sorted(class_names(nested)) == ["A", "A", "B"]
