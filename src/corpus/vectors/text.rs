//! Lines of a word and its numbers: word2vec text, fastText `.vec`, GloVe.
//!
//! A word may hold blanks, as some of GloVe's do. Cost: fields are counted in every row, numbers read in those asked for.

use super::table::Table;
use crate::corpus::{Cancel, CorpusError, Limits, ReadOptions, VectorError, file::source::Source, printable::shown};

/// Reads the rows; a first line of counts tells how many words there are.
pub(super) fn read(
    table: &mut Table,
    told: Option<u64>,
    dimension: usize,
    limits: Limits,
    cancel: &Cancel,
) -> Result<(), CorpusError> {
    let file = table.origin.file.clone();
    let options = ReadOptions { limits, ..ReadOptions::default() };
    let mut source = Source::open_as(&file, encoding_rs::UTF_8, &options, cancel)?;
    if told.is_some() {
        source.line()?;
    }
    loop {
        let line = source.line_number() + 1;
        let Some(text) = source.line()? else { break };
        let text = text.trim_end_matches(BLANK);
        if text.is_empty() {
            continue;
        }
        let row = cut(text, dimension);
        let (word, numbers) =
            row.map_err(|have| VectorError::Ragged { file: file.clone(), line, have, wanted: dimension + 1 })?;
        let Some(row) = table.row_for(word) else { continue };
        for (to, field) in table.row_mut(row).iter_mut().zip(fields(numbers)) {
            *to = field.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| VectorError::NotANumber {
                file: file.clone(),
                line,
                word: shown(word),
                found: shown(field),
            })?;
        }
    }
    if let Some(told) = told.filter(|&told| told != table.origin.words) {
        return Err(VectorError::Count { file, told, found: table.origin.words.to_string() }.into());
    }
    table.notes.extend(source.note());
    Ok(())
}

const BLANK: [char; 2] = [' ', '\t'];

fn fields(text: &str) -> impl Iterator<Item = &str> {
    text.split(BLANK).filter(|field| !field.is_empty())
}

/// The word and the numbers of a row, or how many fields it has instead.
fn cut(row: &str, dimension: usize) -> Result<(&str, &str), usize> {
    let have = starts(row).count();
    let numbers = have.checked_sub(dimension).filter(|&before| before > 0).and_then(|before| starts(row).nth(before));
    let (word, numbers) = row.split_at(numbers.ok_or(have)?);
    let word = word.trim_matches(BLANK);
    // A word with blanks, unless what seems to be its end is a number too many.
    let too_many = have > dimension + 1 && word.rsplit(BLANK).next().is_some_and(|end| end.parse::<f64>().is_ok());
    if too_many { Err(have) } else { Ok((word, numbers)) }
}

/// Where the fields of a row begin.
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
    fn rows_are_cut_at_their_numbers() {
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
