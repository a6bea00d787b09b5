//! From the trie, in the order of the names, to the tree in natural order.

use std::collections::HashMap;

use super::super::BREATH;
use super::super::kinds::{Kinds, number};
use super::super::natural::compare;
use super::trie::{Sprout, Trie};
use super::{NONE, Node, Tree};
use crate::order::sort_by;
use crate::web::snapshot::Snapshot;

impl Tree {
    pub(in super::super) async fn new(
        snapshot: &Snapshot,
        kinds: &Kinds,
        pause: &mut impl AsyncFnMut(usize),
    ) -> Self {
        let sprouts = Trie::new(snapshot, pause).await.nodes;
        let done = 2 * snapshot.tensors.len();
        let like = likenesses(&sprouts, kinds);
        pause(done).await;
        let mut families = Families::new(&sprouts);
        let mut tree = Self::default();
        let mut likeness = Vec::with_capacity(sprouts.len());
        // Nodes whose children are not listed yet, the next one last; none ends a node.
        let mut open = vec![Some(0)];
        let mut above = Vec::new();
        while let Some(step) = open.pop() {
            let Some(sprout) = step else {
                tree.close(&mut above);
                continue;
            };
            if tree.nodes.len() % BREATH == 0 {
                pause(done).await;
            }
            above.push(number(tree.nodes.len()));
            likeness.push(like.get(sprout as usize).copied().unwrap_or_default());
            let sorted = families.sorted(snapshot, &sprouts, sprout);
            tree.open(snapshot, &sprouts, sprout);
            open.push(None);
            open.extend(sorted.iter().rev().map(|&child| Some(child)));
        }
        tree.fold(&likeness, pause).await;
        tree
    }

    /// Adds a node, and its tensor to the order.
    fn open(&mut self, snapshot: &Snapshot, sprouts: &[Sprout], sprout: u32) {
        let Some(&Sprout { first, start, end, own, .. }) = sprouts.get(sprout as usize) else { return };
        let is_number = |name: &str| {
            let part = name.get(start as usize..end as usize).unwrap_or_default();
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
        };
        let number_part =
            snapshot.tensors.get(first as usize).is_some_and(|tensor| is_number(tensor.name.as_str()));
        let before = number(self.order.len());
        self.nodes.push(Node {
            first,
            start,
            end,
            next: NONE,
            before,
            group: NONE,
            own: own != NONE,
            number: number_part,
        });
        self.order.extend(Some(own).filter(|&own| own != NONE));
    }

    /// Ends the innermost node.
    fn close(&mut self, above: &mut Vec<u32>) {
        let next = number(self.nodes.len());
        if let Some(node) = above.pop().and_then(|node| self.nodes.get_mut(node as usize)) {
            node.next = next;
        }
    }

    /// Finds the groups: numbered siblings that are alike.
    async fn fold(&mut self, likeness: &[u64], pause: &mut impl AsyncFnMut(usize)) {
        let mut alike: HashMap<u64, Vec<u32>> = HashMap::new();
        for node in 0..number(self.nodes.len()) {
            if (node as usize).is_multiple_of(BREATH) {
                pause(2 * self.order.len()).await;
            }
            let numbered: Vec<u32> = self.children(node).filter(|&child| self.is_number(child)).collect();
            if numbered.len() < 2 {
                continue;
            }
            alike.clear();
            for &child in &numbered {
                let like = likeness.get(child as usize).copied().unwrap_or_default();
                alike.entry(like).or_default().push(child);
            }
            // In the order of their first members, not of the map.
            for child in numbered {
                let like = likeness.get(child as usize).copied().unwrap_or_default();
                if let Some(members) = alike.remove(&like).filter(|members| members.len() > 1) {
                    self.group_up(&members);
                }
            }
        }
    }

    fn group_up(&mut self, members: &[u32]) {
        let group = number(self.groups.len());
        for &member in members {
            if let Some(node) = self.nodes.get_mut(member as usize) {
                node.group = group;
            }
        }
        let start = self.members.len();
        self.members.extend(members);
        self.groups.push(start..self.members.len());
    }
}

/// Per node a hash of everything below it: parts and kinds of tensors, stages apart, in any order.
fn likenesses(sprouts: &[Sprout], kinds: &Kinds) -> Vec<u64> {
    let mut like = vec![0u64; sprouts.len()];
    // Children come after their parents, so that a node is complete when its turn comes.
    for (index, sprout) in sprouts.iter().enumerate().rev() {
        let kind = kinds.get(sprout.own as usize).map_or(0, |kind| u64::from(kind.alike) + 1);
        let Some(own) = like.get_mut(index) else { continue };
        *own = mix(own.wrapping_add(mix(kind)));
        let with_part = mix(own.wrapping_add(sprout.part.rotate_left(32)));
        if let Some(parent) = like.get_mut(sprout.parent as usize).filter(|_| index > 0) {
            *parent = parent.wrapping_add(with_part);
        }
    }
    like
}

/// Spreads every bit over all others (the finaliser of splitmix64).
const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The children of every node.
struct Families {
    /// Per node where its children start in `children`.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Families {
    fn new(sprouts: &[Sprout]) -> Self {
        let mut starts = vec![0u32; sprouts.len() + 1];
        for sprout in sprouts.iter().skip(1) {
            if let Some(count) = starts.get_mut(sprout.parent as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut free = starts.clone();
        let mut children = vec![0; sprouts.len()];
        for (index, sprout) in sprouts.iter().enumerate().skip(1) {
            let Some(slot) = free.get_mut(sprout.parent as usize) else { continue };
            if let Some(child) = children.get_mut(*slot as usize) {
                *child = number(index);
            }
            *slot += 1;
        }
        Self { starts, children }
    }

    /// The children of a node, now in natural order.
    fn sorted(&mut self, snapshot: &Snapshot, sprouts: &[Sprout], node: u32) -> &[u32] {
        let at = |index: u32| self.starts.get(index as usize).map_or(0, |&start| start as usize);
        let children = self.children.get_mut(at(node)..at(node + 1)).unwrap_or_default();
        let tensor = |child: u32| {
            let sprout = sprouts.get(child as usize)?;
            Some((snapshot.tensors.get(sprout.first as usize)?, sprout.start as usize..sprout.end as usize))
        };
        sort_by(children, |&a, &b| match (tensor(a), tensor(b)) {
            (Some((one, part)), Some((other, there))) => {
                let (one, other) = (one.name.as_str().get(part), other.name.as_str().get(there));
                compare(one.unwrap_or_default(), other.unwrap_or_default())
            }
            _ => a.cmp(&b),
        });
        children
    }
}
