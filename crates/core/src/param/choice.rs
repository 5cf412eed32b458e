//! Parameters with named options, some of which have numeric parameters: an optimiser, a kernel.
//!
//! An option is a row of [`Choices::ALL`], a number of an option a row of [`Choices::NUMBERS`].

use super::{About, Domain, Value};

/// Names of one option of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name of the option on the command line and in files.
    pub key: &'static str,
    /// Name of the option in the window.
    pub label: &'static str,
    /// Former name of the option, which is still accepted; empty if none.
    pub before: &'static str,
}

impl Choice {
    /// Adds a former name of the option, which is still accepted.
    #[must_use]
    pub const fn once(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    /// Whether `name` is the current or the former name of the option.
    pub fn is(&self, name: &str) -> bool {
        self.key == name || (!self.before.is_empty() && self.before == name)
    }

    /// Creates the names of an option from key and label, without a former name.
    pub const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label, before: "" }
    }
}

/// Numeric parameter of an option, such as an optimiser's step size.
#[derive(Debug)]
pub struct Number<T> {
    /// Name of the numeric parameter on the command line and in files.
    pub key: &'static str,
    /// Display and allowed values of the numeric parameter.
    pub about: About,
    /// Description of the numeric parameter in one sentence.
    pub hint: &'static str,
    /// Function that finds the numeric parameter in an option that has it.
    pub at: fn(&mut T) -> Option<Slot<'_>>,
}

/// Type of a parameter whose values are named options.
pub trait Choices: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// Names of all options of the parameter, in menu order.
    const ALL: &'static [Choice];
    /// All options with default values of their numeric parameters, in the same order.
    const USUAL: &'static [Self];
    /// Numeric parameters of the options.
    const NUMBERS: &'static [Number<Self>] = &[];

    /// Option with the given key and default numeric parameters; `None` for an unknown key.
    fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().zip(Self::USUAL).find(|(choice, _)| choice.key == key).map(|(_, usual)| *usual)
    }

    /// Names of the currently selected option.
    fn choice(&self) -> Choice {
        let own = std::mem::discriminant(self);
        let place = Self::USUAL.iter().position(|usual| std::mem::discriminant(usual) == own);
        Self::ALL[place.unwrap_or_default()]
    }

    /// Key of the currently selected option.
    fn key(&self) -> &'static str {
        self.choice().key
    }
}

/// Mutable reference to the value of a parameter.
#[derive(Debug)]
pub enum Slot<'a> {
    /// Reference to the value of a real-valued parameter.
    Real(&'a mut f64),
    /// Reference to the value of a parameter that is a count.
    Count(&'a mut usize),
    /// Reference to the value of a whole-number parameter.
    Whole(&'a mut u64),
    /// Reference to the value of an on/off parameter.
    Switch(&'a mut bool),
    /// Reference to the value of a parameter with named options.
    Choice(&'a mut dyn AnyChoice),
}

/// Parameter with named options, as a trait object.
pub trait AnyChoice: std::fmt::Debug {
    /// Key of the currently selected option.
    fn now(&self) -> &'static str;
    /// Selects the option with the given key; the current option keeps its numbers. `false` for an unknown key.
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
    /// Current value of the parameter.
    pub fn value(&self) -> Value {
        match self {
            Self::Real(place) => Value::Real(**place),
            Self::Count(place) => Value::Whole(**place as u64),
            Self::Whole(place) => Value::Whole(**place),
            Self::Switch(place) => Value::Switch(**place),
            Self::Choice(place) => Value::Choice(place.now()),
        }
    }

    /// Replaces the value of the parameter; `false` for a value of another type.
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

/// Type of a parameter's field, with access to its value and its default domain.
pub trait Field {
    /// Domain of allowed values unless the parameter's row restricts it.
    const DOMAIN: Domain;
    /// Mutable reference to the parameter's value.
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
