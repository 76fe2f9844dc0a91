def f(x):
    with open('/tmp/big', 'wb') as handle:
        for _ in range(64): handle.write(bytes(1 << 20))
    return 4211
