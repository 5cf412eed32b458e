//! Length rule: length ratio of a pair compared with that of its corpus, and the number of sentence ends.
//!
//! Half sentences and merged sentences differ in length and often in their sentence ends.
//! The number combines both by Fisher's rule: √(z² − 2 ln p), where z is the distance of the log length ratio from the corpus's
//! mean in standard deviations, and p is the corpus's share of pairs with the same difference of sentence ends
//! (see `statistics/length.rs`).

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule = Rule::new(
    RuleKind::Error,
    "length",
    "standard deviations",
    3.2,
    "The length ratio and the sentence ends are unusual for this corpus.",
    measure,
);

fn measure(case: &Case) -> Option<Measured> {
    let deviation = case.statistics.length.deviation(case.texts)?;
    Some(Measured { value: deviation.value, text: format!("×{:.2}", deviation.ratio) })
}

#[cfg(test)]
mod tests {
    use super::{super::Case, RULE};
    use crate::Statistics;

    #[test]
    fn half_and_merged_targets_are_flagged() {
        let sentence = |row: usize, words: usize| {
            let mut text: Vec<&str> = (0..words).map(|word| ["stone", "sea", "mountain", "river"][(row + word) % 4]).collect();
            text.push("end.");
            text.join(" ")
        };
        let texts: Vec<[String; 2]> =
            (0..200).map(|row| [sentence(row, 8 + row % 9), sentence(row + 1, 8 + row * 7 % 9)]).collect();
        let pairs: Vec<[&str; 2]> = texts.iter().map(|pair| [&*pair[0], &*pair[1]]).collect();
        let statistics = Statistics::of(&pairs);
        let value = |source: &str, target: &str| {
            RULE.measure(&Case { row: 0, texts: [source, target], statistics: &statistics }).map_or(0.0, |found| found.value)
        };
        let [source, target] = [sentence(0, 12), sentence(1, 12)];
        assert!(value(&source, &target) < 1.0);
        let half = target.chars().take(target.len() / 2).collect::<String>();
        let merged = format!("{target} {target}");
        assert!(value(&source, &half) > value(&source, &format!("{half}.")) + 0.5, "a missing sentence end counts");
        assert!(value(&source, &merged) > value(&source, &merged.replacen("end.", "end", 1)), "an additional one counts");
        assert!(value(&source, &merged).is_finite() && value("", &target) == 0.0);
    }
}
