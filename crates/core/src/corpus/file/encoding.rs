//! Character encoding of a file: named by the user, given by a byte-order mark, or detected.
//!
//! Cost: one pass over the file's first 64 KiB, and over the whole file only if these are plain ASCII
//! and later bytes are not UTF-8.
//! Memory: none kept.

use std::{io::Read, path::Path};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

use super::bytes;
use crate::corpus::{Cancel, CorpusError, ErrorKind, Limits};

/// Source of a character encoding, which decides how invalid bytes are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Encoding named by the user: invalid bytes are an error.
    Named,
    /// Encoding detected in the file: invalid bytes become `�`, with a note.
    Recognised,
    /// UTF-8 assumed because all bytes so far are ASCII: invalid bytes start a detection on the whole file.
    Assumed,
}

/// Chosen character encoding and how it was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Choice {
    /// Chosen character encoding of the file.
    pub encoding: &'static Encoding,
    /// Source of the character encoding.
    pub trust: Trust,
}

/// Returns the character encoding with the given name.
pub(crate) fn named(name: &str) -> Result<&'static Encoding, CorpusError> {
    Encoding::for_label_no_replacement(name.as_bytes()).ok_or_else(|| {
        let remedy = "use a name such as \"utf-8\", \"windows-1252\", \"shift_jis\", \"gbk\" or \"utf-16le\", or leave it empty \
                      to have it recognised";
        CorpusError::new(ErrorKind::EncodingName, format!("there is no character encoding named \"{name}\""), remedy)
    })
}

/// Chooses the character encoding of a file that begins with `head`: by byte-order mark, by name, else detected.
///
/// `whole` says that `head` is the entire file.
pub(crate) fn choose(name: Option<&str>, head: &[u8], whole: bool) -> Result<Choice, CorpusError> {
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let wanted = name.map(named).transpose()?;
    if let Some((encoding, _)) = Encoding::for_bom(head) {
        let trust = if wanted == Some(encoding) { Trust::Named } else { Trust::Recognised };
        return Ok(Choice { encoding, trust });
    }
    let declared = || declared(head).and_then(|label| Encoding::for_label_no_replacement(label.as_bytes()));
    // A declaration readable as ASCII excludes UTF-16, whatever encoding it declares; UTF-8 is recognised despite damage.
    let believed = |encoding: &&'static Encoding| {
        encoding.is_ascii_compatible() && *encoding != UTF_8 && (head.is_ascii() || utf8_evidence(head, whole).1 > 0)
    };
    Ok(match wanted {
        Some(encoding) => Choice { encoding, trust: Trust::Named },
        None => declared()
            .filter(believed)
            .map_or_else(|| recognise(head, whole), |encoding| Choice { encoding, trust: Trust::Recognised }),
    })
}

/// Name of the encoding that an XML declaration at the beginning of a file declares.
pub(super) fn declared(head: &[u8]) -> Option<String> {
    let begin = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let text = String::from_utf8_lossy(&begin[..begin.len().min(200)]).into_owned();
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, rest) = declaration.split_once("encoding")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(label, _)| label.trim().to_owned())
}

/// Detects the character encoding of a file that begins with ASCII and continues with bytes that are not UTF-8.
pub(crate) fn recognise_whole(path: &Path, limits: Limits, cancel: &Cancel) -> Result<&'static Encoding, CorpusError> {
    let uncounted = Cancel::default();
    let mut input = bytes::bytes(path, limits, &uncounted)?.input;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    let mut chunk = vec![0; bytes::CHUNK];
    loop {
        if cancel.is_cancelled() {
            return Err(CorpusError::cancelled());
        }
        let read = input.read(&mut chunk).map_err(|error| bytes::failure(path, 0, &error))?;
        detector.feed(&chunk[..read], read == 0);
        if read == 0 {
            return Ok(detector.guess(None, Utf8Detection::Deny));
        }
    }
}

fn recognise(head: &[u8], whole: bool) -> Choice {
    let recognised = |encoding| Choice { encoding, trust: Trust::Recognised };
    if let Some(encoding) = wide(head) {
        return recognised(encoding);
    }
    let escapes = head.contains(&0x1b);
    if head.is_ascii() && !escapes {
        return Choice { encoding: UTF_8, trust: Trust::Assumed };
    }
    let (good, bad) = utf8_evidence(head, whole);
    // A few invalid bytes in a file of valid UTF-8 are damage, not another encoding.
    if !escapes && good > 0 && good >= 10 * bad {
        return recognised(UTF_8);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(head, whole);
    let guess = detector.guess(None, Utf8Detection::Allow);
    if head.is_ascii() && guess != ISO_2022_JP {
        return Choice { encoding: UTF_8, trust: Trust::Assumed };
    }
    recognised(guess)
}

/// Detects UTF-16 without a byte-order mark: nearly every second byte is zero, always at even or always at odd offsets.
fn wide(head: &[u8]) -> Option<&'static Encoding> {
    let zeros = |side: usize| head.iter().skip(side).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let many = (head.len() / 2).max(4) * 4 / 10;
    if odd > many && even == 0 {
        Some(UTF_16LE)
    } else if even > many && odd == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Numbers of valid multi-byte UTF-8 characters and of invalid sequences in `head`.
fn utf8_evidence(head: &[u8], whole: bool) -> (usize, usize) {
    let (mut good, mut bad) = (0, 0);
    let mut at = 0;
    for chunk in head.utf8_chunks() {
        good += chunk.valid().chars().filter(|character| !character.is_ascii()).count();
        at += chunk.valid().len() + chunk.invalid().len();
        // A character truncated by the end of `head` may be valid in the file.
        let cut = !whole && at == head.len() && head.len() >= 4;
        bad += usize::from(!chunk.invalid().is_empty() && !cut);
    }
    (good, bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognised(bytes: &[u8]) -> &'static str {
        choose(None, bytes, true).unwrap().encoding.name()
    }

    #[test]
    fn encodings_are_recognised() {
        assert_eq!(recognised("a\tnaïve café".as_bytes()), "UTF-8");
        assert_eq!(recognised(b"\xef\xbb\xbfa\tb"), "UTF-8");
        assert_eq!(recognised(b"\xff\xfea\0\t\0b\0"), "UTF-16LE");
        assert_eq!(recognised(b"a\0\t\0b\0c\0d\0e\0f\0g\0h\0"), "UTF-16LE");
        assert_eq!(recognised(b"\0a\0\t\0b\0c\0d\0e\0f\0g\0h"), "UTF-16BE");
        let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("京都\t京都市は日本の都市である。金閣寺と銀閣寺がある。");
        assert_eq!(recognised(&sjis), "Shift_JIS");
        let (euc, ..) = encoding_rs::EUC_JP.encode("京都\t京都市は日本の都市である。金閣寺と銀閣寺がある。");
        assert_eq!(recognised(&euc), "EUC-JP");
        let (jis, ..) = ISO_2022_JP.encode("京都\t京都市は日本の都市である。");
        assert_eq!(recognised(&jis), "ISO-2022-JP");
        let (gbk, ..) = encoding_rs::GBK.encode("体育\t中国队在比赛中获得了金牌，观众非常高兴。");
        assert_eq!(recognised(&gbk), "GBK");
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode("fr\tl'été dernier, les élèves étaient à l'école, déjà fatigués");
        assert_eq!(recognised(&latin), "windows-1252");
    }

    #[test]
    fn damaged_utf8_is_still_detected_as_utf8() {
        let mut bytes = "é".repeat(30).into_bytes();
        bytes.push(0xff);
        bytes.extend("é".repeat(30).bytes());
        assert_eq!(recognised(&bytes), "UTF-8");
    }

    #[test]
    fn a_character_truncated_by_the_end_of_the_head_is_ignored() {
        let bytes = "a\té日".as_bytes();
        assert_eq!(utf8_evidence(&bytes[..bytes.len() - 1], false), (1, 0));
        assert_eq!(utf8_evidence(&bytes[..bytes.len() - 1], true), (1, 1));
    }

    #[test]
    fn an_unknown_name_is_an_error_with_examples() {
        let error = choose(Some("klingon"), b"a\tb", true).unwrap_err().to_string();
        assert!(error.contains("\"klingon\"") && error.contains("windows-1252"), "{error}");
    }
}
