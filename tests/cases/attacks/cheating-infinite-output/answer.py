print('inf')
