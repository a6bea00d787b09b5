//! What is read from a strategy file, item by item, within the limits.

use std::collections::HashMap;

use super::{Encoding, MAX_ITEMS, Operator, RawLayout, StrategyFile};
use crate::format::{Fault, FaultKind, MAX_FAULTS};
use crate::geometry::MAX_DIMS;

/// A strategy file in the making.
pub(super) struct Collector {
    file: StrategyFile,
    by_name: HashMap<String, usize>,
    /// Where the file is: `ParallelStrategyMap`, or nothing for JSON.
    root: &'static str,
}

impl Collector {
    pub(super) fn new(encoding: Encoding) -> Self {
        let (operators, layouts, faults) = (Vec::new(), Vec::new(), Vec::new());
        let file = StrategyFile { encoding, current_stage: 0, operators, layouts, faults };
        let root = match encoding {
            Encoding::Protobuf => "ParallelStrategyMap.",
            Encoding::Json => "",
        };
        Self { file, by_name: HashMap::new(), root }
    }

    pub(super) fn finish(self) -> StrategyFile {
        self.file
    }

    pub(super) const fn current_stage(&mut self, value: u32) {
        self.file.current_stage = value;
    }

    /// Whether nothing more is taken: a limit was reached, and said so.
    pub(super) fn is_full(&self) -> bool {
        self.file.faults.len() > MAX_FAULTS
            || self.file.operators.len() > MAX_ITEMS
            || self.file.layouts.len() > MAX_ITEMS
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        if self.file.faults.len() == MAX_FAULTS {
            self.file.faults.push(Fault::too_many(fault.offset));
        }
        if self.file.faults.len() < MAX_FAULTS {
            self.file.faults.push(fault);
        }
    }

    pub(super) fn operator(&mut self, offset: u64, name: String, stage: u32) {
        self.file.operators.push(Operator { name, stage });
        self.check_count(offset, "parallel_strategy_item", self.file.operators.len());
    }

    /// Takes a layout. The same one twice counts once; another one of the same name is a fault.
    pub(super) fn layout(&mut self, index: usize, layout: RawLayout) {
        let field = format!("{}parallel_layout_item[{index}]", self.root);
        if layout.name.is_empty() {
            let what = "a layout without a parameter name".to_owned();
            return self.fault(Fault::at(layout.offset, field, FaultKind::Malformed(what)));
        }
        let dims = layout.tensor_map.as_ref().map_or(0, Vec::len);
        if dims > MAX_DIMS || layout.dev_matrix.as_ref().is_some_and(|axes| axes.len() > MAX_DIMS) {
            let (what, limit) = ("the number of dimensions", MAX_DIMS as u64);
            let reason = "no tensor and no device matrix has so many";
            let kind = FaultKind::OverLimit { what, value: dims as u64, limit, reason };
            return self.fault(Fault::at(layout.offset, field, kind).of(layout.name));
        }
        let first = self.by_name.get(&layout.name).and_then(|&first| self.file.layouts.get(first));
        match first {
            Some(first) if RawLayout { offset: layout.offset, ..first.clone() } == layout => {}
            Some(_) => self.fault(Fault::at(layout.offset, field, FaultKind::Duplicate).of(layout.name)),
            None => {
                let offset = layout.offset;
                self.by_name.insert(layout.name.clone(), self.file.layouts.len());
                self.file.layouts.push(layout);
                self.check_count(offset, "parallel_layout_item", self.file.layouts.len());
            }
        }
    }

    fn check_count(&mut self, offset: u64, field: &str, count: usize) {
        if count > MAX_ITEMS {
            let (what, value, limit) = ("the number of items", count as u64, MAX_ITEMS as u64);
            let kind = FaultKind::OverLimit { what, value, limit, reason: "no job has so many" };
            self.fault(Fault::at(offset, format!("{}{field}", self.root), kind));
        }
    }
}
