print('１４')
