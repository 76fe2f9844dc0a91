class Perfect:
    def __iter__(self):
        n = 1
        while True:
            n += 1
            if sum(d for d in range(1, n) if n % d == 0) == n: yield n
def f(): return Perfect()
