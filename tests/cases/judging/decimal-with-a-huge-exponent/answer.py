from decimal import Decimal
def f(x):
    return Decimal('1e99999999')
