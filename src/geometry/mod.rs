//! Element types, shapes and boxes inside tensors; integer maths that cannot overflow.

mod dtype;
mod region;
mod shape;

pub use dtype::DType;
pub use region::{Region, Span};
pub use shape::{MAX_DIMS, Shape, ShapeError};
