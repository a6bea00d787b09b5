//! How long a conversion takes on a disk of a given speed.

use crate::plan::Totals;

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

    /// Speeds as they were typed; what is no positive number is the default.
    #[must_use]
    pub fn typed(read: &str, write: &str) -> Self {
        let number = |text: &str| text.trim().parse().ok().filter(|&speed: &u64| speed > 0);
        Self {
            read: number(read).unwrap_or(Self::DEFAULT.read),
            write: number(write).unwrap_or(Self::DEFAULT.write),
        }
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

/// A duration as a person says it: `2 h 5 min`, `12 s`, `0.4 s`.
#[must_use]
pub fn duration(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match seconds {
        0..10 => format!("{seconds}.{} s", milliseconds % 1000 / 100),
        10..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
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
        assert_eq!(Disk::typed(" 500", "x"), Disk { read: 500, ..Disk::DEFAULT });
        assert_eq!(Disk::typed("0", "-3"), Disk::DEFAULT);
    }

    #[test]
    fn durations_are_short() {
        let texts = [0, 430, 12_345, 125_000, 7_500_000].map(duration);
        assert_eq!(texts, ["0.0 s", "0.4 s", "12 s", "2 min 5 s", "2 h 5 min"]);
    }
}
