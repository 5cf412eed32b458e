//! Comparison of a trained model with chance, which reveals shuffled lines and misplaced labels.

use ndarray::ArrayView1;

use wordfield_core::corpus::{Dataset, Pairs, Ratings, Task};
use wordfield_core::experiment::{ClassMetrics, MatchMetrics, Metrics, NamedErrors, Parts, RatingMetrics};
use wordfield_core::metric::{Evidence, rmse};

/// Warnings that the model is no better than chance on the test part, or on the development part if there is no test part.
pub(super) fn chance_warnings(data: &Dataset, metrics: &Metrics) -> Vec<String> {
    let parts = [("test", &data.split.test), ("development", &data.split.dev)];
    let Some((part, rows)) = parts.into_iter().find(|part| !part.1.is_empty()) else { return Vec::new() };
    let evidence = match (metrics, &data.corpus.task) {
        (Metrics::Classes(parts), _) => vec![of_classes(of(parts, part))],
        (Metrics::Ratings(parts), Task::Ratings(ratings)) => of_ratings(of(parts, part), ratings, &data.split.train, rows),
        (Metrics::Matches(parts), Task::Pairs(pairs)) => of_pairs(of(parts, part), pairs, rows).into_iter().collect(),
        _ => Vec::new(),
    };
    evidence.iter().filter_map(|evidence| evidence.no_better_than_chance(part)).collect()
}

fn of<'a, T>(parts: &'a Parts<T>, part: &str) -> &'a T {
    if part == "test" { &parts.test } else { &parts.dev }
}

fn of_classes(metrics: &ClassMetrics) -> Evidence<'_> {
    let sizes = metrics.confusion.iter().map(|row| row.iter().sum::<usize>());
    let right = metrics.confusion.iter().enumerate().filter_map(|(class, row)| row.get(class)).sum();
    Evidence::Classes { right, all: sizes.clone().sum(), most_frequent: sizes.max().unwrap_or_default() }
}

fn of_ratings<'a>(metrics: &'a RatingMetrics, ratings: &Ratings, train: &[usize], rows: &[usize]) -> Vec<Evidence<'a>> {
    let of_one = |(column, named): (ArrayView1<'_, f64>, &'a NamedErrors)| {
        let mean = train.iter().map(|&row| column[row]).sum::<f64>() / train.len() as f64;
        let truth: Vec<f64> = rows.iter().map(|&row| column[row]).collect();
        let (all, constant) = (truth.len(), rmse(&truth, &vec![mean; truth.len()])?);
        Some(Evidence::Rating { name: &named.name, rmse: named.errors.rmse?, constant, all })
    };
    ratings.values.columns().into_iter().zip(&metrics.ratings).filter_map(of_one).collect()
}

fn of_pairs(metrics: &MatchMetrics, pairs: &Pairs, rows: &[usize]) -> Option<Evidence<'static>> {
    let (all, found) = (pairs.within(rows).count(), metrics.precision.source_to_target.one?);
    Some(Evidence::Partners { right: (found * all as f64).round() as usize, all, candidates: metrics.candidates })
}
