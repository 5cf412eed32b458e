//! Rule for duplicates: an earlier row of the corpus has the same two texts.
//!
//! Letter case and spaces are ignored. The first row of the duplicates is not flagged.

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Error, "duplicate", "earlier rows", 1.0, "An earlier row has the same texts.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let first = case.statistics.repeats.first_row(case.texts).filter(|&first| first < case.row)?;
    Some(Measured { value: 1.0, text: format!("of {}", case.statistics.unit(first)) })
}

#[cfg(test)]
mod tests {
    use super::{super::Case, RULE};
    use crate::Statistics;

    #[test]
    fn later_rows_name_the_first() {
        let pairs = [["Yes.", "Ja."], ["No.", "Nein."], ["yes. ", "Ja."], ["Yes.", "Doch."], ["", ""], ["", ""]];
        let statistics = Statistics::of(&pairs);
        let texts =
            |row: usize| RULE.measure(&Case { row, texts: pairs[row], statistics: &statistics }).map(|measured| measured.text);
        assert_eq!(texts(2).as_deref(), Some("of line 1"));
        let statistics = Statistics::of(&pairs).on_units("line", vec![4, 5, 7, 8, 9, 10]);
        let found = RULE.measure(&Case { row: 2, texts: pairs[2], statistics: &statistics }).map(|measured| measured.text);
        assert_eq!(found.as_deref(), Some("of line 4"), "lines without a pair count");
        assert!([0, 1, 3, 4, 5].into_iter().all(|row| texts(row).is_none()), "empty rows are not duplicates");
    }
}
