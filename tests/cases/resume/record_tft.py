"""Records which file each rank loads where MS_ENABLE_TFT is on (resume_ckpt_path_with_strategy).

    python record_tft.py OUT_DIR 1.5=DIR 1.7=DIR 1.8=DIR

Each DIR is an unpacked wheel of mindformers, as for record.py: 1.6.0, 1.7.0 and 2.1.0. The function is executed
from the wheel's own trainer/base_trainer.py and trainer/utils.py; which ranks hold copies says
get_ckpt_path_with_strategy of the MindSpore that is installed (2.10.0).
"""
import ast
import json
import os
import re
import sys
import tempfile
import types

import mindspore.train._utils as utils
import mindspore.train.serialization as serialization


# ---------------------------------------------------------------- strategies

def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def strategy(stage, dp, mp, shard):
    """A stage's file: `w` is cut over mp, and by the optimizer too if `shard`, and `norm` is on every rank."""
    def layout(name, tensor_map, step, size):
        dims = lambda values: b"".join(field(1, value) for value in values)
        body = field(1, dims([dp, mp])) + field(2, dims(tensor_map)) + field(3, b"") + field(4, b"")
        body += field(5, 0) + field(6, step) + field(7, size)
        return field(3, field(1, name.encode()) + field(2, body))
    item = field(2, field(1, b"op") + field(2, field(1, stage) + field(2, field(1, dp) + field(1, mp))))
    cut = layout(f"layers.{stage}.w", [0, -1], mp if shard else 0, -1 if shard else 0)
    return field(1, stage + 1) + item + cut + layout(f"layers.{stage}.norm", [-1], 0, 0)


# ---------------------------------------------------------------- one case in one version

def load(wheel):
    """resume_ckpt_path_with_strategy and what it calls, without the rest of the package."""
    space = types.SimpleNamespace(os=os, re=re)
    space.logger = types.SimpleNamespace(**{name: lambda *a, **k: None for name in ("info", "warning", "error")})
    for path in ("trainer/utils.py", "utils/load_checkpoint_utils.py", "trainer/base_trainer.py"):
        path = f"{wheel}/mindformers/{path}"
        if not os.path.exists(path):
            continue
        wanted = {"get_last_checkpoint", "resume_ckpt_path_with_strategy"}
        tree = ast.parse(open(path, encoding="utf-8").read())
        found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in wanted]
        for node in found:
            node.decorator_list = []
        exec(compile(ast.Module(found, []), path, "exec"), space.__dict__)
    space.get_ckpt_path_with_strategy = serialization.get_ckpt_path_with_strategy
    return space


def ask(space, case):
    with tempfile.TemporaryDirectory() as root:
        checkpoint, strategies = os.path.join(root, "checkpoint"), os.path.join(root, "strategy")
        os.mkdir(checkpoint)
        os.mkdir(strategies)
        for rank in case["strategies"]:
            stage = rank // (case["dp"] * case["mp"])
            with open(os.path.join(strategies, f"ckpt_strategy_rank_{rank}.ckpt"), "wb") as file:
                file.write(strategy(stage, case["dp"], case["mp"], case["shard"]))
        for folder in case["folders"]:
            path = os.path.join(checkpoint, folder["name"])
            os.mkdir(path)
            for name, modified in folder["files"]:
                open(os.path.join(path, name), "wb").close()
                os.utime(os.path.join(path, name), (modified, modified))
        config = types.SimpleNamespace(
            load_checkpoint=checkpoint, src_strategy_path_or_dir=strategies, load_ckpt_format=case["format"],
            checkpoint=types.SimpleNamespace(load_path=checkpoint))
        space.get_group_size = lambda: case["world_size"]
        outcomes = []
        for rank in range(case["world_size"]):
            space.get_rank = serialization.get_rank = utils.get_rank = lambda: rank
            try:
                found = space.resume_ckpt_path_with_strategy(config)
                outcomes.append("none" if found is None else "file " + os.path.relpath(found, checkpoint))
            except BaseException as error:
                outcomes.append("error " + str(error).replace(checkpoint, "{root}"))
        return outcomes


# ---------------------------------------------------------------- the cases

def folder(rank, steps, run="", prefix="llama", extension="ckpt", at=0):
    files = [[f"{prefix}_rank_{rank}{run}-{step}.{extension}", 1000 + at + 10 * number] for number, step in enumerate(steps)]
    return {"name": f"rank_{rank}", "files": files}


def case(name, folders, dp, mp, pp=1, shard=False, strategies=None, format="ckpt", **more):
    world = dp * mp * pp
    strategies = list(range(world)) if strategies is None else strategies
    return {"name": name, "dp": dp, "mp": mp, "pp": pp, "shard": shard, "strategies": strategies,
            "world_size": world, "format": format, "folders": folders, **more}


def cases():
    both = ["3_2", "6_2"]
    yield case("all have all", [folder(rank, both) for rank in range(4)], 2, 2)
    yield case("rank 1 lacks the newest, rank 3 has a copy", [folder(rank, both if rank != 1 else ["3_2"]) for rank in range(4)], 2, 2)
    yield case("ranks 1 and 3 lack the newest", [folder(rank, both if rank % 2 == 0 else ["3_2"]) for rank in range(4)], 2, 2)
    yield case("only rank 2 has the newest", [folder(rank, both if rank == 2 else ["3_2"], at=1) for rank in range(4)], 2, 2)
    yield case("one rank is later in time with an earlier step", [folder(rank, both) for rank in range(3)] + [folder(3, ["6_2", "3_2"], at=5)], 2, 2)
    yield case("no copies: the optimizer cuts all", [folder(rank, both if rank != 1 else ["3_2"]) for rank in range(4)], 2, 2, shard=True)
    yield case("an empty folder", [folder(0, both), folder(1, []), folder(2, both), folder(3, both)], 2, 2)
    yield case("a folder is missing", [folder(rank, both) for rank in (0, 1, 3)], 2, 2)
    yield case("all folders are empty", [folder(rank, []) for rank in range(4)], 2, 2)
    yield case("a strategy is missing", [folder(rank, both) for rank in range(4)], 2, 2, strategies=[0, 1, 2])
    yield case("strategy 0 is missing", [folder(rank, both) for rank in range(4)], 2, 2, strategies=[1, 2, 3])
    yield case("no strategies", [folder(rank, both) for rank in range(4)], 2, 2, strategies=[])
    yield case("two stages", [folder(rank, both) for rank in range(4)], 2, 1, 2)
    yield case("two stages, rank 3 lacks the newest", [folder(rank, both if rank != 3 else ["3_2"]) for rank in range(4)], 2, 1, 2)
    yield case("two stages, ranks 2 and 3 lack the newest", [folder(rank, both if rank < 2 else ["3_2"]) for rank in range(4)], 2, 1, 2)
    yield case("two stages, a strategy is missing", [folder(rank, both) for rank in range(4)], 2, 1, 2, strategies=[0, 1, 3])
    yield case("twelve ranks", [folder(rank, both) for rank in range(12)], 6, 2)
    yield case("twelve ranks, rank 10 wrote last", [folder(rank, both, at=rank == 10) for rank in range(12)], 6, 2)
    yield case("twelve ranks in two stages", [folder(rank, both) for rank in range(12)], 3, 2, 2)
    yield case("twelve ranks in two stages, rank 10 wrote last", [folder(rank, both, at=rank == 10) for rank in range(12)], 3, 2, 2)
    yield case("a second run", [folder(rank, both, run="_1") for rank in range(4)], 2, 2)
    yield case("a second run, rank 3 has the first only", [folder(rank, both, run="_1" if rank < 3 else "") for rank in range(4)], 2, 2)
    yield case("a second run, ranks 1 and 3 have the first only", [folder(rank, both, run="_1" if rank % 2 == 0 else "") for rank in range(4)], 2, 2)
    yield case("a third run, rank 1 has the second", [folder(rank, both, run="_2" if rank != 1 else "_1") for rank in range(4)], 2, 2)
    yield case("a third run, no copies, rank 1 has the first", [folder(rank, both, run="_2" if rank != 1 else "") for rank in range(4)], 2, 2, shard=True)
    yield case("names that are no steps", [{"name": f"rank_{rank}", "files": [["last.ckpt", 1000]]} for rank in range(4)], 2, 2)
    yield case("weights alone written last", [{"name": f"rank_{rank}", "files": [[f"llama_rank_{rank}-6_2.ckpt", 1000], [f"llama_rank_{rank}-network-6_2.ckpt", 1010]]} for rank in range(4)], 2, 2)
    yield case("safetensors", [folder(rank, both, extension="safetensors") for rank in range(4)], 2, 2, format="safetensors")
    yield case("one rank", [folder(0, both)], 1, 1)


def main(out, versions):
    found = list(cases())
    for version, wheel in versions:
        space = load(wheel)
        for item in found:
            outcomes, outcome = item.setdefault("outcomes", []), ask(space, item)
            if outcomes and outcomes[-1][1] == outcome:
                outcomes[-1][0].append(version)
            else:
                outcomes.append([[version], outcome])
    with open(f"{out}/tft.json", "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(item, separators=(",", ":")) for item in found) + "\n]\n")


if __name__ == "__main__":
    main(sys.argv[1], [item.split("=", 1) for item in sys.argv[2:]])
