"""Open weights on this machine: pinned, as safetensors, and without code of their own."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, shown

_COMMIT = re.compile(r"[0-9a-f]{40}")
_HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
#: What is fetched: weights as safetensors, configs, tokenizers, templates. No pickles, no Python.
_WANTED = (
    "*.safetensors",
    "*.safetensors.index.json",
    "*.json",
    "*.txt",
    "*.jinja",
    "tokenizer.model",
    "*.tiktoken",
)
_PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".h5", ".msgpack")
_CHUNK = 1 << 24  #: bytes


@dataclass(frozen=True, slots=True)
class Weights:
    """A folder that an engine can serve."""

    folder: Path
    revision: str  #: the commit of the hub, or ``sha256 …`` over a folder of one's own


def weights(model: str, revision: str | None) -> Weights:
    """Find the weights of a model, and fetch them where they are on the hub.

    Args:
        model: a folder, or an id of the Hugging Face hub, such as ``Qwen/Qwen2.5-VL-7B-Instruct``.
        revision: the commit on the hub; needed there.

    Raises:
        BadInput: when they are not pinned, are no safetensors, or want code of their own to be run.
        OurFailure: when they cannot be fetched.
    """
    if Path(model).is_dir():
        folder = Path(model)
        checked(folder)
        return Weights(folder, revision or f"sha256 {_digest(folder)}")
    if not _HUB_ID.fullmatch(model):
        problem = f"{shown(model)} is neither a folder nor an id of the hub"
        raise BadInput("model", "", problem, "such as Qwen/Qwen2.5-VL-7B-Instruct")
    if revision is None or not _COMMIT.fullmatch(revision):
        problem = f"must be a whole commit of {model}, got {shown(revision or '')}"
        raise BadInput("revision", "", problem, "40 hexadecimal digits: names of branches move")
    folder = _fetched(model, revision)
    checked(folder)
    return Weights(folder, revision)


def checked(folder: Path) -> None:
    """Check that a folder holds safetensors and nothing that would be run.

    Raises:
        BadInput: when it does not.
    """
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    if pickles := [name for name in names if name.endswith(_PICKLES)]:
        raise BadInput(folder, shown(pickles[0]), "may run code when it is loaded", "keep safetensors only")
    if code := [name for name in names if name.endswith((".py", ".so"))]:
        problem = "is code of the model's own, which is never run"
        raise BadInput(folder, shown(code[0]), problem, "remove it, if the engine knows the model without")
    if not any(name.endswith(".safetensors") for name in names):
        raise BadInput(folder, "", "holds no safetensors", "convert the weights to safetensors")
    config = folder / "config.json"
    try:
        known = json.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(config, "", "cannot be read as JSON", "it says what kind of model this is") from None
    if isinstance(known, dict) and known.get("auto_map"):
        raise BadInput(
            config, "auto_map", "asks for code of the model's own, which is never run", "remove it"
        )


def _fetched(model: str, revision: str) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        fix = "python -m pip install vllm, or transformers[serving]"
        raise BadInput("provider local", "", "huggingface_hub is not installed", fix) from None
    try:
        return Path(snapshot_download(model, revision=revision, allow_patterns=list(_WANTED)))
    except Exception as error:
        problem = f"{model} at {revision} cannot be fetched: {type(error).__name__}"
        raise OurFailure(problem, "check the id, the commit and the network") from error


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()
