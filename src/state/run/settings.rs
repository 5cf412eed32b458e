//! The hyper-parameters as chosen in the window.
//!
//! A value counts once it is accepted: by the running model for a live change, by the parameters' own check for
//! everything else. What is still waiting for the model's answer is shown, but no other run begins with it.

use crate::{
    corpus::{TaskKind, WordVectors},
    model::{LiveChange, ModelKind, ParamView, Params, Preset},
    param::{ParamError, Value},
    train::{Pace, TrainOptions},
};

/// The hyper-parameters as chosen in the window: those of the present run, with every live change since.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The preset they started from.
    pub preset: Preset,
    /// The model's parameters, all of them accepted.
    pub params: Params,
    /// Whether a run ends, with its best iterate, when the development score no longer gets better.
    pub early_stop: bool,
    /// Whether the number of dimensions was chosen; otherwise it is that of the word vectors, if any.
    own_q: bool,
    /// What was asked for on the command line, for each model it fits.
    requested: Vec<Params>,
    /// Live changes the running model has not answered, at most one a parameter.
    pending: Vec<LiveChange>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(ModelKind::Smm, Preset::Default, 2)
    }
}

impl Settings {
    /// Evaluations without a better development score after which a run ends, if it is to end early.
    const PATIENCE: usize = 50;

    /// A preset's. Ratings and matches get worse when trained on, so their runs end with the best iterate.
    pub fn new(kind: ModelKind, preset: Preset, q: usize) -> Self {
        Self {
            preset,
            params: Params::preset(kind, preset, q),
            early_stop: kind.info().early_stop,
            own_q: false,
            requested: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Parameters asked for in advance, one set for each model that may be trained; with `own_q` the dimensions too.
    pub fn wished(preset: Preset, requested: Vec<Params>, own_q: bool) -> Self {
        let params = requested.first().cloned().unwrap_or_else(|| Params::preset(ModelKind::Smm, preset, 2));
        Self { preset, early_stop: params.kind().info().early_stop, own_q, params, requested, pending: Vec::new() }
    }

    /// The same for a task: the model chosen stays where it learns that, else it is the first that does.
    #[must_use]
    pub fn of_task(&self, task: TaskKind) -> Self {
        if self.params.kind().info().task == task { self.clone() } else { self.of_kind(ModelKind::of(task)) }
    }

    /// The parameters shown with one of them changed. Other dimensions bring the preset's own values for them; what was
    /// changed from the preset stays changed, as on the command line.
    ///
    /// # Errors
    /// When the parameter may not be that.
    pub fn changed(&self, key: &str, value: Value) -> Result<Params, ParamError> {
        let mut params = self.shown();
        if let ("q", Value::Whole(q)) = (key, value) {
            let before = Params::preset(params.kind(), self.preset, params.q());
            let changed: Vec<ParamView> =
                params.views().into_iter().filter(|view| view.key != "q" && before.value(view.key) != view.value).collect();
            params = Params::preset(params.kind(), self.preset, q as usize);
            for view in changed {
                view.value.map_or(Ok(()), |value| params.put(view.key, value))?;
            }
        }
        params.put(key, value)?;
        Ok(params)
    }

    /// The same requested for another model: the parameters asked for it, or its own from the same preset, unless it is the
    /// same model.
    #[must_use]
    pub fn of_kind(&self, kind: ModelKind) -> Self {
        if self.params.kind() == kind {
            return self.clone();
        }
        let wish = self.requested.iter().find(|wish| wish.kind() == kind);
        let params = wish.cloned().unwrap_or_else(|| Params::preset(kind, self.preset, 2));
        Self { params, early_stop: kind.info().early_stop, pending: Vec::new(), ..self.clone() }
    }

    /// These settings with other parameters; pending live changes are dropped.
    #[must_use]
    pub(in crate::state) fn with(&self, preset: Preset, params: Params) -> Self {
        Self { preset, params, pending: Vec::new(), ..self.clone() }
    }

    /// These settings with parameters chosen in the window.
    #[must_use]
    pub(in crate::state) fn with_chosen(&self, params: Params) -> Self {
        let own_q = self.own_q || params.q() != self.params.q();
        Self { own_q, ..self.with(self.preset, params) }
    }

    /// The same in the dimensions of the vectors words start at: all of them, or as many as a person chose and there are.
    #[must_use]
    pub(in crate::state) fn in_dimensions_of(&self, vectors: &WordVectors) -> Self {
        let (all, q) = (vectors.dimension(), self.params.q());
        let starts_there = self.params.value("start") == Some(Value::Choice("given"));
        if !starts_there || q == all || (self.own_q && q < all) {
            return self.clone();
        }
        self.changed("q", Value::Whole(all as u64)).map_or_else(|_| self.clone(), |params| self.with(self.preset, params))
    }

    /// The same with words that start at given vectors, or, where they do and none are given, as the preset has it.
    #[must_use]
    pub(in crate::state) fn starting_at_vectors(&self, given: bool) -> Self {
        const GIVEN: Value = Value::Choice("given");
        let mut params = self.params.clone();
        let usual = Params::preset(params.kind(), self.preset, params.q()).value("start");
        let start = if given { usual.map(|_| GIVEN) } else { usual.filter(|_| params.value("start") == Some(GIVEN)) };
        // The parameter takes what the preset has, and vectors wherever there is a start at all.
        match start.map(|start| params.put("start", start)) {
            Some(Ok(())) => {
                let with = self.with(self.preset, params);
                let flat = with.changed("q", Value::Whole(2)).ok().filter(|_| !given && !self.own_q);
                flat.map_or(with.clone(), |params| with.with(self.preset, params))
            }
            _ => self.clone(),
        }
    }

    /// Whether some parameter is no longer as the preset has it at these dimensions.
    pub fn is_changed(&self) -> bool {
        let (shown, preset) = (self.shown(), Params::preset(self.params.kind(), self.preset, self.params.q()));
        shown != preset
    }

    /// The parameters as they are shown: with the live changes still waiting for their answer.
    pub fn shown(&self) -> Params {
        self.pending.iter().fold(self.params.clone(), |params, &change| params.after(change).unwrap_or(params))
    }

    /// The same as they are shown, with nothing waiting.
    #[must_use]
    pub(in crate::state) fn as_shown(&self) -> Self {
        Self { params: self.shown(), pending: Vec::new(), ..self.clone() }
    }

    /// Takes note of a live change the running model is asked for.
    ///
    /// # Errors
    /// When the value is outside the parameter's range, which the model need not be asked.
    pub(in crate::state) fn ask(&mut self, change: LiveChange) -> Result<(), ParamError> {
        self.params.after(change)?;
        self.pending.retain(|pending| pending.key != change.key);
        self.pending.push(change);
        Ok(())
    }

    /// The running model took a live change over.
    pub(in crate::state) fn accept(&mut self, change: LiveChange) {
        if let Ok(params) = self.params.after(change) {
            self.params = params;
        }
        self.refuse(change);
    }

    /// The running model refused a live change, or has answered it: it waits no longer. A newer value of the same parameter
    /// still does.
    pub(in crate::state) fn refuse(&mut self, change: LiveChange) {
        self.pending.retain(|&pending| pending != change);
    }

    /// Takes over a live change where no model runs that could be asked.
    ///
    /// # Errors
    /// When the value is outside the parameter's range.
    pub(in crate::state) fn change(&mut self, change: LiveChange) -> Result<(), ParamError> {
        self.params = self.params.after(change)?;
        Ok(())
    }

    /// No model will answer what still waits: it holds from the next start on, as every waiting value is in its range.
    pub(in crate::state) fn settle(&mut self) {
        self.params = self.shown();
        self.pending.clear();
    }

    /// How the worker drives a run.
    pub fn train_options(&self, pace: Pace) -> TrainOptions {
        TrainOptions { patience: self.early_stop.then_some(Self::PATIENCE), pace, curves: false, ..TrainOptions::default() }
    }
}
