//! Sorting and collecting in one instance for all types. The standard library's sorts are compiled
//! anew for every type of item, and so is each `collect` into a tree, which sorts first: five
//! kilobytes apiece in the page. Nothing here is sorted often enough to earn that.

use std::cmp::Ordering;

/// Sorts by a key, which is computed once per item; equal items keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let keys: Vec<K> = items.iter().map(key).collect();
    arrange(items, sorted(keys.len(), &|a, b| keys.get(a).cmp(&keys.get(b))));
}

/// Sorts by a comparison; equal items keep their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(items, order);
}

/// The places of items in the order that a comparison of places wants.
fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
    order
}

/// Moves every item to where the order wants it, one cycle of places after the other.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(place) = order.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

/// Collects into a tree by inserting one by one.
pub(crate) fn gather<T, C: Default + Extend<T>>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_sorted_and_equal_ones_keep_their_order() {
        let mut items: Vec<(u32, usize)> = (0..1000).map(|at| (at * 7919 % 31, 0)).collect();
        items.iter_mut().zip(0..).for_each(|(item, at)| item.1 = at);
        let mut expected = items.clone();
        expected.sort_by_key(|item| item.0);
        sort_by_key(&mut items, |item| item.0);
        assert_eq!(items, expected);
    }

    #[test]
    fn keys_may_borrow_from_items_through_a_comparison() {
        let mut names = vec!["b".to_owned(), "a".to_owned(), String::new()];
        sort_by(&mut names, Ord::cmp);
        assert_eq!(names, ["", "a", "b"]);
    }
}
