//! Tests that foreign, damaged and hostile files are refused with the reason, without a panic and without reserving memory
//! for sizes that a file claims.

use std::{
    fs::{self, File},
    io::{Cursor, Read, Write},
    path::Path,
};

use super::common::{View, run, session};
use proptest::prelude::*;
use wordfield_core::corpus::{Origin, ReadOptions};
use wordfield_session::{Session, SessionError, is_session, read, write};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Bytes of a complete session.
fn whole() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("work");
    write(&path, &session(1, 4, vec![run(0, 4, 2, 3, 1)])).expect("written");
    fs::read(path).expect("a session")
}

/// Reads bytes as a session.
fn read_bytes(bytes: &[u8]) -> Result<Session<View>, SessionError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("foreign");
    fs::write(&path, bytes).expect("a file");
    read(&path)
}

fn message(bytes: &[u8]) -> String {
    read_bytes(bytes).map(|_| ()).expect_err("an error").to_string()
}

/// The archive with each member changed; `None` omits a member.
fn changed(change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>, method: CompressionMethod) -> Vec<u8> {
    let (mut from, mut to) = (ZipArchive::new(Cursor::new(whole())).expect("a zip"), ZipWriter::new(Cursor::new(Vec::new())));
    for place in 0..from.len() {
        let mut member = from.by_index(place).expect("a member");
        let (name, mut bytes) = (member.name().expect("a name").to_string(), Vec::new());
        member.read_to_end(&mut bytes).expect("bytes");
        if let Some(bytes) = change(&name, bytes) {
            to.start_file(name, SimpleFileOptions::default().compression_method(method)).expect("memory");
            to.write_all(&bytes).expect("memory");
        }
    }
    to.finish().expect("memory").into_inner()
}

/// The archive with one text of `session.json` replaced.
fn replaced(from: &str, to: &str) -> Vec<u8> {
    let change = |name: &str, bytes: Vec<u8>| match name {
        "session.json" => Some(String::from_utf8(bytes).expect("text").replace(from, to).into_bytes()),
        _ => Some(bytes),
    };
    changed(change, CompressionMethod::Stored)
}

#[test]
fn every_problem_is_named_with_its_remedy() {
    assert!(read_bytes(&changed(|_, bytes| Some(bytes), CompressionMethod::Stored)).is_ok());
    for (bytes, reason, remedy) in [
        (b"label\ttext".to_vec(), "not a session", "File › Save session"),
        (Vec::new(), "not a session", "File › Save session"),
        (
            changed(|name, bytes| (name != "session.json").then_some(bytes), CompressionMethod::Stored),
            "not a session",
            "open a file",
        ),
        (replaced("wordfield-session", "another"), "not a session", "open a file"),
        (replaced("\"version\":1", "\"version\":9"), "its format version is 9", "install a newer version"),
        (replaced("\"training\"", "\"trainings\""), "session.json: missing field `training`", "open an earlier copy"),
        (replaced("\"smm\"", "\"unknown\""), "unknown variant", "open an earlier copy"),
        (replaced("\"runs\":[", "\"runs\":[],\"rans\":["), "it names 0 runs", "open an earlier copy"),
        (
            changed(|name, bytes| (name != "words.json").then_some(bytes), CompressionMethod::Stored),
            "words.json",
            "an earlier copy",
        ),
        (
            changed(
                |name, bytes| Some(if name == "words.json" { b"[\"one\"]".to_vec() } else { bytes }),
                CompressionMethod::Stored,
            ),
            "its positions are not those of its points and words",
            "the file is damaged",
        ),
        (changed(|_, bytes| Some(bytes), CompressionMethod::Deflated), "is compressed", "the file is damaged"),
    ] {
        let text = message(&bytes);
        assert!(text.contains(reason) && text.contains(remedy), "{text}");
    }
    let missing = read::<View>(Path::new("/no/such/session")).expect_err("an error").to_string();
    assert!(missing.contains("/no/such/session"), "{missing}");
}

#[test]
fn copied_documents_stay_within_their_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let (path, into) = (folder.path().join("foreign"), folder.path().join("a/b"));
    let unpack = |named: &str, member: &str| {
        let copied = replaced("\"copied\":false", "\"copied\":true");
        let mut archive = ZipWriter::new_append(Cursor::new(copied)).expect("a zip");
        archive.start_file(member, SimpleFileOptions::default()).expect("memory");
        archive.write_all(b"tea").expect("memory");
        fs::write(&path, archive.finish().expect("memory").into_inner()).expect("a file");
        let mut session = read::<View>(&path).expect("a session");
        session.corpus.origin = Origin::Files(vec![named.into()], ReadOptions::default());
        session.unpack(&path, &into).map_err(|error| error.to_string())
    };
    for (named, member) in
        [("documents/0/a.txt", "documents/../../out.txt"), ("../out.txt", "documents/0/a.txt"), ("/etc/passwd", "x")]
    {
        let text = unpack(named, member).expect_err("an error");
        assert!(text.contains("outside the folder") && text.contains("the file is damaged"), "{text}");
    }
    assert!(!folder.path().join("out.txt").exists() && !folder.path().join("a/out.txt").exists());
    assert_eq!(unpack("documents/0/a.txt", "documents/0/a.txt"), Ok(()));
    assert_eq!(fs::read(into.join("documents/0/a.txt")).expect("a copy"), b"tea");
}

#[test]
fn text_that_unpacks_to_much_more_is_refused() {
    let bomb = |name: &str, bytes: Vec<u8>| Some(if name == "words.json" { vec![b' '; 64 << 20] } else { bytes });
    let text = message(&changed(bomb, CompressionMethod::Deflated));
    assert!(text.contains("words.json: it unpacks to more than 16777216 bytes"), "{text}");
}

#[test]
fn lengths_beyond_the_file_reserve_nothing() {
    let huge = |name: &str, bytes: Vec<u8>| {
        if name != "runs/0/end.npy" {
            return Some(bytes);
        }
        let text = String::from_utf8_lossy(&bytes[10..128]).replace("(4, 2,)", "(4,2305843009213693952)");
        Some([&bytes[..10], &text.as_bytes()[..118], &bytes[128..]].concat())
    };
    let text = message(&changed(huge, CompressionMethod::Stored));
    assert!(text.contains("its shape does not fit its length"), "{text}");
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let broken = |name: &str, mut bytes: Vec<u8>| {
        if name == "runs/0/positions.npy" {
            let end = bytes.len() - 4;
            bytes[end..].copy_from_slice(&f32::NAN.to_le_bytes());
        }
        Some(bytes)
    };
    let text = message(&changed(broken, CompressionMethod::Stored));
    assert!(text.contains("runs/0: a position is not finite"), "{text}");
}

#[test]
fn members_with_other_names_are_never_unpacked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("inside").join("work");
    fs::create_dir(path.parent().expect("a folder")).expect("a folder");
    let mut archive = ZipWriter::new_append(Cursor::new(whole())).expect("a zip");
    archive.start_file("../escaped", SimpleFileOptions::default()).expect("memory");
    archive.write_all(b"text").expect("memory");
    fs::write(&path, archive.finish().expect("memory").into_inner()).expect("a file");
    assert!(read::<View>(&path).is_ok());
    assert!(!folder.path().join("escaped").exists());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_truncated_file_is_an_error(share in 0.0f64..1.0) {
        let bytes = whole();
        prop_assert!(read_bytes(&bytes[..(share * bytes.len() as f64) as usize]).is_err());
    }

    #[test]
    fn a_changed_byte_never_panics(share in 0.0f64..1.0, byte in any::<u8>()) {
        let mut bytes = whole();
        let place = (share * bytes.len() as f64) as usize;
        bytes[place] = byte;
        // A changed byte of a checksum, a date or a name may have no effect.
        let _ = read_bytes(&bytes);
    }
}

#[test]
fn other_archives_are_no_sessions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.xlsx");
    let mut archive = ZipWriter::new(File::create(&path).expect("a file"));
    archive.start_file("xl/workbook.xml", SimpleFileOptions::default()).expect("a member");
    archive.finish().expect("a zip");
    assert!(!is_session(&path) && !is_session(folder.path()) && !is_session(&folder.path().join("none")));
}
