"""Records what MindFormers' own selection of a checkpoint does on small folders.

    python record.py OUT_DIR 1.0=DIR 1.1=DIR 1.2=DIR 1.3=DIR 1.5=DIR 1.7=DIR 1.8=DIR

Each DIR is an unpacked wheel of mindformers: 1.0.2, 1.1.0, 1.2.0, 1.3.0, 1.6.0 (which selects as 1.5 does, apart
from the health monitor; there is no wheel of 1.5), 1.7.0 and 2.1.0 (which selects as 1.8 does). The selection is executed from
the wheel's own files (tools/resume_ckpt.py, tools/utils.py, get_last_checkpoint); only what they import from
the rest of the package is left out.
"""
import ast
import importlib
import inspect
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import types


# ---------------------------------------------------------------- running one case in one version

def load(wheel):
    """The wheel's mindformers.tools.resume_ckpt, without the rest of the package."""
    def package(name, path):
        module = types.ModuleType(name)
        module.__path__ = [path]
        sys.modules[name] = module
    package("mindformers", f"{wheel}/mindformers")
    package("mindformers.tools", f"{wheel}/mindformers/tools")
    package("mindformers.trainer", f"{wheel}/mindformers/trainer")
    package("mindformers.utils", f"{wheel}/mindformers/utils")
    parallel = types.ModuleType("mindformers.utils.parallel_utils")
    parallel.barrier_world = lambda *_: None
    sys.modules["mindformers.utils.parallel_utils"] = parallel
    logger = types.ModuleType("mindformers.tools.logger")
    logger.logger = types.SimpleNamespace(**{name: lambda *a, **k: None for name in ("info", "warning", "error")})
    sys.modules["mindformers.tools.logger"] = logger
    trainer = types.ModuleType("mindformers.trainer.utils")
    trainer.os, trainer.logger = os, logger.logger
    wanted = {"get_last_checkpoint", "is_hyper_param_existed_in_sf_dir"}
    for name in ("trainer/utils.py", "utils/load_checkpoint_utils.py"):
        path = f"{wheel}/mindformers/{name}"
        if os.path.exists(path):
            tree = ast.parse(open(path, encoding="utf-8").read())
            tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in wanted]
            exec(compile(tree, path, "exec"), trainer.__dict__)
    sys.modules["mindformers.trainer.utils"] = trainer
    if not os.path.exists(f"{wheel}/mindformers/tools/resume_ckpt.py"):
        # Before 1.2 every rank goes by its own folder.
        def get_resume_checkpoint(checkpoint_dir, resume_training, resume_by_meta=True):
            return resume_training
        return types.SimpleNamespace(get_resume_checkpoint=get_resume_checkpoint)
    return importlib.import_module("mindformers.tools.resume_ckpt")


def newest(folder, format):
    """The name that a rank takes from its own folder."""
    get = sys.modules["mindformers.trainer.utils"].get_last_checkpoint
    try:
        path = get(folder, format) if len(inspect.signature(get).parameters) > 1 else get(folder)
        return os.path.basename(path) if path else "none"
    except BaseException as error:
        return f"error {error}"


def one(ranks, newest_of=None):
    """What all ranks do: the same, or load files whose names differ in the rank only."""
    if any(WAITS in rank.get("error", "") for rank in ranks):
        return "waits"
    if newest_of and ranks[0] == {"own_newest": True}:
        return " | ".join(["own_newest"] + [newest_of(rank) for rank in range(len(ranks))])
    if "file" in ranks[0]:
        name = ranks[0]["file"]
        assert ranks == [{"file": name.replace("_rank_0", f"_rank_{rank}")} for rank in range(len(ranks))]
        return f"file {name}"
    # Up to 1.2 rank 0 raises its own error, and the others one that quotes it.
    quoted = {"error": f"Get resume-able checkpoint failed, due to {ranks[0].get('error')}."}
    ranks = ranks[1:] if quoted in ranks else ranks
    assert ranks.count(ranks[0]) == len(ranks)
    return "error " + ranks[0]["error"] if "error" in ranks[0] else "own_newest"


def ask_all(module, ask, world_size):
    """What each rank does. Up to 1.2 rank 0 waits for the others, which begin here when it first sleeps."""
    if not hasattr(module, "wait_get_resume_ckpt"):
        return [ask(rank) for rank in range(world_size)]
    others = []

    def begin(*_):
        if not others:
            others.extend(ask(rank) for rank in range(1, world_size))
            os.environ["RANK_ID"] = "0"
    module.time = types.SimpleNamespace(time=time.time, sleep=begin)
    module.remake_folder = lambda path, **_: os.makedirs(path, exist_ok=True)
    first = ask(0)
    begin()
    return [first] + others


# What a call that waits for a pipe's writer ends with here.
WAITS = "waited for a writer"


def stop_waiting(*_):
    raise TimeoutError(WAITS)


def make(root, path, kind, modified=None):
    """An entry that is no file that can be read."""
    if kind == "folder":
        os.mkdir(path)
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
    elif kind == "nowhere":
        os.symlink("nowhere", path)
    elif kind == "loop":
        os.symlink(os.path.basename(path), path)
    elif kind == "unreachable":
        # Into a folder that this user may not enter.
        os.symlink(os.path.join(root, "closed", "file"), path)
    elif kind == "linked":
        os.symlink(os.path.join(root, "open", "file"), path)
    else:
        assert kind in ("file", "closed"), kind
        open(path, "wb").close()
    if modified is not None and kind not in ("nowhere", "loop", "unreachable"):
        os.utime(path, (modified, modified))
    if kind == "closed":
        os.chmod(path, 0)


def run(wheel, cases):
    module = load(wheel)
    # Root may read everything.
    if os.geteuid() == 0:
        os.setgid(65534)
        os.setuid(65534)
    signal.signal(signal.SIGALRM, stop_waiting)
    module.barrier_world = lambda *_: None
    listdir = os.listdir
    results = []
    for case in cases:
        with tempfile.TemporaryDirectory() as root:
            checkpoint = os.path.join(root, "checkpoint")
            os.mkdir(checkpoint)
            for name in ("open", "closed"):
                os.mkdir(os.path.join(root, name))
                open(os.path.join(root, name, "file"), "wb").close()
            os.chmod(os.path.join(root, "closed"), 0)
            for name in case.get("root_files", []):
                open(os.path.join(checkpoint, name), "wb").close()
            for name, kind in case.get("root_entries", []):
                make(root, os.path.join(checkpoint, name), kind)
            for folder in case["folders"]:
                path = os.path.join(checkpoint, folder["name"])
                if folder.get("kind", "closed") != "closed":
                    make(root, path, folder["kind"])
                    continue
                os.mkdir(path)
                for name, modified, *kind in folder["files"]:
                    make(root, os.path.join(path, name), *(kind or ["file"]), modified)
                if folder.get("meta_kind"):
                    make(root, os.path.join(path, "meta.json"), folder["meta_kind"])
                if folder["meta"] is not None:
                    with open(os.path.join(path, "meta.json"), "w", encoding="utf-8") as file:
                        file.write(folder["meta"])
                if folder.get("kind") == "closed":
                    os.chmod(path, 0)
            os.listdir = lambda path, backwards=case.get("backwards", False): sorted(listdir(path), reverse=backwards)
            os.environ["RANK_SIZE"] = str(case["world_size"])
            os.environ["DEVICE_NUM_PER_NODE"] = "1024" if case.get("shared", True) else "1"
            module.get_output_root_path = lambda: os.path.join(root, "output")
            os.makedirs(os.path.join(root, "output", "resume_record"))
            if case.get("health") is not None:
                with open(os.path.join(root, "output", "health_ckpts.json"), "w", encoding="utf-8") as file:
                    file.write(case["health"])

            def ask(rank):
                os.environ["RANK_ID"] = str(rank)
                arguments = [checkpoint, case.get("resume_training", True), not case.get("by_timestamp", False)]
                if "ckpt_format" in inspect.signature(module.get_resume_checkpoint).parameters:
                    arguments.append(case["format"])
                if "monitor" in case:
                    arguments += [True, os.path.join(root, "output")]
                try:
                    signal.alarm(2)
                    chosen = module.get_resume_checkpoint(*arguments)
                    return {"file": chosen} if isinstance(chosen, str) else {"own_newest": chosen}
                except BaseException as error:
                    return {"error": str(error).replace(checkpoint, "{root}")}
                finally:
                    signal.alarm(0)

            def newest_of(rank):
                return newest(f"{checkpoint}/rank_{rank}", case["format"]).replace(checkpoint, "{root}")

            ranks = ask_all(module, ask, case["world_size"])
            results.append(one(ranks, newest_of if case.get("names_newest") else None))
            for folder in case["folders"]:
                if folder.get("kind") == "closed":
                    os.chmod(os.path.join(checkpoint, folder["name"]), 0o700)
            os.chmod(os.path.join(root, "closed"), 0o700)
    os.listdir = listdir
    return results


# ---------------------------------------------------------------- the cases

def meta(name, numbers=None, extension="ckpt"):
    epoch, step = (numbers or name.rsplit("-", 1)[1].rsplit(".", 1)[0]).split("_")
    return json.dumps({"last_epoch": int(epoch), "last_step": int(step), "last_ckpt_file": name})


def folder(rank, steps, last=None, prefix="llama", extension="ckpt", raw=None):
    """One rank folder: steps in the order in which they were saved; `last` is the step its meta names."""
    name = lambda step: f"{prefix}_rank_{rank}-{step}.{extension}"
    files = [[name(step), 1000 + 10 * at] for at, step in enumerate(steps)]
    text = raw if raw is not None else (meta(name(last)) if last else None)
    return {"name": f"rank_{rank}", "meta": text, "files": files}


def case(name, folders, world_size=None, format="ckpt", **more):
    return {"name": name, "world_size": world_size or len(folders), "format": format, "folders": folders, **more}


def plain(name, ranks, **more):
    return case(name, [folder(rank, steps, last) for rank, (steps, last) in enumerate(ranks)], **more)


def named(rank, names, last=None, raw=None):
    files = [[name, 1000 + 10 * at] for at, name in enumerate(names)]
    return {"name": f"rank_{rank}", "meta": raw if raw is not None else (meta(last) if last else None), "files": files}


BOTH = ["3_2", "6_2"]


def cases():
    broken = lambda raw: [folder(0, BOTH, "6_2"), folder(1, BOTH, raw=raw)]
    yield plain("document example", [(["3_2", "9_2"], "9_2"), (["3_2", "6_2"], "6_2")])
    yield plain("rank 0 one step ahead", [(BOTH + ["9_2"], "9_2"), (BOTH, "6_2")])
    yield plain("rank 1 meta missing", [(BOTH, "6_2"), (BOTH, None)])
    yield plain("rank 0 meta missing", [(BOTH, None), (BOTH, "6_2")])
    yield case("rank 1 meta invalid JSON", broken("{not json"))
    yield case("rank 1 meta keys missing", broken('{"last_epoch": 6}'))
    yield case("rank 1 meta epoch is a string", broken('{"last_epoch": "6", "last_step": 2, "last_ckpt_file": "llama_rank_1-6_2.ckpt"}'))
    yield case("rank 1 meta epoch is a float", broken('{"last_epoch": 6.0, "last_step": 2, "last_ckpt_file": "llama_rank_1-6_2.ckpt"}'))
    yield case("rank 1 meta empty object", broken("{}"))
    yield case("rank 1 meta empty file", broken(""))
    yield case("rank 1 meta null", broken("null"))
    yield case("rank 1 meta name is no name", broken('{"last_epoch": 6, "last_step": 2, "last_ckpt_file": "best.ckpt"}'))
    yield case("rank 1 meta name is a number", broken('{"last_epoch": 6, "last_step": 2, "last_ckpt_file": 6}'))
    yield case("rank 1 meta is a list", broken("[1]"))
    yield case("rank 1 meta is a number", broken("5"))
    yield case("rank 1 meta is a float", broken("5.5"))
    yield case("rank 1 meta is true", broken("true"))
    yield case("rank 1 meta is a string", broken('"x"'))
    yield case("rank 1 meta epoch is true", broken('{"last_epoch": true, "last_step": 2, "last_ckpt_file": "llama_rank_1-6_2.ckpt"}'))
    yield case("rank 1 meta epoch is negative", broken('{"last_epoch": -1, "last_step": 2, "last_ckpt_file": "llama_rank_1-6_2.ckpt"}'))
    numbers = [folder(rank, BOTH, raw=meta(f"llama_rank_{rank}-6_2.ckpt", "3_2")) for rank in range(2)]
    yield case("meta says 3_2 while its file name says 6_2", numbers)
    yield plain("stale meta on rank 1 older than every file", [(BOTH, "6_2"), (BOTH, "2_1")])
    yield case("meta names a prefix that is absent", [folder(rank, BOTH, raw=meta(f"other_rank_{rank}-6_2.ckpt")) for rank in range(2)])
    yield plain("rank 1 folder empty, rank 0 meta ok", [(BOTH, "6_2"), ([], None)])
    yield case("rank_1 missing, rank_0 and rank_2 present", [folder(0, BOTH, "6_2"), folder(2, BOTH, "6_2")], world_size=2)
    yield case("rank_1 missing of three", [folder(0, BOTH, "6_2"), folder(2, BOTH, "6_2")], world_size=3)
    yield plain("scale out: 2 folders, world size 4", [(["3_2"], "3_2"), (["3_2"], "3_2")], world_size=4)
    yield plain("scale in: 4 folders, world size 2", [(["3_2"], "3_2")] * 4, world_size=2)
    extra = [folder(0, ["3_2"], "3_2"), folder(1, ["3_2"], "3_2"), {**folder(1, ["3_2"], "3_2"), "name": "rank_1_bak"}]
    yield case("extra folder rank_1_bak", extra, world_size=2)
    yield case("prefix my-run", [folder(rank, BOTH, "6_2", prefix="my-run") for rank in range(2)])
    runs = lambda rank: named(rank, [f"llama_rank_{rank}-9_2.ckpt", f"llama_rank_{rank}_1-3_2.ckpt"], f"llama_rank_{rank}_1-3_2.ckpt")
    yield case("older run 9_2 beside new _1 run 3_2", [runs(0), runs(1)])
    yield case("rank 1 lacks the _1 run", [runs(0), named(1, ["llama_rank_1-9_2.ckpt"], "llama_rank_1-9_2.ckpt")])
    yield case("rank 1 lacks the _1 run and its meta", [runs(0), named(1, ["llama_rank_1-9_2.ckpt"])])
    yield case("safetensors with metas", [folder(rank, ["3_2"], "3_2", extension="safetensors") for rank in range(2)], format="safetensors")
    yield case("format safetensors, files are ckpt", [folder(rank, ["3_2"], "3_2") for rank in range(2)], format="safetensors")
    both_runs = lambda rank: named(rank, [f"llama_rank_{rank}-3_2.ckpt", f"llama_rank_{rank}_1-3_2.ckpt"], f"llama_rank_{rank}-3_2.ckpt")
    for backwards in (False, True):
        yield case(f"two runs hold the same step, listed {'backwards' if backwards else 'by name'}", [both_runs(0), both_runs(1)], backwards=backwards)
    mixed = [named(0, ["llama_rank_0_1-3_2.ckpt"], "llama_rank_0_1-3_2.ckpt"), named(1, ["llama_rank_1-3_2.ckpt"], "llama_rank_1-3_2.ckpt")]
    yield case("a step complete only over two runs", mixed)
    yield case("a step complete only over two runs, prefix of the first", [named(0, ["llama_rank_0-3_2.ckpt"], "llama_rank_0-3_2.ckpt"), named(1, ["llama_rank_1_1-3_2.ckpt"], "llama_rank_1_1-3_2.ckpt")])
    yield plain("10_2 is after 3_2", [(["3_2", "10_2"], "10_2")] * 2)
    yield case("twelve ranks", [folder(rank, BOTH, "6_2") for rank in range(12)])
    yield case("a file that does not end in a step", [named(rank, [f"llama_rank_{rank}-3_2.ckpt", f"llama_rank_{rank}-final.ckpt"], f"llama_rank_{rank}-3_2.ckpt") for rank in range(2)])
    yield case("a network file beside", [named(rank, [f"llama_rank_{rank}-3_2.ckpt", f"llama_rank_{rank}-network-6_2.ckpt"], f"llama_rank_{rank}-3_2.ckpt") for rank in range(2)])
    yield case("rank 1 holds rank 0's files", [folder(0, BOTH, "6_2"), {**folder(0, BOTH, "6_2"), "name": "rank_1"}])
    yield case("the name has no rank", [named(rank, ["llama-3_2.ckpt"], "llama-3_2.ckpt") for rank in range(2)])
    yield case("a meta with a path for its name", [folder(rank, ["3_2"], raw=meta(f"old/llama_rank_{rank}-3_2.ckpt", "3_2")) for rank in range(2)])
    yield case("a prefix that ends in _rank", [folder(rank, ["3_2", "9_2"], "9_2", prefix="qwen_rank") for rank in range(2)])
    yield case("no meta: a prefix that ends in _rank", [folder(rank, ["3_2", "9_2"], prefix="qwen_rank") for rank in range(2)])
    # No valid meta: the time stamps decide.
    yield plain("no meta: same latest name", [(BOTH, None), (BOTH, None)])
    yield plain("no meta: different", [(BOTH, None), (["3_2"], None)])
    yield case("no meta: all names non-conforming, different", [named(0, ["a.ckpt"]), named(1, ["b.ckpt"])])
    yield case("no meta: conforming, then non-conforming", [folder(0, ["3_2"]), named(1, ["b.ckpt"])])
    yield case("no meta: non-conforming, then conforming", [named(0, ["b.ckpt"]), folder(1, ["3_2"])])
    yield plain("no meta: rank 1 empty", [(["3_2"], None), ([], None)])
    yield plain("no meta: rank 0 empty", [([], None), (["3_2"], None)])
    yield case("no meta: non-conforming, then empty", [named(0, ["b.ckpt"]), named(1, [])])
    yield case("no meta: rank_1 missing", [folder(0, ["3_2"])], world_size=2)
    yield case("no meta: safetensors", [folder(rank, ["3_2"], extension="safetensors") for rank in range(2)], format="safetensors")
    yield case("no meta: safetensors, ckpt beside", [named(rank, [f"llama_rank_{rank}-3_2.safetensors", f"llama_rank_{rank}-3_2.ckpt"]) for rank in range(2)], format="safetensors")
    yield case("no meta: latest by time, not by step", [named(rank, [f"llama_rank_{rank}-6_2.ckpt", f"llama_rank_{rank}-3_2.ckpt"]) for rank in range(2)])
    yield case("no meta: names without rank", [named(rank, ["llama-3_2.ckpt"]) for rank in range(2)])
    # What the configuration says.
    for text in ("llama_rank_0-3_2", "llama_rank_0-3_2.ckpt", "llama_rank_7-9_9", "llama-3_2"):
        yield plain(f"resume_training: {text}", [(BOTH, "6_2")] * 2, resume_training=text)
    yield plain("resume_training: a name without its ending, safetensors", [(BOTH, "6_2")] * 2, resume_training="llama_rank_0-3_2", format="safetensors")
    yield plain("resume_by_last_timestamp_ckpt", [(BOTH, "6_2"), (["3_2"], "3_2")], by_timestamp=True)
    yield plain("not a shared path", [(BOTH, "6_2"), (["3_2"], "3_2")], shared=False)
    hyper = case("unified folder", [{"name": "rank_0", "meta": None, "files": []}], format="safetensors")
    yield {**hyper, "root_files": ["hyper_param.safetensors"]}


def wild(random, count):
    """Folders as accidents leave them."""
    prefixes = ["llama", "my-run", "CKP"]
    for at in range(count):
        prefix = random.choice(prefixes)
        ranks = random.choice([1, 2, 2, 3, 3, 4])
        extension = random.choice(["ckpt", "ckpt", "ckpt", "safetensors"])
        steps = sorted({(random.randint(1, 12), random.randint(1, 3)) for _ in range(random.randint(1, 4))})
        folders = []
        for rank in range(ranks):
            if random.random() < 0.05:
                continue
            files, stamp = [], 1000
            mine = [step for step in steps if random.random() < 0.9]
            for run in ("", "_1") if random.random() < 0.3 else ("",):
                for epoch, step in mine:
                    stamp += random.choice([10, 10, 10, -15])
                    files.append([f"{prefix}_rank_{rank}{run}-{epoch}_{step}.{extension}", stamp])
            if random.random() < 0.08:
                files.append([random.choice(["best.ckpt", f"{prefix}_rank_{rank}-last.{extension}", "x_rank_9-1_1.ckpt"]), stamp + 7])
            seen, unique = set(), []
            for name, modified in files:
                if name not in seen and modified not in {m for _, m in unique}:
                    seen.add(name)
                    unique.append([name, modified])
            last = random.choice(unique)[0] if unique and random.random() < 0.8 else None
            text = None
            if last and last.rsplit(".", 1)[0][-1].isdigit():
                text = meta(last)
            if random.random() < 0.08:
                text = random.choice(["", "{", "{}", "null", "[]", '{"last_epoch": 1}', '{"last_epoch": 3, "last_step": 1, "last_ckpt_file": "odd.ckpt"}'])
            folders.append({"name": f"rank_{rank}", "meta": text, "files": unique})
        if random.random() < 0.05:
            folders.append({"name": "rank_old", "meta": None, "files": []})
        world = random.choice([ranks] * 6 + [max(1, ranks - 1), ranks + 1])
        yield case(f"wild {at}", folders, world_size=world, format=random.choice([extension] * 9 + ["ckpt"]), backwards=random.random() < 0.3)


def health(random, count):
    """With use_checkpoint_health_monitor: what the record says, and runs that its wider prefix lets in."""
    def record(*items):
        return json.dumps([{"is_health": is_health, "ckpt_name": name} for is_health, name in items], indent=4)
    name = lambda step, run="": f"llama_rank_0{run}-{step}.ckpt"
    good = record((0, name("3_2")), (0, name("6_2")))
    monitored = lambda title, ranks, text, **more: plain(title, ranks, monitor=True, health=text, **more)
    both = [(BOTH, "6_2")] * 2
    yield monitored("all healthy", both, good)
    yield monitored("no record", both, None)
    yield monitored("an empty list", both, "[]")
    yield monitored("an empty object", both, "{}")
    yield monitored("null", both, "null")
    yield monitored("none healthy", both, record((1, name("3_2")), (2, name("6_2"))))
    yield monitored("the newest is unhealthy", both, record((0, name("3_2")), (1, name("6_2"))))
    yield monitored("a record of other names", both, record((0, "other_rank_0-1_1.ckpt")))
    yield monitored("a state is missing", both, json.dumps([{"ckpt_name": name("3_2")}]))
    yield monitored("a state is true", both, json.dumps([{"is_health": True}]))
    yield monitored("a state is false", both, json.dumps([{"is_health": False}]))
    yield monitored("a state is 0.0", both, json.dumps([{"is_health": 0.0}]))
    yield monitored("a state is a text", both, json.dumps([{"is_health": "0"}]))
    yield monitored("a state is null", both, json.dumps([{"is_health": None}]))
    yield monitored("no meta", [(BOTH, None)] * 2, good)
    yield monitored("no meta, no record", [(BOTH, None)] * 2, None)
    yield monitored("nothing complete", [(["3_2"], "3_2"), (["6_2"], "6_2")], good)
    yield monitored("twelve ranks", [(BOTH, "6_2")] * 12, good)
    yield monitored("a name", both, None, resume_training="llama_rank_0-3_2")
    yield monitored("time stamps", both, None, by_timestamp=True)
    def run_of(rank, *names, last):
        return named(rank, [f"llama_rank_{rank}{name}.ckpt" for name in names], f"llama_rank_{rank}{last}.ckpt")
    def runs(title, *names, last, text=good, **more):
        return case(title, [run_of(rank, *names, last=last) for rank in range(2)], monitor=True, health=text, **more)
    yield runs("a later run with an earlier step", "-9_2", "_1-3_2", last="-9_2")
    yield runs("a later run, bound by the earlier one's meta", "-3_2", "_1-6_2", last="-3_2")
    yield runs("the meta is of the later run", "-3_2", "-6_2", "_1-3_2", last="_1-3_2")
    yield runs("the meta is of the later run, older steps are before it", "-1_2", "-2_2", "_1-3_2", last="_1-3_2")
    yield runs("three runs", "-1_2", "_1-2_2", "_2-3_2", last="_2-3_2")
    yield runs("three runs, backwards", "-1_2", "_1-2_2", "_2-3_2", last="_2-3_2", backwards=True)
    yield runs("three runs, the meta is of the first", "-9_2", "_1-2_2", "_2-3_2", last="-9_2")
    yield runs("two runs hold the same step", "-3_2", "_1-3_2", last="-3_2")
    yield runs("two runs hold the same step, backwards", "-3_2", "_1-3_2", last="-3_2", backwards=True)
    yield runs("a network file beside", "-3_2", "-network-2_2", last="-3_2")
    yield runs("a network file beside, after the bound", "-3_2", "-network-6_2", last="-3_2")
    yield runs("a file that does not end in a step", "-3_2", "-final", last="-3_2")
    other = lambda rank: named(rank, [f"llama_rank_{rank}-3_2.ckpt", f"llama_two_rank_{rank}-2_2.ckpt"], f"llama_rank_{rank}-3_2.ckpt")
    yield case("another prefix that begins alike", [other(0), other(1)], monitor=True, health=good)
    plain_name = lambda rank: named(rank, ["llama-3_2.ckpt"], "llama-3_2.ckpt")
    yield case("names without rank", [plain_name(0), plain_name(1)], monitor=True, health=good)
    dashed = [folder(rank, BOTH, "6_2", prefix="my-run") for rank in range(2)]
    yield case("prefix my-run", dashed, monitor=True, health=good)
    safetensors = [folder(rank, BOTH, "6_2", extension="safetensors") for rank in range(2)]
    yield case("safetensors", safetensors, format="safetensors", monitor=True, health=good)
    for item in wild(random, count):
        # Of an empty folder the selection is not asked.
        if not item["folders"]:
            continue
        text = random.choice([good, good, good, record((0, "a"), (1, "b")), "[]", None])
        yield {**item, "name": f"monitored {item['name']}", "monitor": True, "health": text}


def entries():
    """Names that are there, but are no files that can be read."""
    kinds = ("folder", "pipe", "nowhere", "loop", "closed", "unreachable")
    def entry(rank, kind, meta_step, step="9_2", extension="ckpt"):
        """A rank with 3_2 and 6_2, and an entry of this kind in place of a later step."""
        last = f"llama_rank_{rank}-{meta_step}.{extension}" if meta_step else None
        files = [[f"llama_rank_{rank}-{known}.{extension}", 1000 + 10 * at] for at, known in enumerate(BOTH)]
        files = [file for file in files if f"-{step}." not in file[0]]
        files.append([f"llama_rank_{rank}-{step}.{extension}", 1050, kind])
        return {"name": f"rank_{rank}", "meta": meta(last) if last else None, "files": files}
    def odd(title, folders, **more):
        return case(title, folders, names_newest=True, **more)
    nine = lambda rank, meta_step: named(rank, [f"llama_rank_{rank}-{step}.ckpt" for step in ("3_2", "6_2", "9_2")], f"llama_rank_{rank}-9_2.ckpt" if meta_step else None)
    for kind in kinds:
        yield odd(f"the newest of rank 0 is {kind}", [entry(0, kind, "9_2"), nine(1, True)])
        yield odd(f"the newest of rank 1 is {kind}", [nine(0, True), entry(1, kind, "9_2")])
        yield odd(f"an older step of rank 0 is {kind}", [entry(0, kind, "6_2", step="3_2"), folder(1, BOTH, "6_2")])
        yield odd(f"no meta: the newest of rank 1 is {kind}", [nine(0, False), entry(1, kind, None)])
        yield odd(f"no meta: safetensors, the newest is {kind}", [entry(rank, kind, None, extension="safetensors") for rank in range(2)], format="safetensors")
        yield odd(f"not shared: the newest of rank 1 is {kind}", [nine(0, True), entry(1, kind, "9_2")], shared=False)
        yield odd(f"by time stamps: an older one of rank 0 is {kind}", [entry(0, kind, "6_2", step="3_2"), folder(1, BOTH, "6_2")], by_timestamp=True)
    for kind in ("socket", "linked"):
        yield odd(f"the newest of both is {kind}", [entry(0, kind, "9_2"), entry(1, kind, "9_2")])
        yield odd(f"no meta: the newest of both is {kind}", [entry(0, kind, None), entry(1, kind, None)])
    for kind in (*kinds, "socket"):
        metas = [folder(rank, BOTH, "6_2") for rank in range(2)]
        metas[1] = {**metas[1], "meta": None, "meta_kind": kind}
        yield odd(f"meta.json of rank 1 is {kind}", metas)
    for kind in ("file", "pipe", "nowhere", "loop", "closed", "unreachable"):
        with_meta = {**folder(1, BOTH, "6_2"), "kind": kind}
        without = {**folder(1, BOTH), "kind": kind}
        yield odd(f"rank_1 is {kind}", [folder(0, BOTH, "6_2"), with_meta])
        yield odd(f"no meta: rank_1 is {kind}", [folder(0, BOTH), without])
    for kind in ("file", "closed"):
        without = {**folder(1, BOTH), "kind": kind}
        yield odd(f"not shared: rank_1 is {kind}", [folder(0, BOTH), without], shared=False)
        yield odd(f"rank_old is {kind}", [folder(0, BOTH, "6_2"), folder(1, BOTH, "6_2"), {"name": "rank_old", "kind": kind, "meta": None, "files": []}], world_size=2)
    for kind in ("folder", "pipe", "nowhere", "loop"):
        yield odd(f"hyper_param.safetensors is {kind}", [folder(rank, BOTH, "6_2", extension="safetensors") for rank in range(2)], format="safetensors", root_entries=[["hyper_param.safetensors", kind]])
    hidden = lambda rank, last: named(rank, [f"llama_rank_{rank}-3_2.ckpt", f".llama_rank_{rank}-6_2.ckpt"], last)
    yield odd("no meta: the newest is hidden", [hidden(0, None), hidden(1, None)])
    yield odd("no meta: the newest of rank 1 is hidden", [folder(0, ["3_2"]), hidden(1, None)])
    yield odd("a hidden file beside", [hidden(rank, f"llama_rank_{rank}-3_2.ckpt") for rank in range(2)])
    yield odd("not shared: the newest is hidden", [hidden(0, None), hidden(1, None)], shared=False)


# ---------------------------------------------------------------- all of them

def main(out, versions):
    groups = {
        "rows": list(cases()),
        "wild": list(wild(random.Random(20240601), 76)),
        "health": list(health(random.Random(20240602), 40)),
        "entries": list(entries()),
    }
    for group, group_cases in groups.items():
        # 1.6 brought the health monitor; 1.2 differs from 1.3 in the words of its errors only; 1.0 and 1.1
        # do not select.
        least = {"rows": "1.2", "wild": "1.3", "health": "1.5", "entries": "1.0"}[group]
        asked = [(version, wheel) for version, wheel in versions if version >= least]
        for version, wheel in asked:
            with tempfile.NamedTemporaryFile("w+", suffix=".json") as given, tempfile.NamedTemporaryFile("r", suffix=".json") as got:
                json.dump(group_cases, given)
                given.flush()
                subprocess.run([sys.executable, __file__, "--run", wheel, given.name, got.name], check=True)
                for item, outcome in zip(group_cases, json.load(got)):
                    outcomes = item.setdefault("outcomes", [])
                    if outcomes and outcomes[-1][1] == outcome:
                        outcomes[-1][0].append(version)
                    else:
                        outcomes.append([[version], outcome])
        with open(f"{out}/{group}.json", "w", encoding="utf-8") as file:
            lines = (json.dumps(item, separators=(",", ":")) for item in group_cases)
            file.write("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        with open(sys.argv[3], encoding="utf-8") as given:
            cases_given = json.load(given)
        with open(sys.argv[4], "w", encoding="utf-8") as got:
            json.dump(run(sys.argv[2], cases_given), got)
    else:
        main(sys.argv[1], [item.split("=", 1) for item in sys.argv[2:]])
