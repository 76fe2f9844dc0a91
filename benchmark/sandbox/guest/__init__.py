"""What runs inside the sandbox, beside the model's code.

Standard library only, imported by nobody: it is mounted as the package ``sightbench_guest``. Nothing here
ever holds an expected value, and nothing that it says is believed beyond "this is what the answer returned".
"""

import os


def _forget(**_hooks: object) -> None:
    """Take the place of ``os.register_at_fork`` while the zygote loads modules.

    An answer may not fork, so their hooks would only cost each child a fifth of its time: those of ``random``
    and ``threading`` touch 200 pages.
    """


register_at_fork = os.register_at_fork
os.register_at_fork = _forget
