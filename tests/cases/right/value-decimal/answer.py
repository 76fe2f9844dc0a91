from decimal import Decimal
def f(): return Decimal('0.10') + Decimal('0.2')
