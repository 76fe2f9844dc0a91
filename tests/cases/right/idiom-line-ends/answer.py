import sys

def f(x):
	if x:
		return "%d\t||" % x
	pass
	return None