print('a')
print('  b  c')
