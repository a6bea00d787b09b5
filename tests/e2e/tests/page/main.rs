//! What a person does on the page, one file per topic.

mod accessible;
mod address;
mod big;
mod cancel;
mod compared;
mod conversion;
mod damage;
mod devices;
mod example;
mod findings;
mod harness;
mod huge;
mod inferring;
mod keyboard;
mod leak;
mod load;
mod looks;
mod offline;
mod pile;
mod plan;
mod resume;
mod scale;
mod sides;
mod slices;
mod states;
mod tensors;
