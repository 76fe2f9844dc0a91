print('13\x08\x084\r14\x1b[2K14')
