//! Names as a trie, in the order in which they come.

use xxhash_rust::xxh3::xxh3_64;

use super::super::BREATH;
use super::super::kinds::number;
use super::NONE;
use crate::web::snapshot::Snapshot;

/// A part of names, after the parts of its parents. The root is node 0, an empty part.
#[derive(Clone, Copy)]
pub(super) struct Sprout {
    /// The node above; of the root itself.
    pub parent: u32,
    /// The first tensor below or at it: its name holds the part.
    pub first: u32,
    /// Bytes of that name that are the part.
    pub start: u32,
    pub end: u32,
    /// The tensor whose name ends here, or [`NONE`].
    pub own: u32,
    /// Hash of the part.
    pub part: u64,
}

/// The nodes, parents before children, and a table that finds them.
pub(super) struct Trie {
    pub nodes: Vec<Sprout>,
    /// Nodes by the hash of parent and part, with room between; [`NONE`] where there is none.
    slots: Vec<u32>,
}

impl Trie {
    /// All names of a snapshot, in time linear in their lengths.
    pub(super) async fn new(snapshot: &Snapshot, pause: &mut impl AsyncFnMut(usize)) -> Self {
        let root = Sprout { parent: 0, first: 0, start: 0, end: 0, own: NONE, part: 0 };
        let mut trie = Self { nodes: vec![root], slots: vec![NONE; 1024] };
        // Most names begin like the one before: its nodes and where their parts end.
        let mut path: Vec<(u32, usize)> = Vec::new();
        let count = snapshot.tensors.len();
        for index in 0..count {
            if index % BREATH == 0 {
                pause(count + index).await;
            }
            let Some(tensor) = snapshot.tensors.get(index) else { break };
            let before = index.checked_sub(1).and_then(|before| snapshot.tensors.get(before));
            let before = before.as_ref().map_or("", |tensor| tensor.name.as_str());
            trie.add(snapshot, number(index), tensor.name.as_str(), before, &mut path);
        }
        trie
    }

    fn add(
        &mut self,
        snapshot: &Snapshot,
        index: u32,
        name: &str,
        before: &str,
        path: &mut Vec<(u32, usize)>,
    ) {
        let shared = name.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
        let stays = |end: usize| end <= shared && matches!(name.as_bytes().get(end), None | Some(b'.'));
        while path.pop_if(|&mut (_, end)| !stays(end)).is_some() {}
        loop {
            let (parent, start) = path.last().map_or((0, 0), |&(node, end)| (node, end + 1));
            let Some(rest) = name.get(start..) else { break };
            let end = rest.find('.').map_or(name.len(), |dot| start + dot);
            let part = name.get(start..end).unwrap_or_default();
            let node = self.child(snapshot, parent, part, (index, number(start), number(end)));
            path.push((node, end));
        }
        if let Some(node) = path.last().and_then(|&(node, _)| self.nodes.get_mut(node as usize)) {
            node.own = index;
        }
    }

    /// The child of a node for a part; a new one at `(first, start, end)` if there is none.
    fn child(&mut self, snapshot: &Snapshot, parent: u32, part: &str, at: (u32, u32, u32)) -> u32 {
        if self.nodes.len() * 2 > self.slots.len() {
            self.grow();
        }
        let hash = xxh3_64(part.as_bytes());
        let mut slot = self.slot(parent, hash);
        while let Some(&node) = self.slots.get(slot).filter(|&&node| node != NONE) {
            let known = self.nodes.get(node as usize);
            let same = known.filter(|sprout| sprout.parent == parent && sprout.part == hash);
            if same.is_some_and(|sprout| sprout.is(snapshot, part)) {
                return node;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        let node = number(self.nodes.len());
        let (first, start, end) = at;
        self.nodes.push(Sprout { parent, first, start, end, own: NONE, part: hash });
        if let Some(free) = self.slots.get_mut(slot) {
            *free = node;
        }
        node
    }

    /// Where the search for a node starts. The number of slots is a power of two.
    fn slot(&self, parent: u32, part: u64) -> usize {
        let mixed = (part ^ u64::from(parent)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        usize::try_from(mixed >> 32).unwrap_or(0) & (self.slots.len() - 1)
    }

    /// Twice the slots.
    fn grow(&mut self) {
        self.slots = vec![NONE; self.slots.len() * 2];
        for (index, sprout) in self.nodes.iter().enumerate().skip(1) {
            let mut slot = self.slot(sprout.parent, sprout.part);
            while self.slots.get(slot).is_some_and(|&node| node != NONE) {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            if let Some(free) = self.slots.get_mut(slot) {
                *free = number(index);
            }
        }
    }
}

impl Sprout {
    fn is(&self, snapshot: &Snapshot, part: &str) -> bool {
        let bytes = self.start as usize..self.end as usize;
        snapshot
            .tensors
            .get(self.first as usize)
            .is_some_and(|tensor| tensor.name.as_str().get(bytes) == Some(part))
    }
}
