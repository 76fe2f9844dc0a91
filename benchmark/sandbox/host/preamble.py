"""Decides which preambles a zygote may run before it forks."""

import ast
import sys

from benchmark.sandbox.host.runtime import LIBRARIES

_PREAMBLE_LIMIT = 8192  #: maximum characters


def only_imports(preamble: str) -> bool:
    """Whether a preamble is short and only imports the standard library and the allowed libraries.

    Only such a preamble may run in the zygote, which is trusted. A long one does not fit into its first
    message.
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
