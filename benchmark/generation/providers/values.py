"""The values of ``detail`` and ``thinking`` that each API has, known without its SDK."""

from collections.abc import Callable, Iterator, Mapping

from benchmark.core.suite import Thinking
from benchmark.generation.providers.keys import server_host
from benchmark.generation.wire.address import LOOPBACK

_EFFORTS = ("low", "medium", "high", "xhigh", "max")
#: Provider → values of ``detail``. Like below, providers that call no API are not listed: they take any.
_DETAILS: Mapping[str, tuple[str, ...]] = {
    "anthropic": (),
    "google": ("low", "medium", "high"),
    "google-legacy": (),
    **dict.fromkeys(("local", "openai"), ("low", "high", "auto", "original")),
}
_THINKING: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("off", "adaptive", "between_tools", *_EFFORTS),
    "google": ("off", "adaptive", "minimal", *_EFFORTS[:-1]),
    "google-legacy": (),
    **dict.fromkeys(("local", "openai"), ("off", "minimal", *_EFFORTS)),
}


def refused_values(
    provider: str,
    base_url: str | None,
    *,
    detail: str | None,
    shows_pictures: bool,
    thinking: str | None,
    thinking_tokens: int | None,
) -> Iterator[tuple[str, str, str]]:
    """Yield field, problem and fix for each value of a model config that no call can have.

    Args:
        provider: its name.
        base_url: address of the server; None for the vendor's.
        detail: of pictures; None if it is not set.
        shows_pictures: whether the model is shown pictures.
        thinking: None if it is not set.
        thinking_tokens: None if it is not set.
    """
    if detail is not None and not shows_pictures:
        yield "detail", "makes no difference: this model is shown no picture", "remove it"
    elif detail is not None and detail not in (known := _DETAILS.get(provider, (detail,))):
        yield "detail", *_refusal(detail, known)
    known = _THINKING.get(provider, () if thinking is None else (thinking,))
    host = "localhost" if provider == "local" else server_host(provider, base_url)
    if provider in ("local", "openai") and _switch(host) is not None:
        known = (*known, "adaptive")
    if thinking is not None and thinking not in known:
        yield "parameters.thinking", *_refusal(thinking, known)
    if provider == "anthropic" and thinking == "off" and thinking_tokens:
        problem = "has no effect, because thinking is off"
        yield "parameters.thinking_tokens", problem, "remove it, or use thinking: adaptive"


def lowest_thinking(provider: str) -> tuple[Thinking, ...]:
    """Return the values of ``thinking`` with which a model of this provider may think least, lowest first."""
    lowest: tuple[Thinking, ...] = ("off", "minimal", "between_tools", "low")
    return tuple(value for value in lowest if value in _THINKING.get(provider, ()))


def _refusal(value: str, known: tuple[str, ...]) -> tuple[str, str]:
    fix = f"use one of: {', '.join(known)}" if known else "remove it"
    return f"{value} is not a value of this API", fix


#: Field that switches thinking off and on at servers of this format that do not take the effort ``none``.
_SWITCHES: Mapping[str, Callable[[bool], dict[str, object]]] = {
    **dict.fromkeys(
        ["deepseek.com", "z.ai", "bigmodel.cn", "moonshot.ai", "moonshot.cn", "volces.com", "bytepluses.com"],
        lambda on: {"thinking": {"type": "enabled" if on else "disabled"}},
    ),
    "aliyuncs.com": lambda on: {"enable_thinking": on},
    "openrouter.ai": lambda on: {"reasoning": {"enabled": on}},
    **dict.fromkeys(LOOPBACK, lambda on: {"chat_template_kwargs": {"enable_thinking": on}}),
}


def _switch(host: str) -> Callable[[bool], dict[str, object]] | None:
    return next((make for name, make in _SWITCHES.items() if f".{host}".endswith(f".{name}")), None)


def thinking_fields(host: str, thinking: Thinking | None) -> dict[str, object]:
    """Return the fields of OpenAI's format for ``thinking``, in the words of the server at ``host``.

    >>> thinking_fields("api.deepseek.com", "off"), thinking_fields("api.openai.com", "off")
    ({'thinking': {'type': 'disabled'}}, {'reasoning_effort': 'none'})
    """
    if thinking is None:
        return {}
    switch = _switch(host)
    if thinking == "off":
        return {"reasoning_effort": "none"} if switch is None else switch(False)
    if thinking == "adaptive" and switch is not None:
        return switch(True)
    return {"reasoning": {"effort": thinking}} if host == "openrouter.ai" else {"reasoning_effort": thinking}
