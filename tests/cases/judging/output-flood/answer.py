while True:
    print('a' * 1000)
