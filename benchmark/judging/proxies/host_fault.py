"""A failure of the judge's own code while it handles a message of the guest."""

from benchmark.sandbox.host.channel import GuestFault, OffProtocol

_OF_MALFORMED_MESSAGES = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class HostFault(GuestFault):
    """Our code raised an exception while it sent, received, decoded or encoded a message.

    The answer may have caused it, so :mod:`benchmark.judging.checks.blame` decides. Like every fault of the
    conversation, it is not an ``Exception``: a test cannot catch it by mistake.
    """

    def __init__(self, error: Exception) -> None:
        self.error = error
        #: Whether the exception is one that a malformed message causes.
        self.is_malformed = isinstance(error, _OF_MALFORMED_MESSAGES)
        reason = f"the judge cannot handle a message of the answer ({type(error).__name__})"
        super().__init__(OffProtocol().reason if self.is_malformed else reason)
