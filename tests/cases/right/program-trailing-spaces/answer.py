print(int(input()) * 2, end='   \n\n\n')
