"""MindSpore's own conversion: peer.py SOURCE TARGET SOURCE_STRATEGY|none TARGET_STRATEGY|none

Prints the seconds that the conversion took, without the import, and then the same with a sync after it."""
import os
import sys
import time

os.environ.setdefault("GLOG_v", "3")  # errors only
import mindspore

source, target, *strategies = sys.argv[1:]
source_strategy, target_strategy = (None if path == "none" else path for path in strategies)
start = time.monotonic()
mindspore.transform_checkpoints(source, target, "checkpoint_", source_strategy, target_strategy)
print(f"\n{time.monotonic() - start:.3f}", flush=True)
os.sync()
print(f"{time.monotonic() - start:.3f}", flush=True)
