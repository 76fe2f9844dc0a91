import json
from benchmark.core.executor import Shard
from benchmark.pipeline.judge.local_pool import LocalPool
from tests.pipeline.judge.test_pauses import samples
shard = Shard(index=0, samples=tuple(samples()))
pool = LocalPool(1, grace_seconds=0.2)
pool.run([shard], lambda _, found: print(json.dumps([[o.task_id, o.status, o.judged_again] for o in found])))
