//! More regions than a drawing should carry, as pixels.

use super::{Frame, Picture, Rgb};
use crate::web::number::{float, whole};

/// RGBA pixels of a picture, row by row: `width` × `height` × 4 bytes. A pixel has the colour of
/// the region at its middle; `colour` is asked once per region of a line.
#[must_use]
pub fn paint(picture: &Picture, (width, height): (u64, u64), colour: impl Fn(u64) -> Rgb) -> Vec<u8> {
    let (rows, cols) = (along(&picture.rows, height), along(&picture.cols, width));
    let mut pixels = Vec::with_capacity(usize::try_from(width * height * 4).unwrap_or(0));
    let mut line: Vec<u8> = Vec::new();
    let mut drawn = None;
    for row in rows {
        // Lines of one row of regions are equal.
        if drawn != Some(row) {
            line.clear();
            for run in cols.chunk_by(|a, b| a == b) {
                let Some(&col) = run.first() else { continue };
                let Rgb([red, green, blue]) = colour(picture.shard(row, col));
                line.extend([red, green, blue, 255].repeat(run.len()));
            }
            drawn = Some(row);
        }
        pixels.extend_from_slice(&line);
    }
    pixels
}

/// The part under the middle of every pixel.
fn along(bounds: &[u64], pixels: u64) -> Vec<u64> {
    let len = bounds.last().copied().unwrap_or(0);
    let mut part = 0usize;
    (0..pixels)
        .map(|pixel| {
            let element = whole((float(pixel) + 0.5) / float(pixels) * float(len));
            while bounds.get(part + 1).is_some_and(|&end| end <= element) {
                part += 1;
            }
            part as u64
        })
        .collect()
}

impl Frame {
    /// Size of the picture without axes in device pixels, `ratio` of them per px.
    #[must_use]
    pub fn pixels(&self, ratio: f64) -> (u64, u64) {
        (whole((self.width * ratio).round()), whole((self.height * ratio).round()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Section;
    use super::super::drawn::tests::drawn;
    use super::*;
    use crate::layout::SplitRule::{CeilChunk, Exact};

    fn shade(shard: u64) -> Rgb {
        Rgb([u8::try_from(shard % 251).unwrap(), 0, 0])
    }

    #[test]
    fn every_pixel_has_the_colour_of_the_region_at_its_middle() {
        let uneven = drawn(&[4, 3], &[vec![0], vec![1]], CeilChunk, &[5, 9]);
        let regions = uneven.regions.unwrap();
        let picture = Picture::new(&regions, &Section::telling(2, &[]));
        let pixels = paint(&picture, (9, 10), shade);
        assert_eq!(pixels.len(), 9 * 10 * 4);
        for (index, pixel) in pixels.chunks(4).enumerate() {
            let (x, y) = (index as u64 % 9, index as u64 / 9);
            let (row, col) = picture.cell_at(y / 2, x);
            assert_eq!(pixel, [shade(picture.shard(row, col)).0[0], 0, 0, 255], "{x}, {y}");
        }
    }

    #[test]
    fn more_regions_than_pixels_are_no_trouble() {
        let many = drawn(&[16384], &[vec![0], vec![]], Exact, &[16384, 8]);
        let picture = Picture::new(many.regions.as_ref().unwrap(), &Section::telling(2, &[]));
        let pixels = paint(&picture, (4, 100), shade);
        assert_eq!(pixels.len(), 1600);
        assert_eq!(pixels[0], shade(16384 / 200).0[0]);
    }
}
