//! Writing SVG that every program reads: attributes only, generic fonts, nothing outside the file.

use std::borrow::Cow;
use std::fmt::{Display, Write};

use super::{Rect, Rgb};
use crate::web::number::Decimal;

/// A text's family, size in px and colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Font {
    pub(super) mono: bool,
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) ink: Rgb,
    pub(super) anchor: Anchor,
}

/// Which end of a text its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making.
#[derive(Debug, Default)]
pub(super) struct Svg(String);

impl Svg {
    /// An element without content.
    pub(super) fn element(&mut self, name: &str, attributes: &[(&str, &dyn Display)]) {
        self.open(name, attributes, "/>");
    }

    /// Everything that `body` draws, moved.
    pub(super) fn moved(&mut self, x: f64, y: f64, body: impl FnOnce(&mut Self)) {
        self.open("g", &[("transform", &format_args!("translate({} {})", Decimal(x), Decimal(y)))], ">");
        body(self);
        self.0.push_str("</g>\n");
    }

    /// A rectangle with attributes of its own.
    pub(super) fn rect(&mut self, rect: Rect, attributes: &[(&str, &dyn Display)]) {
        let (x, y, width, height) =
            (Decimal(rect.x), Decimal(rect.y), Decimal(rect.width), Decimal(rect.height));
        let mut all: Vec<(&str, &dyn Display)> =
            vec![("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        all.extend_from_slice(attributes);
        self.element("rect", &all);
    }

    /// One line of text; `y` is its baseline.
    pub(super) fn text(&mut self, (x, y): (f64, f64), font: Font, text: &str) {
        self.turned_text((x, y), font, 0, text);
    }

    /// The same, turned by degrees around its place.
    pub(super) fn turned_text(&mut self, (x, y): (f64, f64), font: Font, degrees: i32, text: &str) {
        let (px, py) = (Decimal(x), Decimal(y));
        let family = if font.mono { "monospace" } else { "sans-serif" };
        let size = Decimal(font.size);
        let turn = format!("rotate({degrees} {px} {py})");
        let mut attributes: Vec<(&str, &dyn Display)> =
            vec![("x", &px), ("y", &py), ("font-family", &family), ("font-size", &size), ("fill", &font.ink)];
        if font.bold {
            attributes.push(("font-weight", &"600"));
        }
        match font.anchor {
            Anchor::Start => {}
            Anchor::Middle => attributes.push(("text-anchor", &"middle")),
            Anchor::End => attributes.push(("text-anchor", &"end")),
        }
        if degrees != 0 {
            attributes.push(("transform", &turn));
        }
        self.open("text", &attributes, ">");
        self.0.push_str(&escape(text));
        self.0.push_str("</text>\n");
    }

    fn open(&mut self, name: &str, attributes: &[(&str, &dyn Display)], end: &str) {
        self.0.push('<');
        self.0.push_str(name);
        for (key, value) in attributes {
            // Writing to a text never fails.
            let _ = write!(self.0, " {key}=\"{}\"", escape(&value.to_string()));
        }
        self.0.push_str(end);
        if end == "/>" {
            self.0.push('\n');
        }
    }

    /// The file: a title and a description for readers and search, a ground, and the drawing.
    pub(super) fn finish(self, (width, height): (u64, u64), ground: Rgb, title: &str, says: &str) -> String {
        let (title, says) = (escape(title), escape(says));
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
             <title>{title}</title>\n<desc>{says}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n{}</svg>\n",
            self.0
        )
    }
}

/// A text inside XML 1.0; what XML cannot hold becomes U+FFFD.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let plain = |c: char| !matches!(c, '&' | '<' | '>' | '"' | '\'' | '\u{fffe}' | '\u{ffff}') && c >= ' ';
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if plain(c) => escaped.push(c),
            _ => escaped.push('\u{fffd}'),
        }
    }
    Cow::Owned(escaped)
}

/// How wide a text is about, in px: fonts are not known here, and the same file must come out
/// everywhere.
pub(super) fn width_of(text: &str, mono: bool, size: f64) -> f64 {
    let em = |c: char| match c {
        '\u{1100}'.. => 1.0,
        _ if mono => 0.61,
        'i' | 'j' | 'l' | ' ' | ',' | '.' | ':' | '(' | ')' | '[' | ']' => 0.32,
        'm' | 'w' | 'M' | 'W' => 0.86,
        c if c.is_ascii_uppercase() => 0.70,
        _ => 0.57,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// A text in lines of about `room` px, broken after one of `breaks` or, where there is none,
/// anywhere. Chinese breaks anywhere.
pub(super) fn wrap(text: &str, breaks: &[char], mono: bool, size: f64, room: f64) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut last_break = 0;
    for c in text.chars() {
        line.push(c);
        if width_of(&line, mono, size) > room && line.chars().nth(1).is_some() {
            let at = if last_break > 0 { last_break } else { line.len() - c.len_utf8() };
            let rest = line.split_off(at);
            lines.push(std::mem::replace(&mut line, rest.trim_start().to_owned()));
            last_break = 0;
        }
        if breaks.contains(&c) || c >= '\u{2e80}' {
            last_break = line.len();
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_stays_text() {
        assert_eq!(escape("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
        assert_eq!(escape("\u{0}\u{1b}[31m\n\u{fffe}"), "\u{fffd}\u{fffd}[31m\u{fffd}\u{fffd}");
        assert!(matches!(escape("model.layers.0.wq"), Cow::Borrowed(_)));
    }

    #[test]
    fn lines_break_where_they_may() {
        assert_eq!(wrap("model.layers.0.wq", &['.'], true, 10.0, 60.0), ["model.", "layers.0.", "wq"]);
        assert_eq!(wrap("abcdefgh", &['.'], true, 10.0, 26.0), ["abcd", "efgh"]);
        assert_eq!(wrap("沿第 0 维切成两片", &[' '], false, 10.0, 55.0), ["沿第 0 维切", "成两片"]);
        assert!(wrap("", &[], false, 10.0, 50.0).is_empty());
        assert_eq!(wrap("宽", &[], false, 10.0, 1.0), ["宽"]);
    }
}
