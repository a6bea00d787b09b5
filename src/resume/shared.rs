//! Whether all ranks of a job see a folder (`is_publicly_accessible_path`). MindFormers does not try: it
//! looks at the number of ranks, the mounts and an environment variable. A path that it does not take for
//! shared is resumed by every rank from its own folder, and is not converted automatically.

use crate::phrase::{Phrase, phrase};

/// A mounted file system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mount {
    /// Where it is mounted.
    pub point: String,
    /// Its type, such as `nfs4`.
    pub fstype: String,
    /// Its options, separated by commas.
    pub options: String,
}

/// The machine that asks.
#[derive(Clone, Debug)]
pub struct Machine {
    /// `DEVICE_NUM_PER_NODE`; 8 unless set.
    pub devices_per_node: u64,
    /// Whether the job runs on ModelArts.
    pub is_modelarts: bool,
    /// Its mounts.
    pub mounts: Vec<Mount>,
    /// `SHARED_PATHS`, each without links.
    pub shared_paths: Vec<String>,
}

/// What the rule says, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// One machine has all ranks.
    OneMachine,
    /// ModelArts.
    ModelArts,
    /// A network file system.
    Mounted(&'a Mount),
    /// An entry of `SHARED_PATHS` that the path begins with. As text: `/mnt/nas` lets `/mnt/nas2` in.
    Declared(&'a str),
    /// Someone who knows says so; the rule never does.
    Said,
    /// None of these.
    NotShared,
}

/// Applies the rule to an absolute path, also given without links, for a job of so many ranks.
#[must_use]
pub fn shared<'a>(path: &str, real_path: &str, world_size: u64, machine: &'a Machine) -> Verdict<'a> {
    if world_size <= machine.devices_per_node {
        return Verdict::OneMachine;
    }
    if machine.is_modelarts {
        return Verdict::ModelArts;
    }
    let is_network = |mount: &&Mount| {
        let fstype = mount.fstype.to_lowercase();
        let holds_path = mount.point != "/" && path.starts_with(&mount.point);
        let is_remote = matches!(fstype.as_str(), "nfs" | "nfs4" | "dpc");
        holds_path && (is_remote || mount.options.to_lowercase().contains("fuse.sshfs"))
    };
    if let Some(mount) = machine.mounts.iter().find(is_network) {
        return Verdict::Mounted(mount);
    }
    let mut declared = machine.shared_paths.iter().filter(|path| !path.is_empty());
    match declared.find(|declared| real_path.starts_with(declared.as_str())) {
        Some(path) => Verdict::Declared(path),
        None => Verdict::NotShared,
    }
}

impl Verdict<'_> {
    /// Whether the path counts as shared.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        !matches!(self, Self::NotShared)
    }

    /// The reason in words.
    #[must_use]
    pub fn reason(&self) -> Phrase {
        match self {
            Self::OneMachine => phrase!(
                "the job has no more ranks than one machine has devices (DEVICE_NUM_PER_NODE, 8 unless set)",
                "任务的 rank 数不超过单机设备数（DEVICE_NUM_PER_NODE，默认 8）"
            ),
            Self::ModelArts => phrase!("the job runs on ModelArts", "任务运行在 ModelArts 上"),
            Self::Mounted(Mount { point, fstype, .. }) => {
                phrase!("{point} is mounted as {fstype}", "{point} 的挂载类型为 {fstype}", point, fstype)
            }
            Self::Declared(path) => {
                phrase!("SHARED_PATHS has {path}", "SHARED_PATHS 中有 {path}", path)
            }
            Self::Said => phrase!("as you say", "按所给的选项"),
            Self::NotShared => phrase!(
                "the job needs several machines, no nfs, nfs4, dpc or sshfs is mounted there, and SHARED_PATHS does not name it",
                "任务需要多台机器，该路径不在 nfs、nfs4、dpc 或 sshfs 挂载点下，SHARED_PATHS 也没有包含它"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mount(point: &str, fstype: &str, options: &str) -> Mount {
        Mount { point: point.to_owned(), fstype: fstype.to_owned(), options: options.to_owned() }
    }

    #[track_caller]
    fn check(path: &str, world_size: u64, mounts: &[Mount], shared_paths: &[&str], wanted: &Verdict<'_>) {
        let shared_paths = shared_paths.iter().map(|&path| path.to_owned()).collect();
        let mounts = mounts.to_vec();
        let machine = Machine { devices_per_node: 8, is_modelarts: false, mounts, shared_paths };
        assert_eq!(&shared(path, path, world_size, &machine), wanted, "{path} {world_size}");
        let modelarts = Machine { is_modelarts: true, ..machine };
        assert!(shared(path, path, world_size, &modelarts).is_shared());
    }

    #[test]
    fn one_machine_needs_no_shared_path() {
        check("/data/a", 8, &[], &[], &Verdict::OneMachine);
        check("/data/a", 9, &[], &[], &Verdict::NotShared);
    }

    #[test]
    fn network_file_systems_are_shared_but_a_root_is_not_looked_at() {
        for fstype in ["nfs", "NFS4", "dpc"] {
            let mount = mount("/mnt/nas", fstype, "rw");
            check("/mnt/nas/x", 16, std::slice::from_ref(&mount), &[], &Verdict::Mounted(&mount));
        }
        let sshfs = mount("/mnt/far", "fuse", "rw,fuse.sshfs");
        check("/mnt/far", 16, std::slice::from_ref(&sshfs), &[], &Verdict::Mounted(&sshfs));
        for other in
            [mount("/", "nfs4", ""), mount("/mnt/nas", "lustre", "rw"), mount("/mnt/nas", "fuse.sshfs", "rw")]
        {
            check("/mnt/nas/x", 16, &[other], &[], &Verdict::NotShared);
        }
    }

    #[test]
    fn declared_paths_are_compared_as_text() {
        check("/mnt/nas/x", 16, &[], &["", "/data", "/mnt/nas"], &Verdict::Declared("/mnt/nas"));
        check("/mnt/nas2/x", 16, &[], &["/mnt/nas"], &Verdict::Declared("/mnt/nas"));
        check("/mnt/na", 16, &[], &["/mnt/nas"], &Verdict::NotShared);
    }
}
