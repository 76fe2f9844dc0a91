"""One call through an SDK: its body when it is whole and sound, else the failure that it means."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.generation.wire.failure import CallFailed, Cause, ModelMisconfigured, Outage
from benchmark.generation.wire.status import failure, line
from benchmark.generation.wire.transport import LastResponse, exchange

_SUCCESS = range(200, 300)


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """A whole JSON object that is no error."""

    body: Mapping[str, object]
    exchange: LastResponse
    seconds: float


async def receive(
    send: Callable[[], Awaitable[object]],
    *,
    seconds: float,
    parameters: Mapping[str, str],
    keys: Sequence[str],
) -> ReceivedBody:
    """Make a call and judge what came by its bytes; what the SDK returns or raises counts only without any.

    Args:
        send: calls the SDK, whose HTTP client is one of :func:`~benchmark.generation.wire.transport.client`.
        seconds: that the whole call may take.
        parameters: the wire's name of a parameter → the field of ``Sampling``.
        keys: hidden in what is said.

    Raises:
        CallFailed: for all that is no sound reply.
    """
    began = time.monotonic()
    error: Exception | None = None
    with exchange() as found:
        try:
            async with asyncio.timeout(seconds):
                await send()
        except TimeoutError:
            raise Outage(f"no reply within {seconds:g} s", cause=Cause.TIMEOUT, unsure=True) from None
        except Exception as raised:  # noqa: BLE001 - whatever an SDK raises, the bytes decide
            error = raised
    if found.body is None:
        raise _broken(found, error, keys)
    if found.status not in _SUCCESS:
        raise failure(found, parameters, keys)
    body = found.json()
    if body.get("error"):  # some servers send an empty one along with their choices
        raise failure(found, parameters, keys)
    return ReceivedBody(body, found, time.monotonic() - began)


def _broken(found: LastResponse, error: Exception | None, keys: Sequence[str]) -> CallFailed:
    """No whole response came."""
    import httpx2

    chain = list(_chain(error))
    if own := next((one for one in chain if isinstance(one, CallFailed)), None):
        return own
    if any(isinstance(one, httpx2.DecodingError) for one in chain):
        return found.unusable("a body that cannot be decompressed")
    transport = next((one for one in chain if isinstance(one, httpx2.TransportError)), None)
    if transport is None:
        said = line(f"{type(chain[-1]).__name__}: {chain[-1]}" if chain else "it does not say why", keys)
        return ModelMisconfigured(f"the SDK refuses the call: {said}", fix="check the model config")
    said = line(str(transport), keys) or type(transport).__name__
    refused = isinstance(transport, httpx2.ConnectError | httpx2.ConnectTimeout)
    timeout = isinstance(transport, httpx2.TimeoutException)
    what = "cannot connect" if refused else "the reply broke off" if found.status else "the connection broke"
    return Outage(
        f"{what}: {said}",
        cause=Cause.TIMEOUT if timeout and not refused else Cause.CONNECTION,
        unsure=not refused,
        status=found.status,
        request_id=found.request_id,
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
