print(int(open(0).read()) * 2)
