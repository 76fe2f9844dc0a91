class Result:
    value = 1
RESULT = Result()
def f(n):
    RESULT.value = n
    return RESULT
