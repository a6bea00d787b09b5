//! A command to be copied.

use yew::prelude::*;

use super::{CopyButton, with_breaks_at};

/// A command, each of its lines going on under itself, behind a slash of a path if it must; and what copies it.
pub(crate) fn command_box(id: impl Into<AttrValue>, copy: impl Into<AttrValue>, command: String) -> Html {
    let line = |line: &str| html! { <span class="command-line">{ with_breaks_at(line, &['/']) }</span> };
    html! {
        <div class="command-box">
            <pre class="command"><code id={id.into()}>{ for command.lines().map(line) }</code></pre>
            <CopyButton id={copy.into()} text={command} />
        </div>
    }
}
