failed = []
def run(number, f):
    try:
        exec(IDIOMS[number], globals() | {"f": f})
    except Exception as error:
        failed.append((number, f"{type(error).__name__}: {error}"))
for number in range(len(IDIOMS)):
    run(number, lambda *args, number=number: call(number, *args))
assert not [number for number, _ in failed] != WANTED, [
    (IDIOMS[number], dict(failed).get(number, "passed")) for number in {*WANTED} ^ {*dict(failed)}
]
