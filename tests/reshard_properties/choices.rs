//! A list of numbers that answers questions. A case is built by asking; proptest shrinks the
//! numbers, and 0 is the simplest answer to every question.

pub(crate) struct Choices {
    left: std::vec::IntoIter<u32>,
}

impl Choices {
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        Self { left: numbers.into_iter() }
    }

    /// A number below `n`; 0 when the list is used up.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.left.next().unwrap_or(0) as usize % n
    }

    /// True in one of `n` cases.
    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// One of the items; the first is the simplest.
    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}
