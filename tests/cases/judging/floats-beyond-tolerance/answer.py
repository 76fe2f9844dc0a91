print(0.334)
