//! Warning about scores no better than chance.
//!
//! Cost: one pass over the documents of a part, once per snapshot.

use crate::{Derived, RunWarning, inspect::explain::Part, inspect::rated::rated_documents};
use wordfield_core::{
    corpus::{Dataset, Ratings, Side},
    metric::{Evidence, rmse},
    model::{Predictions, Rated, Snapshot},
};

/// Warning if the model is no better than chance.
pub(crate) fn of(derived: &Derived, dataset: &Dataset, snapshot: &Snapshot) -> Option<RunWarning> {
    let sentences = sentences(derived, dataset, snapshot);
    let first = sentences.first()?;
    let brief = first.split_inclusive('?').next().unwrap_or(first).to_owned();
    Some(RunWarning { brief, whole: sentences.join("\n") })
}

/// Tests whether a model is better than chance on the test part, or on the development part if there is no test part.
fn sentences(derived: &Derived, dataset: &Dataset, snapshot: &Snapshot) -> Vec<String> {
    let with_documents = |part: &Part| !part.documents(dataset).is_empty();
    let Some(part) = [Part::Test, Part::Dev].into_iter().find(with_documents) else { return Vec::new() };
    let evidence = match (&snapshot.predictions, dataset.corpus.task.ratings()) {
        (Predictions::Classes(_), _) => vec![of_classes(derived, part)],
        (Predictions::Ratings(predictions), Some(ratings)) => of_ratings(dataset, predictions, ratings, part),
        (Predictions::Ratings(_), None) => Vec::new(),
        (Predictions::Matches(_), _) => of_pairs(derived, dataset, part).into_iter().collect(),
    };
    evidence.iter().filter_map(|evidence| evidence.no_better_than_chance(part.name())).collect()
}

/// RMSE of the training mean of a single rating on the test part, or on the development part without one.
pub(crate) fn baseline(dataset: &Dataset) -> Option<f64> {
    let ratings = dataset.corpus.task.ratings().filter(|ratings| ratings.names.len() == 1)?;
    let part = [Part::Test, Part::Dev].into_iter().find(|part| !part.documents(dataset).is_empty())?;
    let truth: Vec<f64> = part.documents(dataset).iter().map(|&row| ratings.values[[row, 0]]).collect();
    rmse(&truth, &vec![training_mean(dataset, ratings, 0); truth.len()])
}

fn training_mean(dataset: &Dataset, ratings: &Ratings, b: usize) -> f64 {
    let train = &dataset.split.train;
    train.iter().map(|&row| ratings.values[[row, b]]).sum::<f64>() / train.len() as f64
}

fn of_classes(derived: &Derived, part: Part) -> Evidence<'static> {
    let confusion = derived.confusion(part);
    let most_frequent = confusion.rows().into_iter().map(|row| row.sum()).max().unwrap_or_default();
    Evidence::Classes { right: confusion.diag().sum(), all: confusion.sum(), most_frequent }
}

fn of_ratings<'a>(dataset: &Dataset, predictions: &Rated, ratings: &'a Ratings, part: Part) -> Vec<Evidence<'a>> {
    let of_one = |(b, name): (usize, &'a String)| {
        let mean = training_mean(dataset, ratings, b);
        let (truth, means): (Vec<f64>, Vec<f64>) =
            rated_documents(dataset, predictions, part, b).into_iter().map(|(_, rated)| (rated.truth, rated.mean)).unzip();
        let constant = rmse(&truth, &vec![mean; truth.len()])?;
        Some(Evidence::Rating { name, rmse: rmse(&truth, &means)?, constant, all: truth.len() })
    };
    ratings.names.iter().enumerate().filter_map(of_one).collect()
}

fn of_pairs(derived: &Derived, dataset: &Dataset, part: Part) -> Option<Evidence<'static>> {
    let (precision, pairs) = (derived.precision(part)?, dataset.corpus.task.pairs()?);
    let all = precision.pairs;
    let candidates = part.documents(dataset).iter().filter(|&&document| pairs.side(document) == Side::Target).count();
    Some(Evidence::Partners { right: (precision.there.first()? * all as f64).round() as usize, all, candidates })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{Rng, SeedableRng, rngs::StdRng};

    use super::*;
    use crate::{Action, Answer, DataOptions, LoadedData, Open, Settings, TrainerUpdate, Workspace, update};
    use wordfield_core::{
        corpus::{Builtin, Corpus, SplitOptions, Task, VocabularyOptions, builtin},
        model::ModelKind,
    };

    /// Permutes labels and ratings of the documents.
    fn shuffled(mut corpus: Corpus) -> Corpus {
        let mut random = StdRng::seed_from_u64(1);
        let n = corpus.len();
        let others: Vec<usize> = (0..n).map(|_| random.random_range(0..n)).collect();
        match &mut corpus.task {
            Task::Ratings(ratings) => {
                let values = ratings.values.clone();
                for (mut row, &other) in ratings.values.outer_iter_mut().zip(&others) {
                    row.assign(&values.row(other));
                }
            }
            Task::Classes | Task::Pairs(_) => {}
        }
        let labels = corpus.labels.clone();
        corpus.labels = others.iter().map(|&other| labels[other]).collect();
        corpus
    }

    fn doubts_of(corpus: Corpus, iterations: usize, set: &[(&str, &str)]) -> Option<RunWarning> {
        let mut settings = Settings::default().of_kind(ModelKind::of(corpus.task.kind()));
        settings.params.set_all(set).expect("settings");
        let weighting = settings.params.weighting();
        let dataset = Dataset::build(Arc::new(corpus), &SplitOptions::default(), &VocabularyOptions::default(), weighting);
        let mut workspace = Workspace::default();
        let ready = LoadedData::new(dataset.expect("a dataset"), DataOptions::default());
        update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(ready)))));
        let data = workspace.corpus.dataset.clone().expect("a dataset");
        let mut model = settings.params.start(data).expect("a model");
        for _ in 0..iterations {
            model.step().expect("a step");
        }
        let run = workspace.run.id;
        update(&mut workspace, Action::Trainer(run, TrainerUpdate::Snapshot(Arc::new(model.snapshot()))));
        workspace.run_warning().cloned()
    }

    #[test]
    fn permuted_labels_and_ratings_are_warned_about() {
        for (which, asks) in [(Builtin::Topics, "are the classes"), (Builtin::Reviews, "are the ratings")] {
            assert_eq!(doubts_of(builtin(which), 25, &[]), None, "{which:?}");
            let RunWarning { brief, whole } = doubts_of(shuffled(builtin(which)), 25, &[]).expect("doubts");
            assert!(brief.contains(asks) && brief.ends_with('?'), "{which:?}: {brief}");
            assert!(whole.starts_with(&brief) && whole.contains("test part") && whole.lines().count() == 1, "{which:?}: {whole}");
        }
        let warning = doubts_of(builtin(Builtin::Pairs), 25, &[("identity_weight", "0"), ("spectral_weight", "0")])
            .expect("components and more dimensions find more partners");
        assert!(warning.brief.starts_with("Training far above test"), "{warning:?}");
        assert_eq!(doubts_of(builtin(Builtin::Pairs), 25, &[]), None);
    }

    #[test]
    fn the_baseline_is_the_error_of_the_training_mean() {
        let dataset = |which| {
            let weighting = wordfield_core::corpus::Weighting::Sqrt;
            Dataset::build(Arc::new(builtin(which)), &SplitOptions::default(), &VocabularyOptions::default(), weighting)
                .expect("a dataset")
        };
        let reviews = dataset(Builtin::Reviews);
        // The squared error of a constant is the variance and the squared distance of the means.
        let rating = |&document: &usize| reviews.corpus.task.ratings().expect("ratings").values[[document, 0]];
        let mean =
            |part: &[usize], of: &dyn Fn(f64) -> f64| part.iter().map(|row| of(rating(row))).sum::<f64>() / part.len() as f64;
        let (train, test) = (mean(&reviews.split.train, &|y| y), mean(&reviews.split.test, &|y| y));
        let variance = mean(&reviews.split.test, &|y| (y - test) * (y - test));
        approx::assert_relative_eq!(
            baseline(&reviews).expect("a rating"),
            (variance + (train - test) * (train - test)).sqrt(),
            max_relative = 1e-12
        );
        assert_eq!([Builtin::Topics, Builtin::Pairs].map(|which| baseline(&dataset(which))), [None; 2]);
    }

    #[test]
    fn an_untrained_model_gives_no_warning() {
        assert_eq!(doubts_of(shuffled(builtin(Builtin::Topics)), 0, &[]), None);
    }
}
