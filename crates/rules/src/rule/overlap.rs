//! Overlap rule: one side also contains the text of a neighbouring row, so that two segments were merged on one side.

use super::{Case, Measured, Rule, RuleKind, SIDES};

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Error, "overlap", "neighbours", 1.0, "A side has the text of a neighbouring row too.", measure);

fn measure(case: &Case) -> Option<Measured> {
    let (side, neighbour) = case.statistics.overlaps.find(case.row, case.texts)?;
    Some(Measured { value: 1.0, text: format!("{}: {}", SIDES[side], case.statistics.unit(neighbour)) })
}

#[cfg(test)]
mod tests {
    use super::{super::Case, RULE};
    use crate::Statistics;

    #[test]
    fn a_merged_side_names_the_neighbour() {
        let pairs = [
            ["The house is red.", "Das Haus ist rot. Das Boot ist blau und alt."],
            ["The boat is blue and old.", "Das Boot ist blau und alt."],
            ["He went away. And he never came back.", "Er ging. Und er kam nie zurück."],
            ["And he never came back.", "Und er kam nie zurück."],
            ["He agreed: Yes.", "Er stimmte zu: Ja."],
            ["Indeed.", "Ja."],
        ];
        let statistics = Statistics::of(&pairs);
        let text = |row: usize, texts| RULE.measure(&Case { row, texts, statistics: &statistics }).map(|found| found.text);
        assert_eq!(text(0, pairs[0]).as_deref(), Some("target: line 2"));
        for (row, texts) in pairs.into_iter().enumerate().skip(1) {
            assert_eq!(text(row, texts), None, "row {row}: merged on both sides, or too short");
        }
        assert_eq!(text(0, ["The house is red.", "Das Haus ist rot."]), None, "a corrected text has no overlap");
    }
}
