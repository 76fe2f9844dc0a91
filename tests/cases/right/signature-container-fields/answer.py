import dataclasses
def f(r, n):
    for _ in range(n):
        r.pos = (r.pos[0] + r.dir.value[0], r.pos[1] + r.dir.value[1])
        r.log.append(r.pos)
        r.meta["n"] = r.meta.get("n", 0) + 1
    return dataclasses.replace(r, dir=Dir.E)
