//! What of this machine decides whether a path counts as shared: mounts and environment.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::resume::shared::{Machine, Mount, Verdict, shared};

/// This machine. `devices_per_node` where a flag says it; else `DEVICE_NUM_PER_NODE`, or 8.
pub(super) fn this_machine(devices_per_node: Option<u64>, is_modelarts: bool) -> Machine {
    let of_environment = || env::var("DEVICE_NUM_PER_NODE").ok()?.trim().parse().ok();
    let shared_paths = env::var("SHARED_PATHS").unwrap_or_default();
    let shared_paths = shared_paths.split(',').filter(|path| !path.is_empty());
    Machine {
        devices_per_node: devices_per_node.or_else(of_environment).unwrap_or(8),
        is_modelarts,
        mounts: fs::read_to_string("/proc/mounts").map(|text| mounts(&text)).unwrap_or_default(),
        shared_paths: shared_paths.map(|path| real(Path::new(path))).collect(),
    }
}

/// Whether `path` counts as shared for a job of `world_size` ranks.
pub(super) fn ask<'a>(path: &Path, world_size: u64, machine: &'a Machine) -> Verdict<'a> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    shared(&absolute.to_string_lossy(), &real(path), world_size, machine)
}

/// A path without links, as far as it exists.
fn real(path: &Path) -> String {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let real: PathBuf = path.canonicalize().unwrap_or_else(|_| absolute());
    real.to_string_lossy().into_owned()
}

/// The lines of `/proc/mounts`: device, point, type, options. Blanks in a point are written `\040`.
fn mounts(text: &str) -> Vec<Mount> {
    let mount = |line: &str| {
        let mut fields = line.split(' ');
        let (point, fstype, options) = (fields.nth(1)?, fields.next()?, fields.next()?);
        let point = point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\");
        Some(Mount { point, fstype: fstype.to_owned(), options: options.to_owned() })
    };
    text.lines().filter_map(mount).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_mounts_is_taken_apart() {
        let found = mounts("nas:/vol /mnt/my\\040nas nfs4 rw,relatime 0 0\nproc /proc proc rw 0 0\nbad\n");
        let points: Vec<(&str, &str)> =
            found.iter().map(|mount| (mount.point.as_str(), mount.fstype.as_str())).collect();
        assert_eq!(points, [("/mnt/my nas", "nfs4"), ("/proc", "proc")]);
    }
}
