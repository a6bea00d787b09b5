//! Equality by identity, for large values that never change.

use std::ops::Deref;
use std::rc::{Rc, Weak};

/// A shared value that equals itself only: props and dependencies compare it at no cost.
#[derive(Debug)]
pub(crate) struct Same<T>(Rc<T>);

impl<T> Same<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Rc::new(value))
    }

    /// For what must not keep it alive.
    pub(crate) fn downgrade(&self) -> Weak<T> {
        Rc::downgrade(&self.0)
    }
}

impl<T> From<Rc<T>> for Same<T> {
    fn from(value: Rc<T>) -> Self {
        Self(value)
    }
}

impl<T> Clone for Same<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for Same<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Same<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
