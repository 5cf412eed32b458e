//! A parameter that is one of several named ways, each perhaps with numbers of its own: an optimiser, a kernel.
//!
//! A way is a row of [`Choices::ALL`], a number of its own a row of [`Choices::NUMBERS`].

use super::{About, Domain, Value};

/// One of the ways a parameter may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name on the command line and in files.
    pub key: &'static str,
    /// Its name in the window.
    pub label: &'static str,
    /// A name it had before, which is understood still.
    pub before: &'static str,
}

impl Choice {
    /// The same, understood by an older name too.
    #[must_use]
    pub const fn once(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    /// Whether it goes by that name.
    pub fn is(&self, name: &str) -> bool {
        self.key == name || (!self.before.is_empty() && self.before == name)
    }

    /// Of a key and a label.
    pub const fn new(key: &'static str, label: &'static str) -> Self {
        Self { key, label, before: "" }
    }
}

/// A number that some of the ways have.
#[derive(Debug)]
pub struct Number<T> {
    /// Its name.
    pub key: &'static str,
    /// What it may be and where it is shown.
    pub about: About,
    /// One sentence on it.
    pub hint: &'static str,
    /// Where it stands, in a way that has it.
    pub at: fn(&mut T) -> Option<Slot<'_>>,
}

/// One of several named ways.
pub trait Choices: Copy + PartialEq + std::fmt::Debug + Send + Sync + 'static {
    /// Their names, in the order they are offered.
    const ALL: &'static [Choice];
    /// Each of them with its numbers at their usual values, in the same order.
    const USUAL: &'static [Self];
    /// The numbers of their own.
    const NUMBERS: &'static [Number<Self>] = &[];

    /// The way of that key, its numbers at their usual values; `None` where there is no such key.
    fn with_key(key: &str) -> Option<Self> {
        Self::ALL.iter().zip(Self::USUAL).find(|(choice, _)| choice.key == key).map(|(_, usual)| *usual)
    }

    /// The name of this way.
    fn choice(&self) -> Choice {
        let own = std::mem::discriminant(self);
        let place = Self::USUAL.iter().position(|usual| std::mem::discriminant(usual) == own);
        Self::ALL[place.unwrap_or_default()]
    }

    /// The key of this way.
    fn key(&self) -> &'static str {
        self.choice().key
    }
}

/// The place a value stands in.
#[derive(Debug)]
pub enum Slot<'a> {
    /// A number.
    Real(&'a mut f64),
    /// A count.
    Count(&'a mut usize),
    /// A whole number.
    Whole(&'a mut u64),
    /// A switch.
    Switch(&'a mut bool),
    /// One of several ways.
    Choice(&'a mut dyn AnyChoice),
}

/// One of several ways, whatever they are.
pub trait AnyChoice: std::fmt::Debug {
    /// The key of the present way.
    fn now(&self) -> &'static str;
    /// Takes the way of that key; the present one stays as it is. `false` where there is no such key.
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
        T::with_key(key).map(|way| *self = way).is_some()
    }
}

impl Slot<'_> {
    /// What stands there.
    pub fn value(&self) -> Value {
        match self {
            Self::Real(place) => Value::Real(**place),
            Self::Count(place) => Value::Whole(**place as u64),
            Self::Whole(place) => Value::Whole(**place),
            Self::Switch(place) => Value::Switch(**place),
            Self::Choice(place) => Value::Choice(place.now()),
        }
    }

    /// Puts a value there; `false` where it is of another kind.
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

/// What a field of parameters is as a slot, and what it may be where its row does not say.
pub trait Field {
    /// Its values.
    const DOMAIN: Domain;
    /// Where its value stands.
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
