"""Open weights on this machine: pinned safetensors or a GGUF file, without code of the model's own."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.errors import BadInput, OurFailure, quote_value
from benchmark.core.install import install_engine

_COMMIT = re.compile(r"[0-9a-f]{40}")
_HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
#: Files that are downloaded: safetensors, configs, tokenizers and templates. No pickles, no Python.
_DOWNLOADED_FILES = (
    "*.safetensors",
    "*.safetensors.index.json",
    "*.json",
    # Merges and vocabularies of tokenizers.
    "*.txt",
    "*.jinja",
    "tokenizer.model",
    "*.tiktoken",
)
_PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".h5", ".msgpack")
_CHUNK = 1 << 24  #: bytes


GGUF = ".gguf"  #: ending of a file with a whole model for llama.cpp, which holds no code


@dataclass(frozen=True, slots=True)
class Weights:
    """A folder of weights, or a GGUF file, that a model server can load."""

    folder: Path
    revision: str  #: the commit on the hub, or ``sha256 …`` over the files of a local folder


def find_weights(model: str, revision: str | None) -> Weights:
    """Return the weights of a model, downloaded first if they are on the hub.

    Args:
        model: a folder, a GGUF file, or an id on the Hugging Face hub, such as
            ``Qwen/Qwen2.5-VL-7B-Instruct``.
        revision: the commit; required for the hub.

    Raises:
        BadInput: if they are not pinned, are not safetensors, or come with code of the model's own.
        OurFailure: if the download fails.
    """
    if Path(model).is_dir():
        folder = Path(model)
        check_weights(folder)
        return Weights(folder, revision or f"sha256 {_digest(folder)}")
    if model.endswith(GGUF) and Path(model).is_file():
        return Weights(Path(model), revision or f"sha256 {_file_digest(hashlib.sha256(), Path(model))}")
    if not _HUB_ID.fullmatch(model):
        problem = f"{quote_value(model)} is not a folder, a {GGUF} file or an id on the Hugging Face hub"
        raise BadInput("model", "", problem, "use a folder, or an id such as Qwen/Qwen2.5-VL-7B-Instruct")
    if revision is None or not _COMMIT.fullmatch(revision):
        problem = f"must be a full commit hash of {model}, got {quote_value(revision or '')}"
        raise BadInput("revision", "", problem, "give 40 hexadecimal digits; the name of a branch can move")
    folder = _download(model, revision)
    check_weights(folder)
    return Weights(folder, revision)


def check_weights(folder: Path) -> None:
    """Check that a folder holds safetensors and no files that could run code.

    Raises:
        BadInput: if it has no safetensors, has files that could run code, or its ``config.json`` is not
            readable or asks for code of the model's own.
    """
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    if pickles := [name for name in names if name.endswith(_PICKLES)]:
        raise BadInput(
            folder, quote_value(pickles[0]), "may run code when it is loaded", "keep safetensors only"
        )
    if code := [name for name in names if name.endswith((".py", ".so"))]:
        problem = "is the model's own code, which is never run"
        fix = "remove it, if the engine supports the model without it"
        raise BadInput(folder, quote_value(code[0]), problem, fix)
    if not any(name.endswith(".safetensors") for name in names):
        raise BadInput(folder, "", "holds no safetensors", "convert the weights to safetensors")
    config = folder / "config.json"
    try:
        known = json.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        fix = "restore the file; it tells the engine what kind of model this is"
        raise BadInput(config, "", "cannot be read as JSON", fix) from None
    # `auto_map` names classes in Python files next to it, which an engine could be told to run.
    if isinstance(known, dict) and known.get("auto_map"):
        raise BadInput(config, "auto_map", "asks for the model's own code, which is never run", "remove it")


def _download(model: str, revision: str) -> Path:
    try:
        from huggingface_hub import snapshot_download
    except ImportError:
        fix = install_engine("transformers[serving]")
        raise BadInput("provider local", "", "huggingface_hub is not installed", fix) from None
    try:
        return Path(snapshot_download(model, revision=revision, allow_patterns=list(_DOWNLOADED_FILES)))
    except Exception as error:
        problem = f"{model} at {revision} cannot be downloaded: {type(error).__name__}"
        raise OurFailure(problem, "check the id, the commit and the network") from error


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        # With the size: otherwise one file could hold the bytes of two, the name between them included.
        digest.update(f"{path.relative_to(folder)}\0{path.stat().st_size}\0".encode())
        _file_digest(digest, path)
    return digest.hexdigest()


def _file_digest(digest: "hashlib._Hash", path: Path) -> str:
    """Add a file to a digest, and return it."""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
