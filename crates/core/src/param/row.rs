//! Row of a parameter in a model's table: name, allowed values, display, access, and condition of its effect.

use super::{Choices, Domain, ParamError, Slot, Value};

/// Location of a parameter's control in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// Control that is always visible: a slider over this range.
    Main(f64, f64),
    /// Control under *More*: a number within this range.
    More(f64, f64),
    /// No control: the parameter is on the command line only.
    CommandLine,
}

/// Display of a parameter, and restrictions of its values.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct About {
    /// Name of the parameter in the window; if empty, its key.
    pub label: &'static str,
    /// Domain of allowed values; `None`: that of the parameter's type.
    pub domain: Option<Domain>,
    /// Location of the parameter's control in the window.
    pub panel: Panel,
    /// Whether a running model accepts a change of the parameter.
    pub live: bool,
    /// Former key of the parameter, which is still accepted; empty if none.
    pub former_key: &'static str,
    /// Whether 0 is accepted while the parameter has no effect, as it equals the current behaviour.
    pub zero_is_off: bool,
}

impl About {
    const fn new(panel: Panel) -> Self {
        Self { label: "", domain: None, panel, live: false, former_key: "", zero_is_off: false }
    }

    /// Parameter shown as an always visible control, a number over this range.
    pub const fn main(low: f64, high: f64) -> Self {
        Self::new(Panel::Main(low, high))
    }

    /// Parameter shown as a number under *More*, within this range.
    pub const fn more(low: f64, high: f64) -> Self {
        Self::new(Panel::More(low, high))
    }

    /// Parameter shown as a switch or choice under *More*.
    pub const fn folded() -> Self {
        Self::more(0.0, 1.0)
    }

    /// Parameter shown on the command line only, not in the window.
    pub const fn line() -> Self {
        Self::new(Panel::CommandLine)
    }

    /// Sets the parameter's name in the window.
    pub const fn label(self, label: &'static str) -> Self {
        Self { label, ..self }
    }

    /// Restricts the allowed values of the parameter.
    pub const fn within(self, domain: Domain) -> Self {
        Self { domain: Some(domain), ..self }
    }

    /// Adds a former key of the parameter, which is still accepted.
    pub const fn formerly(self, former_key: &'static str) -> Self {
        Self { former_key, ..self }
    }

    /// Accepts the value 0 while the parameter has no effect.
    pub const fn or_zero(self) -> Self {
        Self { zero_is_off: true, ..self }
    }

    /// Lets a running model accept changes of the parameter.
    pub const fn live(self) -> Self {
        Self { live: true, ..self }
    }
}

/// Result of whether a parameter has an effect with the current values of the others; the error is the reason if not.
pub type Active = Result<(), &'static str>;

/// Condition for a parameter's effect, with the reason if it has none.
///
/// # Errors
/// Returns an error if the condition does not hold.
pub const fn when(condition: bool, otherwise: &'static str) -> Active {
    if condition { Ok(()) } else { Err(otherwise) }
}

/// Function that decides whether a parameter has an effect in a set `P` of parameters.
type ActiveWhen<P> = Box<dyn Fn(&P) -> Active + Send + Sync>;

/// Function that returns a reference to a parameter in a set of parameters.
type At<P> = Box<dyn Fn(&mut P) -> Option<Slot<'_>> + Send + Sync>;

/// Row of one parameter of a set `P`.
#[must_use]
pub struct Row<P: 'static> {
    /// Name of the parameter on the command line and in files.
    pub key: &'static str,
    /// Effect of raising the parameter's value, in one sentence.
    pub hint: &'static str,
    /// Display of the parameter in the window and in help.
    pub about: About,
    /// Domain of the parameter's allowed values.
    pub domain: Domain,
    /// Key of the choice to which a numeric parameter belongs, if any.
    pub of: Option<&'static str>,
    at: At<P>,
    active: Vec<ActiveWhen<P>>,
}

impl<P: Clone + 'static> Row<P> {
    /// Creates the row of a parameter that always has a value.
    pub fn new<T: super::Field + 'static>(key: &'static str, hint: &'static str, about: About, at: fn(&mut P) -> &mut T) -> Self {
        let domain = about.domain.unwrap_or(T::DOMAIN);
        Self { key, hint, about, domain, of: None, at: Box::new(move |params| Some(at(params).slot())), active: Vec::new() }
    }

    /// Creates rows for the numeric parameters of the choice `of`, whose value `at` returns.
    pub fn numbers<T: Choices>(of: &'static str, at: fn(&mut P) -> &mut T) -> Vec<Self> {
        let one = |number: &'static super::Number<T>| Self {
            key: number.key,
            hint: number.hint,
            about: number.about,
            domain: number.about.domain.unwrap_or(Domain::POSITIVE),
            of: Some(of),
            at: Box::new(move |params| (number.at)(at(params))),
            active: Vec::new(),
        };
        T::NUMBERS.iter().map(one).collect()
    }

    /// Converts the row for use in a larger set of parameters that contains `P`.
    pub fn over<Q: AsRef<P> + AsMut<P> + 'static>(self) -> Row<Q> {
        let Self { key, hint, about, domain, of, at, active } = self;
        let lift = |active: ActiveWhen<P>| -> ActiveWhen<Q> { Box::new(move |params: &Q| active(params.as_ref())) };
        let active = active.into_iter().map(lift).collect();
        Row { key, hint, about, domain, of, at: Box::new(move |params: &mut Q| at(params.as_mut())), active }
    }

    /// Restricts the allowed values of the parameter.
    pub fn within(self, domain: Domain) -> Self {
        Self { domain, ..self }
    }

    /// Adds a condition under which the parameter has an effect.
    pub fn active_when(mut self, active: fn(&P) -> Active) -> Self {
        self.active.push(Box::new(active));
        self
    }

    /// Adds a condition of the parameter's effect that is checked before its existing conditions.
    pub fn first_active_when(mut self, active: fn(&P) -> Active) -> Self {
        self.active.insert(0, Box::new(active));
        self
    }

    /// Whether the parameter has an effect, given the values of all other parameters.
    ///
    /// # Errors
    /// Returns an error if the parameter has no effect: the reason.
    pub fn active(&self, params: &P) -> Active {
        self.active.iter().try_for_each(|active| active(params))
    }

    /// Whether setting the parameter to this text has the same effect as omitting it.
    pub fn is_off(&self, text: &str) -> bool {
        self.about.zero_is_off && self.domain.parse(text) == Some(Value::Real(0.0))
    }

    /// Whether a name is the current or the former key of the parameter, in any case.
    pub fn is(&self, name: &str) -> bool {
        let former = self.about.former_key;
        self.key.eq_ignore_ascii_case(name) || (!former.is_empty() && former.eq_ignore_ascii_case(name))
    }

    /// Name of the parameter in the window.
    pub fn label(&self) -> &'static str {
        if self.about.label.is_empty() { self.key } else { self.about.label }
    }

    /// Current value of the parameter; `None` for a number of an option that is not chosen.
    pub fn value(&self, params: &P) -> Option<Value> {
        (self.at)(&mut params.clone()).map(|slot| slot.value())
    }

    /// Sets the value of the parameter.
    ///
    /// # Errors
    /// Returns an error if the value is not allowed, or the number belongs to an option that is not chosen.
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

    /// Checks the current value of the parameter.
    ///
    /// # Errors
    /// Returns an error if the value is not allowed.
    pub fn check(&self, params: &P) -> Result<(), ParamError> {
        match self.value(params) {
            Some(value) if !self.domain.holds(value) => Err(ParamError::new(self.key, value, format!("give {}", self.domain))),
            _ => Ok(()),
        }
    }
}
