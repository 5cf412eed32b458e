//! Rule for numbers that differ by value, in both directions, across scripts and formats (see `number.rs`).
//!
//! A number without counterpart that faces a different number counts 2: the two are probably the same number,
//! changed. A number above 3 in one side alone counts 1, unless the texts name units of measure: it may be a conversion.
//! n others count 1 − 2⁻ⁿ together, less than 1, because translations often leave out and add small numbers.

use super::{Case, Measured, Rule, RuleKind};
use crate::mismatch;

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Error, "numbers", "different numbers", 1.0, "The numbers of the two sides differ by value.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let found = mismatch(case.texts);
    (found.value > 0.0 && !case.texts.iter().any(|text| text.trim().is_empty()))
        .then(|| Measured { value: found.value, text: found.text() })
}
