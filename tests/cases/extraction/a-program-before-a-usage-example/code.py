import sys


def main():
    n = int(sys.stdin.readline())
    print(2 * n)


if __name__ == "__main__":
    main()