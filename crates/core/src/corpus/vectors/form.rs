//! Recognition of the format of word vectors, from the first 64 KiB.

use std::{
    collections::HashSet,
    io::{ErrorKind, Read},
    path::Path,
};

use super::{checked, text::is_decimal_comma};
use crate::corpus::{
    Cancel, CorpusError, Limits,
    file::{
        bytes::{CHUNK, bytes, failure},
        wrong_form,
    },
    printable::beginning,
};

/// Format of a word-vector file, as far as its beginning shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Format word2vec text: lines of a word and its numbers after a line of counts, as fastText writes too.
    Word2vecText { words: u64, dimension: usize },
    /// Format GloVe: each line is a word and the numbers of its vector.
    GloVe { dimension: usize },
    /// Format word2vec binary: words and binary floats after a line of two counts.
    Word2vecBinary { words: u64, dimension: usize },
    /// Rows of numbers, whose words are in a separate file, as the Embedding Projector reads.
    Numbers { dimension: usize },
    /// Format NumPy array (`.npy`); its header is read later.
    Npy,
}

impl Form {
    /// Name of the word-vector format.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Word2vecText { .. } => "word2vec text",
            Self::GloVe { .. } => "GloVe",
            Self::Word2vecBinary { .. } => "word2vec binary",
            Self::Numbers { .. } => "rows of numbers",
            Self::Npy => "NumPy array",
        }
    }

    /// Dimension of the word vectors; 0 if it is not known yet.
    pub(super) fn dimension(self) -> usize {
        match self {
            Self::Word2vecText { dimension, .. }
            | Self::GloVe { dimension }
            | Self::Numbers { dimension }
            | Self::Word2vecBinary { dimension, .. } => dimension,
            Self::Npy => 0,
        }
    }
}

/// Recognises the format of a word-vector file; `listed`: whether the user named a list of its words.
pub(super) fn recognise(file: &Path, listed: bool, limits: Limits) -> Result<Form, CorpusError> {
    let uncounted = Cancel::default();
    let mut head = Vec::new();
    let input = bytes(file, limits, &uncounted)?.input;
    match input.take(CHUNK as u64).read_to_end(&mut head) {
        // A truncated word-vector file may still show its format; the reader reports where it ends.
        Err(error) if error.kind() != ErrorKind::UnexpectedEof || head.is_empty() => return Err(failure(file, 0, &error)),
        _ => {}
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
    Ok(match of(file, head)? {
        // A number may be a word, too: a fraction in front of every row is none, and a named list has all words.
        Form::GloVe { dimension } if whole_lines(head).all(|line| begins_with_number(line, listed)) => {
            Form::Numbers { dimension: checked(file, dimension + 1)? }
        }
        form => form,
    })
}

/// Lines at the beginning of a file that are not blank, without a last one that may be truncated.
fn whole_lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = if head.len() < CHUNK { head.len() } else { head.iter().rposition(|&byte| byte == b'\n').unwrap_or(head.len()) };
    head[..end].split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty())
}

/// Whether a row begins with a number, or with a fraction unless `whole` numbers are meant, too.
fn begins_with_number(line: &[u8], whole: bool) -> bool {
    fields(line).next().is_some_and(|first| is_number(first) && (whole || first.contains(&b'.')))
}

/// Minimum number of values in a row for lines without a header to count as word vectors.
const LEAST: usize = 8;

/// Whether the beginning of a file is only possible for word vectors: an array; a header with rows that fit it;
/// or lines of different words, each with the same number of values, most of them fractions.
pub fn holds_word_vectors(file: &Path, limits: Limits) -> bool {
    let head = bytes(file, limits, &Cancel::default()).map(|bytes| {
        let mut head = Vec::new();
        // An incomplete read is judged by the bytes read so far.
        let _ = bytes.input.take(CHUNK as u64).read_to_end(&mut head);
        head
    });
    head.is_ok_and(|head| are_vectors(file, head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head)))
}

fn are_vectors(file: &Path, head: &[u8]) -> bool {
    let Ok(form) = of(file, head) else { return false };
    let mut lines: Vec<&[u8]> = head.split(|&byte| byte == b'\n').collect();
    // The last line may be truncated.
    lines.pop();
    lines.retain(|line| !line.trim_ascii().is_empty());
    match form {
        Form::Npy => true,
        Form::Word2vecText { dimension, .. } => lines.len() > 1 && lines[1..].iter().all(|line| is_row(line, dimension)),
        Form::Word2vecBinary { words, dimension } => {
            let rest = head.splitn(2, |&byte| byte == b'\n').nth(1).unwrap_or_default();
            let word = rest.iter().position(|&byte| byte == b' ').unwrap_or(rest.len());
            let numbers = rest.get(word + 1..word + 1 + 4 * dimension).unwrap_or_default();
            let number = |bytes: &[u8]| bytes.try_into().map_or(f32::NAN, f32::from_le_bytes);
            let small = |bytes: &[u8]| number(bytes).abs() < 1e6;
            // The bytes of a few floats may be printable, but letters and digits of a text decode to large numbers.
            (!readable(rest) || fills(rest, words, dimension)) && !numbers.is_empty() && numbers.chunks_exact(4).all(small)
        }
        Form::GloVe { dimension } | Form::Numbers { dimension } => {
            let words: HashSet<&[u8]> = lines.iter().filter_map(|line| fields(line).next()).collect();
            let numbers = || lines.iter().flat_map(|line| fields(line).skip(1));
            let fractions = numbers().filter(|field| field.contains(&b'.')).count();
            dimension >= LEAST
                && lines.len() > 1
                && words.len() == lines.len()
                && lines.iter().all(|line| is_row(line, dimension))
                && 2 * fractions > numbers().count()
        }
    }
}

fn of(file: &Path, head: &[u8]) -> Result<Form, CorpusError> {
    let refused = |reason: &str, remedy| {
        Err(CorpusError::format(file, None, format!("there are no word vectors in it ({reason})"), remedy))
    };
    let none = |reason: &str| {
        let remedy = "choose a file of word2vec (text or binary), of GloVe or of fastText (.vec), or a NumPy array (.npy) with a \
                      list of its words beside it";
        refused(reason, remedy)
    };
    if head.starts_with(b"\x93NUMPY") {
        return Ok(Form::Npy);
    }
    if let Some(form) = wrong_form::known(file, head) {
        return refused(form.what, form.remedy);
    }
    let mut lines = head.split(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    if let Some((words, dimension)) = counts(first) {
        let dimension = checked(file, dimension)?;
        let row = lines.next().unwrap_or_default();
        let rest = &head[(first.len() + 1).min(head.len())..];
        // The bytes of a few floats may be letters, digits and line ends.
        // A file of exactly the announced size is binary, unless every line is a row.
        // In a file of another size, a first row of as many numbers as announced means text,
        // and a control character in any other first row means binary.
        let text = if fills(rest, words, dimension) {
            rest.split(|&byte| byte == b'\n').filter(|row| !row.is_empty()).all(|row| is_row(row, dimension))
        } else {
            is_row(row, dimension) || !has_control(row) && numeric(row).unwrap_or_else(|| readable(head))
        };
        return Ok(if text { Form::Word2vecText { words, dimension } } else { Form::Word2vecBinary { words, dimension } });
    }
    if head.trim_ascii().is_empty() {
        return none("it is empty");
    }
    if let Some(form) = wrong_form::not_text(file, head, false) {
        return none(form.what);
    }
    if numeric(first) != Some(true) {
        let first = String::from_utf8_lossy(first);
        return none(&format!("its first line, \"{}\", is no word with numbers", beginning(&first)));
    }
    let dimension = checked(file, fields(first).count().saturating_sub(1))?;
    Ok(Form::GloVe { dimension })
}

/// Number of words and dimension in the header line of a word-vector file, if it holds nothing else.
fn counts(line: &[u8]) -> Option<(u64, usize)> {
    let mut fields = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let counts = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    fields.next().is_none().then_some(counts)
}

/// Whether most fields of a row are numbers; `None` for a row of at most one word.
fn numeric(row: &[u8]) -> Option<bool> {
    let all = fields(row).skip(1).count();
    let numbers = fields(row).skip(1).filter(|field| is_number(field)).count();
    (all > 0).then_some(2 * numbers >= all)
}

/// Whether a row is a word followed by the announced number of vector components.
fn is_row(row: &[u8], dimension: usize) -> bool {
    fields(row).skip(1).count() == dimension && fields(row).skip(1).all(is_number)
}

/// Whether a field is a number.
/// Decimal commas occur in text files, whose reader refuses them with the line; they are no sign of a binary file.
fn is_number(field: &[u8]) -> bool {
    std::str::from_utf8(field).is_ok_and(|field| field.parse::<f64>().is_ok() || is_decimal_comma(field))
}

/// Whether words with four bytes for each number exactly fill the rest of a file, with or without line ends.
fn fills(mut rest: &[u8], words: u64, dimension: usize) -> bool {
    for _ in 0..words {
        let Some(word) = rest.iter().position(|&byte| byte == b' ') else { return false };
        let Some(after) = rest.get(word + 1 + 4 * dimension..) else { return false };
        rest = after.strip_prefix(b"\n").unwrap_or(after);
    }
    rest.is_empty()
}

fn fields(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    row.split(|byte| b" \t\r".contains(byte)).filter(|field| !field.is_empty())
}

/// Whether bytes contain a control character that does not occur in text.
fn has_control(bytes: &[u8]) -> bool {
    bytes.iter().any(|byte| *byte < 0x20 && !b"\t\n\r".contains(byte))
}

/// Whether all bytes are readable as text.
fn readable(head: &[u8]) -> bool {
    // The last character may be truncated by the end of the bytes read.
    !has_control(head) && std::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(head: &[u8]) -> Form {
        of(Path::new("v"), head).expect("a form")
    }

    fn refused(head: &[u8]) -> String {
        of(Path::new("v"), head).expect_err("no form").to_string()
    }

    #[test]
    fn formats_are_recognised_by_their_content() {
        assert_eq!(form(b"2 3\ncat 1 2 3\ndog 4 5 6\n"), Form::Word2vecText { words: 2, dimension: 3 });
        assert_eq!(form(b"2 3\ncat 1 x 3\n"), Form::Word2vecText { words: 2, dimension: 3 }, "an error within");
        assert_eq!(form(b"2 3\ncat\n"), Form::Word2vecText { words: 2, dimension: 3 }, "a row that ends early");
        assert_eq!(form(b"cat 1 2 3\ndog 4 5 6\n"), Form::GloVe { dimension: 3 });
        assert_eq!(form(b"12 1 2 3\n"), Form::GloVe { dimension: 3 }, "a number is a word too");
        let mut binary = b"2 2\ncat ".to_vec();
        binary.extend([0.1_f32, -0.7].iter().flat_map(|x| x.to_le_bytes()));
        assert_eq!(form(&binary), Form::Word2vecBinary { words: 2, dimension: 2 });
        // Test case: zeros and a float with the bytes of a blank and a digit.
        assert_eq!(form(b"2 1\n! \0\0\0\0a 4 \0\0"), Form::Word2vecBinary { words: 2, dimension: 1 });
        // Test case: floats whose bytes are letters and digits.
        assert_eq!(form(b"1 2\n! ab 4cd 5\n"), Form::Word2vecBinary { words: 1, dimension: 2 });
        // Test case: a float whose second byte is a line end.
        assert_eq!(form(b"1 1\nw 1\n\x1cC"), Form::Word2vecBinary { words: 1, dimension: 1 });
        assert_eq!(form(b"1 1\nw 0.25\n"), Form::Word2vecText { words: 1, dimension: 1 }, "four bytes that are a number");
        assert_eq!(form(b"1 1\nw 0,25\n"), Form::Word2vecText { words: 1, dimension: 1 }, "with a decimal comma");
        assert_eq!(form(b"\x93NUMPY\x01\0"), Form::Npy);
    }

    #[test]
    fn only_vectors_are_taken_for_vectors() {
        let are = |head: &[u8]| are_vectors(Path::new("v"), head);
        let row = |word: &str| format!("{word}{}\n", " 0.25".repeat(9));
        assert!(are((row("the") + &row("of")).as_bytes()));
        assert!(are(b"2 3\ncat 1 2 3\ndog 4 5 6\n") && are(b"\x93NUMPY\x01\0"));
        let mut binary = b"2 2\ncat ".to_vec();
        binary.extend([0.1_f32, -0.7].iter().flat_map(|x| x.to_le_bytes()));
        assert!(are(&binary));
        // Test case: one word whose floats are printable, and a text of as many bytes as the header announces.
        assert!(are(b"1 2\n! ab 4cd 5\n") && are(b"1 1\nw &/1>"));
        assert!(!are(b"1 2\nthe catnappe\n") && !are(b"1 2\n! ab 4cd 5 and more\n"));
        // Files that are not vectors: classes repeat, counts are whole, ratings are few, and lines of texts differ in length.
        assert!(!are((row("sport") + &row("sport")).as_bytes()));
        assert!(!are(format!("a{0}\nb{0}\n", " 3".repeat(9)).as_bytes()));
        assert!(!are(b"good 4.5\nbad 1.5\n") && !are(b"sport\tthe match\nnews\tthe vote\n"));
        assert!(!are((row("the") + "and so on\n").as_bytes()) && !are(row("alone").as_bytes()));
        assert!(!are(b"12 3\nonce upon a time\nthere was a king\n") && !are(b""));
    }

    #[test]
    fn other_files_are_refused_with_the_reason() {
        for (head, reason) in [
            (b"".as_slice(), "it is empty"),
            (b" \n\n", "it is empty"),
            (b"Once upon a time\nthere was", "\"Once upon a time\", is no word with numbers"),
            (b"a\0b", "zero bytes"),
        ] {
            let message = refused(head);
            assert!(message.starts_with("v: ") && message.contains(reason) && message.contains("GloVe"), "{message}");
        }
        for (head, reason, remedy) in [
            (b"PK\x03\x04xyz".as_slice(), ".npz", "unpack"),
            (b"\xba\x16\x4f\x2f\x0c\0\0\0", "fastText model", ".vec"),
            (b"\x80\x04\x95\0\0pickle", "Python pickle", "save_word2vec_format"),
            (b"<!doctype html>", "web page", "download"),
        ] {
            let message = refused(head);
            assert!(message.starts_with("v: ") && message.contains(reason) && message.contains(remedy), "{message}");
        }
        for (head, have) in [(b"9 0\n".as_slice(), "have 0 numbers"), (b"9 301\n", "have 301 numbers")] {
            let message = refused(head);
            assert!(message.contains(have) && message.contains("1 to 300"), "{message}");
        }
    }
}
