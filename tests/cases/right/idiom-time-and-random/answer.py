import random, tempfile, time, json, os
def f(xs):
    began = time.perf_counter()
    time.sleep(0.01)
    random.seed(5)
    random.shuffle(xs)
    with tempfile.NamedTemporaryFile('w+', suffix='.json', delete=False) as file:
        json.dump(sorted(xs), file)
    with open(file.name) as again: found = json.load(again)
    os.remove(file.name)
    assert time.perf_counter() - began >= 0.01
    return found
