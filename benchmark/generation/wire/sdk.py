"""Makes one call through an SDK: returns the body of a valid reply, or raises the failure that occurred."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.generation.wire.body import count_or_none, list_or_empty, mapping_or_empty, printable_name
from benchmark.generation.wire.failure import CallFailed, Cause, FewerDraws, ModelMisconfigured, Outage
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Choice, Reply, check_answers, usage_in_failures
from benchmark.generation.wire.status import failure_of, one_line
from benchmark.generation.wire.transport import LastResponse, record_response
from benchmark.generation.wire.usage import Usage

_SUCCESS = range(200, 300)
_MOST_DOLLARS = 1000.0  #: US dollars of one call


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """A complete JSON object that is not an error."""

    body: Mapping[str, object]
    response: LastResponse
    seconds: float

    def answers(self, field: str, draws: int) -> list[Mapping[str, object]]:
        """Return the ``draws`` answers in a field of the body, in order.

        Raises:
            Outage: if there are fewer or more.
        """
        entries = [mapping_or_empty(entry) for entry in list_or_empty(self.body.get(field))]
        if 0 < len(entries) < draws:
            raise FewerDraws(len(entries), draws)
        if len(entries) != draws:
            what = f"{len(entries)} {field} instead of {draws}" if entries else f"no {field}"
            raise self.response.unusable(what)
        # The order of the list is not promised; `index` is the number of the draw.
        return sorted(entries, key=lambda entry: count_or_none(entry.get("index")) or 0)

    def reply(
        self,
        usage: Usage,
        choices: Callable[[], tuple[Choice, ...]],
        *,
        model: str = "model",
        name: str = "id",
    ) -> Reply:
        """Return the reply in the body; ``model`` and ``name`` are the fields of the model and of the reply.

        Raises:
            Outage: if ``choices`` finds no answers, or an empty text is not an answer.
        """
        reported = mapping_or_empty(self.body.get("usage") or self.body.get("usageMetadata"))
        tier = self.body.get("service_tier") or reported.get("service_tier") or reported.get("serviceTier")
        # Only with a key of the caller's own at the vendor is a gateway's cost its fee alone. Otherwise both
        # fields have the same cost.
        details = mapping_or_empty(reported.get("cost_details")) if reported.get("is_byok") is True else {}
        upstream = details.get("upstream_inference_cost")
        parts = [part for part in map(_dollars, (reported.get("cost"), upstream)) if part is not None]
        usage = replace(usage, cost_usd=sum(parts) if parts else None)
        with usage_in_failures(usage):
            found = choices()
            check_answers(found, usage)
        return Reply(
            choices=found,
            usage=usage,
            seconds=self.seconds,
            resolved_model=printable_name(self.body.get(model)),
            fingerprint=printable_name(self.body.get("system_fingerprint")),
            request_id=printable_name(self.response.request_id) or printable_name(self.body.get(name)),
            tier=printable_name(tier),
        )


def _dollars(value: object) -> float | None:
    """Return a cost above 0 that a call can have; a server may write anything into this field."""
    is_cost = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= _MOST_DOLLARS
    return float(value) if is_cost else None  # type: ignore[arg-type]  # a number, by the line above


async def receive(
    send: Callable[[], Awaitable[object]], endpoint: Endpoint, parameters: Mapping[str, str] | None = None
) -> ReceivedBody:
    """Make a call and judge the bytes of the response; the SDK's own error counts only if no bytes arrived.

    Args:
        send: calls the SDK, whose HTTP client is made by
            :func:`~benchmark.generation.wire.transport.http_client`.
        endpoint: the server; its time limit is that of the whole call, its key is hidden in messages.
        parameters: the API's name of a parameter → the field of ``Sampling``; None for a call without any.

    Raises:
        CallFailed: if no valid reply arrives.
    """
    began, keys = time.monotonic(), endpoint.keys
    error: Exception | None = None
    with record_response() as response:
        try:
            async with asyncio.timeout(endpoint.timeout):
                await send()
        except TimeoutError:
            raise Outage(
                f"no reply within {endpoint.timeout:g} s", cause=Cause.TIMEOUT, unsure=True
            ) from None
        except Exception as raised:  # noqa: BLE001 - whatever an SDK raises, the bytes decide
            error = raised
    if response.body is None:
        raise _no_response_failure(response, error, keys)
    if response.status not in _SUCCESS:
        raise failure_of(response, parameters or {}, keys)
    body = response.json()
    if body.get("error"):  # some servers send an empty error together with their choices
        raise failure_of(response, parameters or {}, keys)
    return ReceivedBody(body, response, time.monotonic() - began)


def _no_response_failure(response: LastResponse, error: Exception | None, keys: Sequence[str]) -> CallFailed:
    """Return the failure of a call without a complete response."""
    import httpx2

    # The SDKs wrap what happened: OpenAI's own error only says "Connection error."
    chain = list(_exception_chain(error))
    if own := next((link for link in chain if isinstance(link, CallFailed)), None):
        return own
    if any(isinstance(link, httpx2.DecodingError) for link in chain):
        return response.unusable("a body that cannot be decompressed")
    transport = next((link for link in chain if isinstance(link, httpx2.TransportError)), None)
    if transport is None:
        reason = one_line(f"{type(chain[-1]).__name__}: {chain[-1]}" if chain else "no reason given", keys)
        return ModelMisconfigured(f"the SDK refuses the call: {reason}", fix="check the model config")
    reason = one_line(str(transport), keys) or type(transport).__name__
    refused = isinstance(transport, httpx2.ConnectError | httpx2.ConnectTimeout)
    timeout = isinstance(transport, httpx2.TimeoutException)
    what = (
        "cannot connect" if refused else "the reply broke off" if response.status else "the connection broke"
    )
    return Outage(
        f"{what}: {reason}",
        cause=Cause.TIMEOUT if timeout and not refused else Cause.CONNECTION,
        unsure=not refused,
        status=response.status,
        request_id=response.request_id,
    )


def _exception_chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
