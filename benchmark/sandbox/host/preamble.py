"""Which preambles a zygote may run before it forks."""

import ast
import sys

from benchmark.sandbox.host.runtime import LIBRARIES

_PREAMBLE_LIMIT = 8192


def only_imports(preamble: str) -> bool:
    """Whether a preamble does nothing but import the standard library and the allowed libraries.

    Only such a one may run in the zygote, which is trusted; a long one does not fit its first message.
    """
    if len(preamble) > _PREAMBLE_LIMIT:
        return False
    try:
        body = ast.parse(preamble).body
    except (SyntaxError, ValueError):
        return False
    names = []
    for node in body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module != "__future__":
            names.append(node.module or "")
        else:
            return False
    return {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | set(LIBRARIES)
