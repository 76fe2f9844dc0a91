"""A stand-in for vllm on a GPU machine: ``vllm serve … --port PORT``, with the same answer to everything.

The program is a copy of this file, so this file imports nothing of ours.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ANSWER = "```python\npass\n```"


def make_engine(folder: Path) -> None:
    """Write an environment with a program ``vllm``, and the metadata that tells pip that it is installed."""
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "vllm"
    program.write_text(f"#!{sys.executable}\n{Path(__file__).read_text(encoding='utf-8')}", encoding="utf-8")
    program.chmod(0o755)
    metadata = folder / "lib" / "python3" / "site-packages" / "vllm-0.0.dist-info" / "METADATA"
    metadata.parent.mkdir(parents=True)
    metadata.write_text("Metadata-Version: 2.1\nName: vllm\nVersion: 0.0\n", encoding="utf-8")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # sends head and body in one packet; otherwise each reply is delayed

    def do_GET(self) -> None:
        """Reply that the model is loaded."""
        self._reply({"status": "ok"})

    def do_POST(self) -> None:
        """Return as many completions as the request asks for."""
        request = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        message = {"role": "assistant", "content": ANSWER}
        choices = [
            {"index": index, "finish_reason": "stop", "message": message}
            for index in range(request.get("n") or 1)
        ]
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        fields = {"id": "1", "object": "chat.completion", "created": 1, "model": request["model"]}
        self._reply({**fields, "choices": choices, "usage": usage})

    def _reply(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    port = int(sys.argv[sys.argv.index("--port") + 1])
    ThreadingHTTPServer(("127.0.0.1", port), _Handler).serve_forever()
