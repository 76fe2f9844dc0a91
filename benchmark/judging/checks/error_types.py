"""Names the kind of error of a failed answer: the error types of MMCode's analysis, by a stated rule.

The first type that fits counts:

1. ``time-limit``, ``memory``, ``syntax``: by the status.
2. ``input-parsing``: an ``EOFError``; or an error of conversion or access in a line that reads standard input
   or parses text that came from it, see :mod:`.input_lines`.
3. ``access``, ``type``, ``math``, ``name``: by the class of the exception, or a class that it extends.
4. ``output-format``: a wrong output with the expected content, see :mod:`.layout`.
5. ``wrong-answer``: any other wrong output.
6. ``empty``: there is no code to run.
7. ``other-error``: everything else, such as a recursion that is too deep, or an exit code that is not 0.

The class of an exception and its line are what the sandbox reports. A hostile answer can forge the report,
and thereby choose its type, but never its status.
"""

from benchmark.core.task import StdioCheck, Task
from benchmark.core.verdict import ErrorType, Status
from benchmark.judging.checks import input_lines
from benchmark.judging.checks.symptoms import Symptoms

#: Status → error type, for statuses that decide it alone.
_OF_STATUS: dict[Status, ErrorType] = {
    Status.PASSED: "",
    Status.TIMEOUT: "time-limit",
    Status.MEMORY_LIMIT: "memory",
    Status.SYNTAX_ERROR: "syntax",
    Status.NO_ANSWER: "empty",
}
_NOTHING = Symptoms()
#: Exceptions that parsing raises.
_OF_PARSING = frozenset(
    {"ValueError", "TypeError", "LookupError", "AttributeError", "StopIteration", "SyntaxError"}
)
#: Builtin exception class → error type; the first that fits.
_OF_EXCEPTION: dict[str, ErrorType] = {
    "MemoryError": "memory",
    "SyntaxError": "syntax",
    "LookupError": "access",
    "AttributeError": "access",
    "TypeError": "type",
    "ArithmeticError": "math",
    "NameError": "name",
}
#: Texts of a ``ValueError`` that the module ``math`` raises.
_OF_MATH = ("math domain error", "not defined for negative values", "must be a non-negative")


def error_type(task: Task, status: Status, program: str = "", symptoms: Symptoms = _NOTHING) -> ErrorType:
    """Return the error type of an answer; empty if it passed, or its task has no error types.

    Args:
        task: the task.
        status: the status of the answer.
        program: the answer; not needed for a status that decides the type alone.
        symptoms: what is known about the run that decided the status.
    """
    if not task.has_error_types:
        return ""
    if status in _OF_STATUS:
        return _OF_STATUS[status]
    if status is Status.WRONG_ANSWER:
        return "output-format" if symptoms.only_layout else "wrong-answer"
    if _is_of_parsing(task, program, symptoms):
        return "input-parsing"
    if "ValueError" in symptoms.bases and any(text in symptoms.text for text in _OF_MATH):
        return "math"
    return next((kind for name, kind in _OF_EXCEPTION.items() if name in symptoms.bases), "other-error")


def _is_of_parsing(task: Task, program: str, symptoms: Symptoms) -> bool:
    if "EOFError" in symptoms.bases:
        return True
    return (
        isinstance(task.check, StdioCheck)
        and bool(symptoms.line and symptoms.bases & _OF_PARSING)
        and not any(text in symptoms.text for text in _OF_MATH)
        and input_lines.parses_input(program, symptoms.line)
    )
