def read():
    return int(input())
def write(n):
    print(n)

write(2 * read())