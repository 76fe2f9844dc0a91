class Done(SystemExit): pass
for i in range(10):
    if i == 3:
        print('done')
        raise Done(0)
