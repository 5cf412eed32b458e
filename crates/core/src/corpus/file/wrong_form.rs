//! Files that are something else than text or a table: what they are, and what to do.
//!
//! Cost: one comparison a row with the beginning of the file. Memory: none.

use std::path::Path;

/// Kind of a file that cannot be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongForm {
    /// What the file is, as in "a PDF document".
    pub what: &'static str,
    /// Remedy that the user can apply.
    pub remedy: &'static str,
}

/// Magic bytes of a zip archive.
const ZIP: &[u8] = b"PK\x03\x04";
/// Magic bytes of a compound file of Microsoft Office before 2007; encrypted documents are in one, too.
const OLE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const UNPACK: &str = "unpack it and open what is in it (gzip is read as it is)";
const CONVERT: &str = "convert it to plain text, CSV or JSON Lines (gzip is read as it is)";
const EXPORT: &str = "export the data as CSV with the program that wrote it";
const WRITE_DOWN: &str = "write down its text and open that";
const COPY_TEXT: &str = "save its text as a text file and open that";
const WRITE_CSV: &str = "in R write it with write.csv(data, \"table.csv\", row.names = FALSE)";

/// Test of a file's beginning, the form that passes it, and the remedy.
type Tested = (fn(&[u8]) -> bool, &'static str, &'static str);

/// Files that people take for text or word vectors, by a test of their beginning, and the remedy.
const TESTED: &[Tested] = &[
    (is_html, "a web page", "download the file itself: its address may need a login, or end in /raw"),
    (
        |head| head.first() == Some(&0x80) && matches!(head.get(1), Some(2..=5)),
        "a Python pickle, as gensim and pandas save",
        "in Python write word vectors with save_word2vec_format(\"vectors.txt\"), a table with to_csv(\"table.csv\")",
    ),
    (
        |head| head.starts_with(ZIP) && head.get(5) == Some(&0) && head.get(6).is_some_and(|flags| flags & 1 == 1),
        "an encrypted zip archive",
        "unpack it with its password and open what is in it",
    ),
    (
        |head| head.starts_with(ZIP) && holds(head, b"/data.pkl"),
        "a PyTorch file",
        "in Python write the data as text, CSV or with numpy.save",
    ),
    (
        |head| head.starts_with(OLE) && holds(head, &wide("EncryptedPackage")),
        "an encrypted office document",
        "open it with its password and save it without one",
    ),
    (|head| head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP"), "a picture", COPY_TEXT),
    // The length of the first box is below 64 KiB, and an ID3 tag has a version before the flags.
    (|head| head.starts_with(b"\0\0") && head.get(4..8) == Some(b"ftyp"), "a sound or film", WRITE_DOWN),
    (|head| head.starts_with(b"ID3") && matches!(head.get(3), Some(2..=4)), "a sound or film", WRITE_DOWN),
    (|head| head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY"), "a bzip2 archive", UNPACK),
    (|head| head.get(257..262) == Some(b"ustar"), "a tar archive", "unpack it and open the folder"),
];

/// Bytes at the beginning of other such files.
const MAGIC: &[(&[&[u8]], &str, &str)] = &[
    (
        &[b"version https://git-lfs"],
        "a pointer of Git LFS in place of the file",
        "fetch the file itself with `git lfs pull`, or download it by its own address",
    ),
    (&[b"\x93NUMPY"], "a NumPy array", "choose it as word vectors, or save a table with numpy.savetxt"),
    (&[b"\xba\x16\x4f\x2f"], "a fastText model", "choose the .vec file beside it, which holds its word vectors"),
    (&[ZIP], "a zip archive or office document, or .npz", UNPACK),
    (
        &[OLE],
        "an office document of before 2007, as .doc or .xls",
        "save it as .docx or .xlsx, or as text or CSV, in its program",
    ),
    (&[b"%PDF-"], "a PDF document", "save its text, as with pdftotext, and open that"),
    (&[b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*"], "a picture", COPY_TEXT),
    (&[b"OggS\0"], "a sound or film", WRITE_DOWN),
    (&[b"7z\xbc\xaf"], "a 7-zip archive", UNPACK),
    (&[b"\xfd7zXZ"], "an xz archive", UNPACK),
    (&[b"\x28\xb5\x2f\xfd"], "a zstandard archive", UNPACK),
    (&[b"\x04\x22\x4d\x18"], "an lz4 archive", UNPACK),
    (&[b"Rar!\x1a"], "a rar archive", UNPACK),
    (&[b"RDX2\n", b"RDX3\n", b"X\n\0\0\0", b"RDA2\n"], "data of R", WRITE_CSV),
    (&[b"ARROW1\0\0"], "an Arrow or Feather file", "write it as Parquet or CSV"),
    (&[b"SQLite format 3\0"], "an SQLite database", EXPORT),
    (&[b"\x89HDF"], "an HDF5 file", EXPORT),
    (&[b"$FL2", b"<stata_dta>"], "data of SPSS or Stata", EXPORT),
    (&[b"\xff\xfe\0\0", b"\0\0\xfe\xff"], "text in UTF-32", "save it as UTF-8, as with iconv -f UTF-32 -t UTF-8"),
];

/// Kind of a file that begins with `head`, if it is known and cannot be read as text.
/// A file that is named as a web page is text with tags.
pub(crate) fn known(file: &Path, head: &[u8]) -> Option<WrongForm> {
    let named_page = file.extension().is_some_and(|name| name.to_string_lossy().to_lowercase().contains("htm"));
    let tested = TESTED.iter().map(|&(fits, what, remedy)| (fits(head), what, remedy));
    let known = MAGIC.iter().map(|&(magic, what, remedy)| (magic.iter().any(|magic| head.starts_with(magic)), what, remedy));
    let (_, what, remedy) = tested.chain(known).find(|(fits, ..)| *fits)?;
    (!named_page || !is_html(head)).then_some(WrongForm { what, remedy })
}

/// Kind of a file that cannot be read as text, known or not; `wide` allows zero bytes, as in UTF-16.
pub(crate) fn not_text(file: &Path, head: &[u8], wide: bool) -> Option<WrongForm> {
    let unknown = |what| Some(WrongForm { what, remedy: CONVERT });
    let control = |byte: &&u8| **byte < 0x20 && !b"\t\n\r\x0c\x1b".contains(byte);
    if let Some(known) = known(file, head) {
        Some(known)
    } else if wide {
        None
    } else if head.contains(&0) {
        unknown("it holds zero bytes")
    } else if head.iter().filter(control).count() * 20 > head.len() {
        unknown("it holds control characters")
    } else {
        None
    }
}

fn is_html(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let begins = |tag: &[u8]| text.get(..tag.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(tag));
    begins(b"<!doctype html") || begins(b"<html")
}

fn holds(head: &[u8], part: &[u8]) -> bool {
    head.windows(part.len()).any(|window| window == part)
}

/// Bytes of a text in UTF-16, little-endian.
fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_forms_are_named_with_a_remedy() {
        let tar = [vec![b'a'; 257], b"ustar".to_vec()].concat();
        let cases: &[(&[u8], &str, &str)] = &[
            (b"version https://git-lfs.github.com/spec/v1\noid", "Git LFS", "git lfs pull"),
            (b"\xef\xbb\xbf \n<!DOCTYPE html>\n", "web page", "download the file itself"),
            (b"<HTML lang=\"en\">", "web page", "login"),
            (b"\x80\x04\x95\xe5", "Python pickle", "save_word2vec_format"),
            (b"\x93NUMPY\x01", "NumPy", "word vectors"),
            (b"\xba\x16\x4f\x2f\x0c\0\0\0", "fastText model", ".vec"),
            (b"PK\x03\x04\x14\0\x01\0", "encrypted zip", "password"),
            (b"PK\x03\x04\x14\0\0\0..archive/data.pkl", "PyTorch", "numpy.save"),
            (b"PK\x03\x04\x14\0\0\0", "zip archive", "unpack"),
            (&[OLE.to_vec(), wide("EncryptedPackage")].concat(), "encrypted office", "without one"),
            (OLE, ".xls", ".xlsx"),
            (b"%PDF-1.7", "PDF", "pdftotext"),
            (b"\x89PNG\r\n", "picture", "text file"),
            (b"RIFF....WEBP", "picture", "text file"),
            (b"\0\0\0\x20ftypmp42", "film", "text"),
            (b"ID3\x04\0\0", "sound", "text"),
            (b"OggS\0\x02", "sound", "text"),
            (&tar, "tar", "folder"),
            (b"RDX3\nX\n", "data of R", "write.csv"),
            (b"ARROW1\0\0\xff", "Feather", "Parquet"),
            (b"SQLite format 3\0", "SQLite", "CSV"),
            (b"\x89HDF\r\n", "HDF5", "CSV"),
            (b"<stata_dta>", "Stata", "CSV"),
            (b"\xff\xfe\0\0a\0\0\0", "UTF-32", "UTF-8"),
            (b"a\tb\0c", "zero bytes", "convert"),
            (b"\x01\x02\x03", "control characters", "convert"),
        ];
        let archives: &[(&[u8], &str)] = &[
            (b"7z\xbc\xaf\x27\x1c", "7-zip"),
            (b"\xfd7zXZ\0", "xz"),
            (b"BZh91AY&SY", "bzip2"),
            (b"\x28\xb5\x2f\xfd", "zstandard"),
            (b"\x04\x22\x4d\x18", "lz4"),
            (b"Rar!\x1a\x07", "rar"),
        ];
        for (head, what, remedy) in cases.iter().copied().chain(archives.iter().map(|&(head, what)| (head, what, "unpack"))) {
            let found = not_text(Path::new("data.csv"), head, false).expect(what);
            assert!(found.what.contains(what) && found.remedy.contains(remedy), "{found:?}");
        }
    }

    #[test]
    fn text_is_text() {
        let text = |file: &str, head: &[u8], wide| not_text(Path::new(file), head, wide).is_none();
        assert!(text("a.html", b"<html>", false) && text("a.txt", b"label\ttext\nBZh\t%PDF\n", false));
        for head in ["ID3 algorithm of Quinlan", "OggStream", "ARROW1 and ARROW2", "abcdftyp", "%PDF is", "GIF8 "] {
            assert!(text("a.txt", head.as_bytes(), false), "{head}");
        }
        assert!(text("a.txt", b"a\0b\0", true) && text("a.txt", b"version https of the text", false) && text("a", b"", false));
    }
}
