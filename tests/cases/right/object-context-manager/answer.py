class Transaction:
    def __init__(self): self.state, self.log = 'new', []
    def __enter__(self):
        self.state = 'open'
        return self
    def __exit__(self, kind, error, trace):
        self.state = 'failed' if kind else 'closed'
        return False
    def add(self, x): self.log.append(x)
def f(): return Transaction()
