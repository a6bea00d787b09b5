//! `shardlens explain`.

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

use serde::Serialize;

use super::args;
use super::console::{Console, Stop, describe, raw};
use super::log_text::{End, MAX_READ, end_of};
use super::printable::{Newline, printable};
use crate::check::{Kind, Lang, Record};
use crate::explain::{Explained, Folded, explain, folded, label};
use crate::phrase::shortened;
use crate::units::{bytes_text, noun, ranges};

/// Findings that are shown with a cause; `shardlens check` tells all.
const FEW: usize = 5;

/// Ranges of numbers in a line.
const MANY: usize = 16;

pub(super) fn run(args: &args::Explain, console: &mut Console) -> Result<(), Stop> {
    let lang = args.lang.into();
    match &args.what {
        _ if args.list => {
            list(lang, console);
            Ok(())
        }
        Some(what) if what.is_empty() => {
            Err(Stop::Failed("the name is empty: give a code or a file; --list says all codes".to_owned()))
        }
        Some(what) if !Path::new(what).exists() && is_code(what) => {
            if let Some(flag) = args.piles.flag() {
                return Err(Stop::Failed(format!(
                    "{flag}: files are looked at with a text of error, not with a code; `shardlens check` tells what is in them"
                )));
            }
            code(what, lang, console)
        }
        Some(path) => {
            let failed = |error: io::Error| Stop::Failed(format!("{}: {error}", Path::new(path).display()));
            let text = File::open(path).and_then(|file| end_of(file, MAX_READ)).map_err(failed)?;
            cause(&text, args, console)
        }
        None if io::stdin().is_terminal() => {
            Err(Stop::Failed("give a code, a file, or a text on stdin; --list says all codes".to_owned()))
        }
        None => {
            let failed = |error: io::Error| Stop::Failed(format!("reading stdin failed: {error}"));
            let text = end_of(io::stdin().lock(), MAX_READ).map_err(failed)?;
            cause(&text, args, console)
        }
    }
}

fn list(lang: Lang, console: &mut Console) {
    let records: Vec<Record> = Kind::all().map(|kind| kind.described(lang)).collect();
    for record in &records {
        console.say(format_args!("{} {}: {}", record.code, record.severity.label(lang), record.title));
    }
    console.set("kinds", records);
}

/// Whether a word is meant as a code rather than as a path.
fn is_code(word: &OsStr) -> bool {
    let rest = word
        .to_str()
        .and_then(|word| word.get(..2).filter(|head| head.eq_ignore_ascii_case("SL")).and(word.get(2..)));
    rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn code(word: &OsStr, lang: Lang, console: &mut Console) -> Result<(), Stop> {
    let code = word.to_string_lossy().to_uppercase();
    let Some(kind) = Kind::of_code(&code) else {
        return Err(Stop::Failed(format!(
            "there is no code {code}; near it are {}",
            nearest(&code).join(", ")
        )));
    };
    let record = kind.described(lang);
    console.print(&describe(&record, lang));
    console.set("kind", record);
    Ok(())
}

/// The three codes whose numbers are nearest, in their order.
fn nearest(code: &str) -> Vec<&'static str> {
    let number = |code: &str| code.get(2..).and_then(|digits| digits.parse::<u64>().ok()).unwrap_or(u64::MAX);
    let mut codes: Vec<&str> = Kind::all().map(|kind| kind.code).collect();
    codes.sort_by_key(|known| number(known).abs_diff(number(code)));
    codes.truncate(3);
    codes.sort_unstable();
    codes
}

/// A text that was found, for programs.
#[derive(Serialize)]
struct Shown<'a> {
    system: &'static str,
    function: &'static str,
    line: usize,
    last_line: usize,
    times: usize,
    ranks: Vec<u64>,
    /// Of the first text.
    values: Vec<(&'static str, &'a str)>,
    causes: Vec<ShownCause<'a>>,
    /// The texts that were folded, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    each: Vec<ShownText<'a>>,
}

/// One of several texts that name different things.
#[derive(Serialize)]
struct ShownText<'a> {
    line: usize,
    last_line: usize,
    times: usize,
    ranks: &'a [u64],
    values: Vec<(&'static str, &'a str)>,
}

#[derive(Serialize)]
struct ShownCause<'a> {
    cause: &'static str,
    remedy: &'static str,
    codes: Vec<&'static str>,
    findings: Vec<&'a Record>,
}

fn cause(end: &End, args: &args::Explain, console: &mut Console) -> Result<(), Stop> {
    let lang: Lang = args.lang.into();
    let examined = args.piles.open()?.examine("", None);
    let findings: Vec<Record> = examined.findings.iter().map(|finding| finding.render(lang)).collect();
    if end.goes_on {
        console.warn(goes_on(lang));
    }
    let Explained { mut told, unknown, cut } = explain(&end.text);
    for found in &mut told {
        found.line += end.skipped;
        found.last_line += end.skipped;
    }
    let folded = folded(&told);
    for found in &folded {
        console.print(&printable(&shortened(&shown(found, &findings, lang)), Newline::Keep));
    }
    let all: Vec<_> = folded.iter().map(|found| raw(for_programs(found, &findings, lang))).collect();
    console.set("told", all);
    console.set("cut", cut || end.is_cut);
    console.set("goes_on", end.goes_on);
    if told.is_empty() { Err(Stop::Refused(not_known(unknown.as_deref(), lang))) } else { Ok(()) }
}

fn for_programs<'a>(folded: &Folded<'a>, findings: &'a [Record], lang: Lang) -> Shown<'a> {
    let causes = folded.entry.causes(findings).into_iter().map(|(cause, findings)| {
        let says = cause.says(lang);
        let codes = cause.kinds.iter().map(|kind| kind.code).collect();
        ShownCause { cause: says.cause, remedy: says.remedy, codes, findings }
    });
    let each = folded.told.iter().map(|told| ShownText {
        line: told.line,
        last_line: told.last_line,
        times: told.times,
        ranks: &told.ranks,
        values: told.values.iter().map(|(name, value)| (*name, value.as_str())).collect(),
    });
    let mut each = each.collect::<Vec<_>>();
    let (line, last_line) = folded.lines();
    Shown {
        system: folded.entry.system.name(),
        function: folded.entry.function,
        line,
        last_line,
        times: folded.times(),
        ranks: folded.ranks(),
        values: each.first().map(|first| first.values.clone()).unwrap_or_default(),
        causes: causes.collect(),
        // Of one there is nothing more to say.
        each: if each.len() > 1 { std::mem::take(&mut each) } else { Vec::new() },
    }
}

/// A text that was found, for people.
fn shown(folded: &Folded<'_>, findings: &[Record], lang: Lang) -> String {
    let words = Words::of(lang);
    let mut text = format!("{} {}, ", folded.entry.system.name(), folded.entry.function);
    let _ = match folded.lines() {
        (first, last) if first == last => write!(text, "{} {first}", words.line),
        (first, last) => write!(text, "{} {first}–{last}", words.lines),
    };
    if folded.times() > 1 {
        let _ = write!(text, ", {}×", folded.times());
    }
    let ranks = folded.ranks();
    if !ranks.is_empty() {
        let word = if lang == Lang::En { noun(ranks.len(), "rank", "ranks") } else { "rank" };
        let _ = write!(text, ", {word} {}", ranges(&ranks, MANY));
    }
    text.push('\n');
    for (name, values) in folded.values() {
        let _ = writeln!(text, "  {}: {}", label(name, lang), listed(&values, words));
    }
    for (cause, findings) in folded.entry.causes(findings) {
        let says = cause.says(lang);
        let _ = writeln!(text, "  {}: {}\n  {}: {}", words.cause, says.cause, words.remedy, says.remedy);
        for record in findings.into_iter().take(FEW) {
            let _ = write!(text, "  {}: {}", words.here, describe(record, lang));
        }
        let codes: Vec<&str> = cause.kinds.iter().map(|kind| kind.code).collect();
        if !codes.is_empty() {
            let _ = writeln!(text, "  {}: {}", words.codes, codes.join(", "));
        }
    }
    text.push('\n');
    text
}

/// Values in one line: numbers in ranges, of others the first.
fn listed(values: &[&str], words: Words) -> String {
    let numbers: Option<Vec<u64>> = values.iter().map(|value| value.parse().ok()).collect();
    if let (Some(mut numbers), true) = (numbers, values.len() > 1) {
        numbers.sort_unstable();
        numbers.dedup();
        return ranges(&numbers, MANY);
    }
    let shown: Vec<&str> = values.iter().copied().take(FEW).collect();
    let more = match values.len().saturating_sub(FEW) {
        0 => String::new(),
        more => format!(" … (+{more} {})", words.more),
    };
    shown.join(words.comma) + &more
}

#[derive(Clone, Copy)]
struct Words {
    line: &'static str,
    lines: &'static str,
    comma: &'static str,
    more: &'static str,
    cause: &'static str,
    remedy: &'static str,
    here: &'static str,
    codes: &'static str,
}

impl Words {
    const fn of(lang: Lang) -> Self {
        match lang {
            Lang::En => Self {
                line: "line",
                lines: "lines",
                comma: ", ",
                more: "more",
                cause: "cause",
                remedy: "do",
                here: "here",
                codes: "see",
            },
            Lang::Zh => Self {
                line: "行",
                lines: "行",
                comma: "、",
                more: "个",
                cause: "原因",
                remedy: "处理",
                here: "实际",
                codes: "参见",
            },
        }
    }
}

fn goes_on(lang: Lang) -> String {
    let limit = bytes_text(MAX_READ);
    match lang {
        Lang::En => format!(
            "the text goes on after {limit}, of which nothing was read: give the part that has the error"
        ),
        Lang::Zh => format!("文本超过 {limit}，其后的内容未读取：请只给出含有报错的部分"),
    }
}

fn not_known(last: Option<&str>, lang: Lang) -> String {
    let said = match (last, lang) {
        (Some(last), Lang::En) => format!("; the last error is “{last}”"),
        (Some(last), Lang::Zh) => format!("；最后一个错误是“{last}”"),
        (None, _) => String::new(),
    };
    match lang {
        Lang::En => format!(
            "none of the texts of MindSpore and MindFormers that shardlens knows is in this{said}\n  Look for the earliest error over the logs of all ranks; run `shardlens check` on the files."
        ),
        Lang::Zh => format!(
            "其中没有 shardlens 认识的 MindSpore 或 MindFormers 报错{said}\n  请在所有 rank 的日志中找到最早的报错；并用 `shardlens check` 检查文件。"
        ),
    }
}
