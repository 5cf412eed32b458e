//! A fake model whose numbers are functions of the iteration.

use super::*;
use crate::{
    ldk::{CorpusKernel, Ldk},
    model::EmbeddingView,
};

/// Counts iterations; positions, objective and gamma are functions of the count.
pub(super) struct Fake {
    pub(super) latent: Array2<f64>,
    pub(super) iteration: usize,
    pub(super) gamma: f64,
    /// Development score by iteration, starting at 1; the last score repeats.
    pub(super) dev: Vec<f64>,
    pub(super) best: (usize, f64),
    pub(super) metric: Metric,
    pub(super) fail_at: Option<usize>,
    pub(super) panic_at: Option<usize>,
    pub(super) converge_at: Option<usize>,
    /// Flags and counters shared with the test thread.
    pub(super) shared: Arc<Shared>,
}

#[derive(Default)]
pub(super) struct Shared {
    /// While set, new steps end only by cancellation.
    pub(super) endless: AtomicBool,
    /// While set, evaluations end only by cancellation.
    pub(super) endless_evaluation: AtomicBool,
    /// While set, snapshots end only by cancellation.
    pub(super) endless_snapshots: AtomicBool,
    /// While set, steps wait and cannot be cancelled.
    pub(super) held: AtomicBool,
    pub(super) snapshots: AtomicUsize,
    pub(super) recalls: AtomicUsize,
    pub(super) changes: AtomicUsize,
    /// Names of the threads that took part in steps.
    pub(super) threads: Mutex<Vec<Option<String>>>,
}

fn wait_while(flag: &AtomicBool) {
    while flag.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(1));
    }
}

impl Default for Fake {
    fn default() -> Self {
        Self {
            latent: Array2::zeros((3, 2)),
            iteration: 0,
            gamma: 1.0,
            dev: Vec::new(),
            best: (0, f64::NEG_INFINITY),
            metric: Metric::Accuracy,
            fail_at: None,
            panic_at: None,
            converge_at: None,
            shared: Arc::default(),
        }
    }
}

impl Model for Fake {
    fn step(&mut self) -> Result<Progress, ModelError> {
        if self.shared.endless.load(Ordering::SeqCst) {
            return cancel::consent(|| {
                while !cancel::requested() {
                    thread::sleep(Duration::from_millis(1));
                }
                // A model that does not check for cancellation reports errors of incomplete sums.
                Err(ModelError::NotFinite { value: f64::NAN, iteration: self.iteration })
            });
        }
        wait_while(&self.shared.held);
        let name = |_: usize| thread::current().name().map(ToOwned::to_owned);
        let names: Vec<_> = (0..16).into_par_iter().map(name).collect();
        self.shared.threads.lock().extend(names);
        self.iteration += 1;
        assert!(self.panic_at != Some(self.iteration), "the fake broke");
        if self.fail_at == Some(self.iteration) {
            return Err(ModelError::NotFinite { value: f64::NAN, iteration: self.iteration });
        }
        self.latent.fill(self.iteration as f64);
        let dev = self.dev.get(self.iteration - 1).or(self.dev.last()).copied();
        if let Some(dev) = dev.filter(|&dev| self.metric.gain(dev) > self.best.1) {
            self.best = (self.iteration, self.metric.gain(dev));
        }
        Ok(Progress {
            iteration: self.iteration,
            objective: -(self.iteration as f64),
            scores: dev.map(|dev| Scores { dev: Some(dev), ..Scores::default() }),
            stop: (self.converge_at == Some(self.iteration)).then_some(StopReason::Converged),
        })
    }

    fn snapshot(&self) -> Snapshot {
        assert!(!cancel::requested(), "a snapshot is never cancelled");
        self.shared.snapshots.fetch_add(1, Ordering::SeqCst);
        while self.shared.endless_snapshots.load(Ordering::SeqCst) && !cancel::requested() {
            thread::yield_now();
        }
        Snapshot {
            iteration: self.iteration,
            evaluated: self.iteration,
            restored_iteration: None,
            objective: -(self.iteration as f64),
            embedding: Some(EmbeddingView {
                kernel: Embedding::Rbf { gamma: self.gamma },
                latent: Arc::new(self.latent.clone()),
                coefficients: Arc::default(),
            }),
            words: None,
            documents: CorpusKernel { ldk: Ldk::of(Embedding::default()), x: Arc::default(), alike: None },
            owns_kernel: true,
            predictions: Predictions::Classes(Classified::default()),
            scores: Scores::default(),
        }
    }

    fn latent(&self) -> Option<&Array2<f64>> {
        Some(&self.latent)
    }

    fn mark(&self) -> Mark {
        let params = Arc::new(Params::preset(ModelKind::Smm, Preset::Default, 2));
        Mark { params, objective: -(self.iteration as f64), numbers: vec![self.gamma] }
    }

    fn recall(&mut self, point: &Recalled) -> Option<Snapshot> {
        self.shared.recalls.fetch_add(1, Ordering::SeqCst);
        wait_while(&self.shared.held);
        let (kernel, latent) = (Embedding::Rbf { gamma: point.mark.numbers[0] }, Arc::new(point.latent.clone()));
        let embedding = Some(EmbeddingView { kernel, latent, coefficients: Arc::default() });
        Some(Snapshot { iteration: point.iteration, objective: point.mark.objective, embedding, ..self.snapshot() })
    }

    fn change(&mut self, change: LiveChange) -> Result<(), ModelError> {
        self.shared.changes.fetch_add(1, Ordering::SeqCst);
        match change.value {
            Value::Real(gamma) if change.key == "gamma" && gamma > 0.0 => self.gamma = gamma,
            value => return Err(ParamError::new(change.key, value, "give a number above 0").into()),
        }
        Ok(())
    }

    fn restore_best(&mut self) {
        if self.best.0 > 0 {
            self.iteration = self.best.0;
            self.latent.fill(self.best.0 as f64);
        }
    }

    fn ensure_evaluated(&mut self) -> Option<Scores> {
        if !self.shared.endless_evaluation.load(Ordering::SeqCst) {
            return None;
        }
        while !cancel::requested() {
            thread::sleep(Duration::from_millis(1));
        }
        Some(Scores::default())
    }

    fn last_evaluated(&self) -> (FittedModel, Snapshot) {
        (self.fitted(), self.snapshot())
    }

    fn info(&self) -> &'static ModelInfo {
        let kinds = ModelKind::ALL.iter().map(|kind| kind.info());
        kinds.into_iter().find(|info| info.metric == self.metric).expect("a model of every metric")
    }

    fn shown(&self) -> usize {
        self.iteration
    }

    fn trained(&mut self) -> FittedModel {
        self.fitted()
    }
}

impl Fake {
    fn fitted(&self) -> FittedModel {
        FittedModel::Smm(SmmModel {
            words: Arc::default(),
            classes: Arc::default(),
            pairs: Arc::default(),
            params: SmmParams::preset(Preset::Default, 2),
            embedding: Embedding::Rbf { gamma: self.gamma },
            latent: Arc::new(self.latent.clone()),
            coefficients: Arc::default(),
            bias: Arc::default(),
            moving: None,
            level2: None,
            support: None,
            components: None,
            beside: None,
        })
    }
}
