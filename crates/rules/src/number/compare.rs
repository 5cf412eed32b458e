//! Comparison of the numbers in two texts by value.

use super::{Number, Strength, numbers, same, units::Units};

/// Numbers of source and target text that lack a counterpart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mismatch {
    /// Numbers without counterpart in the source and in the target, as written.
    pub missing: [Vec<String>; 2],
    /// Score of the mismatch: a number and a different one opposite it count 2. Further numbers together count 1 if one of them is
    /// above `SMALL` and no unit of measure shows it to be a conversion; n others together count 1 − 2⁻ⁿ.
    pub value: f64,
}

impl Mismatch {
    /// Text of the mismatch for a table cell: `15≠51`, `15≠` or `≠51`.
    pub fn text(&self) -> String {
        format!("{}≠{}", self.missing[0].join(" "), self.missing[1].join(" "))
    }
}

/// Largest number that translations often add or leave out, as an article or in a counter word.
const SMALL: f64 = 3.0;

/// Number, or group of its digits, during the comparison of two texts.
#[derive(Clone)]
struct ComparedNumber {
    text: String,
    values: Vec<f64>,
    /// Values without the scale word after the number, if there is one.
    unscaled: Option<Vec<f64>>,
    parts: Vec<Vec<f64>>,
    strength: Strength,
    matched: bool,
    /// Whether the number is a zero that may be omitted, as in 7:00.
    silent: bool,
}

impl ComparedNumber {
    fn of(number: Number) -> Self {
        let scaled = number.unscaled.first().zip(number.values.first()).is_some_and(|(bare, value)| !same(*bare, *value));
        Self {
            text: number.text,
            unscaled: scaled.then_some(number.unscaled),
            values: number.values,
            parts: number.parts,
            strength: number.strength,
            matched: false,
            silent: false,
        }
    }

    /// Splits a number into its groups of digits; a single group is unchanged.
    fn split(self) -> Vec<Self> {
        if self.parts.is_empty() {
            return vec![self];
        }
        let grouped = self.values.iter().any(|value| *value >= 1000.0);
        let part = |values: Vec<f64>| Self {
            silent: !grouped && values.first() == Some(&0.0),
            text: values.first().map_or(String::new(), |value| format!("{value:.0}")),
            values,
            unscaled: None,
            parts: Vec::new(),
            ..self.clone()
        };
        self.parts.iter().cloned().map(part).collect()
    }

    fn equals(&self, other: &Self) -> bool {
        let common = |one: &[f64], other: &[f64]| one.iter().any(|one| other.iter().any(|other| same(*one, *other)));
        common(&self.values, &other.values)
            || match (&self.unscaled, &other.unscaled) {
                (Some(bare), None) => common(bare, &other.values),
                (None, Some(bare)) => common(&self.values, bare),
                _ => false,
            }
    }

    /// Whether one number is a year and the second its last two digits, or one a century and the second its first year.
    fn same_year(&self, other: &Self) -> bool {
        let (Some(&one), Some(&other)) = (self.values.first(), other.values.first()) else { return false };
        let (short, long) = if one < other { (one, other) } else { (other, one) };
        let two_digits = (10.0..100.0).contains(&short) && (1000.0..2200.0).contains(&long) && same(long % 100.0, short);
        // Centuries by their first year: the 19th century is 1800-luku in Finnish.
        let century = (2.0..=22.0).contains(&short) && same(long, 100.0 * (short - 1.0));
        two_digits || century
    }
}

/// Numbers of the source and the target text that lack a counterpart.
pub fn mismatch(texts: [&str; 2]) -> Mismatch {
    if !texts.iter().any(|text| text.chars().any(|letter| super::digit::digit(letter).is_some())) {
        return Mismatch::default();
    }
    let mut sides = texts.map(|text| numbers(text).into_iter().map(ComparedNumber::of).collect::<Vec<_>>());
    let digits = |atom: &ComparedNumber| atom.strength == Strength::Digits;
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.equals(other));
    // A converted decimal is a single number: it is compared before numbers are split into parts.
    pair_converted(&mut sides, texts, |one, other| digits(one) && digits(other) && one.parts.len() + other.parts.len() > 0);
    let mut sides = sides
        .map(|side| side.into_iter().flat_map(|atom| if atom.matched { vec![atom] } else { atom.split() }).collect::<Vec<_>>());
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.equals(other));
    let word = |atom: &ComparedNumber| atom.strength == Strength::Word;
    pair(&mut sides, |one, other| word(one) && word(other) && one.equals(other));
    pair(&mut sides, |one, other| digits(one) != digits(other) && one.equals(other));
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.same_year(other));
    pair(&mut sides, |one, other| word(one) != word(other) && !digits(one) && !digits(other) && one.equals(other));
    pair_converted(&mut sides, texts, |one, other| digits(one) || digits(other));
    judge(&sides, texts)
}

/// Marks pairs of unmatched numbers as matched if `together` holds for them.
fn pair(sides: &mut [Vec<ComparedNumber>; 2], together: impl Fn(&ComparedNumber, &ComparedNumber) -> bool) {
    let [source, target] = sides;
    for one in source.iter_mut() {
        if let Some(other) = target.iter_mut().filter(|other| !other.matched && !one.matched).find(|other| together(one, other)) {
            one.matched = true;
            other.matched = true;
        }
    }
}

/// Marks pairs of unmatched numbers as matched if one number is the metric conversion of the other.
fn pair_converted(
    sides: &mut [Vec<ComparedNumber>; 2],
    texts: [&str; 2],
    fits: impl Fn(&ComparedNumber, &ComparedNumber) -> bool,
) {
    if sides.iter().any(|side| side.iter().all(|atom| atom.matched)) {
        return;
    }
    let units = texts.map(Units::of);
    if !units.iter().any(Units::any) {
        return;
    }
    let converts = |one: f64, other: f64| units[0].convert(one, other) || units[1].convert(other, one);
    let about = |one: &ComparedNumber, other: &ComparedNumber| {
        one.values.iter().any(|one| other.values.iter().any(|other| converts(*one, *other)))
    };
    pair(sides, |one, other| fits(one, other) && about(one, other));
}

/// Counts the numbers that remain without a counterpart.
fn judge(sides: &[Vec<ComparedNumber>; 2], texts: [&str; 2]) -> Mismatch {
    let open = |side: usize, strength: Strength| {
        sides[side].iter().filter(move |atom| !atom.matched && !atom.silent && atom.strength == strength)
    };
    // A number that occurs once on one side and twice on the opposite side is a repetition.
    let repeated = |side: usize, atom: &ComparedNumber| sides[1 - side].iter().any(|other| other.equals(atom));
    let digits = [0, 1].map(|side| open(side, Strength::Digits).collect::<Vec<_>>());
    let new = [0, 1].map(|side| digits[side].iter().filter(|atom| !repeated(side, atom)).count());
    let words = [0, 1].map(|side| open(side, Strength::Word).filter(|atom| !repeated(side, atom)).collect::<Vec<_>>());
    let against = [0, 1].map(|side| new[side].min(digits[1 - side].len() + words[1 - side].len()));
    let changed = against[0].max(against[1]);
    let alone = new[0].max(new[1]) - changed;
    let is_large = |atom: &&&ComparedNumber| atom.values.iter().all(|value| *value > SMALL);
    let large = [0, 1].map(|side| digits[side].iter().filter(|atom| !repeated(side, atom)).filter(is_large).count());
    let certain = large[0].max(large[1]) > changed && !texts.map(Units::of).iter().any(Units::any);
    let shown = |side: usize| {
        let beside = if digits[1 - side].is_empty() { &[] } else { &words[side][..] };
        let all = if digits[side].is_empty() { beside } else { &digits[side][..] };
        all.iter().map(|atom| atom.text.clone()).collect()
    };
    let value = 2.0 * changed as f64 + if certain { 1.0 } else { 1.0 - (-(alone.min(50) as f64)).exp2() };
    if value == 0.0 { Mismatch::default() } else { Mismatch { missing: [shown(0), shown(1)], value } }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of halves are exact")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value(source: &str, target: &str) -> f64 {
        let [there, back] = [mismatch([source, target]), mismatch([target, source])];
        assert_eq!(there.value, back.value, "both directions: {source} / {target}");
        there.value
    }

    #[test]
    fn equal_values_match_in_any_format() {
        for (source, target) in [
            ("1,234.5 people", "1.234,5 Personen"),
            ("1,234.5", "1 234,5"),
            ("10:30", "10.30 Uhr"),
            ("at 10:30", "à 10h30"),
            ("3 p.m. on Monday", "um 15:00 Uhr"),
            ("3:15 pm", "15.15"),
            ("7 p.m.", "午後7時"),
            ("19:00", "午後7時"),
            ("March 5, 2018", "5.3.2018"),
            ("5/3/2018", "2018年3月5日"),
            ("3 million", "300万"),
            ("3.5 billion", "3,5 Milliarden"),
            ("$3bn", "3 mrd. dollaria"),
            ("350,000,000", "3億5000万"),
            ("15,000 dollars", "1 万 5 千ドル"),
            ("12,000", "1万2千"),
            ("three million", "300万"),
            ("34 books", "٣٤ كتابا"),
            ("34", "३४"),
            ("34", "３４"),
            ("34", "三十四"),
            ("2018", "平成30年"),
            ("the 1980s", "die 80er"),
            ("the 19th century", "1800-luvulla"),
            ("3 houses", "drei Häuser"),
            ("fifty-eight percent", "58 %"),
            ("XIVe siècle", "14th century"),
            ("20 miles", "32 Kilometer"),
            ("1 to 4 inches", "2,5 bis 10 Zentimeter"),
            ("1,00,000 rupees", "100.000 Rupien"),
            ("It was 1–0", "0:1"),
            ("no number", "kein Wort"),
        ] {
            assert_eq!(value(source, target), 0.0, "{source} / {target}");
        }
    }

    #[test]
    fn changed_numbers_count_two_each() {
        for (source, target) in [
            ("15 houses", "51 Häuser"),
            ("1,234.5", "1.234,6"),
            ("10:30", "10.40 Uhr"),
            ("three houses", "7 Häuser"),
            ("Listen to Radio 4 when due", "Hören Sie Radio 2"),
            ("3 million", "300億"),
            ("3 million", "5百万"),
            ("34", "٣٥"),
            ("June", "8月"),
            ("76,000", "76.006"),
            ("2018, 2018", "2018, 2011"),
        ] {
            assert_eq!(value(source, target), 2.0, "{source} / {target}");
        }
        assert_eq!(value("12 and 34 and 5", "21 und 43 und 5"), 4.0);
        assert_eq!(mismatch(["15 of 20", "51 von 20"]).text(), "15≠51");
    }

    #[test]
    fn numbers_of_one_side_count_less_than_one() {
        assert_eq!(value("A chair", "1 Stuhl"), 0.5);
        assert_eq!(value("1, 2", "viele"), 0.75);
        assert_eq!(value("12 miles", "der Weg"), 0.5, "a conversion");
        assert_eq!(value("2018 and 2018", "2018"), 0.0, "a repetition");
        assert!(value(&"1 2 3 ".repeat(60), "keine") < 1.0);
        assert_eq!(value("There are 7 boats here.", "Hier sind Boote."), 1.0);
        assert_eq!(value("12 34 56 78 91", "keine"), 1.0);
    }

    /// Test number in the style of a language.
    fn formatted(whole: u32, cents: u32, style: usize) -> String {
        let digits = whole.to_string();
        let (thousands, decimal) = [(",", "."), (".", ","), ("\u{a0}", ","), ("'", "."), ("٬", "٫"), ("", ".")][style];
        let mut grouped = String::new();
        for (at, letter) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push_str(thousands);
            }
            grouped.push(letter);
        }
        if cents > 0 { format!("{grouped}{decimal}{cents:02}") } else { grouped }
    }

    /// Test text with its digits replaced by those of another script.
    fn in_script(text: &str, zero: char) -> String {
        let digit = |letter: char| letter.to_digit(10).and_then(|value| char::from_u32(zero as u32 + value));
        text.chars().map(|letter| digit(letter).unwrap_or(letter)).collect()
    }

    proptest! {
        #[test]
        fn numbers_survive_formats_and_scripts(
            whole in 0_u32..2_000_000_000,
            cents in 0_u32..100,
            styles in [0_usize..6, 0_usize..6],
            zeros in [0_usize..5, 0_usize..5],
        ) {
            let scripts = ['0', '٠', '۰', '०', '０'];
            let [source, target] = [0, 1].map(|side| in_script(&formatted(whole, cents, styles[side]), scripts[zeros[side]]));
            prop_assert_eq!(mismatch([&format!("a {source} b"), &format!("c {target}.")]).value, 0.0);
        }

        #[test]
        fn a_changed_digit_is_found_in_any_format(
            whole in 11_u32..2_000_000_000,
            place in 0_u32..9,
            step in 1_u32..10,
            styles in [0_usize..6, 0_usize..6],
        ) {
            let unit = 10_u32.pow(place.min(whole.ilog10()));
            let digit = whole / unit % 10;
            let other = u32::try_from(i64::from(whole) + (i64::from((digit + step) % 10) - i64::from(digit)) * i64::from(unit)).expect("a digit");
            prop_assume!(other > 9 && other.ilog10() == whole.ilog10());
            let [source, target] = [formatted(whole, 0, styles[0]), formatted(other, 0, styles[1])];
            prop_assert!(mismatch([&source, &target]).value > 0.0, "{} / {}", source, target);
        }

        #[test]
        fn any_text_is_read(source in "(?s).*", target in "[0-9.,: 万億一二十pm'-]*") {
            let found = mismatch([&source, &target]);
            prop_assert!(found.value.is_finite() && found.value >= 0.0);
            prop_assert_eq!(mismatch([&target, &target]).value, 0.0);
        }
    }
}
