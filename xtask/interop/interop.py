"""Outputs of shardlens in the hands of real MindSpore: interop.py SHARDLENS CASES

For every recorded conversion of MindSpore that is right, both programs convert the same inputs now. MindSpore loads
both outputs, and every tensor must agree by name, dtype, shape and bytes. Strategies that shardlens merges are given
to MindSpore's conversion, which must give the same tensors once more."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("GLOG_v", "3")  # errors only
import mindspore


def tensors(path):
    """What MindSpore loads: name -> (dtype, shape, bytes)."""
    loaded = mindspore.load_checkpoint(str(path), format=path.suffix.removeprefix("."))
    return {name: described(value) for name, value in loaded.items()}


def described(value):
    if isinstance(value, mindspore.Tensor):
        return str(value.dtype), tuple(value.shape), bytes(value.get_bytes())
    return type(value).__name__, (), repr(value).encode()


def files(folder):
    """Name -> path. MindSpore ends some names in _part0 where shardlens writes one file per rank at all times."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)).replace("_part0.", "."): path for path in paths}


def difference(ours, theirs):
    """The first difference between two folders of checkpoints; None when there is none."""
    written, expected = files(ours), files(theirs)
    if written.keys() != expected.keys():
        return f"files {sorted(written)} instead of {sorted(expected)}"
    for file in sorted(written):
        left, right = tensors(written[file]), tensors(expected[file])
        if left.keys() != right.keys():
            return f"{file}: names differ in {sorted(left.keys() ^ right.keys())}"
        for name in left:
            if left[name] != right[name]:
                return f"{file}: {name} is {left[name][:2]} instead of {right[name][:2]}, or its bytes differ"
    return None


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stderr}")


class Case:
    def __init__(self, folder, shardlens):
        self.folder, self.shardlens = folder, shardlens
        self.args = json.loads((folder / "case.json").read_text())["args"]
        # MindSpore's default; shardlens would keep the source's format.
        self.format = self.args.get("output_format", "ckpt")

    def path(self, side):
        name = self.args.get(f"{side}_strategy")
        return name and self.folder / name

    def ours(self, target):
        command = [self.shardlens, "transform", "--src-ckpt", self.folder / self.args["src"], "--dst-ckpt", target]
        command += ["--prefix", self.args["prefix"], "--format", self.format]
        for side in ("src", "dst"):
            if self.path(side):
                command += [f"--{side}-strategy", self.path(side)]
        run(command)

    def theirs(self, target, src=None, dst=None):
        strategies = [path and str(path) for path in (src or self.path("src"), dst or self.path("dst"))]
        mindspore.transform_checkpoints(str(self.folder / self.args["src"]), str(target), self.args["prefix"],
                                        *strategies, output_format=self.format)

    def merged(self, side, scratch):
        """The strategy merged by shardlens, where the case has the files of its stages."""
        stages = self.folder / f"{side}_strategy_stages"
        if not stages.is_dir() or not self.path(side):
            return None
        target = scratch / f"{side}_merged{self.path(side).suffix}"
        run([self.shardlens, "merge", stages, "-o", target])
        return target

    def check(self, scratch):
        self.ours(scratch / "ours")
        self.theirs(scratch / "theirs")
        found = difference(scratch / "ours", scratch / "theirs")
        merged = [self.merged(side, scratch) for side in ("src", "dst")]
        if found is None and any(merged):
            self.theirs(scratch / "by_our_strategies", *merged)
            found = difference(scratch / "by_our_strategies", scratch / "theirs")
        return found


def is_right(folder):
    case = json.loads((folder / "case.json").read_text())
    return case["operation"] == "transform_checkpoints" and case.get("peer_matches_reference") is True


def main(shardlens, cases):
    failed = 0
    folders = [path.parent for path in sorted(pathlib.Path(cases).glob("*/case.json")) if is_right(path.parent)]
    print(f"MindSpore {mindspore.__version__}, {len(folders)} conversions", flush=True)
    for folder in folders:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                found = Case(folder, shardlens).check(pathlib.Path(scratch))
            except Exception as error:  # one failing case must not hide the others
                found = f"{type(error).__name__}: {error}"
        failed += found is not None
        print(f"{'ok  ' if found is None else 'FAIL'} {folder.name}{'' if found is None else ': ' + found}", flush=True)
    print(f"{len(folders) - failed} passed, {failed} failed")
    return 1 if failed or not folders else 0


sys.exit(main(*sys.argv[1:]))
