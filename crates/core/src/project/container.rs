//! Container of a saved file: a header line with format, version, length and checksum, then the payload.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use flate2::{Compression, Crc, read::MultiGzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ProjectError, regular, write_atomically};
use crate::{corpus::Cancel, json};

const FORMAT: &str = "wordfield-model";
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// Largest accepted ratio of decompressed to gzip size: gzip shrinks models to about a third.
const GZIP_RATIO: u64 = 100;
/// Decompressed size that is always accepted, in bytes.
const GZIP_ALWAYS: u64 = 16 << 20;
/// Maximum length of the container's header, in bytes.
const HEADER_LIMIT: u64 = 64 << 10;
/// Number of bytes inspected after the payload, where only a line end is allowed.
const REST_LIMIT: u64 = 64;
/// Number of bytes read between two checks for cancellation.
const CHUNK: usize = 1 << 20;

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    program_version: String,
    bytes: usize,
    crc32: u32,
}

/// Writes the payload of a saved file under a format version, gzipped if the name ends in `.gz`.
///
/// The written payload is read back first: JSON has no numbers that are not finite, for example.
pub(super) fn write<T: Serialize + DeserializeOwned>(path: &Path, version: u32, payload: &T) -> Result<(), ProjectError> {
    let refuse = |cause| ProjectError::Write(path.to_owned(), cause);
    let payload = serde_json::to_vec(payload).map_err(|error| refuse(error.into()))?;
    serde_json::from_slice::<T>(&payload).map_err(|error| ProjectError::Unsavable(path.to_owned(), error.to_string()))?;
    let header = Header {
        format: FORMAT.to_owned(),
        version,
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        bytes: payload.len(),
        crc32: checksum(&payload),
    };
    let mut bytes = serde_json::to_vec(&header).map_err(|error| refuse(error.into()))?;
    bytes.push(b'\n');
    bytes.extend(payload);
    bytes.push(b'\n');
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz")) {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&bytes).map_err(refuse)?;
        bytes = encoder.finish().map_err(refuse)?;
    }
    write_atomically(path, &bytes)
}

/// Payload read from a saved file, with its checksum verified.
#[derive(Debug)]
pub(super) struct Payload {
    /// Format version of the saved file.
    pub version: u32,
    path: PathBuf,
    text: Vec<u8>,
}

impl Payload {
    /// Parses the JSON payload of a saved file.
    pub(super) fn parse<T: DeserializeOwned>(&self) -> Result<T, ProjectError> {
        serde_json::from_slice(&self.text).map_err(|error| self.damaged(&error))
    }

    /// Converts the payload's JSON value, after migration, to its type.
    pub(super) fn make_of<T: DeserializeOwned>(&self, value: &serde_json::Value) -> Result<T, ProjectError> {
        json::of_value(value).map_err(|error| self.damaged(&error))
    }

    fn damaged(&self, error: &impl ToString) -> ProjectError {
        ProjectError::Damaged(self.path.clone(), error.to_string())
    }
}

/// Whether a file begins like the files of [`write()`], gzipped or plain.
pub(super) fn begins(path: &Path) -> bool {
    let mark = format!("{{\"format\":\"{FORMAT}\"");
    let mut start = Vec::new();
    let opened = Opened::new(path).ok().and_then(|file| file.input.take(mark.len() as u64).read_to_end(&mut start).ok());
    opened.is_some() && start == mark.as_bytes()
}

/// Opened saved file with its decompressed text.
struct Opened {
    input: Box<dyn BufRead>,
    gzip: bool,
    length: u64,
}

impl Opened {
    fn new(path: &Path) -> Result<Self, ProjectError> {
        let (file, length) = regular::open(path)?;
        let mut file = BufReader::new(file);
        let start = file.fill_buf().map_err(|cause| ProjectError::Read(path.to_owned(), cause))?;
        let gzip = start.starts_with(&GZIP_MAGIC);
        let input: Box<dyn BufRead> = if gzip { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) };
        Ok(Self { input, gzip, length })
    }

    /// Maximum length of the text: the file's length, or under gzip [`GZIP_RATIO`] times that, but at least 16 MiB.
    fn limit(&self) -> u64 {
        if self.gzip { self.length.saturating_mul(GZIP_RATIO).max(GZIP_ALWAYS) } else { self.length }
    }
}

/// Reader that ends early, without an error, once reading is cancelled.
struct Cancellable<'a, R>(R, &'a Cancel);

impl<R: Read> Read for Cancellable<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let part = buffer.len().min(CHUNK);
        if self.1.is_cancelled() { Ok(0) } else { self.0.read(&mut buffer[..part]) }
    }
}

/// Reads the payload of a saved file, gzipped or plain whatever its name, and verifies length and checksum.
pub(super) fn read(path: &Path, known: u32, cancel: &Cancel) -> Result<Payload, ProjectError> {
    let mut opened = Opened::new(path)?;
    let (gzip, limit) = (opened.gzip, opened.limit());
    let damaged = |problem: String| ProjectError::Damaged(path.to_owned(), problem);
    let failed = |cause: io::Error| {
        if gzip { damaged(format!("gzip: {cause}")) } else { ProjectError::Read(path.to_owned(), cause) }
    };
    let not_a_model = || ProjectError::NotAModel(path.to_owned());

    let mut line = Vec::new();
    opened.input.by_ref().take(HEADER_LIMIT).read_until(b'\n', &mut line).map_err(failed)?;
    let line = line.strip_suffix(b"\n").ok_or_else(not_a_model)?;
    let header: serde_json::Value = serde_json::from_slice(line).map_err(|_| not_a_model())?;
    if header["format"] != FORMAT {
        return Err(not_a_model());
    }
    // The format version is checked first: a later header may have other fields.
    let version = header["version"].as_u64().map_or(u32::MAX, |version| u32::try_from(version).unwrap_or(u32::MAX));
    if version > known {
        let program = header["program_version"].as_str().unwrap_or("of a later version").to_owned();
        return Err(ProjectError::Newer { path: path.to_owned(), found: version, known, program });
    }
    let header: Header = serde_json::from_value(header).map_err(|error| damaged(format!("header: {error}")))?;

    let expected = header.bytes;
    if gzip && expected as u64 > limit {
        return Err(ProjectError::Bomb { path: path.to_owned(), limit_mib: limit >> 20 });
    }
    let mut text = Vec::new();
    // Memory is reserved for at most the file's length, whatever the header states.
    let room = expected.min(usize::try_from(limit).unwrap_or(usize::MAX));
    text.try_reserve_exact(room).map_err(|_| ProjectError::TooLarge { path: path.to_owned(), mib: room as u64 >> 20 })?;
    match Cancellable(opened.input.by_ref().take(expected as u64), cancel).read_to_end(&mut text) {
        _ if cancel.is_cancelled() => return Err(ProjectError::Cancelled),
        Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(failed(error)),
        _ if text.len() < expected => {
            return Err(ProjectError::Truncated { path: path.to_owned(), found: text.len(), expected });
        }
        outcome => drop(outcome.map_err(failed)?),
    }
    if checksum(&text) != header.crc32 {
        return Err(damaged("its checksum does not match".into()));
    }
    // gzip verifies its own checksum at the end of the stream.
    let mut rest = Vec::new();
    opened.input.take(REST_LIMIT).read_to_end(&mut rest).map_err(failed)?;
    if !rest.trim_ascii().is_empty() || rest.len() as u64 == REST_LIMIT {
        return Err(damaged("it continues after its end".into()));
    }
    Ok(Payload { version, path: path.to_owned(), text })
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn read<T: DeserializeOwned>(path: &Path, known: u32) -> Result<T, ProjectError> {
        super::read(path, known, &Cancel::default())?.parse()
    }

    fn saved(name: &str, version: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        write(&path, version, &vec![0.1, 1.0 / 3.0, 5e-324, f64::MAX]).unwrap();
        (folder, path)
    }

    #[test]
    fn a_cancelled_reader_stops_and_says_so() {
        let cancel = Cancel::default();
        cancel.cancel();
        for name in ["m.json", "m.json.gz"] {
            let (_folder, path) = saved(name, 1);
            assert!(matches!(super::read(&path, 1, &cancel), Err(ProjectError::Cancelled)), "{name}");
        }
        let mut text = Vec::new();
        let read = Cancellable(io::repeat(7), &cancel).read_to_end(&mut text);
        assert_eq!((read.ok(), text.len()), (Some(0), 0), "an endless file ends");
    }

    #[test]
    fn a_saved_file_is_recognised_by_its_start() {
        for name in ["m.json", "m.json.gz"] {
            let (_folder, path) = saved(name, 1);
            assert!(begins(&path));
            fs::write(&path, "sports\tball goal\n").unwrap();
            assert!(!begins(&path));
        }
        assert!(!begins(Path::new("/no/such/file")));
    }

    #[test]
    fn numbers_come_back_bit_for_bit_plain_and_gzipped() {
        for name in ["m.json", "m.json.gz"] {
            let (folder, path) = saved(name, 1);
            assert_eq!(read::<Vec<f64>>(&path, 1).unwrap(), [0.1, 1.0 / 3.0, 5e-324, f64::MAX]);
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no part file is left");
            assert_eq!(fs::read(&path).unwrap().starts_with(&GZIP_MAGIC), name.ends_with("gz"));
        }
    }

    #[test]
    fn every_truncation_is_an_error_with_a_remedy() {
        for name in ["m.json", "m.json.gz"] {
            let (_folder, path) = saved(name, 1);
            let whole = fs::read(&path).unwrap();
            // The last byte of the plain file is an optional line end.
            for length in 0..whole.len() - 1 {
                fs::write(&path, &whole[..length]).unwrap();
                let message = read::<Vec<f64>>(&path, 1).unwrap_err().to_string();
                assert!(message.contains(name) && message.contains("train"), "{length}: {message}");
            }
        }
    }

    #[test]
    fn every_changed_payload_byte_is_noticed() {
        let (_folder, path) = saved("m.json", 1);
        let whole = fs::read(&path).unwrap();
        let start = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for at in start..whole.len() - 1 {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let message = read::<Vec<f64>>(&path, 1).unwrap_err().to_string();
            assert!(message.contains("damaged") && message.contains("copy it again"), "{message}");
        }
    }

    #[test]
    fn a_later_version_names_itself() {
        let (_folder, path) = saved("m.json", 3);
        let message = read::<Vec<f64>>(&path, 2).unwrap_err().to_string();
        assert!(message.contains("version 3") && message.contains("up to version 2"), "{message}");
    }

    #[test]
    fn another_file_is_not_a_model() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.txt");
        for text in ["", "hello\n", "{\"format\": \"other\"}\n{}\n", "\u{0}\u{1}\n"] {
            fs::write(&path, text).unwrap();
            let message = read::<Vec<f64>>(&path, 1).unwrap_err().to_string();
            assert!(message.contains("notes.txt") && message.contains("is not a wordfield model"), "{message}");
        }
        let message = read::<Vec<f64>>(&folder.path().join("none"), 1).unwrap_err().to_string();
        assert!(message.contains("cannot be read"), "{message}");
        let message = write(&folder.path().join("no/such/m.json"), 1, &1).unwrap_err().to_string();
        assert!(message.contains("make it first"), "{message}");
    }

    /// Writes a gzip file whose header declares `announced` bytes and whose payload is `held` zeros.
    fn zeros(path: &Path, announced: u64, held: u64) {
        let header =
            format!("{{\"format\":\"{FORMAT}\",\"version\":1,\"program_version\":\"0\",\"bytes\":{announced},\"crc32\":0}}\n");
        let mut encoder = GzEncoder::new(fs::File::create(path).unwrap(), Compression::fast());
        encoder.write_all(header.as_bytes()).unwrap();
        io::copy(&mut io::repeat(0).take(held), &mut encoder).unwrap();
        encoder.finish().unwrap();
    }

    #[test]
    fn what_would_unpack_to_gigabytes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gz");
        for announced in [1 << 40, 1_u64 << 60] {
            zeros(&path, announced, 1 << 20);
            let message = read::<Vec<f64>>(&path, 1).unwrap_err().to_string();
            assert!(message.contains("16 MiB") && message.contains("gzip -d"), "{message}");
        }
        zeros(&path, 1 << 10, 1 << 30);
        let message = read::<Vec<f64>>(&path, 1).unwrap_err().to_string();
        assert!(message.contains("damaged"), "{message}");
        fs::write(
            &path,
            format!("{{\"format\":\"{FORMAT}\",\"version\":1,\"program_version\":\"0\",\"bytes\":{},\"crc32\":0}}\n", u64::MAX),
        )
        .unwrap();
        assert!(matches!(read::<Vec<f64>>(&path, 1), Err(ProjectError::Truncated { .. })));
    }

    #[test]
    fn what_stands_behind_the_payload_is_noticed() {
        let (_folder, path) = saved("m.json", 1);
        let whole = fs::read(&path).unwrap();
        for (rest, fits) in [("", true), ("\n", true), ("{}", false), (&"\n".repeat(100)[..], false)] {
            fs::write(&path, [&whole[..], rest.as_bytes()].concat()).unwrap();
            assert_eq!(read::<Vec<f64>>(&path, 1).is_ok(), fits, "{rest:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for (path, says) in
            [(pipe.as_path(), "is a pipe"), (Path::new("/dev/zero"), "is a device"), (folder.path(), "is a folder")]
        {
            assert!(!begins(path));
            let message = read::<Vec<f64>>(path, 1).unwrap_err().to_string();
            assert!(message.contains(says) && message.contains("give a file"), "{message}");
        }
    }
}
