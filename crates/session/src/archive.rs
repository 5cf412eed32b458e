//! Zip archive of a session file: `session.json` first, followed by lists and arrays.
//!
//! Arrays are stored, so that their size is bounded by that of the file.
//! JSON is deflated, and unpacks to at most [`MAX_PACKING_RATIO`] times its packed size.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, Write},
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use zip::{CompressionMethod, ZipArchive, ZipWriter, result::ZipError, write::SimpleFileOptions};

use crate::{
    Session, SessionError, copies, history,
    npy::{self, Number, Reading, wrong},
};
use wordfield_core::project::{PendingFile, open_regular};

/// Name of the session format in `session.json`.
const FORMAT: &str = "wordfield-session";
/// Version of the session format that is written, and the newest that is read.
const VERSION: u32 = 1;
const SESSION_ENTRY: &str = "session.json";
const WORDS: &str = "words.json";
const CHECK_ENTRY: &str = "check.json";
/// Maximum accepted ratio of unpacked to packed size of a JSON entry.
const MAX_PACKING_RATIO: u64 = 200;
/// Unpacked size up to which a JSON entry is always accepted, in bytes.
const ALWAYS_ACCEPTED_BYTES: u64 = 16 << 20;
/// Size in bytes from which an entry's lengths are stored in eight bytes in the zip archive.
const LARGE: usize = 1 << 31;
/// Maximum number of runs in a session: the earlier runs that the window keeps, and the current one.
const RUNS: usize = 64;

/// Content of `session.json` for writing.
#[derive(Serialize)]
struct Written<'a, V> {
    format: &'static str,
    version: u32,
    program_version: &'static str,
    #[serde(flatten)]
    session: &'a Session<V>,
}

/// Head of `session.json`, common to all format versions.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

/// Writes a session file; at every moment its path holds the earlier file or the complete new one.
///
/// # Errors
/// Returns an error if the path cannot hold a file or an I/O operation fails; an earlier file is then unchanged.
pub fn write<V: Serialize + Clone>(path: &Path, session: &Session<V>) -> Result<(), SessionError> {
    let refuse = |cause: io::Error| SessionError::Write(path.to_owned(), cause);
    let mut named = session.clone();
    let copies = if named.corpus.copied { copies::listed(&mut named.corpus.origin).map_err(refuse)? } else { Vec::new() };
    named.make_relative(path);
    let mut file = PendingFile::create(path)?;
    let mut archive = ZipWriter::new_stream(&mut file);
    let begin = |archive: &mut ZipWriter<_>, member: &str, bytes: u64| Ok(archive.start_file(member, deflated(bytes))?);
    members(&named, &mut archive)
        .and_then(|()| copies::write(&copies, &mut archive, begin))
        .and_then(|()| archive.finish().map(drop).map_err(io::Error::from))
        .map_err(refuse)?;
    file.complete()?.rename()?;
    Ok(())
}

fn members<V: Serialize>(session: &Session<V>, to: &mut ZipWriter<impl Write + Seek>) -> io::Result<()> {
    let program_version = env!("CARGO_PKG_VERSION");
    json(to, SESSION_ENTRY, &Written { format: FORMAT, version: VERSION, program_version, session })?;
    json(to, WORDS, &*session.words)?;
    if let Some(check) = &session.check {
        json(to, CHECK_ENTRY, check)?;
    }
    session.runs.iter().enumerate().try_for_each(|(place, run)| history::write(run, &format!("runs/{place}"), to))
}

/// Begins an array of the given shape as a new archive entry, which is `large` from 2 GB on.
pub(crate) fn array<T: Number>(to: &mut ZipWriter<impl Write + Seek>, name: &str, shape: &[usize]) -> io::Result<()> {
    let bytes = T::BYTES * shape.iter().product::<usize>();
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(bytes >= LARGE);
    to.start_file(name, options)?;
    npy::begin::<T>(shape, to)
}

/// Writes a value as a JSON entry of the archive.
pub(crate) fn json(to: &mut ZipWriter<impl Write + Seek>, name: &str, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(value)?;
    to.start_file(name, deflated(text.len() as u64))?;
    to.write_all(&text)
}

/// ZIP options of a compressed entry with the given size in bytes.
fn deflated(bytes: u64) -> SimpleFileOptions {
    SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).large_file(bytes >= LARGE as u64)
}

/// Whether a file begins like a session file; `false` if it cannot be read.
pub fn is_session(path: &Path) -> bool {
    // The name of the first entry follows thirty bytes of a zip archive.
    let mut start = [0; 30 + SESSION_ENTRY.len()];
    let opened = open_regular(path).ok().and_then(|(mut file, _)| file.read_exact(&mut start).ok());
    opened.is_some() && start.starts_with(b"PK\x03\x04") && start.ends_with(SESSION_ENTRY.as_bytes())
}

/// Reads a session file without its word lists, pair check and recorded points.
///
/// # Errors
/// Returns the errors of [`read`].
pub fn read_outline<V: DeserializeOwned + Default>(path: &Path) -> Result<Session<V>, SessionError> {
    Archive::open(path)?.outline(path)
}

/// Reads a complete session file.
///
/// # Errors
/// Returns an error if the file cannot be read, is not a session, was written by a later version, or is damaged.
pub fn read<V: DeserializeOwned + Default>(path: &Path) -> Result<Session<V>, SessionError> {
    let mut archive = Archive::open(path)?;
    let mut session = archive.outline(path)?;
    let damaged = |member: &str, error: &io::Error| SessionError::Damaged {
        path: path.to_owned(),
        member: member.to_owned(),
        problem: error.to_string(),
    };
    session.words = archive.json(WORDS).map_err(|error| damaged(WORDS, &error))?;
    if archive.members.index_for_name(CHECK_ENTRY).is_some() {
        session.check = Some(archive.json(CHECK_ENTRY).map_err(|error| damaged(CHECK_ENTRY, &error))?);
    }
    if session.runs.len() > RUNS || (session.current && session.runs.is_empty()) {
        return Err(damaged(SESSION_ENTRY, &wrong(&format!("it names {} runs", session.runs.len()))));
    }
    let words = session.words.len();
    for (place, run) in session.runs.iter_mut().enumerate() {
        let folder = format!("runs/{place}");
        history::read(run, &folder, words, &mut archive).map_err(|error| damaged(&folder, &error))?;
    }
    Ok(session)
}

/// Opened zip archive of a session file.
pub(crate) struct Archive {
    pub(crate) members: ZipArchive<BufReader<File>>,
    /// Length of the session file in bytes.
    length: u64,
}

impl Archive {
    pub(crate) fn open(path: &Path) -> Result<Self, SessionError> {
        let (file, length) = open_regular(path)?;
        ZipArchive::new(BufReader::new(file)).map(|members| Self { members, length }).map_err(|error| match error {
            ZipError::Io(cause) if cause.kind() != io::ErrorKind::UnexpectedEof => SessionError::Read(path.to_owned(), cause),
            _ => SessionError::NotASession(path.to_owned()),
        })
    }

    fn outline<V: DeserializeOwned + Default>(&mut self, path: &Path) -> Result<Session<V>, SessionError> {
        let damaged =
            |problem: String| SessionError::Damaged { path: path.to_owned(), member: SESSION_ENTRY.to_owned(), problem };
        if self.members.index_for_name(SESSION_ENTRY).is_none() {
            return Err(SessionError::NotASession(path.to_owned()));
        }
        let text = self.text(SESSION_ENTRY).map_err(|error| damaged(error.to_string()))?;
        let head: Head = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        if head.format != FORMAT {
            return Err(SessionError::NotASession(path.to_owned()));
        }
        if head.version > VERSION {
            return Err(SessionError::Later { path: path.to_owned(), version: head.version, known: VERSION });
        }
        let mut session: Session<V> = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
        session.make_absolute(path);
        Ok(session)
    }

    /// Text of a JSON entry of the archive.
    fn text(&mut self, name: &str) -> io::Result<Vec<u8>> {
        let member = self.members.by_name(name)?;
        let most = member.compressed_size().saturating_mul(MAX_PACKING_RATIO).max(ALWAYS_ACCEPTED_BYTES);
        let mut text = Vec::new();
        member.take(most + 1).read_to_end(&mut text)?;
        if text.len() as u64 > most { Err(wrong(&format!("it unpacks to more than {most} bytes"))) } else { Ok(text) }
    }

    /// Opens an array of `T` in the archive.
    pub(crate) fn array<'a, T: Number>(&'a mut self, name: &str) -> io::Result<Reading<impl Read + use<'a, T>>> {
        let length = self.length;
        let member = self.members.by_name(name)?;
        // No memory is reserved for numbers that the archive entry cannot hold.
        if member.compression() != CompressionMethod::Stored || member.size() > length {
            return Err(wrong(&format!("{name} is compressed, or longer than the file")));
        }
        let size = member.size();
        Reading::begin::<T>(member, size)
    }

    /// Reads a JSON entry of the archive.
    pub(crate) fn json<T: DeserializeOwned>(&mut self, name: &str) -> io::Result<T> {
        Ok(serde_json::from_slice(&self.text(name)?)?)
    }
}
