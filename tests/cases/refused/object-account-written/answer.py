class Account:
    def __init__(self, owner): self.owner, self.balance = owner, 0
    def deposit(self, n): self.balance += n
    @property
    def rich(self): return self.balance > 100
    def __str__(self): return f'{self.owner}: {self.balance}'
def open_account(owner): return Account(owner)
