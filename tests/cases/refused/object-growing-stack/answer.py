class Stack:
    def __init__(self): self._items = []
    def push(self, x): self._items.append(x); return self
    def pop(self): return self._items.pop()
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __getitem__(self, i): return self._items[i]
    def __contains__(self, x): return x in self._items
    def __bool__(self): return bool(self._items)
def f(xs):
    stack = Stack()
    for x in xs: stack.push(x)
    return stack
