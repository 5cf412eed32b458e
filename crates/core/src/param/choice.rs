//! Parameters that are one of several named options, some with numbers of their own: an optimiser, a kernel.
//!
//! An option is a row of [`Choices::ALL`], a number of an option a row of [`Choices::NUMBERS`].

use super::{About, Domain, Value};

/// Name of one option of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name on the command line and in files.
    pub key: &'static str,
    /// Name in the window.
    pub label: &'static str,
    /// Former name, which is still accepted; empty without one.
    pub before: &'static str,
}

impl Choice {
    /// Adds a former name that is still accepted.
    #[must_use]
    pub const fn once(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    /// Whether `name` is the current or the former name.
    pub fn is(&self, name: &str) -> bool {
        self.key == name || (!self.before.is_empty() && self.before == name)
    }

    /// An option with a key and a label, without a former name.
    pub const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label, before: "" }
    }
}

/// Numeric parameter of an option.
#[derive(Debug)]
pub struct Number<T> {
    /// Name on the command line and in files.
    pub key: &'static str,
    /// Allowed values and display.
    pub about: About,
    /// Description in one sentence.
    pub hint: &'static str,
    /// Finds the number in an option that has it.
    pub at: fn(&mut T) -> Option<Slot<'_>>,
}

/// Type whose values are named options.
pub trait Choices: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// Names of the options, in the order of the menus.
    const ALL: &'static [Choice];
    /// Options with their numbers at default values, in the same order.
    const USUAL: &'static [Self];
    /// Numbers of the options.
    const NUMBERS: &'static [Number<Self>] = &[];

    /// Option with this key, its numbers at default values; `None` for an unknown key.
    fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().zip(Self::USUAL).find(|(choice, _)| choice.key == key).map(|(_, usual)| *usual)
    }

    /// Name of this option.
    fn choice(&self) -> Choice {
        let own = std::mem::discriminant(self);
        let place = Self::USUAL.iter().position(|usual| std::mem::discriminant(usual) == own);
        Self::ALL[place.unwrap_or_default()]
    }

    /// Key of this option.
    fn key(&self) -> &'static str {
        self.choice().key
    }
}

/// Mutable reference to a parameter's value.
#[derive(Debug)]
pub enum Slot<'a> {
    /// Slot of a real number.
    Real(&'a mut f64),
    /// Slot of a count.
    Count(&'a mut usize),
    /// A whole number.
    Whole(&'a mut u64),
    /// Slot of an on/off parameter.
    Switch(&'a mut bool),
    /// One of several options.
    Choice(&'a mut dyn AnyChoice),
}

/// Named options behind a dynamic type.
pub trait AnyChoice: std::fmt::Debug {
    /// Key of the current option.
    fn now(&self) -> &'static str;
    /// Selects the option with this key; the current option keeps its numbers. `false` for an unknown key.
    fn take(&mut self, key: &str) -> bool;
}

impl<T: Choices> AnyChoice for T {
    fn now(&self) -> &'static str {
        self.key()
    }

    fn take(&mut self, key: &str) -> bool {
        if self.key() == key {
            return true;
        }
        T::with_key(key).map(|option| *self = option).is_some()
    }
}

impl Slot<'_> {
    /// Current value.
    pub fn value(&self) -> Value {
        match self {
            Self::Real(place) => Value::Real(**place),
            Self::Count(place) => Value::Whole(**place as u64),
            Self::Whole(place) => Value::Whole(**place),
            Self::Switch(place) => Value::Switch(**place),
            Self::Choice(place) => Value::Choice(place.now()),
        }
    }

    /// Replaces the value; `false` for a value of another type.
    pub fn put(self, value: Value) -> bool {
        match (self, value) {
            (Self::Real(place), Value::Real(value)) => *place = value,
            (Self::Count(place), Value::Whole(value)) => *place = usize::try_from(value).unwrap_or(usize::MAX),
            (Self::Whole(place), Value::Whole(value)) => *place = value,
            (Self::Switch(place), Value::Switch(value)) => *place = value,
            (Self::Choice(place), Value::Choice(key)) => return place.take(key),
            _ => return false,
        }
        true
    }
}

/// Type of a parameter's field: access to its value and its default domain.
pub trait Field {
    /// Allowed values unless the row restricts them.
    const DOMAIN: Domain;
    /// Mutable reference to the value.
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! field {
    ($($kind:ty => $slot:ident, $domain:expr;)*) => {$(
        impl Field for $kind {
            const DOMAIN: Domain = $domain;
            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
        }
    )*};
}

field! {
    f64 => Real, Domain::POSITIVE;
    usize => Count, Domain::from(0);
    u64 => Whole, Domain::from(0);
    bool => Switch, Domain::Switch;
}

impl<T: Choices> Field for T {
    const DOMAIN: Domain = Domain::Choice(T::ALL);
    fn slot(&mut self) -> Slot<'_> {
        Slot::Choice(self)
    }
}
