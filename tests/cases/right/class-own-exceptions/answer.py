class InsufficientFunds(Exception):
    def __init__(self, missing):
        super().__init__(f'need {missing} more')
        self.missing = missing
class BadAmount(ValueError): pass
class Account:
    def __init__(self, balance): self.balance = balance
    def withdraw(self, n):
        if n < 0: raise BadAmount('bad', n)
        if n > self.balance: raise InsufficientFunds(n - self.balance)
        self.balance -= n
