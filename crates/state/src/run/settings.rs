//! Settings of a run: the hyper-parameters as chosen in the window.
//!
//! A setting applies once it is accepted: by the running model for a live change, otherwise by the check of the parameters.
//! A pending value is shown, but no other run uses it.

use wordfield_core::{
    corpus::{TaskKind, WordVectors},
    experiment::StoppingRules,
    model::{LiveChange, ModelKind, ParamView, Params, Preset},
    param::{ParamError, Value},
    train::{Pace, TrainOptions},
};

/// The hyper-parameters of the current run, including all accepted live changes.
#[must_use]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Preset from which the hyper-parameters started.
    pub preset: Preset,
    /// Accepted hyper-parameters of the model.
    pub params: Params,
    /// Whether a run ends, with its best iterate, when the development score no longer improves.
    pub early_stop: bool,
    /// Stopping rules of a study's cell whose model is trained again; `None` for the window's rules.
    rules: Option<StoppingRules>,
    /// Whether the user chose the number of latent dimensions; otherwise it is that of the word vectors, if any.
    own_q: bool,
    /// Hyper-parameters given on the command line, one set for each model to which they apply.
    requested: Vec<Params>,
    /// Live changes of parameters that the model has not confirmed, at most one per parameter.
    pending: Vec<LiveChange>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(ModelKind::Smm, Preset::Default, 2)
    }
}

impl Settings {
    /// Number of evaluations without a better development score before an early stop.
    const PATIENCE: usize = 50;

    /// Settings of a preset. Runs of rating models and matchers, which overfit, end early with the best iterate.
    pub fn new(kind: ModelKind, preset: Preset, q: usize) -> Self {
        Self {
            preset,
            params: Params::preset(kind, preset, q),
            early_stop: kind.info().early_stop,
            rules: None,
            own_q: false,
            requested: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Settings with parameters requested in advance, one set for each model; `own_q`: whether they include the dimensions.
    pub fn with_requested(preset: Preset, requested: Vec<Params>, own_q: bool) -> Self {
        let params = requested.first().cloned().unwrap_or_else(|| Params::preset(ModelKind::Smm, preset, 2));
        Self { preset, early_stop: params.kind().info().early_stop, rules: None, own_q, params, requested, pending: Vec::new() }
    }

    /// Settings for a task: the same model if it learns the task, otherwise the task's default model.
    pub fn of_task(&self, task: TaskKind) -> Self {
        if self.params.kind().info().task == task { self.clone() } else { self.of_kind(ModelKind::of(task)) }
    }

    /// Displayed parameters with one change.
    /// A change of the dimensions sets the preset's values for the new dimensions.
    /// Parameters that differ from the preset keep their values, as on the command line.
    ///
    /// # Errors
    /// If the value of the hyper-parameter is outside its range.
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

    /// Settings for another model: the parameters requested for this model, or its own from the same preset.
    /// For the same model the settings are unchanged.
    pub fn of_kind(&self, kind: ModelKind) -> Self {
        if self.params.kind() == kind {
            return self.clone();
        }
        let wish = self.requested.iter().find(|wish| wish.kind() == kind);
        let params = wish.cloned().unwrap_or_else(|| Params::preset(kind, self.preset, kind.usual_q()));
        Self { params, early_stop: kind.info().early_stop, rules: None, pending: Vec::new(), ..self.clone() }
    }

    /// Settings with other parameters, without pending live changes and without the stopping rules of a study.
    pub(crate) fn with(&self, preset: Preset, params: Params) -> Self {
        Self { preset, params, rules: None, pending: Vec::new(), ..self.clone() }
    }

    /// Settings after live changes of their run; the stopping rules are kept.
    pub(crate) fn with_live(&self, params: Params) -> Self {
        Self { params, pending: Vec::new(), ..self.clone() }
    }

    /// Settings with the parameters and stopping rules of a study's cell.
    pub(crate) fn of_cell(&self, preset: Preset, params: Params, rules: StoppingRules) -> Self {
        Self { early_stop: rules.patience.is_some(), rules: Some(rules), ..self.with(preset, params) }
    }

    /// Settings with early stopping on or off instead of the stopping rules of a study.
    pub(crate) fn stopping(&self, early_stop: bool) -> Self {
        Self { early_stop, rules: None, ..self.clone() }
    }

    /// Settings with the parameters of the model panel.
    /// After a change of the model, the dimension is that of the corpus's vectors if words start at them.
    pub(crate) fn with_chosen(&self, params: Params, vectors: Option<&WordVectors>) -> Self {
        if params.kind() != self.params.kind() {
            let other = self.with(self.preset, params);
            return vectors.map_or(other.clone(), |vectors| other.in_dimensions_of(vectors));
        }
        let own_q = self.own_q || params.q() != self.params.q();
        Self { own_q, ..self.with(self.preset, params) }
    }

    /// Settings with the dimension of the loaded word vectors, or fewer if the user chose fewer.
    pub(crate) fn in_dimensions_of(&self, vectors: &WordVectors) -> Self {
        let (all, q) = (vectors.dimension(), self.params.q());
        let starts_there = self.params.value("start") == Some(Value::Choice("given"));
        if !starts_there || q == all || (self.own_q && q < all) {
            return self.clone();
        }
        self.changed("q", Value::Whole(all as u64)).map_or_else(|_| self.clone(), |params| self.with(self.preset, params))
    }

    /// Settings with loaded word vectors as a component of the kernel, or as the start of a model without kernel components.
    /// Without vectors, the settings have the preset's start.
    pub(crate) fn with_vectors(&self, given: bool) -> Self {
        const WEIGHT: &str = "given_weight";
        match self.params.value(WEIGHT) {
            Some(Value::Real(weight)) if given => {
                let weighed = self.changed(WEIGHT, Value::Real(1.0)).ok().filter(|_| weight <= 0.0);
                weighed.map_or_else(|| self.clone(), |params| self.with(self.preset, params))
            }
            _ => self.starting_at_vectors(given),
        }
    }

    /// Settings that start at the loaded word vectors, or at the preset's start if there are none.
    pub(crate) fn starting_at_vectors(&self, given: bool) -> Self {
        const GIVEN: Value = Value::Choice("given");
        let mut params = self.params.clone();
        let usual = Params::preset(params.kind(), self.preset, params.q()).value("start");
        let start = if given { usual.map(|_| GIVEN) } else { usual.filter(|_| params.value("start") == Some(GIVEN)) };
        // The parameter `start` accepts the preset's value, and the value `given` if the preset has a start.
        match start.map(|start| params.put("start", start)) {
            Some(Ok(())) => {
                let with = self.with(self.preset, params);
                let flat =
                    with.changed("q", Value::Whole(self.params.kind().usual_q() as u64)).ok().filter(|_| !given && !self.own_q);
                flat.map_or(with.clone(), |params| with.with(self.preset, params))
            }
            _ => self.clone(),
        }
    }

    /// Settings of the same model at its preset, for another corpus.
    pub(crate) fn at_preset(&self) -> Self {
        let kind = self.params.kind();
        Self::new(kind, self.preset, kind.usual_q())
    }

    /// Whether a hyper-parameter differs from the preset with this number of dimensions.
    pub fn is_changed(&self) -> bool {
        let (shown, preset) = (self.shown(), Params::preset(self.params.kind(), self.preset, self.params.q()));
        shown != preset
    }

    /// Parameters in effect, besides the dimensions, that differ from a preset.
    pub fn changes_from(&self, preset: Preset) -> Vec<ParamView> {
        let usual = Params::preset(self.params.kind(), preset, self.params.q());
        let differs = |view: &ParamView| view.inactive.is_none() && view.key != "q" && usual.value(view.key) != view.value;
        self.params.views().into_iter().filter(differs).collect()
    }

    /// Preset from which the fewest parameters in effect differ, since a saved model names none; among equals the chosen one.
    pub fn nearest_preset(&self) -> Preset {
        let all = [self.preset, Preset::Default, Preset::Combined, Preset::Paper];
        all.into_iter().min_by_key(|preset| self.changes_from(*preset).len()).unwrap_or(self.preset)
    }

    /// Hyper-parameters as shown, including pending live changes.
    pub fn shown(&self) -> Params {
        self.pending.iter().fold(self.params.clone(), |params, &change| params.after(change).unwrap_or(params))
    }

    /// Settings as shown, with pending live changes accepted.
    pub(crate) fn as_shown(&self) -> Self {
        Self { params: self.shown(), pending: Vec::new(), ..self.clone() }
    }

    /// Records a live change that was sent to the running model.
    ///
    /// # Errors
    /// If the value is outside the parameter's range; the change is then not sent.
    pub(crate) fn ask(&mut self, change: LiveChange) -> Result<(), ParamError> {
        self.params.after(change)?;
        self.pending.retain(|pending| pending.key != change.key);
        self.pending.push(change);
        Ok(())
    }

    /// Accepts a live parameter change that the running model applied.
    pub(crate) fn accept(&mut self, change: LiveChange) {
        if let Ok(params) = self.params.after(change) {
            self.params = params;
        }
        self.refuse(change);
    }

    /// Drops a live parameter change that the running model refused or answered; a newer pending change of the parameter is kept.
    pub(crate) fn refuse(&mut self, change: LiveChange) {
        self.pending.retain(|&pending| pending != change);
    }

    /// Applies a live parameter change without a running model.
    ///
    /// # Errors
    /// If the value is outside the parameter's range.
    pub(crate) fn change(&mut self, change: LiveChange) -> Result<(), ParamError> {
        self.params = self.params.after(change)?;
        Ok(())
    }

    /// Accepts the pending parameter changes if no model will answer: all are in range and apply from the next start.
    pub(crate) fn settle(&mut self) {
        self.params = self.shown();
        self.pending.clear();
    }

    /// Training options of the worker for a run.
    pub fn train_options(&self, pace: Pace) -> TrainOptions {
        let own = StoppingRules { iterations: None, patience: self.early_stop.then_some(Self::PATIENCE) };
        let StoppingRules { iterations, patience } = self.rules.unwrap_or(own);
        TrainOptions { max_iterations: iterations, patience, pace, curves: false, ..TrainOptions::default() }
    }
}
