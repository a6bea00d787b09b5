//! A fresh folder with small checkpoints in it, and a way to run the command there.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use shardlens::format::mindspore::strategy::{from_strategy, write_protobuf};
use shardlens::format::{NewEntry, WeightFormat, layout_file};
use shardlens::geometry::{DType, Shape};
use shardlens::layout::{Layout, Mesh, SplitRule, StrategyBuilder};

/// Two-byte tensors of the model that all tests convert: name, lengths, and the dimension that
/// tensor parallelism cuts. The first half is on stage 0 of two.
pub(crate) const TENSORS: [(&str, &[u64], Option<usize>); 6] = [
    ("embedding", &[96, 8], Some(0)),
    ("norm", &[24], None),
    ("wq", &[48, 16], Some(0)),
    ("wo", &[48, 96], Some(1)),
    ("w3d", &[4, 24, 6], Some(1)),
    ("head", &[96, 8], Some(0)),
];

/// The names of what is in a folder, by name; hidden ones too.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A fresh folder.
pub(crate) struct World {
    root: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap() }
    }

    /// With a complete checkpoint in `full/rank_0/model.ckpt`, and strategies `mp2`, `mp4pp2`.
    pub(crate) fn with_model() -> Self {
        let world = Self::new();
        world.complete("full/rank_0/model.ckpt", 0);
        world.strategy("mp2", 2, 1);
        world.strategy("mp4pp2", 4, 2);
        world
    }

    pub(crate) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root.path().join(path)
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> Vec<u8> {
        let path = self.path(path);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn write(&self, path: impl AsRef<Path>, bytes: &[u8]) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Writes the whole model; `seed` makes its values.
    pub(crate) fn complete(&self, path: &str, seed: usize) {
        let whole = |index: usize| content(TENSORS[index].1, index + seed, None);
        let tensors: Vec<_> = (0..TENSORS.len())
            .map(|index| (TENSORS[index].0, TENSORS[index].1.to_vec(), whole(index)))
            .collect();
        self.write(path, &weights(WeightFormat::Ckpt, &tensors));
    }

    /// Writes one strategy file per stage.
    pub(crate) fn strategy(&self, folder: &str, mp: u64, pp: usize) {
        let mut builder = StrategyBuilder::default();
        for (index, (name, dims, cut)) in TENSORS.iter().enumerate() {
            let mut axes = vec![Vec::new(); dims.len()];
            cut.iter().for_each(|&dim| axes[dim].push(0));
            let layout = Layout::new(Mesh::unnamed(&[mp]).unwrap(), &axes, SplitRule::Exact).unwrap();
            let stage = u32::try_from(index * pp / TENSORS.len()).unwrap();
            builder.add(name, stage, layout, None).unwrap();
        }
        let strategy = builder.build().unwrap();
        for stage in 0..u32::try_from(pp).unwrap() {
            let bytes = write_protobuf(&from_strategy(&strategy, Some(stage)).unwrap());
            self.write(format!("{folder}/ckpt_strategy_rank_{}.ckpt", u64::from(stage) * mp), &bytes);
        }
    }

    /// The file that rank `rank` of `mp` × `pp` must get, cut by the slow and obvious way.
    pub(crate) fn expected(rank: u64, mp: u64, pp: usize, format: WeightFormat) -> Vec<u8> {
        let stage = usize::try_from(rank / mp).unwrap();
        let mut tensors = Vec::new();
        for (index, (name, dims, cut)) in TENSORS.iter().enumerate() {
            if index * pp / TENSORS.len() == stage {
                let mut local = dims.to_vec();
                cut.iter().for_each(|&dim| local[dim] /= mp);
                tensors.push((*name, local, content(dims, index, cut.map(|dim| (dim, rank % mp, mp)))));
            }
        }
        weights(format, &tensors)
    }

    /// A command with blank-separated arguments.
    pub(crate) fn command(&self, line: &str) -> Command {
        self.command_of(line.split_whitespace())
    }

    pub(crate) fn command_of(&self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shardlens"));
        command.args(args).current_dir(self.root.path()).stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, line: &str) -> Ran {
        Ran::new(self.command(line))
    }

    /// Checks all files of a converted model.
    #[track_caller]
    pub(crate) fn check(&self, folder: &str, mp: u64, pp: usize) {
        let ranks = mp * pp as u64;
        let expected: Vec<String> = (0..ranks).map(|rank| format!("rank_{rank}")).collect();
        assert_eq!(names(&self.path(folder)), expected);
        for rank in 0..ranks {
            let name = format!("checkpoint_{rank}.ckpt");
            assert_eq!(names(&self.path(format!("{folder}/rank_{rank}"))), [name.as_str()]);
            let found = self.read(format!("{folder}/rank_{rank}/{name}"));
            assert!(found == Self::expected(rank, mp, pp, WeightFormat::Ckpt), "rank {rank} differs");
        }
    }
}

/// Two-byte values that tell tensor and place: all, or one of `parts` equal parts along `dim`.
fn content(dims: &[u64], seed: usize, part: Option<(usize, u64, u64)>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for index in 0..dims.iter().product::<u64>() {
        let inner = |dim: usize| dims[dim + 1..].iter().product::<u64>();
        let is_in = part
            .is_none_or(|(dim, which, parts)| index / inner(dim) % dims[dim] / (dims[dim] / parts) == which);
        if is_in {
            let value = u16::try_from((index * 31 + seed as u64 * 7919) % 65_521).unwrap();
            bytes.extend(value.to_le_bytes());
        }
    }
    bytes
}

/// A weight file.
pub(crate) fn weights(format: WeightFormat, tensors: &[(&str, Vec<u64>, Vec<u8>)]) -> Vec<u8> {
    let entry = |(name, dims, _): &(&'static str, Vec<u64>, Vec<u8>)| NewEntry {
        name,
        dtype: DType::F16,
        shape: Shape::new(dims.clone()).unwrap(),
    };
    let tensors: Vec<(&'static str, Vec<u64>, Vec<u8>)> = tensors
        .iter()
        .map(|(name, dims, bytes)| {
            let known = TENSORS.iter().map(|tensor| tensor.0).find(|known| known == name).unwrap();
            (known, dims.clone(), bytes.clone())
        })
        .collect();
    let entries: Vec<NewEntry> = tensors.iter().map(entry).collect();
    let layout = layout_file(format, &entries).unwrap();
    let mut file = vec![0; usize::try_from(layout.size).unwrap()];
    let mut put = |offset: u64, bytes: &[u8]| {
        file[usize::try_from(offset).unwrap()..][..bytes.len()].copy_from_slice(bytes);
    };
    layout.headers.iter().for_each(|(offset, bytes)| put(*offset, bytes));
    for ((_, _, bytes), pieces) in tensors.iter().zip(&layout.pieces) {
        let [piece] = pieces.as_slice() else { panic!("a small tensor is one piece") };
        put(piece.offset, bytes);
    }
    file
}

/// A command that has ended.
pub(crate) struct Ran {
    line: String,
    output: Output,
}

impl Ran {
    pub(crate) fn new(mut command: Command) -> Self {
        let output = command.output().unwrap();
        Self { line: format!("{command:?}"), output }
    }

    /// Runs a command with a text on stdin.
    pub(crate) fn piped(mut command: Command, text: &[u8]) -> Self {
        let [stdin, stdout, stderr] = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
        let mut child = command.stdin(stdin).stdout(stdout).stderr(stderr).spawn().unwrap();
        // The pipe is closed when it is dropped; a command that refuses its arguments does not read.
        let _ = child.stdin.take().unwrap().write_all(text);
        Self { line: format!("{command:?}"), output: child.wait_with_output().unwrap() }
    }

    pub(crate) fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    #[track_caller]
    fn fail(&self, wanted: &str) -> ! {
        let Self { line, output } = self;
        let (stdout, stderr) = (self.stdout(), self.stderr());
        panic!(
            "\n$ {line}\nwanted: {wanted}\nstatus: {}\nstdout:\n{stdout}\nstderr:\n{stderr}",
            output.status
        );
    }

    #[track_caller]
    pub(crate) fn status(&self, wanted: i32) -> &Self {
        if self.output.status.code() != Some(wanted) {
            self.fail(&format!("exit status {wanted}"));
        }
        self
    }

    #[track_caller]
    pub(crate) fn ok(&self) -> &Self {
        self.status(0)
    }

    #[track_caller]
    pub(crate) fn says(&self, text: &str) -> &Self {
        if !self.stdout().contains(text) {
            self.fail(&format!("`{text}` on stdout"));
        }
        self
    }

    #[track_caller]
    pub(crate) fn complains(&self, text: &str) -> &Self {
        if !self.stderr().contains(text) {
            self.fail(&format!("`{text}` on stderr"));
        }
        self
    }

    /// The one JSON document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.output.stdout)
            .unwrap_or_else(|error| self.fail(&format!("JSON ({error})")))
    }
}
