y = 2 * x
return y