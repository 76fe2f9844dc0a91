print(int(input()) * 2)
exit()
print('no')
