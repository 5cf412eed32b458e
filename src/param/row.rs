//! One parameter of a set of parameters: its name, what it may be, where it is shown, where it stands.

use super::{Choices, Domain, ParamError, Slot, Value};

/// Where the window shows a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// Always, with a slider over this range.
    Main(f64, f64),
    /// Folded away, with this range.
    More(f64, f64),
    /// Nowhere: it is set on the command line.
    CommandLine,
}

/// What a parameter may be and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct About {
    /// Its name in the window; its key where empty.
    pub label: &'static str,
    /// What it may be; what its type says where none.
    pub domain: Option<Domain>,
    /// Where the window shows it.
    pub panel: Panel,
    /// Whether a running model takes a change of it.
    pub live: bool,
}

impl About {
    const fn new(panel: Panel) -> Self {
        Self { label: "", domain: None, panel, live: false }
    }

    /// Shown always, a number over this range.
    pub const fn main(low: f64, high: f64) -> Self {
        Self::new(Panel::Main(low, high))
    }

    /// Folded away, a number over this range.
    pub const fn more(low: f64, high: f64) -> Self {
        Self::new(Panel::More(low, high))
    }

    /// Folded away: a switch or a choice.
    pub const fn folded() -> Self {
        Self::more(0.0, 1.0)
    }

    /// Set on the command line only.
    pub const fn line() -> Self {
        Self::new(Panel::CommandLine)
    }

    /// With a name for the window.
    #[must_use]
    pub const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// With what it may be.
    #[must_use]
    pub const fn within(self, domain: Domain) -> Self {
        Self { domain: Some(domain), ..self }
    }

    /// With a running model taking changes.
    #[must_use]
    pub const fn live(self) -> Self {
        Self { live: true, ..self }
    }
}

/// Finds a parameter's place in a set of parameters.
type At<P> = Box<dyn Fn(&mut P) -> Option<Slot<'_>> + Send + Sync>;

/// One parameter of a set `P`.
pub struct Row<P: 'static> {
    /// Its name.
    pub key: &'static str,
    /// One sentence on it.
    pub hint: &'static str,
    /// How it is shown.
    pub about: About,
    /// What it may be.
    pub domain: Domain,
    /// The choice it is a number of, if it is one.
    pub of: Option<&'static str>,
    at: At<P>,
}

impl<P: Clone + 'static> Row<P> {
    /// A parameter that always stands somewhere.
    pub fn new<T: super::Field + 'static>(key: &'static str, hint: &'static str, about: About, at: fn(&mut P) -> &mut T) -> Self {
        let domain = about.domain.unwrap_or(T::DOMAIN);
        Self { key, hint, about, domain, of: None, at: Box::new(move |params| Some(at(params).slot())) }
    }

    /// The numbers of a choice of ways that stands at `at`; their keys begin with `prefix`.
    pub fn numbers<T: Choices>(prefix: &'static str, of: &'static str, at: fn(&mut P) -> &mut T) -> Vec<Self> {
        let one = |number: &'static super::Number<T>| Self {
            key: if prefix.is_empty() { number.key } else { format!("{prefix}{}", number.key).leak() },
            hint: number.hint,
            about: number.about,
            domain: number.about.domain.unwrap_or(Domain::POSITIVE),
            of: Some(of),
            at: Box::new(move |params| (number.at)(at(params))),
        };
        T::NUMBERS.iter().map(one).collect()
    }

    /// Its name in the window.
    pub fn label(&self) -> &'static str {
        if self.about.label.is_empty() { self.key } else { self.about.label }
    }

    /// Its value; `None` where it belongs to another way than the chosen one.
    pub fn value(&self, params: &P) -> Option<Value> {
        (self.at)(&mut params.clone()).map(|slot| slot.value())
    }

    /// Sets it.
    ///
    /// # Errors
    /// When the value is not one it may have, or it belongs to another way than the chosen one.
    pub fn put(&self, params: &mut P, value: Value) -> Result<(), ParamError> {
        let refused = |remedy: String| ParamError::new(self.key, value, remedy);
        if !self.domain.holds(value) {
            return Err(refused(format!("give {}", self.domain)));
        }
        let Some(slot) = (self.at)(params) else {
            let of = self.of.unwrap_or_default();
            return Err(refused(format!("the present {of} has none: restart with one that has it")));
        };
        if slot.put(value) { Ok(()) } else { Err(refused(format!("give {}", self.domain))) }
    }

    /// Checks its value.
    ///
    /// # Errors
    /// When it is outside what it may be.
    pub fn check(&self, params: &P) -> Result<(), ParamError> {
        match self.value(params) {
            Some(value) if !self.domain.holds(value) => Err(ParamError::new(self.key, value, format!("give {}", self.domain))),
            _ => Ok(()),
        }
    }
}
