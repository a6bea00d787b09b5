//! The columns, and which of them are chosen.

/// A column beside the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Element type.
    DType,
    /// Shape of the whole tensor.
    Shape,
    /// Number of elements.
    Parameters,
    /// Bytes of the whole tensor.
    Bytes,
    /// Stages of the source.
    SourceStages,
    /// Slice of the source.
    Source,
    /// Whether the sides differ.
    Differs,
    /// Slice of the target.
    Target,
    /// Stages of the target.
    TargetStages,
    /// How many ranks hold each slice, source and target.
    Replicas,
    /// Number of findings.
    Findings,
}

impl Column {
    /// All columns, in the order in which they stand.
    pub const ALL: [Self; 11] = [
        Self::DType,
        Self::Shape,
        Self::Parameters,
        Self::Bytes,
        Self::SourceStages,
        Self::Source,
        Self::Differs,
        Self::Target,
        Self::TargetStages,
        Self::Replicas,
        Self::Findings,
    ];

    /// The name in addresses, styles and exports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DType => "dtype",
            Self::Shape => "shape",
            Self::Parameters => "params",
            Self::Bytes => "bytes",
            Self::SourceStages => "source-stages",
            Self::Source => "source",
            Self::Differs => "differs",
            Self::Target => "target",
            Self::TargetStages => "target-stages",
            Self::Replicas => "replicas",
            Self::Findings => "findings",
        }
    }

    /// Whether it is shown where nothing was chosen and these sides were opened.
    const fn usual(self, [source, target]: [bool; 2]) -> bool {
        match self {
            Self::Parameters | Self::Replicas | Self::Findings => false,
            Self::SourceStages | Self::Source => source,
            Self::TargetStages | Self::Target => target,
            Self::Differs => source && target,
            Self::DType | Self::Shape | Self::Bytes => true,
        }
    }
}

/// The chosen columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    shown: Vec<Column>,
    sides: [bool; 2],
}

impl Columns {
    /// As chosen: names with commas between them, `-` for none, empty for the usual ones of the
    /// sides that were opened, source and target.
    #[must_use]
    pub fn new(chosen: &str, sides: [bool; 2]) -> Self {
        let names: Vec<&str> = chosen.split(',').collect();
        let is_chosen = |column: &Column| {
            if chosen.is_empty() { column.usual(sides) } else { names.contains(&column.name()) }
        };
        Self { shown: Column::ALL.into_iter().filter(is_chosen).collect(), sides }
    }

    /// The columns, in order.
    #[must_use]
    pub fn shown(&self) -> &[Column] {
        &self.shown
    }

    /// The choice with one column more or less.
    #[must_use]
    pub fn toggled(&self, column: Column) -> String {
        let has = |one: &Column| self.shown.contains(one) != (*one == column);
        let columns: Vec<Column> = Column::ALL.into_iter().filter(has).collect();
        if columns == Self::new("", self.sides).shown {
            return String::new();
        }
        let names: Vec<&str> = columns.into_iter().map(Column::name).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(",") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [bool; 2] = [true, true];

    #[test]
    fn a_choice_leads_back_to_its_columns() {
        let usual = Columns::new("", BOTH);
        let more = usual.toggled(Column::Findings);
        assert!(Columns::new(&more, BOTH).shown().contains(&Column::Findings));
        assert_eq!(Columns::new(&more, BOTH).toggled(Column::Findings), "");
        let bytes = Columns::new("bytes,nonsense", BOTH);
        assert_eq!(bytes.shown(), [Column::Bytes]);
        assert!(Columns::new(&bytes.toggled(Column::Bytes), BOTH).shown().is_empty());
    }

    #[test]
    fn a_side_that_was_not_opened_has_no_usual_columns() {
        let one = Columns::new("", [true, false]);
        assert!(one.shown().contains(&Column::Source) && !one.shown().contains(&Column::Differs));
        assert!(Columns::new("target", [true, false]).shown().contains(&Column::Target));
    }
}
