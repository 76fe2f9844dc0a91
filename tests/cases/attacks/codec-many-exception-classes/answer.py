def f(x):
    found, kind = [], Exception
    for i in range(3000):
        kind = type(f'E{i}', (kind if i % 15 else Exception,), {})
        found.append(kind)
    return found
