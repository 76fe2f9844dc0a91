def f(x): return x + 1
if __name__ == '__main__':
    raise SystemExit(input())
