//! A browser's file as a source of bytes. Workers only: reading is synchronous there.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

use crate::source::{ReadAt, ReadError, end_inside};
use crate::web::number::{float, whole};

/// A file of the browser.
#[derive(Debug)]
pub struct Blob {
    file: File,
    len: u64,
    reader: FileReaderSync,
}

impl Blob {
    /// A source over a file.
    ///
    /// # Errors
    /// Outside a worker.
    pub fn new(file: File) -> Result<Self, JsValue> {
        let len = whole(file.size());
        Ok(Self { len, file, reader: FileReaderSync::new()? })
    }

    fn slice(&self, offset: u64, end: u64) -> Result<Uint8Array, JsValue> {
        // Offsets as f64: the 32-bit variants stop at 2 GiB, f64 is exact to 2^53.
        let part = self.file.slice_with_f64_and_f64(float(offset), float(end))?;
        let buffer: JsValue = self.reader.read_as_array_buffer(&part)?.into();
        Ok(Uint8Array::new(&buffer))
    }
}

impl ReadAt for Blob {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), ReadError> {
        let wanted = buffer.len() as u64;
        let end = end_inside(self.len, offset, wanted)?;
        let bytes = self.slice(offset, end).map_err(|error| storage(offset, &error))?;
        if u64::from(bytes.length()) != wanted {
            return Err(ReadError::Storage { offset, reason: "the file became shorter".to_owned() });
        }
        bytes.copy_to(buffer);
        Ok(())
    }
}

/// What the browser says, such as `NotReadableError` for a file that has changed or is gone.
fn storage(offset: u64, error: &JsValue) -> ReadError {
    let text = js_sys::Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    ReadError::Storage { offset, reason: text.unwrap_or_else(|| "the browser gives no reason".to_owned()) }
}
