import sys

def main():
    n = int(sys.stdin.readline())
    print(n * 2)

main()