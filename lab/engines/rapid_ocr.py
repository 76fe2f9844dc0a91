"""RapidOCR as a model that sees, behind a server on this machine that speaks Chat Completions.

It answers with the texts in pictures and their places. It knows no shapes, and sampling does not apply.
"""

import base64
import io
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

NAME = "RapidOCR"


def texts_of(picture: bytes, number: int, engine: Any) -> str:
    """Return the texts of a picture, each with the place of its middle, in pixels from the top left."""
    import numpy as np
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as image:
        pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]
    found = engine(pixels)
    height, width = pixels.shape[:2]
    lines = [f"Picture {number} ({width} × {height} pixels) shows these texts, with their middles (x, y):"]
    texts = zip(found.boxes, found.txts, strict=True) if found.txts else ()
    for box, text in texts:
        x, y = (round(float(value)) for value in np.asarray(box).mean(axis=0))
        lines.append(f"- {text!r} at ({x}, {y})")
    return "\n".join(lines if len(lines) > 1 else [f"Picture {number} shows no text."])


def pictures_of(request: Mapping[str, Any]) -> Iterator[bytes]:
    """Yield the pictures in the messages of a request."""
    for message in request["messages"]:
        for part in message["content"] if isinstance(message["content"], list) else ():
            if part["type"] == "image_url":
                yield base64.b64decode(part["image_url"]["url"].partition(",")[2])


class _Answers(BaseHTTPRequestHandler):
    engine: Any

    def do_POST(self) -> None:
        """Answer with the texts of all pictures."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        pictures = enumerate(pictures_of(request), 1)
        text = "\n\n".join(texts_of(picture, number, self.engine) for number, picture in pictures)
        choice = {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": text or "There is no picture."},
        }
        usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
        reply = {"id": "0", "object": "chat.completion", "created": 0, "model": NAME, "usage": usage}
        body = json.dumps({**reply, "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing for each request."""


@contextmanager
def serving(engine: Any = None) -> Iterator[str]:
    """Serve RapidOCR on loopback while the block runs; give the address. Tests pass their own engine."""
    if engine is None:
        from rapidocr import RapidOCR

        engine = RapidOCR()
    handler = type("Answers", (_Answers,), {"engine": staticmethod(engine)})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()
