//! Opens a file and undoes gzip; says what is no text and what a failed read means.
//!
//! Cost: one pass, 64 KiB at a time. Memory: one buffer.

use std::{
    fs::File,
    io::{self, Cursor, ErrorKind, Read},
    path::Path,
    sync::atomic::Ordering,
};

use flate2::read::MultiGzDecoder;

use super::{Cancel, CorpusError, encoding::Choice};

/// Bytes read at once, and bytes looked at to recognise a file.
pub(super) const CHUNK: usize = 64 << 10;

/// A file's bytes, uncompressed.
pub(super) struct Bytes<'a> {
    /// The bytes.
    pub input: Box<dyn Read + 'a>,
    /// Whether they were compressed.
    pub gzip: bool,
}

/// Opens a file, counting its bytes in `cancel`, and undoes gzip.
pub(super) fn bytes<'a>(file: &Path, cancel: &'a Cancel) -> Result<Bytes<'a>, CorpusError> {
    let opened = File::open(file).map_err(|error| failure(file, 0, &error))?;
    let mut input = Counted(opened, cancel);
    let mut magic = Vec::new();
    input.by_ref().take(2).read_to_end(&mut magic).map_err(|error| failure(file, 0, &error))?;
    let gzip = magic == [0x1f, 0x8b];
    let plain = Cursor::new(magic).chain(input);
    Ok(if gzip {
        Bytes { input: Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(CHUNK, plain))), gzip }
    } else {
        Bytes { input: Box::new(plain), gzip }
    })
}

/// The error for a failed read after so many whole lines.
pub(super) fn failure(file: &Path, line: usize, error: &io::Error) -> CorpusError {
    let file = file.to_owned();
    match error.kind() {
        ErrorKind::NotFound => CorpusError::NotFound { file },
        ErrorKind::UnexpectedEof => CorpusError::TruncatedGzip { file, line },
        ErrorKind::InvalidInput | ErrorKind::InvalidData => CorpusError::DamagedGzip { file, line, reason: error.to_string() },
        _ => CorpusError::Unreadable { file, reason: error.to_string() },
    }
}

/// What shows that a file is no text.
pub(super) fn not_text(head: &[u8], choice: Choice) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 8] = [
        (b"PK\x03\x04", "a zip archive or office document"),
        (b"%PDF", "a PDF document"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"7z\xbc\xaf", "a 7-zip archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\x28\xb5\x2f\xfd", "a zstandard archive"),
    ];
    if let Some((_, reason)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(reason);
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; unpack it and open the folder");
    }
    if choice.encoding.name().starts_with("UTF-16") {
        return None;
    }
    if head.contains(&0) {
        return Some("it holds zero bytes");
    }
    let control = |byte: &&u8| **byte < 0x20 && !b"\t\n\r\x0c\x1b".contains(byte);
    (head.iter().filter(control).count() * 20 > head.len()).then_some("it holds control characters")
}

struct Counted<'a>(File, &'a Cancel);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1.done.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_told() {
        let refused = failure(Path::new("a.txt"), 0, &io::Error::from(ErrorKind::PermissionDenied)).to_string();
        assert!(refused.contains("a.txt: cannot be read (permission denied)") && refused.contains("permissions"), "{refused}");
    }
}
