"""Records which files MindFormers unifies where a named step is converted (auto_trans_ckpt, safetensors).

    python record_suffix.py OUT_DIR 1.5=DIR 1.7=DIR 1.8=DIR

Each DIR is an unpacked wheel of mindformers: 1.6.0, 1.7.0 and 2.1.0. Rank 0's `_get_src_file_suffix` is executed
from the wheel, and on what it gives MindSpore's `_collect_safetensor_files` (2.10.0), as `unified_safetensors`
does. Up to 1.3 MindFormers has no code that loads safetensors of ranks.
"""
import ast
import glob
import json
import os
import re
import sys
import tempfile
import types

from mindspore.parallel import transform_safetensors


def load(wheel):
    """The wheel's functions that find the ending of the files' names."""
    log = types.SimpleNamespace(**{name: lambda *a, **k: None for name in ("info", "warning", "error")})
    space = {"os": os, "re": re, "logger": log, "get_real_rank": lambda: 0, "is_main_rank": lambda: True}
    wanted = {
        "tools/utils.py": {
            "get_rank_id_from_ckpt_name", "replace_rank_id_in_ckpt_name", "get_epoch_and_step_from_ckpt_name",
        },
        "utils/load_checkpoint_utils.py": {
            "extract_suffix", "_get_src_file_suffix", "_is_distributed_checkpoint", "get_last_checkpoint",
        },
    }
    for name, functions in wanted.items():
        path = f"{wheel}/mindformers/{name}"
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
        tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in functions]
        exec(compile(tree, path, "exec"), space)
    return space


def one(space, case):
    with tempfile.TemporaryDirectory() as root:
        for rank, names in enumerate(case["ranks"]):
            os.mkdir(f"{root}/rank_{rank}")
            for name in names:
                open(f"{root}/rank_{rank}/{name}", "wb").close()
        name = case["resume_training"]
        name = name if name.endswith(".safetensors") else name + ".safetensors"
        # As get_resume_checkpoint gives it to rank 0.
        name = space["replace_rank_id_in_ckpt_name"](name, 0)
        config = types.SimpleNamespace(
            resume_training=name, load_checkpoint=root, load_ckpt_format="safetensors",
            checkpoint=types.SimpleNamespace(load_path=root),
        )
        try:
            folder, suffix = space["_get_src_file_suffix"](config)
            files = transform_safetensors._collect_safetensor_files(folder, "safetensors", suffix)
            return "files " + " | ".join(os.path.basename(files[rank]) for rank in sorted(files))
        except ValueError as error:
            return "error " + str(error).replace(root, "{root}").split(". ")[0].split(" found in [")[0]


def cases():
    step = lambda steps, ranks=2, prefix="llama": [[f"{prefix}_rank_{rank}{step}.safetensors" for step in steps] for rank in range(ranks)]
    def case(name, ranks, resume_training):
        return {"name": name, "resume_training": resume_training, "ranks": ranks}
    yield case("a step of two", step(["-3_2", "-6_2"]), "llama_rank_0-3_2")
    yield case("its whole name", step(["-3_2", "-6_2"]), "llama_rank_0-6_2.safetensors")
    yield case("of one rank", step(["-3_2", "-6_2"], 1), "llama_rank_0-3_2")
    yield case("a step whose numbers end another's", step(["-3_2", "-13_2"]), "llama_rank_0-3_2")
    yield case("two runs with the step, the first named", step(["-3_2", "_1-3_2"]), "llama_rank_0-3_2")
    yield case("two runs with the step, the second named", step(["-3_2", "_1-3_2"]), "llama_rank_0_1-3_2")
    yield case("the second of eleven runs", step(["_1-3_2", "_11-3_2"]), "llama_rank_0_1-3_2")
    yield case("a run number that is another's rank", step(["-3_2", "_1-3_2"], 3), "llama_rank_0_1-3_2")
    yield case("two prefixes with the step", [[f"llama_rank_{rank}-3_2.safetensors", f"other_rank_{rank}-3_2.safetensors"] for rank in range(2)], "llama_rank_0-3_2")
    yield case("a longer prefix with the step", [[f"llama_rank_{rank}-3_2.safetensors", f"my_llama_rank_{rank}-3_2.safetensors"] for rank in range(2)], "my_llama_rank_0-3_2")
    yield case("a prefix with a dot", step(["-3_2", "-6_2"], prefix="v1.5"), "v1.5_rank_0-3_2")
    yield case("rank 1 lacks the step", [["llama_rank_0-3_2.safetensors"], ["llama_rank_1-6_2.safetensors"]], "llama_rank_0-3_2")
    yield case("a name without a step", [[f"best_rank_{rank}.safetensors"] for rank in range(2)], "best_rank_0")
    yield case("a name without a step beside one with", [[f"best_rank_{rank}.safetensors", f"llama_rank_{rank}-3_2.safetensors"] for rank in range(2)], "best_rank_0")
    yield case("a prefix with a dash", step(["-3_2", "-6_2"], prefix="my-run"), "my-run_rank_0-3_2")


if __name__ == "__main__":
    listed = glob.glob
    transform_safetensors.glob = types.SimpleNamespace(glob=lambda pattern: sorted(listed(pattern)))
    transform_safetensors.logger.warning = lambda *_: None
    found = list(cases())
    for item in found:
        item["outcomes"] = [[version, one(load(wheel), item)] for version, wheel in (text.split("=", 1) for text in sys.argv[2:])]
    with open(f"{sys.argv[1]}/suffix.json", "w", encoding="utf-8") as file:
        lines = (json.dumps(item, separators=(",", ":")) for item in found)
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
