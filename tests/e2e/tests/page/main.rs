//! What a person does on the page, one file per topic.

mod harness;
