//! Lists what was dropped, folders and all.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DataTransfer, File, FileSystemDirectoryEntry, FileSystemDirectoryReader, FileSystemEntry,
    FileSystemFileEntry,
};

/// More files than any checkpoint has; bounds what a dropped home folder can cost.
const MAX_FILES: usize = 200_000;

/// The entries of a drop. They must be taken while the event is handled; reading them takes time.
pub(crate) struct Listing(Vec<FileSystemEntry>);

impl Listing {
    /// Takes the entries of a drop.
    pub(crate) fn take(drop: &DataTransfer) -> Self {
        let items = drop.items();
        let entries = (0..items.length()).filter_map(|index| {
            let item = items.get(index)?;
            item.webkit_get_as_entry().ok().flatten()
        });
        Self(entries.collect())
    }
}

/// How many files are opened side by side: each holds up the page for a third of a millisecond.
const FILES_TOGETHER: usize = 64;
/// How many folders are listed side by side: answers of the browser are waited for.
const FOLDERS_TOGETHER: usize = 64;

/// All files of a drop with their paths; `listed` is told how many there are so far. None if
/// `cancelled` says so meanwhile.
///
/// # Errors
/// If the browser cannot list a folder or open a file.
pub(crate) async fn read_drop(
    listing: Listing,
    listed: impl Fn(usize),
    cancelled: impl Fn() -> bool,
) -> Result<Option<Vec<(String, File)>>, String> {
    let mut files = Vec::new();
    let (mut folders, mut entries) = (Vec::new(), listing.0);
    loop {
        let (inner, plain): (Vec<_>, Vec<_>) = entries.into_iter().partition(FileSystemEntry::is_directory);
        folders.extend(inner.into_iter().map(JsCast::unchecked_into::<FileSystemDirectoryEntry>));
        for some in plain.chunks(FILES_TOGETHER) {
            if cancelled() {
                return Ok(None);
            }
            if files.len() + some.len() > MAX_FILES {
                return Err(format!("more than {MAX_FILES} files"));
            }
            let begun: Vec<_> = some.iter().map(|entry| (path(entry), file(entry))).collect();
            for (path, file) in begun {
                files.push((path, file.await.map_err(|error| reason(&error))?.unchecked_into()));
            }
            listed(files.len());
        }
        if folders.is_empty() {
            return Ok(Some(files));
        }
        if cancelled() {
            return Ok(None);
        }
        let some = folders.split_off(folders.len().saturating_sub(FOLDERS_TOGETHER));
        entries = children(&some).await.map_err(|error| reason(&error))?;
    }
}

/// What is in folders. A reader gives it in batches; an empty batch is the last.
async fn children(folders: &[FileSystemDirectoryEntry]) -> Result<Vec<FileSystemEntry>, JsValue> {
    let mut readers: Vec<_> = folders.iter().map(FileSystemDirectoryEntry::create_reader).collect();
    let mut entries = Vec::new();
    while !readers.is_empty() {
        let begun: Vec<_> = readers.drain(..).map(|reader| (batch(&reader), reader)).collect();
        for (batch, reader) in begun {
            let batch: Array = batch.await?.unchecked_into();
            if batch.length() > 0 {
                entries.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
                readers.push(reader);
            }
        }
    }
    Ok(entries)
}

fn batch(reader: &FileSystemDirectoryReader) -> JsFuture {
    let read = |done: Function, failed: Function| {
        if let Err(error) = reader.read_entries_with_callback_and_callback(&done, &failed) {
            let _ = failed.call1(&JsValue::NULL, &error);
        }
    };
    Promise::new(&mut { read }).into()
}

fn path(entry: &FileSystemEntry) -> String {
    entry.full_path().trim_start_matches('/').to_owned()
}

fn file(entry: &FileSystemEntry) -> JsFuture {
    let entry: &FileSystemFileEntry = entry.unchecked_ref();
    let read = |done: Function, failed: Function| entry.file_with_callback_and_callback(&done, &failed);
    Promise::new(&mut { read }).into()
}

fn reason(error: &JsValue) -> String {
    let text = js_sys::Reflect::get(error, &"message".into()).ok();
    text.and_then(|text| text.as_string()).unwrap_or_else(|| format!("{error:?}"))
}
