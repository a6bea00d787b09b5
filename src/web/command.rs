//! What a visitor can have done from anywhere: one table for the keys, the palette and the help.

use super::text::{self, Text};
use super::theme::Theme;
use super::view::View;
use crate::check::{Lang, Side};

/// Something that can be done from anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Shows a view.
    Show(View),
    /// Goes to the search over names.
    Search,
    /// Goes to what is to be written for a run.
    Load,
    /// Lists all commands.
    Palette,
    /// Explains words and keys.
    Help,
    /// Closes what is open.
    Close,
    /// Chooses a folder for a side.
    OpenFolder(Side),
    /// Chooses files for a side.
    OpenFiles(Side),
    /// Opens the example.
    Example,
    /// Exchanges the sides.
    Swap,
    /// Takes the last assignment of files to sides back.
    Undo,
    /// Does it again.
    Redo,
    /// Empties a side.
    Clear(Side),
    /// Closes everything.
    Restart,
    /// Another language.
    Speak(Lang),
    /// Another theme.
    Paint(Theme),
}

/// What is the case, as far as commands depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Something is open.
    pub open: bool,
    /// It is the example.
    pub example: bool,
    /// An assignment can be taken back.
    pub undo: bool,
    /// One can be done again.
    pub redo: bool,
}

impl Command {
    /// All commands, in the order of the palette.
    pub const ALL: [Self; 28] = [
        Self::Show(View::Overview),
        Self::Show(View::Tensors),
        Self::Show(View::Slices),
        Self::Show(View::Devices),
        Self::Show(View::Plan),
        Self::Show(View::Findings),
        Self::Show(View::Resume),
        Self::Search,
        Self::Load,
        Self::Palette,
        Self::Help,
        Self::Close,
        Self::OpenFolder(Side::Source),
        Self::OpenFiles(Side::Source),
        Self::OpenFolder(Side::Target),
        Self::OpenFiles(Side::Target),
        Self::Example,
        Self::Swap,
        Self::Undo,
        Self::Redo,
        Self::Clear(Side::Source),
        Self::Clear(Side::Target),
        Self::Restart,
        Self::Speak(Lang::En),
        Self::Speak(Lang::Zh),
        Self::Paint(Theme::System),
        Self::Paint(Theme::Dark),
        Self::Paint(Theme::Light),
    ];

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> &'static Text {
        match self {
            Self::Show(view) => view.title(),
            Self::Search => &text::COMMAND_SEARCH,
            Self::Load => &text::LOAD,
            Self::Palette => &text::COMMAND_PALETTE,
            Self::Help => &text::HELP,
            Self::Close => &text::COMMAND_CLOSE,
            Self::OpenFolder(Side::Source) => &text::COMMAND_SOURCE_FOLDER,
            Self::OpenFiles(Side::Source) => &text::COMMAND_SOURCE_FILES,
            Self::OpenFolder(Side::Target) => &text::COMMAND_TARGET_FOLDER,
            Self::OpenFiles(Side::Target) => &text::COMMAND_TARGET_FILES,
            Self::Example => &text::OPEN_EXAMPLE,
            Self::Swap => &text::COMMAND_SWAP,
            Self::Undo => &text::COMMAND_UNDO,
            Self::Redo => &text::COMMAND_REDO,
            Self::Clear(Side::Source) => &text::COMMAND_CLEAR_SOURCE,
            Self::Clear(Side::Target) => &text::COMMAND_CLEAR_TARGET,
            Self::Restart => &text::START_AGAIN,
            Self::Speak(Lang::En) => &text::COMMAND_ENGLISH,
            Self::Speak(Lang::Zh) => &text::COMMAND_CHINESE,
            Self::Paint(Theme::System) => &text::COMMAND_SYSTEM,
            Self::Paint(Theme::Dark) => &text::COMMAND_DARK,
            Self::Paint(Theme::Light) => &text::COMMAND_LIGHT,
        }
    }

    /// Its keys: `Mod` is Ctrl, or ⌘ on a Mac.
    #[must_use]
    pub fn keys(self) -> Option<&'static str> {
        const DIGITS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
        match self {
            Self::Show(view) => {
                let position = View::ALL.into_iter().position(|other| other == view)?;
                DIGITS.get(position).copied()
            }
            Self::Search => Some("/"),
            Self::Palette => Some("Mod+Shift+P"),
            Self::Help => Some("?"),
            Self::Close => Some("Escape"),
            Self::OpenFolder(Side::Source) => Some("Mod+O"),
            Self::Undo => Some("Mod+Z"),
            Self::Redo => Some("Mod+Shift+Z"),
            _ => None,
        }
    }

    /// Whether it does something now.
    #[must_use]
    pub const fn works(self, now: Now) -> bool {
        match self {
            Self::Show(_) | Self::Search | Self::Load | Self::Swap | Self::Restart => now.open,
            Self::Clear(_) => now.open && !now.example,
            Self::Undo => now.undo,
            Self::Redo => now.redo,
            _ => true,
        }
    }

    /// What a press of keys means. While someone types, only what no text needs; nothing while an
    /// input method composes.
    #[must_use]
    pub fn of(press: &Press<'_>) -> Option<Self> {
        if press.composing || press.alt {
            return None;
        }
        let chord = press.chord();
        let command = Self::ALL.into_iter().find(|command| command.keys() == Some(&chord))?;
        let anywhere = matches!(command, Self::Palette | Self::OpenFolder(_));
        (anywhere || !press.typing).then_some(command)
    }
}

/// Keys that are pressed together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Press<'a> {
    /// The key, as `KeyboardEvent.key` names it.
    pub key: &'a str,
    /// Ctrl or ⌘.
    pub modifier: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// Whether a field takes the text.
    pub typing: bool,
    /// Whether an input method composes a character.
    pub composing: bool,
}

impl Press<'_> {
    /// As [`Command::keys`] writes it. Where Shift is part of a character, the character says it.
    fn chord(&self) -> String {
        let key = if self.key.len() == 1 { self.key.to_ascii_uppercase() } else { self.key.to_owned() };
        match (self.modifier, self.shift) {
            (true, true) => format!("Mod+Shift+{key}"),
            (true, false) => format!("Mod+{key}"),
            (false, _) => key,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn of(key: &str) -> Option<Command> {
        Command::of(&Press { key, ..Press::default() })
    }

    #[test]
    fn keys_do_what_people_expect() {
        assert_eq!(of("/"), Some(Command::Search));
        assert_eq!(Command::of(&Press { key: "?", shift: true, ..Press::default() }), Some(Command::Help));
        assert_eq!(of("Escape"), Some(Command::Close));
        assert_eq!(of("1"), Some(Command::Show(View::Overview)));
        assert_eq!(of("5"), Some(Command::Show(View::Plan)));
        assert_eq!(of("6"), Some(Command::Show(View::Findings)));
        assert_eq!(of("7"), Some(Command::Show(View::Resume)));
        assert_eq!(of("o"), None);
        let with = Press { modifier: true, ..Press::default() };
        assert_eq!(Command::of(&Press { key: "o", ..with }), Some(Command::OpenFolder(Side::Source)));
        assert_eq!(Command::of(&Press { key: "z", ..with }), Some(Command::Undo));
        assert_eq!(Command::of(&Press { key: "Z", shift: true, ..with }), Some(Command::Redo));
        assert_eq!(Command::of(&Press { key: "P", shift: true, ..with }), Some(Command::Palette));
        assert_eq!(Command::of(&Press { key: "p", ..with }), None, "that prints");
    }

    #[test]
    fn a_field_keeps_its_keys() {
        let typing = Press { typing: true, ..Press::default() };
        for key in ["/", "?", "1", "Escape"] {
            assert_eq!(Command::of(&Press { key, ..typing }), None, "{key}");
        }
        assert_eq!(Command::of(&Press { key: "z", modifier: true, ..typing }), None);
        let palette = Press { key: "P", modifier: true, shift: true, ..typing };
        assert_eq!(Command::of(&palette), Some(Command::Palette));
        assert_eq!(Command::of(&Press { composing: true, ..palette }), None);
        assert_eq!(Command::of(&Press { key: "1", alt: true, ..Press::default() }), None);
    }

    #[test]
    fn no_two_commands_share_keys_or_a_title() {
        let keys: Vec<_> = Command::ALL.into_iter().filter_map(Command::keys).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
        for lang in [Lang::En, Lang::Zh] {
            let titles: BTreeSet<_> =
                Command::ALL.into_iter().map(|command| command.title().of(lang)).collect();
            assert_eq!(titles.len(), Command::ALL.len());
        }
    }

    #[test]
    fn every_view_is_a_command() {
        for view in View::ALL {
            assert!(Command::ALL.contains(&Command::Show(view)));
        }
    }
}
