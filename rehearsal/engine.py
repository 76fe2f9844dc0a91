"""What stands for vllm on a machine with a GPU: ``vllm serve … --port PORT``, with one answer for everything.

Runs by itself: a copy of this file is the program.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ANSWER = "```python\npass\n```"


def make_engine(folder: Path) -> None:
    """Write an environment with a program ``vllm``, and the note of pip that it is installed."""
    (folder / "bin").mkdir(parents=True)
    program = folder / "bin" / "vllm"
    program.write_text(f"#!{sys.executable}\n{Path(__file__).read_text(encoding='utf-8')}", encoding="utf-8")
    program.chmod(0o755)
    note = folder / "lib" / "python3" / "site-packages" / "vllm-0.0.dist-info" / "METADATA"
    note.parent.mkdir(parents=True)
    note.write_text("Metadata-Version: 2.1\nName: vllm\nVersion: 0.0\n", encoding="utf-8")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16  # head and body in one packet: else each answer waits

    def do_GET(self) -> None:
        """Loaded, as soon as there is anybody to ask."""
        self._say({"status": "ok"})

    def do_POST(self) -> None:
        """One completion for each that was asked for."""
        asked = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        message = {"role": "assistant", "content": ANSWER}
        choices = [
            {"index": index, "finish_reason": "stop", "message": message}
            for index in range(asked.get("n") or 1)
        ]
        usage = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}
        whole = {"id": "1", "object": "chat.completion", "created": 1, "model": asked["model"]}
        self._say({**whole, "choices": choices, "usage": usage})

    def _say(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    port = int(sys.argv[sys.argv.index("--port") + 1])
    ThreadingHTTPServer(("127.0.0.1", port), _Handler).serve_forever()
