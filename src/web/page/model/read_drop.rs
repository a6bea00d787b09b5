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

/// How many files are listed between two reports.
const TELL: usize = 256;

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
    let mut waiting = listing.0;
    while let Some(entry) = waiting.pop() {
        if cancelled() {
            return Ok(None);
        }
        if files.len() % TELL == TELL - 1 {
            listed(files.len());
        }
        if files.len() >= MAX_FILES {
            return Err(format!("more than {MAX_FILES} files"));
        }
        if entry.is_directory() {
            waiting.extend(children(entry.unchecked_into()).await.map_err(|error| reason(&error))?);
        } else {
            let path = entry.full_path().trim_start_matches('/').to_owned();
            files.push((path, file(entry.unchecked_into()).await.map_err(|error| reason(&error))?));
        }
    }
    Ok(Some(files))
}

/// A directory reader gives its entries in batches; an empty batch is the last.
async fn children(folder: FileSystemDirectoryEntry) -> Result<Vec<FileSystemEntry>, JsValue> {
    let reader = folder.create_reader();
    let mut entries = Vec::new();
    loop {
        let batch: Array = batch(&reader).await?.unchecked_into();
        if batch.length() == 0 {
            return Ok(entries);
        }
        entries.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

async fn batch(reader: &FileSystemDirectoryReader) -> Result<JsValue, JsValue> {
    let read = |done: Function, failed: Function| {
        if let Err(error) = reader.read_entries_with_callback_and_callback(&done, &failed) {
            let _ = failed.call1(&JsValue::NULL, &error);
        }
    };
    JsFuture::from(Promise::new(&mut { read })).await
}

async fn file(entry: FileSystemFileEntry) -> Result<File, JsValue> {
    let read = |done: Function, failed: Function| entry.file_with_callback_and_callback(&done, &failed);
    JsFuture::from(Promise::new(&mut { read })).await.map(JsCast::unchecked_into)
}

fn reason(error: &JsValue) -> String {
    let text = js_sys::Reflect::get(error, &"message".into()).ok();
    text.and_then(|text| text.as_string()).unwrap_or_else(|| format!("{error:?}"))
}
