"""Second names of settings, which are read and never written."""

import re

_VCOT = re.compile(r"^(choice|free)-vcot(?=$|-)")


def plain_setting(name: str) -> str:
    """Return the name that rows have for a setting.

    The paper of MathOPEval writes both VoT and VCoT: ``choice-vcot-2shot`` is ``choice-vot-2shot``.
    """
    return _VCOT.sub(r"\1-vot", name)
