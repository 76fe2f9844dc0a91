def main():
    print(int(input()) * 2)
if __name__ == '__main__':
    main()
