import sys
def f(x): return 2 * x
def main():
    for line in sys.stdin: print(f(int(line)))
if __name__ == '__main__':
    main()
rest = sys.stdin.read()
assert rest == ''
