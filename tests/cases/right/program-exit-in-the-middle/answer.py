import atexit, sys
atexit.register(print, 'bye')
def main():
    if int(input()) > 1:
        print('yes')
        raise SystemExit
    print('no')
main()
print('never')
