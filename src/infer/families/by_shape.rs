//! Experts of no known family: where the router, which every rank holds whole, tells how many there are
//! and how long a token's vector is, the shapes of the experts tell the rest.

use super::Length::{ExpertInner, Experts, Hidden, Own};
use super::{Cut, Family, Rule};

/// What such a model is called.
pub(in crate::infer) static BY_SHAPE: Family = Family {
    name: "MoE",
    beginnings: &[],
    query_is_hidden: false,
    is_latent: false,
    whole_embedding: true,
    is_out_by_in: false,
    is_guess: true,
    rules: &[],
};

/// Rules by shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::infer) struct ByShape {
    experts: u64,
    hidden: u64,
}

fn is_router(name: &str) -> bool {
    name.split('.').any(|part| part == "router" || part == "gate")
}

fn is_of_experts(name: &str) -> bool {
    name.contains("experts")
}

impl ByShape {
    /// The rules of a model that has batches of experts, all as long as its routers tell.
    pub(in crate::infer) fn of<'a>(slices: impl Iterator<Item = (&'a str, &'a [u64])>) -> Option<Self> {
        let (mut routers, mut batches) = (Vec::new(), Vec::new());
        for (name, dims) in slices {
            match *dims {
                [experts, hidden] if is_router(name) => routers.push((experts, hidden)),
                [of_rank, one, other] if is_of_experts(name) => batches.push((of_rank, one, other)),
                _ => {}
            }
        }
        let &(experts, hidden) = routers.first()?;
        let &(of_rank, ..) = batches.first()?;
        let are_alike = routers.iter().all(|router| *router == (experts, hidden))
            && batches
                .iter()
                .all(|&(of_each, one, other)| of_each == of_rank && (one == hidden) != (other == hidden));
        let divides = experts.checked_rem(of_rank) == Some(0);
        (are_alike && divides).then_some(Self { experts, hidden })
    }

    /// The rule of a tensor.
    pub(in crate::infer) fn rule(self, name: &str, dims: &[u64]) -> Option<Rule> {
        let either = |dim| Cut::Either { dim, is_usual: true };
        let (lengths, cut): (&'static [_], Cut) = match *dims {
            [experts, hidden] if is_router(name) && (experts, hidden) == (self.experts, self.hidden) => {
                (&[Experts, Hidden], Cut::Replica)
            }
            [_, hidden, _] if is_of_experts(name) && hidden == self.hidden => {
                (&[Experts, Hidden, ExpertInner], Cut::Experts(Some(2)))
            }
            [.., hidden] if is_of_experts(name) && dims.len() == 3 && hidden == self.hidden => {
                (&[Experts, ExpertInner, Hidden], Cut::Experts(Some(1)))
            }
            [rows, hidden] if hidden == self.hidden && rows != hidden => (&[Own, Hidden], either(0)),
            [hidden, columns] if hidden == self.hidden && columns != hidden => (&[Hidden, Own], either(1)),
            _ => return None,
        };
        Some(Rule { lengths, cut, optimizer: false })
    }
}
