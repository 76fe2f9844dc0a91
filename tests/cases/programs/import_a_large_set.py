import base64, io, json, random, sys
from pathlib import Path
from PIL import Image
from benchmark.suites.mmcode.problem_import import import_problems

chosen, root = random.Random(1), Path(sys.argv[1])
words = ["".join(chosen.choices("abcdefghijklmnop", k=chosen.randint(2, 9))) for _ in range(4000)]
pool = []
for _ in range(20):
    data = io.BytesIO()
    Image.effect_noise((120, 100), 60).save(data, "PNG")
    pool.append("data:image/png;base64," + base64.b64encode(data.getvalue()).decode())
numbers = " ".join(str(chosen.random()) for _ in range(8000))
tests = json.dumps({"inputs": [numbers] * 4, "outputs": ["1\n"] * 4})
with (root / "raw.jsonl").open("w") as out:
    for number in range(700):
        pictures = chosen.choices(pool, k=1)
        marks = "\n\n".join(f"![image]({place}.png)" for place in range(1, len(pictures) + 1))
        question = " ".join(chosen.choices(words, k=370)) + "\n\n" + marks
        record = {"problem_id": f"cf_{number}_A", "question": question, "images": pictures}
        record["input_output"] = tests
        out.write(json.dumps(record) + "\n")
report = import_problems(root / "raw.jsonl", root / "out", test=50)
size = (root / "raw.jsonl").stat().st_size
status = Path("/proc/self/status").read_text()  # the rusage of a new process has its parent's peak as well
peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
print(json.dumps([len(report.kept), report.test, size, peak]))
