//! Bracket rule: number of opening and closing brackets of each shape, half and full width alike.

use super::{Case, Measured, Rule, RuleKind};

pub(super) const RULE: Rule =
    Rule::new(RuleKind::Hint, "brackets", "differing brackets", 1.0, "The brackets of the two sides differ.", measure);

/// Shapes of brackets, each with its half- and full-width characters.
const SHAPES: [(char, &str); 6] = [('(', "(（"), (')', ")）"), ('[', "[［【〔"), (']', "]］】〕"), ('{', "{｛"), ('}', "}｝")];

fn measure(case: &Case) -> Option<Measured> {
    let counts = case.texts.map(|text| {
        let mut counts = [0_usize; 6];
        for letter in text.chars() {
            if let Some(shape) = SHAPES.iter().position(|(_, letters)| letters.contains(letter)) {
                counts[shape] += 1;
            }
        }
        counts
    });
    let differing = || (0..6).filter(|&shape| counts[0][shape] != counts[1][shape]);
    let total = differing().map(|shape| counts[0][shape].abs_diff(counts[1][shape])).sum();
    Measured::count(total, || differing().map(|shape| SHAPES[shape].0).collect())
}

#[cfg(test)]
mod tests {
    use super::{super::testing::*, RULE};

    #[test]
    fn shapes_are_compared_across_widths() {
        assert_eq!(measured(&RULE, "a (b) [c]", "あ（い）【う】"), None);
        assert_eq!(text(&RULE, "a (b)", "a b)"), "(");
        assert_eq!(text(&RULE, "a (b) [c]", "a"), "()[]");
    }
}
