//! Modules and tensors as a tree, in natural order, with alike numbered siblings as groups.

mod build;
mod trie;

use std::ops::Range;

use crate::web::snapshot::Snapshot;

/// No node, no tensor, no group.
const NONE: u32 = u32::MAX;

/// The tree. Nodes are in pre-order: a node's children follow it, so that what is below a node is
/// a range of nodes, and its tensors are a range of the tensors in natural order.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Tensors in natural order.
    order: Vec<u32>,
    /// Per group its range of `members`.
    groups: Vec<Range<usize>>,
    members: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first tensor below or at it, as listed: its name holds the part.
    first: u32,
    /// Bytes of that name that are the node's part.
    start: u32,
    end: u32,
    /// The node after the last one below.
    next: u32,
    /// Tensors before it, in natural order.
    before: u32,
    /// The group of alike siblings that it is in, or [`NONE`].
    group: u32,
    /// Whether a tensor's name ends here: the first of its tensors.
    own: bool,
    /// Whether its part is a number.
    number: bool,
}

impl Tree {
    /// Tensors in natural order.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    fn node(&self, node: u32) -> Option<&Node> {
        self.nodes.get(node as usize)
    }

    /// Positions in [`Tree::order`] of the tensors below a node and its own.
    #[must_use]
    pub fn tensors(&self, node: u32) -> Range<usize> {
        let Some(this) = self.node(node) else { return 0..0 };
        let end = self.node(this.next).map_or(self.order.len(), |next| next.before as usize);
        this.before as usize..end
    }

    /// The tensor whose name ends at a node, if there is one.
    #[must_use]
    pub fn own(&self, node: u32) -> Option<usize> {
        let this = self.node(node).filter(|this| this.own)?;
        self.order.get(this.before as usize).map(|&tensor| tensor as usize)
    }

    /// The children of a node, in natural order.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let end = self.node(node).map_or(0, |this| this.next);
        let first = Some(node + 1).filter(|&child| child < end);
        std::iter::successors(first, move |&child| {
            self.node(child).map(|this| this.next).filter(|&next| next < end)
        })
    }

    /// The group of alike siblings that a node is in.
    #[must_use]
    pub fn group(&self, node: u32) -> Option<u32> {
        self.node(node).map(|this| this.group).filter(|&group| group != NONE)
    }

    /// The members of a group, in natural order.
    #[must_use]
    pub fn members(&self, group: u32) -> &[u32] {
        let range = self.groups.get(group as usize).cloned().unwrap_or(0..0);
        self.members.get(range).unwrap_or_default()
    }

    /// Whether a node's part is a number.
    #[must_use]
    pub fn is_number(&self, node: u32) -> bool {
        self.node(node).is_some_and(|this| this.number)
    }

    /// The lowest index of a tensor below a node or its own.
    #[must_use]
    pub fn first(&self, node: u32) -> usize {
        self.node(node).map_or(0, |this| this.first as usize)
    }

    /// Bytes of a name below a node that are the node's part.
    #[must_use]
    pub fn part(&self, node: u32) -> Range<usize> {
        self.node(node).map_or(0..0, |this| this.start as usize..this.end as usize)
    }

    /// The number that a node's part is, for ranges such as `0…31`; none if it is no number or
    /// too large for one.
    #[must_use]
    pub fn index(&self, snapshot: &Snapshot, node: u32) -> Option<u64> {
        let tensor = snapshot.tensors.get(self.first(node))?;
        tensor.name.as_str().get(self.part(node))?.parse().ok()
    }

    /// The nodes from below the root to a tensor's own; empty if there is no such tensor.
    #[must_use]
    pub fn path(&self, tensor: usize) -> Vec<u32> {
        let mut path = Vec::new();
        let Some(at) = self.order.iter().position(|&one| one as usize == tensor) else { return path };
        let mut node = 0;
        while self.own(node) != Some(tensor) {
            let Some(child) = self.children(node).find(|&child| self.tensors(child).contains(&at)) else {
                break;
            };
            path.push(child);
            node = child;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arranged, named, weights};
    use super::*;
    use crate::geometry::DType;

    /// The tree as an indented list; members of group n are marked `*n`.
    fn drawn(snapshot: &Snapshot) -> Vec<String> {
        let tree = arranged(snapshot).tree;
        let mut lines = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        for node in 1..u32::try_from(tree.nodes.len()).unwrap() {
            open.retain(|&above| tree.node(above).unwrap().next > node);
            let name = snapshot.tensors.get(tree.first(node)).unwrap().name.as_str().to_owned();
            let tensor = tree.own(node).map_or(String::new(), |tensor| format!(" = {tensor}"));
            let group = tree.group(node).map_or(String::new(), |group| format!(" *{group}"));
            let indent = "  ".repeat(open.len());
            lines.push(format!("{indent}{}{tensor}{group}", &name[tree.part(node)]));
            open.push(node);
        }
        lines
    }

    #[test]
    fn names_make_a_tree_in_natural_order() {
        let snapshot = named(&["m.10.w", "m.2.w", "head", "m.2.b", "head.a", "m.2"]);
        let tree = ["head = 2", "  a = 4", "m", "  2 = 5", "    b = 3", "    w = 1", "  10", "    w = 0"];
        assert_eq!(drawn(&snapshot), tree);
        assert_eq!(arranged(&snapshot).tree.order(), [2, 4, 5, 3, 1, 0]);
    }

    #[test]
    fn alike_numbered_siblings_are_groups() {
        let (w, b) = ([8, 4].as_slice(), [8].as_slice());
        let tensors = [
            ("l.0.w", DType::F16, w),
            ("l.1.w", DType::F16, w),
            ("l.1.b", DType::F16, b),
            ("l.2.b", DType::F16, b),
            ("l.2.w", DType::F16, w),
            ("l.3.w", DType::F16, w),
            ("l.4.w", DType::F32, w),
            ("l.x.w", DType::F16, w),
        ];
        let groups: Vec<_> = drawn(&weights(&tensors))
            .into_iter()
            .filter(|line| line.starts_with("  ") && !line.starts_with("    "))
            .collect();
        assert_eq!(groups, ["  0 *0", "  1 *1", "  2 *1", "  3 *0", "  4", "  x"]);
    }

    #[test]
    fn odd_names_are_names_too() {
        let snapshot = named(&["", "a..b", ".", "a.", "a", "权重.0", "a.b"]);
        let tree = arranged(&snapshot).tree;
        assert_eq!(tree.order().len(), 7);
        for tensor in 0..7 {
            assert_eq!(tree.path(tensor).last().and_then(|&node| tree.own(node)), Some(tensor));
        }
    }

    #[test]
    fn a_name_of_many_parts_overflows_no_stack() {
        let long = "a.".repeat(100_000);
        assert_eq!(arranged(&named(&[&long])).tree.nodes.len(), 100_002);
    }
}
