//! Text files of word vectors, lines of a word and its numbers: word2vec text, fastText `.vec`, GloVe.
//!
//! A word may contain spaces, as in GloVe. Cost: fields are counted in every row, and parsed for words looked up.

use super::{rows::Rows, wrong_count};
use crate::corpus::{Cancel, CorpusError, Limits, file::source::Source, printable::shown};

/// Reads the rows of a text file of word vectors; `words` is the number of words that a first line announces.
pub(super) fn read(
    table: &mut impl Rows,
    words: Option<u64>,
    dimension: usize,
    limits: Limits,
    cancel: &Cancel,
) -> Result<(), CorpusError> {
    let file = table.origin().file.clone();
    if let Some(words) = words {
        table.announce(words)?;
    }
    let mut source = Source::open_as(&file, encoding_rs::UTF_8, limits, cancel)?;
    if words.is_some() {
        source.line()?;
    }
    let mut complete = false;
    while table.goes_on()? {
        let line = source.line + 1;
        let Some(text) = source.line()? else {
            complete = true;
            break;
        };
        let text = text.trim_end_matches(BLANK);
        if text.is_empty() {
            continue;
        }
        let row = cut(text, dimension);
        let (word, numbers) = row.map_err(|have| {
            let wanted = dimension + 1;
            let problem = format!("the row has {have} fields and should have {wanted}, a word and {dimension} numbers");
            CorpusError::format(&file, line, problem, ROW_REMEDY)
        })?;
        let Some(row) = table.row_for(word) else { continue };
        for (column, field) in fields(numbers).take(dimension).enumerate() {
            let number = number(field).map_err(|remedy| {
                let problem = format!("\"{}\" in the vector of \"{}\" is not a finite number", shown(field), shown(word));
                CorpusError::format(&file, line, problem, remedy)
            })?;
            table.set(row, column, number);
        }
    }
    let read = table.origin().words;
    if let Some(words) = words.filter(|&words| complete && words != read) {
        return Err(wrong_count(&file, words, &read.to_string()));
    }
    table.notes().extend(source.note());
    Ok(())
}

const BLANK: [char; 2] = [' ', '\t'];
const ROW_REMEDY: &str = "correct the row, or download or write the file again";

/// Whether a field of a word-vector row is a number with a decimal comma.
pub(super) fn is_decimal_comma(field: &str) -> bool {
    field.matches(',').count() == 1 && field.replace(',', ".").parse::<f64>().is_ok()
}

/// Parses a finite number of a word vector; the error is the remedy.
pub(super) fn number(field: &str) -> Result<f64, &'static str> {
    let remedy = if is_decimal_comma(field) { "write decimals with a point, as in 0.5" } else { ROW_REMEDY };
    field.parse().ok().filter(|number: &f64| number.is_finite()).ok_or(remedy)
}

/// Fields of a row, which blanks and tabs separate.
pub(super) fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.split(BLANK).filter(|field| !field.is_empty())
}

/// Splits a word-vector row into its word and numbers; the error is the actual number of fields.
fn cut(row: &str, dimension: usize) -> Result<(&str, &str), usize> {
    let have = starts(row).count();
    let numbers = have.checked_sub(dimension).filter(|&before| before > 0).and_then(|before| starts(row).nth(before));
    let (word, numbers) = row.split_at(numbers.ok_or(have)?);
    let word = word.trim_matches(BLANK);
    // A word with spaces is accepted, unless its last part is a number: the row then has one number too many.
    let too_many = have > dimension + 1 && word.rsplit(BLANK).next().is_some_and(|end| end.parse::<f64>().is_ok());
    if too_many { Err(have) } else { Ok((word, numbers)) }
}

/// Byte offsets at which the fields of a row start.
fn starts(row: &str) -> impl Iterator<Item = usize> {
    let blank = |byte: u8| byte == b' ' || byte == b'\t';
    let mut before = true;
    row.bytes().enumerate().filter_map(move |(at, byte)| {
        let begins = before && !blank(byte);
        before = blank(byte);
        begins.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rows_are_split_before_their_numbers() {
        assert_eq!(cut("cat 1 2", 2), Ok(("cat", "1 2")));
        assert_eq!(cut("\tcat\t1  2", 2), Ok(("cat", "1  2")));
        assert_eq!(cut("at name@domain.com 1 2", 2), Ok(("at name@domain.com", "1 2")));
        assert_eq!(cut(". . . 1 2", 2), Ok((". . .", "1 2")));
        assert_eq!(cut("a\u{a0}b 1 2", 2), Ok(("a\u{a0}b", "1 2")));
        assert_eq!((cut("cat 1", 2), cut("1 2", 2), cut("cat 1 2 3", 2)), (Err(2), Err(2), Err(4)));
    }

    proptest! {
        #[test]
        fn any_row_is_cut_or_counted(row in "[a1 \té.-]{0,12}", dimension in 1..4_usize) {
            match cut(&row, dimension) {
                Ok((word, numbers)) => {
                    prop_assert!(!word.is_empty());
                    prop_assert_eq!(fields(numbers).count(), dimension);
                }
                Err(have) => prop_assert_eq!(have, fields(&row).count()),
            }
        }
    }
}
