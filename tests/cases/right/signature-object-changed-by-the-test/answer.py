def deposit(account, amount):
    account.entries.append(amount)
    account.last = amount
    return account.balance
