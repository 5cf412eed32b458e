//! Stream of a file's decompressed bytes, with their position.
//!
//! Cost: one pass, 64 KiB at a time. Memory: one buffer.

use std::{
    io::{ErrorKind, Read},
    path::{Path, PathBuf},
};

use crate::corpus::{
    Cancel, CorpusError, Limits,
    file::bytes::{CHUNK, bytes, failure},
};

/// Stream of a file's decompressed bytes.
pub(super) struct Stream<'a> {
    file: PathBuf,
    input: Box<dyn Read + 'a>,
    cancel: &'a Cancel,
    chunk: Vec<u8>,
    from: usize,
    to: usize,
    taken: u64,
}

impl<'a> Stream<'a> {
    /// Opens a file as a stream of bytes.
    pub(super) fn open(file: &Path, limits: Limits, cancel: &'a Cancel) -> Result<Self, CorpusError> {
        let input = bytes(file, limits, cancel)?.input;
        Ok(Self { file: file.to_owned(), input, cancel, chunk: vec![0; CHUNK], from: 0, to: 0, taken: 0 })
    }

    /// Number of decompressed bytes of the file consumed so far.
    pub(super) fn at(&self) -> u64 {
        self.taken
    }

    /// Returns the next byte of the stream; `None` at the end.
    pub(super) fn byte(&mut self) -> Result<Option<u8>, CorpusError> {
        if !self.fill()? {
            return Ok(None);
        }
        let byte = self.chunk[self.from];
        self.take(1);
        Ok(Some(byte))
    }

    /// Fills `into` with the next bytes of the stream; false if it ends first.
    pub(super) fn fill_all(&mut self, mut into: &mut [u8]) -> Result<bool, CorpusError> {
        while !into.is_empty() {
            if !self.fill()? {
                return Ok(false);
            }
            let length = into.len().min(self.to - self.from);
            let (now, later) = into.split_at_mut(length);
            now.copy_from_slice(&self.chunk[self.from..self.from + length]);
            self.take(length);
            into = later;
        }
        Ok(true)
    }

    /// Skips bytes of the stream; false if it ends first.
    pub(super) fn skip(&mut self, mut bytes: usize) -> Result<bool, CorpusError> {
        while bytes > 0 {
            if !self.fill()? {
                return Ok(false);
            }
            let length = bytes.min(self.to - self.from);
            self.take(length);
            bytes -= length;
        }
        Ok(true)
    }

    fn take(&mut self, length: usize) {
        self.from += length;
        self.taken += length as u64;
    }

    /// Reads more of the stream if necessary; false at the end, even of a truncated gzip file.
    fn fill(&mut self) -> Result<bool, CorpusError> {
        while self.from == self.to {
            if self.cancel.is_cancelled() {
                return Err(CorpusError::cancelled());
            }
            match self.input.read(&mut self.chunk) {
                Ok(read) => (self.from, self.to) = (0, read),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(false),
                Err(error) => return Err(failure(&self.file, 0, &error)),
            }
            if self.to == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
