//! Hands files to the worker.

use wasm_bindgen_futures::spawn_local;
use web_sys::{File, HtmlInputElement};

use crate::check::Side;
use crate::order::sort_by;
use crate::web::page::session::{Action, Session};
use crate::web::page::utils::{Breath, dom};
use crate::web::protocol::Input;
use crate::web::sides;

/// Opens files with their paths, each on its side.
pub(crate) async fn open_files(session: &Session, mut files: Vec<(String, File)>, dropped_on: Side) {
    if files.is_empty() {
        return;
    }
    let mut breath = Breath::new();
    if !look_up(session, &files, &mut breath).await {
        return session.act(Action::Cancelled(None));
    }
    // A browser lists files in no defined order.
    sort_by(&mut files, |(a, _), (b, _)| a.cmp(b));
    let of = sides::assign(files.iter().map(|(path, _)| path.as_str()), dropped_on);
    let (mut names, handles) = (Vec::with_capacity(files.len()), js_sys::Array::new());
    for ((path, file), side) in files.into_iter().zip(of) {
        names.push((side, path));
        handles.push(file.as_ref());
    }
    session.act(Action::Opening);
    // A browser takes some microseconds to hand over each.
    breath.pause().await;
    session.hand_over(Input::Open(names), handles);
}

/// Lets the browser look every file up on the disk, which it does when it is first asked for a size,
/// and holds up the page meanwhile: so not all at once. False if that was cancelled.
async fn look_up(session: &Session, files: &[(String, File)], breath: &mut Breath) -> bool {
    let cancelled = session.cancelled();
    for (count, (_, file)) in files.iter().enumerate() {
        file.size();
        if breath.pause().await {
            session.act(Action::Listing(Some(count)));
        }
        if cancelled() {
            return false;
        }
    }
    true
}

/// Opens what was chosen in a file input, and empties the input so that the same files can be
/// chosen again.
pub(crate) fn open_chosen(session: &Session, input: &HtmlInputElement, side: Side) {
    let Some(list) = input.files() else { return };
    let files = (0..list.length()).filter_map(|index| list.get(index));
    let files = files.map(|file| (dom::relative_path(&file).unwrap_or_else(|| file.name()), file));
    let files: Vec<_> = files.collect();
    input.set_value("");
    let session = session.clone();
    spawn_local(async move {
        open_files(&session, files, side).await;
        session.act(Action::Listing(None));
    });
}
