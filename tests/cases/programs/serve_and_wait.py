import asyncio, sys
from pathlib import Path
from benchmark.generation.local.engine import Engine
program = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True)\n" + sys.argv[2]
async def work():
    command = [sys.executable, "-c", program, "{port}"]
    await Engine(command, log=Path(sys.argv[1]), health="/", seconds=20).start()
    print("serves", flush=True)
    await asyncio.sleep(60)
asyncio.run(work())
