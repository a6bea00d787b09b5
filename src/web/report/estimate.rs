//! How long a conversion takes on a disk of a given speed.

use crate::check::Lang;
use crate::plan::Totals;
use crate::web::text;

/// Speeds of the disk in MiB per second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disk {
    /// Reading.
    pub read: u64,
    /// Writing.
    pub write: u64,
}

impl Disk {
    /// What is assumed where nothing is said: an NVMe drive of a server.
    pub const DEFAULT: Self = Self { read: 2000, write: 1000 };

    /// Speeds as they were typed, the default where nothing was; none where one is no speed.
    #[must_use]
    pub fn typed(read: &str, write: &str) -> Option<Self> {
        Some(Self { read: speed(read, Self::DEFAULT.read)?, write: speed(write, Self::DEFAULT.write)? })
    }

    /// Milliseconds that reading and writing take one after the other.
    #[must_use]
    pub fn milliseconds(self, totals: &Totals) -> u64 {
        self.of(totals.bytes_read, totals.bytes_written)
    }

    /// The same of any numbers of bytes.
    #[must_use]
    pub fn of(self, read: u64, written: u64) -> u64 {
        let time = |bytes: u64, speed: u64| u128::from(bytes) * 1000 / (u128::from(speed.max(1)) << 20);
        u64::try_from(time(read, self.read) + time(written, self.write)).unwrap_or(u64::MAX)
    }
}

/// A speed as it was typed: a positive whole number, or nothing for the default.
fn speed(typed: &str, default: u64) -> Option<u64> {
    match typed.trim() {
        "" => Some(default),
        number => number.parse().ok().filter(|&speed| speed > 0),
    }
}

/// A duration as a person says it: `2 h 5 min`, `12 s`, `1.4 s`; of less than a second, what is
/// measured is the disk's mood.
#[must_use]
pub fn duration(milliseconds: u64, lang: Lang) -> String {
    let seconds = milliseconds / 1000;
    let about = |time: String| text::TIME_ABOUT.with(lang, &[("time", &time)]);
    match seconds {
        0 => text::TIME_UNDER.of(lang).to_owned(),
        1..10 => about(format!("{seconds}.{} s", milliseconds % 1000 / 100)),
        10..60 => about(format!("{seconds} s")),
        60..3600 => about(format!("{} min {} s", seconds / 60, seconds % 60)),
        _ => about(format!("{} h {} min", seconds / 3600, seconds % 3600 / 60)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing_add_up() {
        let disk = Disk { read: 500, write: 250 };
        // 10,000 MiB at 500 MiB/s are 20 s, 5,000 MiB at 250 MiB/s another 20 s.
        assert_eq!(disk.of(10_000 << 20, 5_000 << 20), 40_000);
        assert_eq!(Disk::typed(" 500", ""), Some(Disk { read: 500, ..Disk::DEFAULT }));
    }

    #[test]
    fn what_is_no_speed_is_not_taken_for_the_default() {
        assert_eq!(Disk::typed("", " "), Some(Disk::DEFAULT));
        for text in ["0", "-5", "x", "1.5", "99999999999999999999"] {
            assert_eq!((Disk::typed(text, ""), Disk::typed("", text)), (None, None), "{text}");
        }
    }

    #[test]
    fn durations_are_short() {
        let texts = [0, 999, 1430, 12_345, 125_000, 7_500_000].map(|ms| duration(ms, Lang::En));
        let about = ["about 1.4 s", "about 12 s", "about 2 min 5 s", "about 2 h 5 min"];
        assert_eq!(texts[..2], ["under 1 s", "under 1 s"]);
        assert_eq!(texts[2..], about);
    }
}
