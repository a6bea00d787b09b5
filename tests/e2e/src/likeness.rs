//! Whether a picture looks as it did when it was last approved. Coarsely: the mean colour of every
//! square is compared, so that smoothing does not count, but a moved part does. Where the machine
//! has other fonts than when the pictures were approved, there is nothing to compare.

use anyhow::{Context, Result, ensure};
use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Pixels of a square's side.
const SQUARE: usize = 40;
/// Levels of 256 by which a channel's mean may differ: two of the 16 that are kept.
const TOLERANCE: u32 = 34;
/// One of so many squares may differ by more.
const ODD_ONES: usize = 40;
/// Set, pictures are approved instead of compared.
const APPROVE: &str = "SHARDLENS_APPROVE_LOOKS";

/// Mean colours, row by row.
struct Squares(Vec<Vec<[u32; 3]>>);

/// Script: the widths of texts, which tell fonts apart.
pub(crate) const FONTS: &str = "const pen = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(document.documentElement);
    return ['--sans', '--mono'].map(font => {
        pen.font = '40px ' + style.getPropertyValue(font);
        return ['Tensors 0123', '切分的张量'].map(text => pen.measureText(text).width.toFixed(1)).join(' ');
    }).join('\\n') + '\\n'";

/// Compares a picture with the one that was approved under this name; `fonts` is what [`FONTS`] gave.
pub(crate) fn compare(picture: &Path, name: &str, fonts: &str) -> Result<()> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("looks");
    let (approved, of_fonts) = (folder.join(format!("{name}.txt")), folder.join("fonts.txt"));
    let now = Squares::of(picture)?;
    if env::var_os(APPROVE).is_some() {
        fs::write(of_fonts, fonts)?;
        return Ok(fs::write(approved, now.text())?);
    }
    if fs::read_to_string(of_fonts)? != fonts {
        println!("{name} is not compared: this machine has other fonts than when it was approved");
        return Ok(());
    }
    let then = fs::read_to_string(&approved).with_context(|| format!("{name} was never approved"))?;
    let (odd, all) = now.odd_ones(&Squares::parse(&then)?)?;
    ensure!(
        odd * ODD_ONES <= all,
        "{odd} of {all} squares of {name} look otherwise than approved; see {}, and if it is meant so, run with {APPROVE}=1",
        picture.display()
    );
    Ok(())
}

impl Squares {
    fn of(picture: &Path) -> Result<Self> {
        let mut decoder = png::Decoder::new(BufReader::new(File::open(picture)?));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let mut pixels = vec![0; reader.output_buffer_size().context("too large a picture")?];
        let info = reader.next_frame(&mut pixels)?;
        let depth = info.color_type.samples();
        ensure!(depth >= 3, "{:?}", info.color_type);
        let lines: Vec<&[u8]> = pixels.chunks(info.line_size).collect();
        let row = |lines: &[&[u8]]| {
            (0..info.width as usize).step_by(SQUARE).map(|x| mean(lines, x, depth)).collect()
        };
        Ok(Self(lines.chunks(SQUARE).map(row).collect()))
    }

    /// Three hexadecimal digits per square, a line per row.
    fn text(&self) -> String {
        let digits = |square: &[u32; 3]| square.map(|level| format!("{:x}", level / 16)).concat();
        self.0.iter().map(|row| row.iter().map(digits).collect::<Vec<_>>().join(" ") + "\n").collect()
    }

    fn parse(text: &str) -> Result<Self> {
        let square = |digits: &str| -> Result<[u32; 3]> {
            let digits = u32::from_str_radix(digits, 16)?;
            Ok([8, 4, 0].map(|shift| (digits >> shift & 15) * 16 + 8))
        };
        let row = |line: &str| line.split(' ').map(square).collect();
        Ok(Self(text.lines().map(row).collect::<Result<_>>()?))
    }

    /// How many squares differ, of how many.
    fn odd_ones(&self, other: &Self) -> Result<(usize, usize)> {
        let size = |squares: &Self| (squares.0.len(), squares.0.first().map_or(0, Vec::len));
        ensure!(size(self) == size(other), "{:?} squares instead of {:?}", size(self), size(other));
        let pairs = self.0.iter().flatten().zip(other.0.iter().flatten());
        let is_odd =
            |(a, b): &(&[u32; 3], &[u32; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE);
        Ok((pairs.filter(is_odd).count(), self.0.iter().map(Vec::len).sum()))
    }
}

fn mean(lines: &[&[u8]], x: usize, depth: usize) -> [u32; 3] {
    let pixels = lines.iter().flat_map(|line| line.chunks_exact(depth).skip(x).take(SQUARE));
    let (mut sum, mut count) = ([0; 3], 0);
    for pixel in pixels {
        sum.iter_mut().zip(pixel).for_each(|(sum, level)| *sum += u32::from(*level));
        count += 1;
    }
    sum.map(|sum| sum / count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_approved_is_read_again_and_a_moved_part_is_seen() -> Result<()> {
        let squares = |dark: usize| {
            Squares(
                (0..10)
                    .map(|row| vec![if row == dark { [10, 10, 10] } else { [250, 240, 250] }; 10])
                    .collect(),
            )
        };
        let approved = Squares::parse(&squares(3).text())?;
        assert_eq!(squares(3).odd_ones(&approved)?, (0, 100));
        assert_eq!(squares(4).odd_ones(&approved)?, (20, 100));
        Ok(())
    }
}
