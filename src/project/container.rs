//! The envelope of a saved file: a header line with format, version, length and checksum, then the payload.

use std::fs;
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use flate2::{Compression, Crc, read::MultiGzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{ProjectError, write_atomically};

const FORMAT: &str = "wordfield-model";
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    program_version: String,
    bytes: usize,
    crc32: u32,
}

/// Writes a payload under a format version, gzipped where the name ends in `.gz`.
pub(super) fn write<T: Serialize>(path: &Path, version: u32, payload: &T) -> Result<(), ProjectError> {
    let refuse = |cause| ProjectError::Write { path: path.to_owned(), cause };
    let payload = serde_json::to_vec(payload).map_err(|error| refuse(error.into()))?;
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

/// What was written, its bytes as they were then.
#[derive(Debug)]
pub(super) struct Payload {
    /// The format version it was written under.
    pub version: u32,
    path: PathBuf,
    file: Vec<u8>,
    place: Range<usize>,
}

impl Payload {
    /// Makes of it what was written.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, ProjectError> {
        let damaged = |error: serde_json::Error| ProjectError::Damaged { path: self.path.clone(), problem: error.to_string() };
        serde_json::from_slice(&self.file[self.place.clone()]).map_err(damaged)
    }
}

/// Whether a file begins as [`write()`] begins it, gzipped or plain.
pub(super) fn begins(path: &Path) -> bool {
    let mark = format!("{{\"format\":\"{FORMAT}\"");
    let mut start = vec![0; mark.len()];
    let mut plain = || -> std::io::Result<Vec<u8>> {
        let mut magic = [0; 2];
        fs::File::open(path)?.read_exact(&mut magic)?;
        let file = fs::File::open(path)?;
        if magic == GZIP_MAGIC {
            MultiGzDecoder::new(file).read_exact(&mut start)?;
        } else {
            { file }.read_exact(&mut start)?;
        }
        Ok(start.clone())
    };
    plain().is_ok_and(|start| start == mark.as_bytes())
}

/// Reads a payload back, gzipped or plain whatever its name, and checks it before anything is made of it.
pub(super) fn read(path: &Path, known: u32) -> Result<Payload, ProjectError> {
    let bytes = fs::read(path).map_err(|cause| ProjectError::Read { path: path.to_owned(), cause })?;
    let (bytes, unzipped) = unzip(bytes);
    let damaged = |problem: String| ProjectError::Damaged { path: path.to_owned(), problem };
    let not_a_model = || match &unzipped {
        Err(problem) => damaged(problem.clone()),
        Ok(()) => ProjectError::NotAModel { path: path.to_owned() },
    };

    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(not_a_model)?;
    let header: serde_json::Value = serde_json::from_slice(&bytes[..end]).map_err(|_| not_a_model())?;
    if header["format"] != FORMAT {
        return Err(not_a_model());
    }
    // The version before the rest: a later header may hold other things.
    let version = header["version"].as_u64().map_or(u32::MAX, |version| u32::try_from(version).unwrap_or(u32::MAX));
    if version > known {
        let program = header["program_version"].as_str().unwrap_or("of a later version").to_owned();
        return Err(ProjectError::Newer { path: path.to_owned(), found: version, known, program });
    }
    let header: Header = serde_json::from_value(header).map_err(|error| damaged(format!("header: {error}")))?;

    let rest = &bytes[end + 1..];
    if rest.len() < header.bytes {
        let (path, found, expected) = (path.to_owned(), rest.len(), header.bytes);
        return Err(ProjectError::Truncated { path, found, expected });
    }
    let payload = &rest[..header.bytes];
    if checksum(payload) != header.crc32 {
        return Err(damaged("its checksum does not match".into()));
    }
    unzipped.map_err(damaged)?;
    let place = end + 1..end + 1 + header.bytes;
    Ok(Payload { version, path: path.to_owned(), file: bytes, place })
}

/// The bytes as far as they can be had, and what broke off the decompression.
fn unzip(bytes: Vec<u8>) -> (Vec<u8>, Result<(), String>) {
    if !bytes.starts_with(&GZIP_MAGIC) {
        return (bytes, Ok(()));
    }
    let mut plain = Vec::new();
    let outcome = MultiGzDecoder::new(bytes.as_slice()).read_to_end(&mut plain);
    (plain, outcome.map(drop).map_err(|error| format!("gzip: {error}")))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: DeserializeOwned>(path: &Path, known: u32) -> Result<T, ProjectError> {
        super::read(path, known)?.parse()
    }

    fn saved(name: &str, version: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        write(&path, version, &vec![0.1, 1.0 / 3.0, 5e-324, f64::MAX]).unwrap();
        (folder, path)
    }

    #[test]
    fn a_saved_file_is_known_by_its_beginning() {
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
            // The last byte of the plain file is a line end nobody needs.
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
        assert!(message.contains("folder exists"), "{message}");
    }
}
