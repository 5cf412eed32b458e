//! Study of a corpus in memory: methods × training sizes × seeds, as the window plans and trains them.
//!
//! The id of a cell contains the contents of the corpus as read, instead of its files.
//! Cost of a plan: a pass over texts and counts, and over the files of vectors.
//! Memory: the plan.

use std::{collections::BTreeMap, num::NonZeroUsize, sync::Arc};

use super::{
    Digests, Plan, PlannedCell, cell_id,
    identity::{canonical, hash_of},
};
use crate::{
    corpus::{Cancel, Corpus, Dataset, Origin, Size, SplitOptions, TextChoice},
    experiment::{Cell, DataCache, DataRecipe, Grid, PointStore, SplitSource, StoppingRules, Sweep, SweepError, TrainedCell},
    memory::Budget,
    metric::CalibratedOn,
    model::{Params, Preset},
};

/// Memory budget of a training in a study. The budget selects how kernels are stored, and does not depend on the computer.
pub const TRAINING_MEMORY: Budget = Budget::new(4 << 30);

/// Method of a study: a model with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    /// Label of the method in the table.
    pub label: String,
    /// Preset from which the parameters come, as reports name it.
    pub preset: Preset,
    /// Parameters of the method's model.
    pub params: Params,
    /// Values of the compared axes that the table reports.
    pub at: BTreeMap<String, String>,
}

/// Corpus in memory for a study, with the options of its datasets and the hash of its contents.
#[derive(Clone, Debug)]
pub struct OpenCorpus {
    corpus: Arc<Corpus>,
    recipe: DataRecipe,
    digest: String,
}

/// Study of a corpus in memory, with its cells.
#[derive(Clone, Debug)]
pub struct CorpusStudy {
    of: OpenCorpus,
    methods: Vec<Method>,
    /// Plan of the study, with the cells in the order of its table.
    pub plan: Plan,
    /// Method index and training size of each cell.
    cells: Vec<(usize, Size)>,
}

impl OpenCorpus {
    /// Prepares a corpus and the recipe of its datasets for a study.
    ///
    /// # Errors
    /// Returns an error if a file of word vectors cannot be read.
    pub fn new(corpus: Arc<Corpus>, recipe: DataRecipe) -> Result<Self, SweepError> {
        // The corpus in memory has been read and tokenised; only word vectors are read again.
        let text = TextChoice::default();
        let others = DataRecipe { origin: Origin::default(), text: text.clone(), target_text: text, ..recipe.clone() };
        let files = Digests::default().of_recipe(&others)?;
        let digest = hash_of(&format!("{:08x} {:08x} {files}", SplitSource::checksum(&corpus), corpus.fingerprint()));
        Ok(Self { corpus, recipe, digest })
    }

    /// Key shared by all studies of the corpus with these options:
    /// the key depends neither on sizes of the training and development part nor on seeds.
    ///
    /// # Errors
    /// Returns an error if the options have no canonical form.
    pub fn key(&self) -> Result<String, SweepError> {
        let SplitOptions { train, dev, seed, .. } = SplitOptions::default();
        let mut recipe = DataRecipe { origin: Origin::default(), ..self.recipe.without_paths() };
        (recipe.split.train, recipe.split.dev, recipe.split.seed) = (train, dev, seed);
        Ok(hash_of(&format!("{} {}", self.digest, canonical(&recipe)?)))
    }

    /// Plans the study's cells: these methods for every training size, with its text, and the seeds from 0 on.
    ///
    /// # Errors
    /// Returns an error if the parameters of a method contradict each other.
    pub fn plan(self, methods: Vec<Method>, sizes: &[(String, Size)], seeds: u64) -> Result<CorpusStudy, SweepError> {
        for Method { label, params, .. } in &methods {
            params.check().map_err(|error| SweepError::Settings(format!("{label}: {error}")))?;
        }
        let (mut plan, mut cells) = (Plan::default(), Vec::new());
        for (train, size) in sizes {
            for (place, method) in methods.iter().enumerate() {
                for seed in 0..seeds {
                    let id = method.with_sweep(self.data(*size), seed, |sweep, cell| {
                        let data = DataRecipe { origin: Origin::default(), ..sweep.data.clone() };
                        cell_id(&Sweep { data, ..sweep }, cell, &self.digest)
                    })?;
                    let (corpus, label, at) = (self.corpus.name.clone(), method.label.clone(), method.at.clone());
                    plan.cells.push(PlannedCell { id, corpus, label, train: train.clone(), seed, at });
                    cells.push((place, *size));
                }
            }
        }
        Ok(CorpusStudy { of: self, methods, plan, cells })
    }

    /// Data recipe for a size of the training part.
    fn data(&self, train: Size) -> DataRecipe {
        DataRecipe { split: SplitOptions { train, ..self.recipe.split.clone() }, ..self.recipe.clone() }
    }
}

impl Method {
    /// Builds the sweep of the method with one cell and passes both to `then`, because its grid borrows the parameters.
    fn with_sweep<T>(&self, data: DataRecipe, seed: u64, then: impl FnOnce(Sweep<'_>, &Cell) -> T) -> T {
        let model = self.params.kind();
        let grid = |_: &Cell, _: Option<&Dataset>| Grid::new(Vec::new(), |_| Ok::<_, SweepError>(self.params.clone()));
        let sweep = Sweep {
            data,
            models: vec![model],
            compare: Vec::new(),
            seeds: vec![seed],
            grid: &grid,
            rules: StoppingRules::default(),
            calibrate: CalibratedOn::Development,
            memory: TRAINING_MEMORY,
            preset: self.preset,
            threads: Some(NonZeroUsize::MIN),
        };
        then(sweep, &Cell { model, setting: Vec::new(), seed })
    }
}

impl CorpusStudy {
    /// Trains the cell with the given index in the plan, on one thread.
    ///
    /// # Errors
    /// Returns an error if the dataset cannot be built, or the training fails.
    pub fn train(
        &self,
        place: usize,
        points: &mut PointStore,
        cache: &mut DataCache,
        cancel: &Cancel,
    ) -> Result<TrainedCell, SweepError> {
        let (method, size) = self.cells[place];
        let (data, seed) = (self.of.data(size), self.plan.cells[place].seed);
        cache.hold(&data, &self.of.corpus);
        let train = |sweep: Sweep<'_>, cell: &Cell| sweep.run_cell(cell, points, cache, &mut (), cancel);
        self.methods[method].with_sweep(data, seed, train)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        corpus::{Builtin, ReadOptions, builtin},
        model::ModelKind,
        study::{Briefs, CellState, Finished, RunChoice, StudyFolder, rows, run},
    };

    fn methods() -> Vec<Method> {
        let method = |label: &str, kind, q| Method {
            label: label.to_owned(),
            preset: Preset::Default,
            params: Params::preset(kind, Preset::Default, q),
            at: BTreeMap::new(),
        };
        vec![method("neighbours", ModelKind::Knn, 2), method("svm", ModelKind::LinearSvm, 2)]
    }

    fn sizes(counts: &[usize]) -> Vec<(String, Size)> {
        counts.iter().map(|&count| (count.to_string(), Size::Count(count))).collect()
    }

    fn open(corpus: Corpus, recipe: DataRecipe) -> OpenCorpus {
        OpenCorpus::new(Arc::new(corpus), recipe).unwrap()
    }

    fn topics() -> OpenCorpus {
        open(builtin(Builtin::Topics), DataRecipe::default())
    }

    #[test]
    fn an_id_is_of_contents_and_settings_and_not_of_paths_or_labels() {
        let ids = |study: CorpusStudy| study.plan.cells.into_iter().map(|cell| cell.id).collect::<Vec<_>>();
        let plan = |of: OpenCorpus| ids(of.plan(methods(), &sizes(&[40, 80]), 2).unwrap());
        let first = plan(topics());
        assert_eq!((first.len(), first.iter().collect::<HashSet<_>>().len()), (8, 8));
        let elsewhere =
            DataRecipe { origin: Origin::Files(vec!["a.txt".into()], ReadOptions::default()), ..DataRecipe::default() };
        assert_eq!(plan(open(builtin(Builtin::Topics), elsewhere)), first);
        let mut named = methods();
        named[0].label = "another".to_owned();
        assert_eq!(ids(topics().plan(named, &sizes(&[40, 80]), 2).unwrap()), first);
        let mut corpus = builtin(Builtin::Topics);
        corpus.texts[3].push('!');
        let other = open(corpus, DataRecipe::default());
        assert_ne!(other.key().unwrap(), topics().key().unwrap());
        assert!(plan(other).iter().all(|id| !first.contains(id)));
        let mut recipe = DataRecipe::default();
        recipe.split.dev = Size::Count(7);
        let smaller = open(builtin(Builtin::Topics), recipe.clone());
        assert_eq!(smaller.key().unwrap(), topics().key().unwrap(), "one folder");
        assert!(plan(smaller).iter().all(|id| !first.contains(id)));
        recipe.vocabulary.max_words = Some(50);
        assert_ne!(open(builtin(Builtin::Topics), recipe).key().unwrap(), topics().key().unwrap());
    }

    #[test]
    fn cells_train_the_corpus_in_memory_and_a_failure_is_a_row_with_its_message() {
        let root = tempfile::tempdir().unwrap();
        let folder = StudyFolder::create(root.path()).unwrap();
        let missing =
            DataRecipe { origin: Origin::Files(vec!["missing.txt".into()], ReadOptions::default()), ..DataRecipe::default() };
        let study = open(builtin(Builtin::Topics), missing).plan(methods(), &sizes(&[60, 100_000]), 2).unwrap();
        let (cancel, choice) = (Cancel::default(), RunChoice { shard: (1, 1), jobs: NonZeroUsize::MIN, retry: false });
        let train = |place: usize, points: &mut PointStore, cache: &mut DataCache| study.train(place, points, cache, &cancel);
        let finished = run(&study.plan, &folder, &choice, &train, &|_| {}, &cancel).unwrap();
        assert_eq!(finished, Finished { done: 4, failed: 4, elsewhere: 0, interrupted: false });
        let rows = rows(&folder, &study.plan, None).unwrap();
        assert_eq!(rows.len(), 4);
        assert!(rows[0].mean.is_some_and(|mean| mean > 0.3) && rows[0].seconds.is_some() && rows[0].problem.is_none());
        assert!(
            rows[2].mean.is_none() && rows[2].problem.as_ref().is_some_and(|problem| problem.contains("there are")),
            "{rows:?}"
        );
        assert_eq!(folder.state(&study.plan.cells[0].id), CellState::Done);
        let record = folder.record(&study.plan.cells[0].id).unwrap().unwrap();
        assert_eq!(record.report.split.train.len(), 60);
    }

    #[test]
    fn briefs_read_a_record_once() {
        let root = tempfile::tempdir().unwrap();
        let folder = StudyFolder::create(root.path()).unwrap();
        let study = topics().plan(methods(), &sizes(&[40]), 1).unwrap();
        let (cancel, mut cache) = (Cancel::default(), DataCache::default());
        let id = study.plan.cells[0].id.clone();
        let mut briefs = Briefs::default();
        assert!(briefs.rows(&study.plan, None).unwrap()[0].mean.is_none());
        let trained = study.train(0, &mut folder.points(&id).unwrap(), &mut cache, &cancel).unwrap();
        let TrainedCell { result, data, run, .. } = trained;
        folder.put(&super::super::Record::new(id.clone(), 1.0, result.report, &data, &run)).unwrap();
        let mut mean = || {
            briefs.read(&folder, &study.plan).unwrap();
            briefs.rows(&study.plan, None).unwrap()[0].mean
        };
        let first = mean();
        assert!(first.is_some());
        std::fs::remove_file(root.path().join(format!("cells/{id}.json"))).unwrap();
        assert_eq!(mean(), first);
    }
}
