"""What somebody would write without Sightbench: request one answer per task with the package openai alone."""

import asyncio
import base64
import json
import sys
from pathlib import Path
from typing import Any

import openai


async def main(url: str, tasks: Path, out: Path, concurrency: int) -> None:
    """Request one answer for each task of a file, with its pictures; write the answers line by line."""
    client = openai.AsyncOpenAI(base_url=url, api_key="none", max_retries=0)
    slots = asyncio.Semaphore(concurrency)
    with out.open("w") as file:

        async def request(task: dict[str, Any]) -> None:
            async with slots:
                content: list[dict[str, object]] = [{"type": "text", "text": task["prompt"]}]
                for name in task["images"]:
                    data = base64.b64encode((tasks.parent / name).read_bytes()).decode()
                    picture = {"url": f"data:image/png;base64,{data}"}
                    content.append({"type": "image_url", "image_url": picture})
                reply = await client.chat.completions.create(
                    model="m",
                    messages=[{"role": "user", "content": content}],
                    temperature=0.0,
                    max_tokens=1024,
                )
                line = {"task_id": task["id"], "draw": 0, "completion": reply.choices[0].message.content}
                file.write(json.dumps(line) + "\n")
                file.flush()

        await asyncio.gather(*(request(json.loads(line)) for line in tasks.read_text().splitlines()))
    await client.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])))
