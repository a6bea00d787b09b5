//! What a person does on the page, one file per topic.

mod conversion;
mod damage;
mod example;
mod harness;
mod huge;
mod looks;
mod pile;
