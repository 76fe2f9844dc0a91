import asyncio
class Manager:
    async def __aenter__(self):
        self.state = 'in'
        return self
    async def __aexit__(self, *error): self.state = 'out'
def f(n):
    if n == 'manager': return Manager()
    return count(n)
async def count(n):
    for i in range(n):
        await asyncio.sleep(0)
        yield i
