import locale, sys, time
locale.setlocale(locale.LC_ALL, '')
time.tzset()
print(f'{float(input()):,}', sys.getdefaultencoding(), sys.stdout.encoding.lower())
