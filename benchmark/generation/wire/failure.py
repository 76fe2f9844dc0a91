"""What can go wrong with one call, by what has to be done about it. None of these is an answer.

A provider raises exactly these; whatever else it raises is a fault of ours. Texts are shown to people and
written to files: they hold no key, no header, and at most a line of what a stranger's server said.
"""

from enum import StrEnum


class Cause(StrEnum):
    """Why a call that may succeed later did not."""

    RATE_LIMIT = "rate limit"  #: 429: fewer calls, please
    OVERLOADED = "overloaded"  #: 503, 529
    SERVER = "server error"  #: other 5xx, 408, 409, an error object with status 200
    TIMEOUT = "timeout"
    CONNECTION = "connection"  #: refused, reset, or a body that was cut short
    BODY = "unusable body"  #: no JSON, HTML, empty, no choices, fewer choices than asked


class CallFailed(Exception):  # noqa: N818 - the subclasses name what failed
    """Base of all failures of a call.

    Args:
        reason: one line for people.
        status: of HTTP, where there was one.
        request_id: of the server, where it gave one.
    """

    unsure = False  #: the server may have done the work, and put it on the bill

    def __init__(self, reason: str, *, status: int | None = None, request_id: str | None = None) -> None:
        self.reason = reason
        self.status = status
        self.request_id = request_id
        super().__init__(reason)


class Outage(CallFailed):
    """The same call may succeed later: it is retried, and then missing.

    Args:
        reason: one line for people.
        cause: what kind of outage.
        retry_after: seconds that the server asked us to wait, where it did.
        unsure: the server may have done the work, and put it on the bill.
        status: as for every failure.
        request_id: likewise.
    """

    def __init__(
        self,
        reason: str,
        *,
        cause: Cause,
        retry_after: float | None = None,
        unsure: bool = False,
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        self.cause = cause
        self.retry_after = retry_after
        self.unsure = unsure
        super().__init__(reason, status=status, request_id=request_id)


class QuotaExhausted(CallFailed):
    """No money or no quota is left: no further call is made."""


class _Mendable(CallFailed):
    """Comes again until somebody changes something.

    Args:
        reason: one line for people.
        fix: what to change.
        status: as for every failure.
        request_id: likewise.
    """

    def __init__(
        self, reason: str, *, fix: str = "", status: int | None = None, request_id: str | None = None
    ) -> None:
        self.fix = fix
        super().__init__(reason, status=status, request_id=request_id)


class TaskRejected(_Mendable):
    """The server will never take this task: too long for the model, a picture too large. Others go on."""


class AnswerUnwritable(TaskRejected):
    """An answer came, and no file of completions can hold it."""

    unsure = True


class ParameterRefused(CallFailed):
    """The model does not take a parameter; dropped when the config allows it.

    Args:
        reason: one line for people.
        parameter: a field of :class:`~benchmark.generation.wire.request.Sampling`.
        others: further ones that the server names, such as one that does not go together with it.
        status: as for every failure.
        request_id: likewise.
    """

    def __init__(
        self,
        reason: str,
        *,
        parameter: str,
        others: tuple[str, ...] = (),
        status: int | None = None,
        request_id: str | None = None,
    ) -> None:
        self.parameter = parameter
        self.others = others
        super().__init__(reason, status=status, request_id=request_id)


class ModelMisconfigured(_Mendable):
    """No call of this config can succeed: unknown model, wrong key, unknown parameter. The run stops."""


class PromptFiltered(CallFailed):
    """The server filtered the prompt and says so as an error. A provider makes a reply of it."""
