//! Rule for repeated texts with different counterparts: one source with several targets, or one target with several sources.
//!
//! Letter case, spaces and end punctuation are ignored.

use super::{Case, Measured, Rule, RuleKind};

pub(super) const SOURCE: Rule = Rule::new(
    RuleKind::Error,
    "repeated-source",
    "other targets",
    1.0,
    "The same source has another target in another row.",
    |case| measure(case, 0),
);
pub(super) const TARGET: Rule = Rule::new(
    RuleKind::Error,
    "repeated-target",
    "other sources",
    1.0,
    "The same target has another source in another row.",
    |case| measure(case, 1),
);

fn measure(case: &Case, side: usize) -> Option<Measured> {
    let count = case.statistics.repeats.counterparts(side, case.texts[side]);
    let noun = ["targets", "sources"][side];
    Measured::count(count.saturating_sub(1), || format!("{count} {noun}"))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "counts are exact")]
mod tests {
    use super::{super::Case, SOURCE, TARGET};
    use crate::Statistics;

    #[test]
    fn counterparts_that_differ_are_counted() {
        let pairs = [["Yes.", "Ja."], ["yes", "Doch."], ["Yes", "ja"], ["Sure.", "Ja!"], ["No.", "Nein."]];
        let statistics = Statistics::of(&pairs);
        let value = |rule: &super::Rule, row: usize| {
            rule.measure(&Case { row, texts: pairs[row], statistics: &statistics }).map_or(0.0, |measured| measured.value)
        };
        assert_eq!([0, 1, 2, 3, 4].map(|row| value(&SOURCE, row)), [1.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!([0, 1, 2, 3, 4].map(|row| value(&TARGET, row)), [1.0, 0.0, 1.0, 1.0, 0.0]);
    }
}
