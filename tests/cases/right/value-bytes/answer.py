def f(): return bytes(range(256))
