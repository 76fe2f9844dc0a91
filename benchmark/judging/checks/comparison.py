"""The program that is judged in place of an answer, to find out who is to blame: see :mod:`.blame`."""

import ast
import dataclasses
import functools

from benchmark.core.sample import Answer, RawSample, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, StdioCheck, Task
from benchmark.extraction.own import reference_program
from benchmark.judging.checks import task_tests
from benchmark.judging.checks.task_tests import TestSource


class _StopAtAssertions(ast.NodeTransformer):
    """Lets a test fail at its first assertion, after the assertion's expression was computed."""

    def visit_Assert(self, node: ast.Assert) -> list[ast.stmt]:
        return [ast.copy_location(ast.Expr(node.test), node), _failure(node)]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Call(func=ast.Attribute(attr=name)) if name.startswith("assert"):
                return [node, _failure(node)]
            case _:
                return node


def _failure(node: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.Assert(test=ast.copy_location(ast.Constant(False), node)), node)


@functools.lru_cache(maxsize=256)
def until_first_assertion(source: TestSource) -> TestSource:
    """Return a test that fails at its first assertion, whatever the answer is."""
    tree = _StopAtAssertions().visit(ast.parse(source.source, task_tests.FILE_NAME))
    code = compile(ast.fix_missing_locations(tree), task_tests.FILE_NAME, "exec", dont_inherit=True)
    return dataclasses.replace(source, code=code)


@functools.lru_cache(maxsize=256)
def _idle_program(entry_point: str, starter_code: str) -> str:
    entry_name = entry_point.split("(", 1)[0].strip()
    classes = {
        name for name in task_tests.defined_names(starter_code) if task_tests.is_class(starter_code, name)
    }
    functions = task_tests.defined_names(starter_code) - classes
    if "(" in entry_point or (entry_name not in functions and entry_name[:1].isupper()):
        classes |= {entry_name}
    else:
        functions |= {entry_name} - classes
    exceptions = task_tests.exceptions(starter_code)
    lines = []
    for name in sorted(name for name in classes | functions if name.isidentifier()):
        if name in exceptions:
            lines.append(f"class {name}(Exception): pass")
        elif name in classes:
            lines.append(f"class {name}:\n    def __init__(self, *a, **k): pass")
            lines.append("    def __getattr__(self, name): return lambda *a, **k: None")
        else:
            lines.append(f"def {name}(*a, **k): return None")
    return "\n".join([*lines, ""])


def idle_program(task: Task) -> str:
    """Return a program whose functions and classes accept everything, do nothing and return None."""
    if isinstance(task.check, StdioCheck | FigureCheck):
        return "pass\n"
    if isinstance(task.check, ChoiceCheck):
        return "A"
    return _idle_program(task.entry_point, task.starter_code)


def comparison_sample(sample: Sample | RawSample) -> Sample:
    """Return the sample with the reference as its answer, or with a program that does nothing."""
    task = sample.task
    program = reference_program(task) if task.reference.strip() else idle_program(task)
    return Sample(task=sample.task, draw=sample.draw, answer=Answer(code=program, program=program))
