//! Domain of a parameter: its allowed values, their bounds and description.

use std::fmt;

use super::{Choice, Value};

/// Largest accepted weight or factor: far beyond any useful value, while products and sums of such numbers stay finite.
const LARGEST: f64 = 1e12;
/// Largest accepted constant of a polynomial kernel; its sixth power is still finite.
const LARGEST_OFFSET: f64 = 1e6;

/// Domain of a parameter: its allowed values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Domain of finite numbers between two bounds; an open bound is excluded.
    Real {
        /// Lower bound of the number.
        low: f64,
        /// Upper bound of the number.
        high: f64,
        /// Whether the lower and the upper bound are excluded from the domain.
        open: [bool; 2],
    },
    /// Domain of whole numbers between two bounds, both included.
    Whole {
        /// Smallest allowed number.
        low: u64,
        /// Largest allowed number.
        high: u64,
    },
    /// Domain of a switch: true or false.
    Switch,
    /// Domain of a choice: one of several names.
    Choice(&'static [Choice]),
}

impl Domain {
    /// Domain of positive numbers.
    pub const POSITIVE: Self = Self::Real { low: 0.0, high: LARGEST, open: [true, false] };
    /// Domain of weights: numbers from 0 on.
    pub const WEIGHT: Self = Self::real(0.0, LARGEST);
    /// Domain of the constant of a polynomial kernel: numbers from 0 on.
    pub const OFFSET: Self = Self::real(0.0, LARGEST_OFFSET);
    /// Domain of shares: numbers above 0, at most 1.
    pub const SHARE: Self = Self::Real { low: 0.0, high: 1.0, open: [true, false] };
    /// Domain of decay rates: numbers from 0 up to but not including 1.
    pub const MEMORY: Self = Self::Real { low: 0.0, high: 1.0, open: [false, true] };

    /// Domain of numbers from `low` to `high`, both included.
    pub const fn real(low: f64, high: f64) -> Self {
        Self::Real { low, high, open: [false, false] }
    }

    /// Domain of whole numbers from `low` to `high`, both included.
    pub const fn whole(low: u64, high: u64) -> Self {
        Self::Whole { low, high }
    }

    /// Domain of whole numbers from `low` on.
    pub const fn from(low: u64) -> Self {
        Self::Whole { low, high: u64::MAX }
    }

    /// Whether the domain contains a value.
    pub fn holds(self, value: Value) -> bool {
        match (self, value) {
            (Self::Real { low, high, open, .. }, Value::Real(value)) => {
                let above = if open[0] { value > low } else { value >= low };
                let below = if open[1] { value < high } else { value <= high };
                value.is_finite() && above && below
            }
            (Self::Whole { low, high }, Value::Whole(value)) => (low..=high).contains(&value),
            (Self::Switch, Value::Switch(_)) => true,
            (Self::Choice(all), Value::Choice(key)) => all.iter().any(|choice| choice.key == key),
            _ => false,
        }
    }

    /// Parses a value; `None` if the text is not in the domain.
    pub fn parse(self, text: &str) -> Option<Value> {
        let text = text.trim();
        let value = match self {
            Self::Real { .. } => Value::Real(text.parse().ok()?),
            Self::Whole { .. } => Value::Whole(text.parse().ok()?),
            Self::Switch => Value::Switch(text.parse().ok()?),
            Self::Choice(all) => Value::Choice(all.iter().find(|choice| choice.is(text))?.key),
        };
        self.holds(value).then_some(value)
    }
}

/// Bound of a domain as text, from a million on with an exponent.
struct Bound(f64);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.abs() >= 1e6 { write!(f, "{:e}", self.0) } else { write!(f, "{}", self.0) }
    }
}

impl fmt::Display for Domain {
    /// Describes the allowed values as the object of a sentence, as in "give …".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Real { low, high, open } => {
                let (low, high) = (Bound(low), Bound(high));
                match open {
                    [true, false] => write!(f, "a number above {low} and at most {high}"),
                    [true, true] => write!(f, "a number between {low} and {high}"),
                    [false, true] => write!(f, "a number from {low} up to, but not, {high}"),
                    [false, false] => write!(f, "a number from {low} to {high}"),
                }
            }
            Self::Whole { low, high: u64::MAX } => write!(f, "a whole number, {low} or above"),
            Self::Whole { low, high } => write!(f, "a whole number from {low} to {high}"),
            Self::Switch => f.write_str("true or false"),
            Self::Choice(all) => {
                let keys: Vec<&str> = all.iter().map(|choice| choice.key).collect();
                match keys.split_last() {
                    Some((last, [])) => f.write_str(last),
                    Some((last, rest)) => write!(f, "{} or {last}", rest.join(", ")),
                    None => Ok(()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_checked_and_described_in_words() {
        let share = Domain::SHARE;
        assert_eq!([0.0, 0.5, 1.0, 1.1, f64::NAN].map(|v| share.holds(Value::Real(v))), [false, true, true, false, false]);
        assert_eq!(share.to_string(), "a number above 0 and at most 1");
        assert_eq!(Domain::POSITIVE.parse("inf"), None);
        assert_eq!(Domain::POSITIVE.parse(" 2.5 "), Some(Value::Real(2.5)));
        assert_eq!(Domain::WEIGHT.parse("same"), None);
        assert_eq!(["1e12", "1e13", "1e154"].map(|text| Domain::WEIGHT.parse(text).is_some()), [true, false, false]);
        assert_eq!(["1e6", "1e7", "-1"].map(|text| Domain::OFFSET.parse(text).is_some()), [true, false, false]);
        assert_eq!(Domain::POSITIVE.to_string(), "a number above 0 and at most 1e12");
        assert_eq!(Domain::OFFSET.to_string(), "a number from 0 to 1e6");
        assert_eq!(Domain::whole(1, 12).parse("13"), None);
        assert_eq!(Domain::whole(1, 12).to_string(), "a whole number from 1 to 12");
        assert_eq!(Domain::Switch.parse("yes"), None);
        assert!(!Domain::Switch.holds(Value::Real(1.0)), "a value of another type is not allowed");
    }
}
