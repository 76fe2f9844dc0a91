"""Strict stand-ins of vendors: what they refuse and ignore, as their documents of November 2026 say.

Each stand-in takes a request, and returns the status and the words of a refusal; None if it answers. Names of
models stand for the families that differ: ``gpt-6-astra`` always thinks, ``gpt-6-luna`` need not.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from loopback.wire import ApiRequest, Json

Refusal = tuple[int, Json] | None
#: Version of Anthropic's API in which no model takes sampling parameters, and the one before it.
NEW, OLD = "2026-10-21", "2023-06-01"


def _openai_error(message: str, parameter: str | None = None) -> tuple[int, Json]:
    return 400, {
        "error": {"message": message, "type": "invalid_request_error", "param": parameter, "code": None}
    }


def openai(request: ApiRequest) -> Refusal:
    """GPT-6: pro models only in the Responses API, one name of the limit, sampling only without thinking."""
    sent = request.parameters
    pro = request.model.endswith("-pro")
    if pro and request.api != "responses":
        body = _openai_error("This model is only supported in v1/responses and not in v1/chat/completions.")[
            1
        ]
        return 404, body
    if "max_tokens" in sent:
        text = "Unsupported parameter: 'max_tokens' is not supported with this model."
        return _openai_error(f"{text} Use 'max_completion_tokens' instead.", "max_tokens")
    effort = sent.get("reasoning_effort", sent.get("reasoning"))
    if effort in ("max", {"effort": "max"}):
        return _openai_error("Unsupported value: 'max' is not supported.", "reasoning.effort")
    thinks = request.model.startswith("gpt-6-astra") or effort not in ("none", {"effort": "none"})
    for name in ("temperature", "top_p", "stop", "seed") if thinks else ("stop",):
        if name in sent:
            return _openai_error(f"Unsupported parameter: '{name}' is not supported with this model.", name)
    return None


def anthropic(request: ApiRequest, *, old: bool = True) -> Refusal:
    """Claude: no sampling in the new version of the API; in the old one, up to 4.6, one of two parameters."""
    kind: Json = {"type": "error", "error": {"type": "invalid_request_error"}}

    def refuse(message: str) -> tuple[int, Json]:
        return 400, {**kind, "error": {**kind["error"], "message": message}}

    sampling = [name for name in ("temperature", "top_p", "top_k") if name in request.parameters]
    if request.version not in ((NEW, OLD) if old else (NEW,)):
        return refuse(f"anthropic-version: {request.version} is not a valid version")
    if request.version == NEW and sampling:
        return refuse(f"{sampling[0]}: Extra inputs are not permitted")
    if sampling and not request.model.startswith("claude-sonnet-4-6"):
        return refuse(f"`{sampling[0]}` is deprecated for this model.")
    if {"temperature", "top_p"} <= {*sampling}:
        return refuse(
            "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
        )
    return None


def google(request: ApiRequest) -> Refusal:
    """Gemini: one answer per call; sampling is accepted, and Gemini 4 ignores it."""
    if request.n > 1:
        text = "Multiple candidates is not enabled for this model"
        return 400, {"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}
    return None


def deepseek(request: ApiRequest) -> Refusal:  # noqa: ARG001 - it refuses nothing
    """DeepSeek refuses nothing, and ignores a temperature while it thinks, and OpenAI's name of the limit."""
    return None


def kimi(request: ApiRequest) -> Refusal:
    """Kimi: fixed values."""
    for name, only in (("temperature", 1), ("top_p", 0.95), ("n", 1)):
        if request.parameters.get(name, only) != only:
            return _openai_error(f"invalid {name}: only {only} is allowed for this model")
    return None


def grok(request: ApiRequest) -> Refusal:
    """Grok: no stop, and no effort for some models; it names fields in its own spelling."""
    if "stop" in request.parameters:
        return 400, {"code": "Client specified an invalid argument", "error": "Argument not supported: stop"}
    if "reasoning_effort" in request.parameters:
        text = f"Model {request.model} does not support parameter reasoningEffort."
        return 400, {"code": "Client specified an invalid argument", "error": text}
    return None


def mistral(request: ApiRequest) -> Refusal:
    """Mistral: one answer per call and no top_p if greedy."""
    if request.temperature == 0 and request.parameters.get("top_p", 1) != 1:
        return 400, {
            "message": "top_p must be 1 when using greedy sampling.",
            "type": "invalid_request_error",
        }
    if request.n > 1 and request.temperature == 0:
        return 400, {"message": "Number of n completions must be 1 when using greedy sampling"}
    return None


def glm(request: ApiRequest, *, pictures: bool = True) -> Refusal:
    """GLM names no field: here it does not take a top_p, and perhaps no pictures."""
    if "top_p" in request.parameters or (request.pictures and not pictures):
        return 400, {
            "error": {"code": "1210", "message": "Invalid API parameter, please check the documentation."}
        }
    return None


def openrouter(request: ApiRequest) -> Refusal:
    """OpenRouter: by default its servers ignore what they lack, here temperature and stop."""
    provider = request.parameters.get("provider")
    lacks = {"temperature", "stop"} & request.parameters.keys()
    if lacks and isinstance(provider, dict) and provider.get("require_parameters"):
        text = (
            "No endpoints found that support the requested parameters. To learn more about provider routing,"
        )
        return 404, {"error": {"message": f"{text} visit: https://openrouter.ai/docs", "code": 404}}
    return None


STAND_INS: Mapping[str, Callable[[ApiRequest], Refusal]] = {
    "openai": openai,
    "anthropic": anthropic,
    "anthropic without the old version": lambda request: anthropic(request, old=False),
    "google": google,
    "deepseek": deepseek,
    "kimi": kimi,
    "grok": grok,
    "mistral": mistral,
    "glm": glm,
    "glm without pictures": lambda request: glm(request, pictures=False),
    "openrouter": openrouter,
}


def thinks_not(request: ApiRequest) -> bool:
    """Whether a request switches thinking off, in the words of any vendor."""
    sent = request.parameters
    return (
        sent.get("reasoning_effort") == "none"
        or sent.get("thinking") == {"type": "disabled"}
        or sent.get("chat_template_kwargs") == {"enable_thinking": False}
        or sent.get("thinkingConfig") == {"thinkingBudget": 0}
    )


def as_answered(vendor: str, request: ApiRequest) -> ApiRequest:
    """Return the request as the model sees it: without what this vendor ignores in silence."""
    thinks = request.parameters.get("thinking") != {"type": "disabled"}
    if (vendor == "google" and request.model.startswith("gemini-4")) or (vendor == "deepseek" and thinks):
        return replace(request, temperature=None, seed=None)
    if vendor == "deepseek" and "max_completion_tokens" in request.parameters:
        return replace(request, max_tokens=None)
    return request
