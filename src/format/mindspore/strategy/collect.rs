//! What is read from a strategy file, item by item, within the limits.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::{Encoding, MAX_ITEMS, Operator, RawLayout, StrategyFile};
use crate::format::faults::Faults;
use crate::format::{Fault, FaultKind, Limit};
use crate::geometry::MAX_DIMS;
use crate::phrase::phrase;

/// A strategy file in the making.
pub(super) struct Collector {
    file: StrategyFile,
    faults: Faults,
    by_name: HashMap<String, usize, FixedState>,
    /// Where the file is: `ParallelStrategyMap`, or nothing for JSON.
    root: &'static str,
}

impl Collector {
    pub(super) fn new(encoding: Encoding) -> Self {
        let (operators, layouts) = (Vec::new(), Vec::new());
        let file = StrategyFile { encoding, current_stage: 0, operators, layouts, faults: Vec::new() };
        let root = match encoding {
            Encoding::Protobuf => "ParallelStrategyMap.",
            Encoding::Json => "",
        };
        Self { file, faults: Faults::default(), by_name: HashMap::default(), root }
    }

    /// The file. `recognised`: whether anything in it was a part of a strategy.
    ///
    /// # Errors
    /// If nothing was, or nothing could be read.
    pub(super) fn finish(self, recognised: bool) -> Result<StrategyFile, Fault> {
        let file = StrategyFile { faults: self.faults.finish(), ..self.file };
        match file.faults.first() {
            Some(fault) if file.layouts.is_empty() && file.operators.is_empty() => Err(fault.clone()),
            None if !recognised => {
                let what = phrase!("nothing in it is a strategy", "其中没有切分策略的内容");
                Err(Fault::at(0, self.root.trim_end_matches('.'), FaultKind::Malformed(what)))
            }
            _ => Ok(file),
        }
    }

    pub(super) const fn current_stage(&mut self, value: u32) {
        self.file.current_stage = value;
    }

    /// Whether nothing more is taken: a limit was reached, and said so.
    pub(super) fn is_full(&self) -> bool {
        self.faults.is_full() || self.file.operators.len() > MAX_ITEMS || self.file.layouts.len() > MAX_ITEMS
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    pub(super) fn operator(&mut self, offset: u64, name: String, stage: u32) {
        self.file.operators.push(Operator { name, stage });
        self.check_count(offset, "parallel_strategy_item", self.file.operators.len());
    }

    /// Takes a layout. The same one twice counts once; another one of the same name is a fault.
    pub(super) fn layout(&mut self, index: usize, layout: RawLayout) {
        let root = self.root;
        let field = || format!("{root}parallel_layout_item[{index}]");
        if layout.name.is_empty() {
            let what = phrase!("a layout without a parameter name", "切分信息没有参数名");
            return self.fault(Fault::at(layout.offset, field(), FaultKind::Malformed(what)));
        }
        let dims = layout.tensor_map.as_ref().map_or(0, Vec::len);
        let dims = dims.max(layout.dev_matrix.as_ref().map_or(0, Vec::len));
        if dims > MAX_DIMS {
            let (value, limit) = (dims as u64, MAX_DIMS as u64);
            let kind = FaultKind::OverLimit { what: Limit::Dims, value, limit };
            return self.fault(Fault::at(layout.offset, field(), kind).of(layout.name));
        }
        let first = self.by_name.get(&layout.name).and_then(|&first| self.file.layouts.get(first));
        match first {
            Some(first) if RawLayout { offset: layout.offset, ..first.clone() } == layout => {}
            Some(_) => self.fault(Fault::at(layout.offset, field(), FaultKind::Duplicate).of(layout.name)),
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
            let (value, limit) = (count as u64, MAX_ITEMS as u64);
            let kind = FaultKind::OverLimit { what: Limit::Items, value, limit };
            self.fault(Fault::at(offset, format!("{}{field}", self.root), kind));
        }
    }
}
