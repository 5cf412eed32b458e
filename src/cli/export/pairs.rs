//! Reviewed pairs of documents: reviews saved in the model and those of the user's data folder, which take precedence.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use anyhow::bail;
use clap::Args;

use crate::{
    app,
    cli::output,
    corpus::{Dataset, Side},
    memory::Budget,
    model::{FittedRef, pairs::MatchRow},
    output::{ReviewedPair, ReviewedPairs},
    project::{MatchReview, SavedModel, kept_reviews},
    state::{Review, Reviews, Verdict},
};

/// Arguments about pairs.
#[derive(Args, Debug)]
pub(super) struct PairArgs {
    /// Accept unreviewed nearest pairs up to this squared distance, as `match` prints it
    #[arg(long, value_name = "DISTANCE", value_parser = distance)]
    pub accept_below: Option<f64>,
}

fn distance(text: &str) -> Result<f64, String> {
    let distance: Option<f64> = text.parse().ok().filter(|distance: &f64| distance.is_finite() && *distance >= 0.0);
    distance.ok_or_else(|| "give a number from 0".to_owned())
}

/// Reviews of a corpus, or those of the model alone if its corpus is gone.
pub(super) enum Found<'a> {
    /// Reviews and nearest pairs of a corpus.
    Corpus(Box<Matched>),
    /// Reviews with the titles of their documents.
    Titles(&'a [MatchReview]),
}

/// Reviews and nearest pairs of a corpus.
pub(super) struct Matched {
    data: Arc<Dataset>,
    reviews: Reviews,
    /// The nearest target document of each source document.
    nearest: BTreeMap<usize, MatchRow>,
    /// Squared distance of each reviewed pair that is not the nearest.
    distances: BTreeMap<usize, f64>,
}

impl<'a> Found<'a> {
    /// Reviews of the corpus, with the distances of its documents; without a corpus the reviews of the model.
    pub fn of(
        saved: &'a SavedModel,
        data: anyhow::Result<Arc<Dataset>>,
        args: &PairArgs,
        (memory, model): (Budget, &Path),
    ) -> anyhow::Result<Self> {
        let FittedRef::Matcher(fitted) = saved.fitted.fitted_ref() else {
            bail!("{}: holds {}, which has no pairs: give a model of pairs", model.display(), saved.kind().info().title);
        };
        let data = match data {
            Ok(data) => data,
            Err(error) if args.accept_below.is_none() && !saved.reviews.is_empty() => {
                output::note(format_args!("texts and distances are missing: {error}."));
                return Ok(Self::Titles(&saved.reviews));
            }
            Err(error) => return Err(error),
        };
        let kept = match app::reviews_folder() {
            Some(folder) => kept_reviews(&folder, data.corpus.fingerprint_of_texts())?,
            None => Vec::new(),
        };
        let mut reviews = Reviews::of_kept(&kept, &data.corpus);
        reviews.take_in(&saved.reviews, &data.corpus);
        let snapshot = saved.fitted.resume_within(Arc::clone(&data), saved.iterations, memory)?.snapshot();
        let rows = snapshot.matched().map(|matched| matched.rows.iter());
        let nearest: BTreeMap<usize, MatchRow> = rows.into_iter().flatten().map(|row| (row.document, *row)).collect();
        let others: Vec<(usize, usize)> = reviews
            .iter()
            .filter_map(|(source, review)| Some((source, review.verdict?.1)))
            .filter(|(source, target)| nearest.get(source).is_none_or(|row| row.best != *target))
            .collect();
        let side = |side, documents: Vec<usize>| fitted.prepare_stacked(side, &data.weights.select(&documents));
        let from = side(Side::Source, others.iter().map(|pair| pair.0).collect());
        let to = side(Side::Target, others.iter().map(|pair| pair.1).collect());
        let between = |place: usize| fitted.between(&from.select(&[place]), &to.select(&[place]))[[0, 0]];
        let distances = others.iter().enumerate().map(|(place, pair)| (pair.0, between(place))).collect();
        Ok(Self::Corpus(Box::new(Matched { data, reviews, nearest, distances })))
    }

    /// Reviewed pairs, and unreviewed nearest ones up to a distance.
    pub fn reviewed(&self, accept_below: Option<f64>) -> ReviewedPairs<'_> {
        match self {
            Self::Titles(reviews) => {
                ReviewedPairs { sides: ["source", "target"], pairs: reviews.iter().map(by_title).collect(), accept_below }
            }
            Self::Corpus(matched) => {
                let classes = &matched.data.corpus.classes;
                let sides = [classes[0].as_str(), classes[1].as_str()];
                ReviewedPairs { sides, pairs: matched.pairs(accept_below), accept_below }
            }
        }
    }
}

/// A review whose documents are known by their titles.
fn by_title(review: &MatchReview) -> ReviewedPair<'_> {
    ReviewedPair {
        titles: [&review.source_title, review.target_title.as_deref().unwrap_or_default()],
        distance: f64::NAN,
        margin: f64::NAN,
        accepted: review.accepted,
        note: &review.note,
        ..ReviewedPair::default()
    }
}

impl Matched {
    fn pairs(&self, accept_below: Option<f64>) -> Vec<ReviewedPair<'_>> {
        let reviewed = self.reviews.iter().filter_map(|(source, review)| self.pair(source, Some(review)));
        let near = |row: &&MatchRow| accept_below.is_some_and(|most| row.best_distance <= most);
        let unreviewed = self.nearest.values().filter(|row| self.reviews.get(row.document).is_none()).filter(near);
        reviewed.chain(unreviewed.filter_map(|row| self.pair(row.document, None))).collect()
    }

    /// A source document with its reviewed target, else with the nearest.
    fn pair<'a>(&'a self, source: usize, review: Option<&'a Review>) -> Option<ReviewedPair<'a>> {
        let (corpus, row) = (&self.data.corpus, self.nearest.get(&source));
        let verdict = review.and_then(|review| review.verdict);
        let target = verdict.map(|verdict| verdict.1).or(row.map(|row| row.best))?;
        let is_nearest = row.is_some_and(|row| row.best == target);
        let title = |document: usize| corpus.titles[document].as_str();
        let text = |document: usize| corpus.texts[document].as_str();
        let distance = if is_nearest { row.map(|row| row.best_distance) } else { self.distances.get(&source).copied() };
        Some(ReviewedPair {
            titles: [title(source), title(target)],
            texts: (!corpus.counted).then(|| [text(source), text(target)]),
            distance: distance.unwrap_or(f64::NAN),
            margin: row.map_or(f64::NAN, |row| row.margin),
            accepted: verdict.map(|verdict| verdict.0 == Verdict::Accepted),
            note: review.map_or("", |review| review.note.as_str()),
            suggestion: row.filter(|_| !is_nearest).map(|row| title(row.best)),
        })
    }
}
