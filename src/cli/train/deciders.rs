//! Texts on the basis of decisions: map or components, with the scores of both.

use wordfield_core::model::{DecideBy, MapScores};
use wordfield_core::param::Choices;

/// Text on the basis of the runs' decisions, appended to their scores; empty for models without positions.
pub(super) fn suffix(deciders: &[DecideBy]) -> String {
    let names: Vec<&str> = deciders.iter().map(Choices::key).collect();
    if names.is_empty() { String::new() } else { format!("; decides by {}", names.join(" or ")) }
}

/// Text with the scores without the map and of the map alone, if components contribute to decisions.
/// `score` returns a score's text by the name of the part and that of the half ([`MapScores::HALVES`]).
pub(super) fn halves(score: impl Fn(&str, &str) -> Option<String>) -> Option<String> {
    let half = |(name, title): (&str, &str)| {
        let part = |part: &str| Some(format!("{part} {}", score(part, name)?));
        let parts: Vec<String> = ["test", "dev", "train"].into_iter().filter_map(part).collect();
        (!parts.is_empty()).then(|| format!("{title}: {}", parts.join(", ")))
    };
    let halves: Vec<String> = MapScores::HALVES.into_iter().filter_map(half).collect();
    (!halves.is_empty()).then(|| halves.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_measured_is_named() {
        assert_eq!(suffix(&[]), "");
        assert_eq!(suffix(&[DecideBy::Map]), "; decides by map");
        assert_eq!(suffix(&[DecideBy::Combined, DecideBy::Map]), "; decides by combined or map");
        assert_eq!(halves(|_, _| None), None);
        let found = halves(|part, name| (part != "train" && name == "map_alone").then(|| format!("{} %", part.len())));
        assert_eq!(found.as_deref(), Some("the map alone: test 4 %, dev 3 %"));
    }
}
