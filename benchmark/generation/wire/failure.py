"""Failures of a call, one class per way to handle it. A failure is never counted as an answer.

A provider raises only these; any other exception is a bug of ours. Their texts are shown to people and
written to files, so they hold no key, no header, and at most one line of a server's message.
"""

from enum import StrEnum

from benchmark.generation.wire.usage import Usage


class Cause(StrEnum):
    """Why a call failed that may succeed later."""

    RATE_LIMIT = "rate limit"  #: 429: too many calls
    OVERLOADED = "overloaded"  #: 503, 529
    SERVER = "server error"  #: other 5xx, 408, 409, an error object with status 200
    TIMEOUT = "timeout"
    CONNECTION = "connection"  #: refused, reset, or a body that was cut short
    BODY = "unusable body"  #: not JSON, HTML, empty, no choices, or fewer choices than requested


class CallFailed(Exception):  # noqa: N818 - the subclasses name what failed
    """Base class of all failures of a call.

    Args:
        reason: one line for people.
        status: HTTP status; None without a response.
        request_id: the server's id of the request, if it sent one.
    """

    unsure = False  #: whether the server may have done the work and may bill it
    usage: Usage | None = None  #: tokens that the server counted for a reply that cannot be kept
    #: Names of fields and headers in all that the server says; the reason may show only its beginning.
    mentions: frozenset[str] = frozenset()

    def __init__(self, reason: str, *, status: int | None = None, request_id: str | None = None) -> None:
        self.reason = reason
        self.status = status
        self.request_id = request_id
        super().__init__(reason)


class Outage(CallFailed):
    """The same call may succeed later: it is retried, and its samples are missing if the last attempt fails.

    Args:
        reason: one line for people.
        cause: kind of outage.
        retry_after: seconds that the server asked us to wait; None if it did not ask.
        unsure: whether the server may have done the work and may bill it.
        status: HTTP status; None without a response.
        request_id: the server's id of the request, if it sent one.
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


class WebPage(Outage):
    """A web page with a success status: of a gateway for a moment, or for ever at a wrong address."""


class FewerDraws(Outage):
    """A reply with fewer answers than requested, such as that of a server that ignores ``n``.

    Args:
        draws: number of answers that arrived.
        wanted: number of answers that were requested.
    """

    def __init__(self, draws: int, wanted: int) -> None:
        self.draws, self.wanted = draws, wanted
        reason = f"the server sent {draws} answers instead of {wanted}"
        super().__init__(reason, cause=Cause.BODY, unsure=True)


class QuotaExhausted(CallFailed):
    """No money or quota is left: the run stops."""


class _FixableFailure(CallFailed):
    """A failure that repeats until somebody changes something.

    Args:
        reason: one line for people.
        fix: what to change.
        status: HTTP status; None without a response.
        request_id: the server's id of the request, if it sent one.
    """

    def __init__(
        self, reason: str, *, fix: str = "", status: int | None = None, request_id: str | None = None
    ) -> None:
        self.fix = fix
        super().__init__(reason, status=status, request_id=request_id)


class TaskRejected(_FixableFailure):
    """The server never accepts this task (prompt too long, picture too large). Other tasks go on."""


class AnswerUnwritable(TaskRejected):
    """An answer arrived that no file of completions can hold."""

    unsure = True


class UnnamedRefusal(TaskRejected):
    """The server refuses a parameter, but does not say which one; or it refuses the task."""


class ParameterRefused(CallFailed):
    """The model does not accept a parameter; most can be dropped.

    Args:
        reason: one line for people.
        parameter: a field of :class:`~benchmark.generation.wire.request.Sampling`, or ``n``.
        others: further parameters that the server names, such as one that conflicts with the first.
    """

    def __init__(self, reason: str, *, parameter: str, others: tuple[str, ...] = ()) -> None:
        self.parameter = parameter
        self.others = others
        super().__init__(reason)


class ModelMisconfigured(_FixableFailure):
    """No call with this config can succeed (unknown model, wrong key, wrong address). The run stops."""


class ResponsesOnly(ModelMisconfigured):
    """The model has no Chat Completions; a provider calls the Responses API instead."""


class Parked(CallFailed):
    """The call was not made now: it waits for a batch.

    Args:
        is_sent: whether it is in a batch that has not ended.
    """

    def __init__(self, *, is_sent: bool) -> None:
        self.is_sent = is_sent
        super().__init__("waits for a batch")


class PromptFiltered(CallFailed):
    """The server filtered the prompt and reported an error. A provider turns this into a filtered reply."""
