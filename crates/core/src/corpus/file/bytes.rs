//! Opening of files: decompresses gzip, and turns read failures into errors.
//!
//! Cost: one pass, 64 KiB at a time. Memory: one buffer.

use std::{
    fs::{self, File},
    io::{self, Cursor, Read},
    path::Path,
    sync::atomic::Ordering,
};

use flate2::read::MultiGzDecoder;

use crate::corpus::{Cancel, CorpusError, ErrorKind, Limits};

/// Number of bytes read from a file at once, and number inspected to recognise its format.
pub(crate) const CHUNK: usize = 64 << 10;

/// Uncompressed bytes of a file.
pub(crate) struct Bytes<'a> {
    /// Decompressed bytes of the file.
    pub input: Box<dyn Read + 'a>,
    /// Whether the bytes of the file were compressed with gzip.
    pub gzip: bool,
}

/// Opens a file, counts its bytes in `cancel`, and decompresses gzip.
pub(crate) fn bytes<'a>(file: &Path, limits: Limits, cancel: &'a Cancel) -> Result<Bytes<'a>, CorpusError> {
    let failed = |error| failure(file, 0, &error);
    // The kind of file is checked first: opening a pipe blocks until its other end opens.
    let kind = fs::metadata(file).map_err(failed)?;
    if !kind.is_file() {
        let (problem, remedy) = if kind.is_dir() {
            ("this is a folder", "choose a file in it")
        } else {
            ("this is a pipe, a socket or a device", "save what it gives as a file and choose that")
        };
        return Err(CorpusError::file(file, problem, remedy));
    }
    let mut input = Counted(File::open(file).map_err(failed)?, cancel);
    let mut magic = Vec::new();
    input.by_ref().take(2).read_to_end(&mut magic).map_err(failed)?;
    let gzip = magic == [0x1f, 0x8b];
    let plain = Cursor::new(magic).chain(input);
    Ok(if gzip {
        let input = MultiGzDecoder::new(io::BufReader::with_capacity(CHUNK, plain));
        Bytes { input: Box::new(Unpacked { input, left: limits.unpacked(), limit: limits.unpacked() }), gzip }
    } else {
        Bytes { input: Box::new(plain), gzip }
    })
}

/// Reads all bytes of a file, decompressed if necessary.
///
/// # Errors
/// Returns an error if the file cannot be read, or decompresses to more than the limit.
pub(crate) fn read_bytes(file: &Path, limits: Limits, cancel: &Cancel) -> Result<Vec<u8>, CorpusError> {
    let mut all = Vec::new();
    bytes(file, limits, cancel)?.input.read_to_end(&mut all).map_err(|error| failure(file, 0, &error))?;
    Ok(all)
}

/// Error: reading a file failed after `line` complete lines.
pub(crate) fn failure(file: &Path, line: usize, error: &io::Error) -> CorpusError {
    if let Some(TooMuch(limit)) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
        let problem = format!("the gzip file unpacks to more than {} MiB", limit >> 20);
        let remedy = "unpack it and open a part of it, or raise the limit (--max-corpus)";
        return CorpusError::at(ErrorKind::Limit, file, None, problem, remedy);
    }
    match error.kind() {
        io::ErrorKind::NotFound => CorpusError::file(file, "there is no such file or folder", "check the path"),
        io::ErrorKind::UnexpectedEof => CorpusError::file(
            file,
            format!("the gzip file is cut off after line {line}"),
            "download or copy it again, or unpack what is there with `gzip -dc` and open that",
        ),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            let problem = format!("the gzip file is damaged after line {line} ({error})");
            CorpusError::file(file, problem, "download or copy it again")
        }
        _ => {
            let remedy = "check its permissions and that the disk is still there";
            CorpusError::file(file, format!("cannot be read ({error})"), remedy)
        }
    }
}

/// Gzip stream that may decompress to at most `limit` bytes.
struct Unpacked<R> {
    input: R,
    left: u64,
    limit: u64,
}

/// Error: a gzip stream exceeds its limit in bytes.
#[derive(Debug, thiserror::Error)]
#[error("more than {0} bytes")]
struct TooMuch(u64);

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other(TooMuch(self.limit)))?;
        Ok(read)
    }
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
    fn permission_errors_name_the_remedy() {
        let refused = failure(Path::new("a.txt"), 0, &io::Error::from(io::ErrorKind::PermissionDenied)).to_string();
        assert!(refused.contains("a.txt: cannot be read (permission denied)") && refused.contains("permissions"), "{refused}");
    }
}
