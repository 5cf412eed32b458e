//! Numbers in texts, compared by value whatever the script and format.
//!
//! | written | read as |
//! |---|---|
//! | `٣٤`, `३४`, `３４` | digits of every script (Unicode category Nd) |
//! | `1.234,5`, `1,234.5`, `1 234,5`, `1'234.5`, `12,34,567` | thousands and decimals; where two readings are possible, both |
//! | `3 million`, `3 Mio.`, `$3bn`, `300万`, `1万2千`, `3億5000万` | the scaled value; without a scale on the opposite side also the bare value |
//! | `10:30`, `10.30`, `10h30`, `7 p.m.`, `午後7時` | parts; an hour after noon also as 12 more |
//! | `5/3/2018`, `2-1` | parts in any order |
//! | `1980s`, `’80`, `80er`, `1800-luku` | years by two digits, centuries by their first year |
//! | `20 miles`, `6 feet`, `80 °F` | also their metric value, rounded |
//! | `平成30年` | years of Japanese eras |
//! | `three`, `drei`, `March`, `XIV`, `三`, `三十五` | words, months, Roman and Chinese numerals: only if the opposite side has digits |
//!
//! Cost: linear in the text; comparison is quadratic in the numbers of a pair, of which the first [`LIMIT`] a side count.

mod compare;
mod digit;
mod ideograph;
mod scan;
mod units;
mod words;

pub use compare::{Mismatch, mismatch};
pub use scan::numbers;

/// Maximum number of numbers read from a text.
pub(crate) const LIMIT: usize = 256;

/// Certainty that a piece of text is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Word that can mean a number (`one`, `may`, 一, `I`): it can match digits of the opposite side and is never missed.
    Weak,
    /// Number word or month, which counts as missing only if the pair has unmatched digits.
    Word,
    /// Number written in digits.
    Digits,
}

/// Number found in a text, with its possible values.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// Number as written in the text.
    pub text: String,
    /// Possible values of the number as a whole; empty for dates and similar numbers.
    pub values: Vec<f64>,
    /// Possible values of each group of digits, in order; empty unless the number has several groups.
    pub parts: Vec<Vec<f64>>,
    /// Value without a scale word (`million`), compared with a counterpart that has no scale word.
    pub unscaled: Vec<f64>,
    /// Certainty that the text is a number.
    pub strength: Strength,
}

/// Whether two values are equal except for rounding in the last bits.
fn same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.abs().max(other.abs())
}
