TEXT = chr(0x1F600) + "a" * 12_000_000
def f(x):
    return TEXT
