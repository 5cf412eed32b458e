//! Unit conversions made in translations: imperial to metric units, Fahrenheit to Celsius.

use std::sync::LazyLock;

use regex::Regex;

/// Largest relative error of a metric value that a translation has rounded.
const ROUNDING: f64 = 0.08;

/// Imperial units: patterns of their names, with their metric values.
static UNITS: LazyLock<Vec<(Regex, &[f64])>> = LazyLock::new(|| {
    let units: [(&str, &[f64]); 9] = [
        (r"\b(?:miles?|mph|meilen?|milles?|miglia|mailia?|maili\w*)\b|マイル", &[1.609, 0.447]),
        (r"\b(?:foot|feet|ft|fuß|pieds?|piedi|jalkaa?)\b|フィート", &[0.3048, 30.48]),
        (r"\binch(?:es)?\b|\b(?:zoll|pouces?|pollici|tuumaa?)\b|インチ", &[2.54, 25.4]),
        (r"\b(?:yards?|jaardi\w*|iarde)\b|ヤード", &[0.9144]),
        (r"\b(?:pounds?|lbs?|pfund|livres?|libbre|paunaa?)\b|ポンド", &[0.4536]),
        (r"\b(?:acres?|eekkeri\w*|acri)\b|エーカー", &[0.4047, 4047.0]),
        (r"\b(?:gallons?|gallonen?)\b|ガロン", &[3.785]),
        (r"\b(?:ounces?|oz|unzen?|onces?)\b|オンス", &[28.35]),
        (r"\bstones?\b", &[6.35]),
    ];
    units.into_iter().map(|(words, factors)| (Regex::new(&format!("(?i){words}")).expect("a valid pattern"), factors)).collect()
});

/// Pattern of words and signs for degrees.
static DEGREES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\bdegrees?\b|°|º|\bF\b|\bgrad|\bdegrés?\b|\bgradi\b|\baste|\b\d0s\b|度").expect("a valid pattern")
});

/// Units of measurement that a text mentions.
pub(super) struct Units {
    factors: Vec<f64>,
    degrees: bool,
}

impl Units {
    /// Units of measurement that a text mentions.
    pub(super) fn of(text: &str) -> Self {
        let factors = UNITS.iter().filter(|(words, _)| words.is_match(text)).flat_map(|(_, factors)| factors.iter().copied());
        Self { factors: factors.collect(), degrees: DEGREES.is_match(text) }
    }

    /// Whether a text mentions any unit of measurement.
    pub(super) fn any(&self) -> bool {
        self.degrees || !self.factors.is_empty()
    }

    /// Whether a value in one of the mentioned imperial units is about the given metric value.
    pub(super) fn convert(&self, value: f64, metric: f64) -> bool {
        let near = |expected: f64| (expected - metric).abs() <= ROUNDING * expected.abs();
        self.factors.iter().any(|factor| near(value * factor))
            || (self.degrees && (((value - 32.0) / 1.8 - metric).abs() <= 1.5 || ((value / 1.8) - metric).abs() <= 1.7))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_are_recognised_with_rounding() {
        for (text, value, metric) in [
            ("385 miles away", 385.0, 620.0),
            ("85 mph", 85.0, 38.0),
            ("a 6-foot wall", 6.0, 1.8),
            ("2 to 4 inches", 2.0, 50.0),
            ("550-pound hog", 550.0, 250.0),
            ("80 degrees", 80.0, 27.0),
            ("6フィート", 6.0, 1.83),
        ] {
            assert!(Units::of(text).convert(value, metric), "{text}");
            assert!(!Units::of(text).convert(value, 3.0 * metric), "{text}");
        }
        assert!(!Units::of("12 people smiled").any());
    }
}
