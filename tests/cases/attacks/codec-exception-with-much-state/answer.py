class E(ValueError): pass
def f(x):
    e = E('much')
    e.data = list(range(10 ** 6))
    e.total = 0
    raise e
