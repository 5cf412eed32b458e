//! Language of each side: a text in another language than its side of the corpus.
//!
//! The number is the smaller of two: how unusual the text's letters are for its side, in standard deviations, and 0 if
//! no other language explains the text clearly better (see `statistics/language.rs`). Short texts and names therefore do not
//! count.

use super::{Case, Kind, Measured, Rule, SIDES};

pub(super) const RULE: Rule = Rule::new(
    Kind::Error,
    "language",
    "standard deviations",
    2.0,
    "A side is written in another language than the rest of its side.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let sides = [0, 1].map(|side| case.statistics.languages[side].deviation(case.texts[side], case.texts[1 - side]));
    let side = usize::from(sides[1].value > sides[0].value);
    let deviation = &sides[side];
    (deviation.value > 0.0).then(|| Measured { value: deviation.value, text: format!("{}: {}", SIDES[side], deviation.language) })
}
