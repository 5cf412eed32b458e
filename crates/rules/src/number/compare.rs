//! Numbers of two texts matched by value.

use super::{Number, Strength, numbers, same, units::Units};

/// Numbers of two texts without counterpart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mismatch {
    /// Numbers of source and target without counterpart, as written.
    pub missing: [Vec<String>; 2],
    /// Numbers that stand against another one on the other side count 1 each. n others together count 1 − 2⁻ⁿ.
    pub value: f64,
}

impl Mismatch {
    /// Text for a table cell: `15≠51`, `15≠` or `≠51`.
    pub fn text(&self) -> String {
        format!("{}≠{}", self.missing[0].join(" "), self.missing[1].join(" "))
    }
}

/// Number, or group of digits of a number, during the comparison.
#[derive(Clone)]
struct Atom {
    text: String,
    values: Vec<f64>,
    /// Values without scale, if there is a scale.
    unscaled: Option<Vec<f64>>,
    parts: Vec<Vec<f64>>,
    strength: Strength,
    matched: bool,
    /// A zero that can be left out, as in 7:00.
    silent: bool,
}

impl Atom {
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

    /// Groups of digits as atoms of their own; the atom itself if it has one group.
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

    /// Whether one is a year and the other its last two digits, or one a century and the other its first year.
    fn same_year(&self, other: &Self) -> bool {
        let (Some(&one), Some(&other)) = (self.values.first(), other.values.first()) else { return false };
        let (short, long) = if one < other { (one, other) } else { (other, one) };
        let two_digits = (10.0..100.0).contains(&short) && (1000.0..2200.0).contains(&long) && same(long % 100.0, short);
        // The 19th century is 1800-luku in Finnish.
        let century = (2.0..=22.0).contains(&short) && same(long, 100.0 * (short - 1.0));
        two_digits || century
    }
}

/// Numbers of source and target without counterpart.
pub fn mismatch(texts: [&str; 2]) -> Mismatch {
    if !texts.iter().any(|text| text.chars().any(|letter| super::digit::digit(letter).is_some())) {
        return Mismatch::default();
    }
    let mut sides = texts.map(|text| numbers(text).into_iter().map(Atom::of).collect::<Vec<_>>());
    let digits = |atom: &Atom| atom.strength == Strength::Digits;
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.equals(other));
    let mut sides = sides
        .map(|side| side.into_iter().flat_map(|atom| if atom.matched { vec![atom] } else { atom.split() }).collect::<Vec<_>>());
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.equals(other));
    pair(&mut sides, |one, other| digits(one) != digits(other) && one.equals(other));
    pair(&mut sides, |one, other| digits(one) && digits(other) && one.same_year(other));
    pair(&mut sides, |one, other| one.strength == Strength::Word && other.strength != Strength::Digits && one.equals(other));
    pair(&mut sides, |one, other| other.strength == Strength::Word && one.strength != Strength::Digits && one.equals(other));
    if sides.iter().flatten().any(|atom| !atom.matched && digits(atom)) {
        let units = texts.map(Units::of);
        if units.iter().any(Units::any) {
            let converts = |one: f64, other: f64| units[0].convert(one, other) || units[1].convert(other, one);
            pair(&mut sides, |one, other| {
                let strong = digits(one) || digits(other);
                strong && one.values.iter().any(|one| other.values.iter().any(|other| converts(*one, *other)))
            });
        }
    }
    judge(&sides)
}

/// Marks pairs of unmatched atoms that belong together.
fn pair(sides: &mut [Vec<Atom>; 2], together: impl Fn(&Atom, &Atom) -> bool) {
    let [source, target] = sides;
    for one in source.iter_mut() {
        if let Some(other) = target.iter_mut().filter(|other| !other.matched && !one.matched).find(|other| together(one, other)) {
            one.matched = true;
            other.matched = true;
        }
    }
}

/// Counts what is left.
fn judge(sides: &[Vec<Atom>; 2]) -> Mismatch {
    let open = |side: usize, strength: Strength| {
        sides[side].iter().filter(move |atom| !atom.matched && !atom.silent && atom.strength == strength)
    };
    // A number that the other side has once and this side twice is a repetition.
    let repeated = |side: usize, atom: &Atom| sides[1 - side].iter().any(|other| other.equals(atom));
    let digits = [0, 1].map(|side| open(side, Strength::Digits).collect::<Vec<_>>());
    let new = [0, 1].map(|side| digits[side].iter().filter(|atom| !repeated(side, atom)).count());
    let words = [0, 1].map(|side| open(side, Strength::Word).filter(|atom| !repeated(side, atom)).collect::<Vec<_>>());
    let against = [0, 1].map(|side| new[side].min(digits[1 - side].len() + words[1 - side].len()));
    let changed = against[0].max(against[1]);
    let alone = new[0].max(new[1]) - changed;
    let shown = |side: usize| {
        let beside = if digits[1 - side].is_empty() { &[] } else { &words[side][..] };
        let all = if digits[side].is_empty() { beside } else { &digits[side][..] };
        all.iter().map(|atom| atom.text.clone()).collect()
    };
    let value = changed as f64 + 1.0 - 0.5_f64.powi(alone.min(50) as i32);
    if value == 0.0 { Mismatch::default() } else { Mismatch { missing: [shown(0), shown(1)], value } }
}
