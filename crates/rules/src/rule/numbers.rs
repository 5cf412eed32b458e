//! Rule for numbers that differ by value, in both directions, across scripts and formats (see `number.rs`).
//!
//! A number without counterpart that faces a different number counts 1: the two are probably the same number,
//! changed. n numbers that the opposite side leaves out count 1 − 2⁻ⁿ together, less than 1,
//! because translations often leave out and add numbers.

use super::{Case, Measured, Rule, RuleKind};
use crate::mismatch;

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Error, "numbers", "different numbers", 1.0, "The numbers of the two sides differ by value.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let found = mismatch(case.texts);
    (found.value > 0.0).then(|| Measured { value: found.value, text: found.text() })
}
