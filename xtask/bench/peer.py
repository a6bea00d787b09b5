"""MindSpore's own conversion: peer.py SOURCE TARGET SOURCE_STRATEGY|none TARGET_STRATEGY|none

Prints the seconds that the conversion took, without the import."""
import os
import sys
import time

os.environ.setdefault("GLOG_v", "3")  # errors only
import mindspore

source, target, *strategies = sys.argv[1:]
source_strategy, target_strategy = (None if path == "none" else path for path in strategies)
start = time.monotonic()
mindspore.transform_checkpoints(source, target, "checkpoint_", source_strategy, target_strategy)
seconds = time.monotonic() - start
print(f"\n{seconds:.3f}", flush=True)
