//! Tensor shapes whose element and byte counts are known to fit in 64 bits.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::DType;
use crate::phrase::{Phrase, display_phrase, phrase};

/// More dimensions than any framework's tensors have (NumPy stops at 64); bounds per-dimension work.
pub const MAX_DIMS: usize = 64;

/// Lengths per dimension, outermost first; empty for a scalar. The product is at most 2^63 − 1,
/// so that every offset inside the tensor fits a file offset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(not(target_arch = "wasm32"), derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<u64>", into = "Vec<u64>")]
pub struct Shape(Vec<u64>);

/// Why lengths are no shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// The product of the dimensions does not fit.
    TooLarge(Vec<u64>),
    /// More than [`MAX_DIMS`] dimensions.
    TooManyDims(usize),
}

display_phrase!(ShapeError);

impl ShapeError {
    /// The error in words.
    #[must_use]
    pub fn phrase(&self) -> Phrase {
        match self {
            Self::TooLarge(dims) => phrase!(
                "{dims:?} has more elements than any file can hold",
                "形状 {dims:?} 的元素数超出任何文件的容量",
                dims
            ),
            Self::TooManyDims(dims) => phrase!(
                "{dims} dimensions are more than the {most} a tensor can have",
                "{dims} 维超过了张量的上限 {most} 维",
                dims,
                most = MAX_DIMS
            ),
        }
    }
}

impl Shape {
    /// A shape of the given lengths.
    ///
    /// # Errors
    /// If there are too many dimensions or the element count does not fit.
    pub fn new(dims: Vec<u64>) -> Result<Self, ShapeError> {
        if dims.len() > MAX_DIMS {
            return Err(ShapeError::TooManyDims(dims.len()));
        }
        // Zero-length dimensions must not hide an overflow of the others: strides are products too.
        let product = dims.iter().try_fold(1u64, |n, &d| n.checked_mul(d.max(1)));
        match product {
            Some(n) if i64::try_from(n).is_ok() => Ok(Self(dims)),
            _ => Err(ShapeError::TooLarge(dims)),
        }
    }

    /// The shape of a scalar.
    #[must_use]
    pub const fn scalar() -> Self {
        Self(Vec::new())
    }

    /// Lengths per dimension.
    #[must_use]
    pub fn dims(&self) -> &[u64] {
        &self.0
    }

    /// Number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.0.len()
    }

    /// Number of elements; 1 for a scalar.
    #[must_use]
    pub fn elements(&self) -> u64 {
        self.0.iter().product()
    }

    /// Size in bytes as elements of `dtype`; none if that does not fit a file offset.
    #[must_use]
    pub fn bytes(&self, dtype: DType) -> Option<u64> {
        self.elements().checked_mul(dtype.size()).filter(|&n| i64::try_from(n).is_ok())
    }
}

impl TryFrom<Vec<u64>> for Shape {
    type Error = ShapeError;

    fn try_from(dims: Vec<u64>) -> Result<Self, ShapeError> {
        Self::new(dims)
    }
}

impl From<Shape> for Vec<u64> {
    fn from(shape: Shape) -> Self {
        shape.0
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (i, dim) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{dim}")?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scalar_has_one_element() {
        assert_eq!(Shape::scalar().elements(), 1);
    }

    #[test]
    fn an_element_count_that_wraps_is_refused() {
        assert!(Shape::new(vec![1 << 62, 4]).is_err());
        assert!(Shape::new(vec![1 << 62, 0, 4]).is_err());
    }

    #[test]
    fn a_byte_count_that_does_not_fit_is_none() {
        let shape = Shape::new(vec![1 << 61]).unwrap();
        assert_eq!(shape.bytes(DType::F64), None);
        assert_eq!(shape.bytes(DType::U8), Some(1 << 61));
    }
}
