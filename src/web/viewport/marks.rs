//! Which cells of an axis are labelled, and where groups of them end.

use super::Axis;

/// The cells of `span` units that are shown, by their first unit.
pub fn cells(axis: Axis, span: u64) -> impl Iterator<Item = u64> + Clone {
    let span = span.max(1);
    let visible = axis.visible();
    let last = visible.end.min(axis.units());
    (visible.start / span..last.div_ceil(span)).map(move |cell| cell * span)
}

/// The cells to label, at least `least` pixels apart. Where cells belong to groups of `group`
/// units, every group is labelled alike.
pub fn labelled(axis: Axis, pixels: u64, (span, group): (u64, u64), least: u64) -> impl Iterator<Item = u64> {
    let span = span.max(1);
    let every = axis.units_in(pixels, least).div_ceil(span);
    let in_group = (group / span).max(1);
    let every = if every > in_group || in_group == 1 {
        every.div_ceil(in_group).next_power_of_two() * in_group
    } else {
        (every..=in_group).find(|&step| in_group.is_multiple_of(step)).unwrap_or(in_group)
    };
    let visible = axis.visible();
    let (first, last) = (visible.start / span, visible.end.min(axis.units()).div_ceil(span));
    // Where a single cell is a pixel or less, `every` keeps the number of labels small.
    let first = first.next_multiple_of(every);
    (0..).map(move |at| first + at * every).take_while(move |&cell| cell < last).map(move |cell| cell * span)
}

/// The pixels at which groups of `group` units end; none where they would be close together.
pub fn boundaries(axis: Axis, pixels: u64, group: u64) -> Vec<u64> {
    const LEAST: u64 = 8;
    if group == 0 || axis.size_of(pixels, group) < LEAST {
        return Vec::new();
    }
    let visible = axis.visible();
    let inner = visible.start / group + 1..visible.end.div_ceil(group);
    inner.map(|end| axis.edge(pixels, end * group)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: Axis, pixels: u64, group: u64, least: u64) -> Vec<u64> {
        labelled(axis, pixels, (1, group), least).collect()
    }

    #[test]
    fn labels_keep_their_distance() {
        assert_eq!(labels(Axis::whole(8), 240, 0, 30), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(labels(Axis::whole(8), 80, 0, 30), [0, 4]);
        assert_eq!(labels(Axis::whole(4096), 800, 0, 400), [0, 2048]);
    }

    #[test]
    fn groups_are_labelled_alike() {
        // Groups of 6 cells of 10 pixels: every second cell, not every fourth.
        assert_eq!(labels(Axis::whole(12), 120, 6, 20), [0, 2, 4, 6, 8, 10]);
        assert_eq!(labels(Axis::whole(12), 120, 6, 50), [0, 6]);
        assert_eq!(labels(Axis::whole(24), 120, 6, 50), [0, 12]);
    }

    #[test]
    fn cells_of_several_units_are_labelled_by_their_first() {
        let axis = Axis::whole(64);
        assert_eq!(labelled(axis, 160, (8, 0), 20).collect::<Vec<_>>(), [0, 8, 16, 24, 32, 40, 48, 56]);
        assert_eq!(cells(axis, 32).collect::<Vec<_>>(), [0, 32]);
    }

    #[test]
    fn boundaries_are_inside_and_apart() {
        assert_eq!(boundaries(Axis::whole(12), 120, 4), [40, 80]);
        assert!(boundaries(Axis::whole(1200), 120, 4).is_empty());
        assert!(boundaries(Axis::whole(12), 120, 0).is_empty());
    }
}
