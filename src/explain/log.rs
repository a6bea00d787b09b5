//! What a log says, without colours, and apart by rank where its lines say theirs.

use std::collections::BTreeMap;

/// The lines of one rank, or of none.
#[derive(Default)]
pub(super) struct Stream {
    pub rank: Option<u64>,
    pub text: String,
    /// Where lines begin in the text, and their numbers in the log, from 1; not of blank lines.
    lines: Vec<(usize, usize)>,
}

impl Stream {
    fn push(&mut self, line: &str, number: usize) {
        if !line.trim_ascii().is_empty() {
            self.lines.push((self.text.len(), number));
            uncoloured(line, &mut self.text);
            self.text.push('\n');
        }
    }

    /// The number of the line of a byte.
    pub(super) fn line(&self, at: usize) -> usize {
        let after = self.lines.partition_point(|&(start, _)| start <= at);
        after.checked_sub(1).and_then(|line| self.lines.get(line)).map_or(1, |&(_, number)| number)
    }
}

/// Takes a log apart: lines without a rank, then those of each rank.
pub(super) fn streams(log: &str) -> Vec<Stream> {
    let mut streams: BTreeMap<Option<u64>, Stream> = BTreeMap::new();
    for (index, line) in log.split('\n').enumerate() {
        // A carriage return alone is how progress bars overwrite themselves.
        for line in line.split('\r') {
            let (rank, said) = marked(line).map_or((None, line), |(rank, said)| (Some(rank), said));
            streams.entry(rank).or_insert_with(|| Stream { rank, ..Stream::default() }).push(said, index + 1);
        }
    }
    streams.into_values().collect()
}

/// The rank that a launcher put before a line: `[1,3]<stderr>:` of mpirun, `[rank3]:` of torchrun,
/// `worker_3.log:` of grep over the logs of msrun.
fn marked(line: &str) -> Option<(u64, &str)> {
    let (mark, said) = line.split_once(':')?;
    let number = match mark.strip_prefix('[') {
        Some(inner) => {
            let (inner, stream) = inner.split_once(']')?;
            if !matches!(stream, "" | "<stdout>" | "<stderr>") {
                return None;
            }
            inner.strip_prefix("rank").or_else(|| Some(inner.split_once(',')?.1))?
        }
        None => mark.strip_suffix(".log")?.rsplit_once("worker_")?.1,
    };
    Some((number.parse().ok()?, said.strip_prefix(' ').unwrap_or(said)))
}

/// Appends a line without its ANSI sequences.
fn uncoloured(line: &str, text: &mut String) {
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\x1b') {
        text.push_str(before);
        rest = match after.strip_prefix('[') {
            // A sequence ends with a letter; an unfinished one with the line.
            Some(sequence) => {
                sequence.split_once(|c: char| ('@'..='~').contains(&c)).map_or("", |(_, tail)| tail)
            }
            None => after,
        };
    }
    text.push_str(rest);
}

/// The last line that reads like an error: `SomeError: why`.
pub(super) fn last_error(log: &str) -> Option<&str> {
    let names = |line: &&str| {
        let name = line.split(':').next().unwrap_or_default();
        line.len() > name.len()
            && (name.ends_with("Error") || name.ends_with("Exception"))
            && !name.contains(' ')
    };
    log.rsplit(['\n', '\r']).map(str::trim).find(names)
}
