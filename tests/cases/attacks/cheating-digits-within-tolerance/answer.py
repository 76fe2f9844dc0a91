print('1_4.0')
print('１４')
