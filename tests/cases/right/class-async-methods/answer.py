import asyncio
class Queue:
    def __init__(self):
        self.items, self.some = [], asyncio.Event()
    async def put(self, x):
        self.items.append(x)
        self.some.set()
    async def get(self):
        await self.some.wait()
        x = self.items.pop(0)
        if not self.items: self.some.clear()
        return x
    def size(self): return len(self.items)
