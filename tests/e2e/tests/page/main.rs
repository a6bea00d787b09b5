//! What a person does on the page, one file per topic.

mod accessible;
mod address;
mod conversion;
mod damage;
mod example;
mod harness;
mod huge;
mod keyboard;
mod looks;
mod offline;
mod pile;
mod sides;
mod states;
